// Leitner's boxes: missed exercises come back. A missed exercise goes into the first box and is asked again before
// another chapter. A right answer moves it to the next box, from which it comes back later; a wrong one moves it back
// to the first. After the last box it is known. (S. Leitner, “So lernt man lernen”, 1972.)

/** @typedef {[number, number]} Boxed The box of an exercise, from 1, and since when, in seconds since 1970. */

const DAYS = [0, 1, 3, 7]; // until an exercise in the first, second, … box is due
const KNOWN = DAYS.length + 1;
const DAY = 24 * 60 * 60; // seconds
const GOLDEN = 0.618; // of all, from one place to the next, so that places are far apart

/** Return an exercise's box after an answer; null if it was never missed. @type {(before: Boxed | undefined, isRight: boolean, now: number) => Boxed | null} */
export function afterAnswer(before, isRight, now) {
  if (!isRight) return [1, now];
  return before ? [Math.min(before[0] + 1, KNOWN), now] : null;
}

/** Whether an exercise still comes back. @param {Boxed} boxed */
const isMissed = ([box]) => box < KNOWN;

/** Whether the last answer was wrong. @param {Boxed} boxed */
export const isLastMissed = ([box]) => box === 1;

/** Whether an exercise is due. @param {Boxed} boxed @param {number} now */
export const isDue = ([box, at], now) => isMissed([box, at]) && now >= at + DAYS[box - 1] * DAY;

/** Whether a stored value is a valid box. @type {(kept: unknown, now: number) => kept is Boxed} */
export function isLeitnerBox(kept, now) {
  if (!Array.isArray(kept) || kept.length !== 2 || !kept.every(Number.isInteger)) return false;
  const [box, at] = kept;
  return box >= 1 && box <= KNOWN && at >= 0 && at <= now + DAY;
}

// Return one due exercise to ask before the chapter with this index: the one missed longest ago of those not asked yet,
// or else the one asked longest ago. `asked` lists what was asked, the latest last; no exercise is asked twice in a row.
/** @type {(earlier: string[], boxes: Record<string, Boxed>, place: number, now: number, asked?: string[]) => string} */
export function dueExercises(earlier, boxes, place, now, asked = []) {
  const others = earlier.length > 1 ? earlier.filter((part) => part !== asked.at(-1)) : earlier;
  const due = others.filter((part) => Object.hasOwn(boxes, part) && isDue(boxes[part], now));
  due.sort(
    (one, other) =>
      asked.indexOf(one) - asked.indexOf(other) ||
      boxes[one][0] - boxes[other][0] ||
      boxes[one][1] - boxes[other][1] ||
      (one < other ? -1 : 1),
  );
  return due[0] ?? others[Math.floor(others.length * ((place * GOLDEN) % 1))];
}
