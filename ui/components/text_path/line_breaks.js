// Line breaks in the path of a text.

/** @import {TextPathView} from "../contract" */

// Return the ends of lines of at most `fit` columns: at good places if possible, otherwise between characters.
/** @type {(lens: Pick<TextPathView, "breaks" | "good" | "columns">, fit: number) => number[]} */
export function lineEnds({ breaks, good, columns }, fit) {
  /** @type {number[]} */ const ends = [];
  for (let start = 0; start < columns; start = ends[ends.length - 1]) {
    const most = start + fit;
    const last = (/** @type {number[]} */ places) => Math.max(...places.filter((place) => place <= most));
    const best = last(good);
    ends.push(most >= columns ? columns : best > start + fit / 2 ? best : last(breaks));
  }
  return ends;
}
