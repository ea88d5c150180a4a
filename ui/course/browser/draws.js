// The draws of an exercise, and which comes next, so that its values differ.

/** @import {ExercisePayload} from "../contract" */

/** @template Draw @param {Draw[]} draws @param {number} turn */
const at = (draws, turn) => draws[turn % draws.length];

/** Return the next seed with which every varying exercise has new values. @param {ExercisePayload[][]} exercises @param {number} seed */
export function nextSeed(exercises, seed) {
  const count = Math.max(...exercises.map(({ length }) => length));
  const varying = exercises.filter(({ length }) => length > 1);
  for (let step = 1; step < count; step++) {
    const next = (seed + step) % count;
    if (varying.every((draws) => at(draws, next).text !== at(draws, seed).text)) return next;
  }
  return (seed + 1) % count;
}

/** Return the first draw with an unseen text, starting at this turn; if all have been seen, this turn's draw. @param {ExercisePayload[]} draws @param {number} turn @param {string[]} seen */
export function otherDraw(draws, turn, seen) {
  const others = draws.map((_, step) => at(draws, turn + step)).filter(({ text }) => !seen.includes(text));
  return others[0] ?? at(draws, turn);
}

/** Return a right answer as stored: what was typed, and for which draw. @param {string} typed @param {number} draw */
export const keptAnswer = (typed, draw) => (draw ? `${typed}\n${draw}` : typed);

/** Return what was typed for a draw, if the stored answer is for it. @param {string | undefined} kept @param {number} draw */
export function answerTo(kept, draw) {
  const [typed, of = "0"] = (kept ?? "").split("\n");
  return Number(of) === draw ? typed : "";
}
