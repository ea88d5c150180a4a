// How much room a lesson needs at any of its steps, so that nothing moves when a step needs less.

import { characterFrames, sentence, splitPrefix, tokenText, unbrokenUnits } from "./token_text.js";

/** @import {Frame, Lesson, WordRow} from "../lessons/contract" */
/** @import {Shown} from "./token_text.js" */
/** @typedef {{texts: string[][], rowEms: number, followEms: number, labelEms: number, pairEms: number, pairs: number[][], tally: number, hasSums: boolean, isParted: boolean, rows: number, words: number}} Room */

const CELL = 1; // em: a character in aligned rows
const TOKEN = 1; // em around a token's text
const WIDE = 0x1100; // from this code point on, most characters are as wide as they are high
const ROUND = 0.6; // em: the width of others
const BETWEEN = 0.25; // em
const PREFIX = 0.6; // type of a symbol's prefix, as a share of the symbol's, as in the styles
const CAPTION = 0.58; // em: a character of a caption below a token,
const BESIDE = 0.4; // and the space beside the caption
const DIGIT = 0.45; // em: a digit of a count, or a separator
const LEAST_LABEL = 3.2; // em
const NEARLY = 0.85; // of the longest text
const MANY = 8;

/** @param {number[]} numbers */
const sumOf = (numbers) => numbers.reduce((sum, number) => sum + number, 0);

/** Return the approximate width of a token, in em. @param {string} text */
const widthOf = (text) =>
  [...text].reduce((sum, sign) => sum + (sign >= String.fromCharCode(WIDE) ? 1.1 : ROUND), TOKEN);

/** Return the approximate width of a token's letters, in em. @type {(shown: Shown, number: number) => number} */
export const lettersWidth = (shown, number) => widthOf(tokenText(shown, number)) - TOKEN;

/** Like `lettersWidth`, but for a symbol in a tree, where prefixes are small. @type {(shown: Shown, number: number) => number} */
export function symbolWidth(shown, number) {
  const [prefix] = splitPrefix(tokenText(shown, number));
  return lettersWidth(shown, number) - (1 - PREFIX) * ROUND * prefix.length;
}

/** Return how many cells a text takes in aligned rows. @param {string} text */
export const cellsOf = (text) => [...text].reduce((sum, sign) => sum + (sign >= "\u2e80" ? 2 : 1), 0);

/** @type {(shown: Shown, number: number) => number} */
function tokenWidth(shown, number) {
  const text = tokenText(shown, number);
  return shown.lesson.aligned ? CELL * cellsOf(text) : widthOf(text);
}

/** Return the approximate width of a line of tokens with signs between them. @type {(line: HTMLElement) => number} */
export const lineWidth = (line) =>
  widthOf(line.textContent ?? "") + TOKEN * line.querySelectorAll(".token").length + BETWEEN * line.childNodes.length;

/** Return the longest texts of steps, two sentences each: among those of about the same length, any may need the most lines. @param {string[][]} texts */
function longestTexts(texts) {
  const lengthOf = (/** @type {string[]} */ text) => text.join("").length;
  const most = Math.max(0, ...texts.map(lengthOf));
  const found = texts.filter((text) => lengthOf(text) >= NEARLY * most);
  return found.sort((one, other) => lengthOf(other) - lengthOf(one)).slice(0, MANY);
}

// Return the token widths of each word, in em, for each way in which it is cut during a lesson. What merges next stays
// together.
/** @type {(shown: Shown & {lesson: Pick<Lesson, "frames" | "tokens">}) => number[][][]} */
export function wordCuts(shown) {
  const { frames, tokens } = shown.lesson;
  const widths = tokens.map(([, , , , becomes], number) => {
    const width = tokenWidth(shown, number);
    return becomes ? Math.max(width, becomes.length * CAPTION) + BESIDE : width;
  });
  /** @type {Map<string, number[]>[]} */ const words = [];
  for (const { words: rows, places, changed } of frames) {
    [...rows, ...changed, ...places].forEach((row, place) => {
      const known = (words[place] ??= new Map());
      const key = `${row.tokens} ${row.hits}`;
      if (!known.has(key)) known.set(key, partsOf(row, widths, shown.lesson));
    });
  }
  return words.map((known) => [...known.values()]);
}

