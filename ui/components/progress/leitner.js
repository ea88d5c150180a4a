// What was missed comes back: Leitner's boxes. An exercise that was missed is in the first box, and is asked again before
// another chapter. Who knows it then moves it one box on, from which it comes back later; who misses it again puts it back
// into the first one. Behind the last box it is known. (S. Leitner, “So lernt man lernen”, 1972.)

/** @typedef {[number, number]} Boxed In which box an exercise is, from 1 on, and since when, in seconds since 1970. */

const DAYS = [0, 1, 3, 7]; // until one comes back that is in the first box, in the second, …
const KNOWN = DAYS.length + 1;
const DAY = 24 * 60 * 60; // seconds

/** Where an exercise is after an answer; null where it was never missed. @type {(before: Boxed | undefined, isRight: boolean, now: number) => Boxed | null} */
export function afterAnswer(before, isRight, now) {
  if (!isRight) return [1, now];
  return before ? [Math.min(before[0] + 1, KNOWN), now] : null;
}

/** Whether it comes back still. @param {Boxed} boxed */
const isMissed = ([box]) => box < KNOWN;

/** Whether the last try was wrong. @param {Boxed} boxed */
export const isLastMissed = ([box]) => box === 1;

/** Whether it is to be asked again. @param {Boxed} boxed @param {number} now */
export const isDue = ([box, at], now) => isMissed([box, at]) && now >= at + DAYS[box - 1] * DAY;

/** Whether something that was kept is a box, and since when. @type {(kept: unknown, now: number) => kept is Boxed} */
export function isLeitnerBox(kept, now) {
  if (!Array.isArray(kept) || kept.length !== 2 || !kept.every(Number.isInteger)) return false;
  const [box, at] = kept;
  return box >= 1 && box <= KNOWN && at >= 0 && at <= now + DAY;
}

/** Which of some exercises to ask before a chapter by its place. @type {(earlier: string[], boxes: Record<string, Boxed>, place: number, now: number) => string} */
export function dueExercises(earlier, boxes, place, now) {
  const due = earlier.filter((part) => Object.hasOwn(boxes, part) && isDue(boxes[part], now));
  due.sort(
    (one, other) => boxes[one][0] - boxes[other][0] || boxes[one][1] - boxes[other][1] || (one < other ? -1 : 1),
  );
  return due[0] ?? earlier[(place * 7) % earlier.length];
}
