// How much room a lesson needs at any of its steps, so that nothing moves when a step needs less.

import { sentence, written } from "./names.js";

/** @import {Frame, Lesson, WordRow} from "./contract" */
/** @import {Shown} from "./names.js" */
/** @typedef {{texts: string[][], rowEms: number, labelEms: number, pairEms: number, rows: number, words: number}} Room */

const TOKEN = 1; // em around a token's text
const WIDE = 0x1100; // from here on most characters are as wide as they are high
const ROUND = 0.6; // em: how wide others are
const BETWEEN = 0.25; // em
const DIGIT = 0.45; // em: of a count, or what stands between its digits
export const LEAST_LABEL = 3.2; // em
const NEARLY = 0.85; // of the longest text
const MANY = 8;

/** How wide a token is about, in em. @param {string} text */
const widthOf = (text) =>
  [...text].reduce((sum, sign) => sum + (sign >= String.fromCharCode(WIDE) ? 1.1 : ROUND), TOKEN);

/** How wide a line of tokens is about, with signs between them. @type {(line: HTMLElement) => number} */
export const emsOf = (line) =>
  widthOf(line.textContent ?? "") + TOKEN * line.querySelectorAll(".token").length + BETWEEN * line.childNodes.length;

/** The longest of some texts: of those that are about as long, any may need the most lines. @param {string[]} texts */
function longest(texts) {
  const most = Math.max(...texts.map(({ length }) => length));
  const found = [...new Set(texts)].filter(({ length }) => length >= NEARLY * most);
  return found.sort((one, other) => other.length - one.length).slice(0, MANY);
}

// The longest sentences on what happened and on what comes next; how wide the widest word, its count and the widest candidate are, in em; how many candidates, and how many words, there are at most.
/** @type {(shown: Shown & {lesson: Pick<Lesson, "frames">}) => Room} */
export function roomOf(shown) {
  const { frames, tokens } = shown.lesson;
  const widths = tokens.map((_, number) => widthOf(written(shown, number)));
  const rowsOf = (/** @type {Frame} */ { words, places, changed }) => [...words, ...places, ...changed];
  const widthOfAll = (/** @type {number[]} */ all) => all.reduce((sum, number) => sum + widths[number], 0);
  const widthOfRow = (/** @type {WordRow} */ row) => widthOfAll(row.tokens);
  // Words are widest at the beginning, or at the end where they come in tokens that are taken apart.
  const ends = [frames[0], frames[Math.floor(frames.length / 2)], frames[frames.length - 1]];
  return {
    texts: [
      longest(frames.map(({ done }) => sentence(shown, done))),
      longest(frames.map(({ next }) => sentence(shown, next))),
    ],
    rowEms: Math.ceil(Math.max(4, ...ends.flatMap(rowsOf).map(widthOfRow))),
    labelEms: Math.max(
      LEAST_LABEL,
      ...ends.flatMap(rowsOf).map(({ label }) => (/\d/.test(label) ? DIGIT * label.length : 0)),
    ),
    pairEms: Math.ceil(Math.max(3, ...frames.flatMap(({ board }) => board.map(({ pair }) => widthOfAll(pair))))),
    rows: Math.max(...frames.map(({ board, morePairs }) => board.length + (morePairs ? 1 : 0))),
    words: Math.max(...frames.map((frame) => rowsOf(frame).length)),
  };
}