/** Return the widths of the parts of a word that stay together. @type {(row: WordRow, widths: number[], lesson: Pick<Lesson, "aligned">) => number[]} */
function partsOf({ tokens, hits, before, after, groups, kept = Infinity }, widths, { aligned }) {
  const frames = characterFrames(groups);
  const named = (/** @type {number} */ place) => {
    const [first, , text] = frames.get(place) ?? [];
    return first === place ? [widthOf(text ?? "")] : [];
  };
  const besideIt = (/** @type {string} */ text) => (aligned ? CELL * cellsOf(text) : widthOf(text));
  // Of the tokens to choose from, only the first is below what it would replace.
  const at = (/** @type {number} */ place) =>
    place > kept ? ROUND * widths[tokens[place]] + TOKEN : widths[tokens[place]];
  const units = unbrokenUnits({ tokens, hits, groups }).flatMap((all) => {
    const parts = all.flatMap(([one, two]) => [
      ...named(one),
      two === undefined ? at(one) : sumOf([at(one), ...named(two), at(two)]),
    ]);
    return aligned ? parts : [sumOf(parts)];
  });
  return [...(before ? [besideIt(before)] : []), ...units, ...(after ? [besideIt(after)] : [])];
}

// Return the room that a lesson needs: its longest texts; the widths of its widest word, count and candidate, in em;
// and the largest numbers of candidates and words.
/** @type {(shown: Shown & {lesson: Pick<Lesson, "frames">}) => Room} */
export function spaceNeeded(shown) {
  const { frames, tokens } = shown.lesson;
  const widths = tokens.map((_, number) => tokenWidth(shown, number));
  const rowsOf = (/** @type {Frame} */ { words, places, changed }) => [...words, ...places, ...changed];
  const widthOfAll = (/** @type {number[]} */ all) => sumOf(all.map((number) => widths[number]));
  const widthOfRow = (/** @type {WordRow} */ row) => sumOf(partsOf(row, widths, shown.lesson));
  // Words are widest at the start, or at the end if their tokens are taken apart.
  const ends = [frames[0], frames[Math.floor(frames.length / 2)], frames[frames.length - 1]];
  return {
    texts: longestTexts(frames.slice(1).map(({ done, next }) => [sentence(shown, done), sentence(shown, next)])),
    rowEms: Math.ceil(Math.max(4, ...ends.flatMap(rowsOf).map(widthOfRow))),
    // The longest of the rows with a bar beside them.
    followEms: Math.max(0, ...frames.flatMap(rowsOf).map((row) => (row.follow === undefined ? 0 : widthOfRow(row)))),
    labelEms: Math.max(
      LEAST_LABEL,
      ...ends.flatMap(rowsOf).map(({ label }) => (/\d/.test(label) ? DIGIT * label.length : 0)),
    ),
    pairEms: Math.ceil(
      Math.max(3, ...frames.flatMap(({ candidates: board }) => board.map(({ pair }) => widthOfAll(pair)))),
    ),
    pairs: frames.flatMap(({ candidates: board }) => board.map(({ pair }) => pair.map((part) => widths[part]))),
    tally: Math.max(0, ...frames.flatMap(({ candidates: board }) => board.map(({ tally }) => tally.length))),
    // Not notes in words: “dropped in 3 of 4 places”.
    hasSums: frames.every(({ candidates: board }) =>
      board.every(({ pair, tally }) => pair.length > 1 && /^\d/.test(tally)),
    ),
    isParted: frames.every(({ candidates: board }) => board.every(({ terms }) => terms)),
    rows: Math.max(...frames.map(({ candidates: board, morePairs }) => board.length + (morePairs ? 1 : 0))),
    words: Math.max(...frames.map((frame) => rowsOf(frame).length)),
  };
}
