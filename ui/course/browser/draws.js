// The draws of an exercise: which one comes next, so that other values are other ones.

/** @import {ExercisePayload} from "../contract" */

/** @template Draw @param {Draw[]} draws @param {number} turn */
const at = (draws, turn) => draws[turn % draws.length];

/** The next seed with which every exercise that varies has other values. @param {ExercisePayload[][]} exercises @param {number} seed */
export function nextSeed(exercises, seed) {
  const count = Math.max(...exercises.map(({ length }) => length));
  const varying = exercises.filter(({ length }) => length > 1);
  for (let step = 1; step < count; step++) {
    const next = (seed + step) % count;
    if (varying.every((draws) => at(draws, next).text !== at(draws, seed).text)) return next;
  }
  return (seed + 1) % count;
}

/** A draw whose values none of these texts has, from a turn on; the one of that turn where there is none. @param {ExercisePayload[]} draws @param {number} turn @param {string[]} seen */
export function otherDraw(draws, turn, seen) {
  const others = draws.map((_, step) => at(draws, turn + step)).filter(({ text }) => !seen.includes(text));
  return others[0] ?? at(draws, turn);
}

/** What is kept of a right answer: what was typed, and for which draw. @param {string} typed @param {number} draw */
export const keptAnswer = (typed, draw) => (draw ? `${typed}\n${draw}` : typed);

/** What was typed for a draw, if that is what was kept. @param {string | undefined} kept @param {number} draw */
export function answerTo(kept, draw) {
  const [typed, of = "0"] = (kept ?? "").split("\n");
  return Number(of) === draw ? typed : "";
}
