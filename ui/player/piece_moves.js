// What became of the pieces of a scene from one picture to another: without a screen, so that a test can ask.

/** @typedef {readonly [start: number, end: number, ...rest: unknown[]]} Stretch A part of the scene's line. */
/** @typedef {{from: number[], to: number[]}} Passage Pieces by their places: these before became those after. */

// The passages between two pictures, in the order of the line. What overlaps belongs together; of what came from nowhere
// `from` is empty, and `to` of what is gone.
/** @type {(before: readonly Stretch[], after: readonly Stretch[]) => Passage[]} */
export function pieceMoves(before, after) {
  const all = [before, after].flatMap((pieces, side) =>
    pieces.map(([start, end], place) => ({ start, end, place, side })),
  );
  all.sort((one, other) => one.start - other.start || one.end - other.end);
  /** @type {Passage[]} */ const found = [];
  let reached = -Infinity;
  for (const { start, end, place, side } of all) {
    if (start >= reached) found.push({ from: [], to: [] });
    (side ? found[found.length - 1].to : found[found.length - 1].from).push(place);
    reached = Math.max(reached, end);
  }
  return found;
}
