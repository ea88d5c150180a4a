// How much room a lesson needs at any of its steps, so that nothing moves when a step needs less.

import { characterFrames, sentence, drawingUnits, tokenText } from "./token_text.js";

/** @import {Frame, Lesson, WordRow} from "../lessons/contract" */
/** @import {Shown} from "./token_text.js" */
/** @typedef {{texts: string[][], rowEms: number, followEms: number, labelEms: number, pairEms: number, pairs: number[][], isParted: boolean, rows: number, words: number}} Room */

const CELL = 1; // em: a character where those of all rows stand one below the other
const TOKEN = 1; // em around a token's text
const WIDE = 0x1100; // from here on most characters are as wide as they are high
const ROUND = 0.6; // em: how wide others are
const BETWEEN = 0.25; // em
const CAPTION = 0.58; // em: how wide a sign below a token is,
const BESIDE = 0.4; // and what is left beside it
const DIGIT = 0.45; // em: of a count, or what stands between its digits
const LEAST_LABEL = 3.2; // em
const NEARLY = 0.85; // of the longest text
const MANY = 8;

/** @param {number[]} numbers */
const sumOf = (numbers) => numbers.reduce((sum, number) => sum + number, 0);

/** How wide a token is about, in em. @param {string} text */
const widthOf = (text) =>
  [...text].reduce((sum, sign) => sum + (sign >= String.fromCharCode(WIDE) ? 1.1 : ROUND), TOKEN);

/** How many cells a text takes, where characters stand one below the other. @param {string} text */
export const cellsOf = (text) => [...text].reduce((sum, sign) => sum + (sign >= "\u2e80" ? 2 : 1), 0);

/** @type {(shown: Shown, number: number) => number} */
function tokenWidth(shown, number) {
  const text = tokenText(shown, number);
  return shown.lesson.aligned ? CELL * cellsOf(text) : widthOf(text);
}

/** How wide a line of tokens is about, with signs between them. @type {(line: HTMLElement) => number} */
export const lineWidth = (line) =>
  widthOf(line.textContent ?? "") + TOKEN * line.querySelectorAll(".token").length + BETWEEN * line.childNodes.length;

/** The longest of what is said at steps, two sentences each: of those about as long, any may need the most lines. @param {string[][]} texts */
function longestTexts(texts) {
  const lengthOf = (/** @type {string[]} */ text) => text.join("").length;
  const most = Math.max(0, ...texts.map(lengthOf));
  const found = texts.filter((text) => lengthOf(text) >= NEARLY * most);
  return found.sort((one, other) => lengthOf(other) - lengthOf(one)).slice(0, MANY);
}

// The ways in which each word is cut at the steps of a lesson: how wide their tokens are, in em. What merges next stays
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

/** How wide what stays together in a word is. @type {(row: WordRow, widths: number[], lesson: Pick<Lesson, "aligned">) => number[]} */
function partsOf({ tokens, hits, before, after, groups, kept = Infinity }, widths, { aligned }) {
  const frames = characterFrames(groups);
  const named = (/** @type {number} */ place) => {
    const [first, , text] = frames.get(place) ?? [];
    return first === place ? [widthOf(text ?? "")] : [];
  };
  const besideIt = (/** @type {string} */ text) => (aligned ? CELL * cellsOf(text) : widthOf(text));
  // Of tokens to choose from, the first alone stands below what it would replace.
  const at = (/** @type {number} */ place) =>
    place > kept ? ROUND * widths[tokens[place]] + TOKEN : widths[tokens[place]];
  const units = drawingUnits({ tokens, hits }).flatMap(([one, two]) => [
    ...named(one),
    two === undefined ? at(one) : sumOf([at(one), ...named(two), at(two)]),
  ]);
  return [...(before ? [besideIt(before)] : []), ...units, ...(after ? [besideIt(after)] : [])];
}

// The longest of what is said: what happened, and what comes next. How wide the widest word, its count and the widest
// candidate are, in em; how many candidates, and how many words, there are at most.
/** @type {(shown: Shown & {lesson: Pick<Lesson, "frames">}) => Room} */
export function spaceNeeded(shown) {
  const { frames, tokens } = shown.lesson;
  const widths = tokens.map((_, number) => tokenWidth(shown, number));
  const rowsOf = (/** @type {Frame} */ { words, places, changed }) => [...words, ...places, ...changed];
  const widthOfAll = (/** @type {number[]} */ all) => sumOf(all.map((number) => widths[number]));
  const widthOfRow = (/** @type {WordRow} */ row) => sumOf(partsOf(row, widths, shown.lesson));
  // Words are widest at the beginning, or at the end where they come in tokens that are taken apart.
  const ends = [frames[0], frames[Math.floor(frames.length / 2)], frames[frames.length - 1]];
  return {
    texts: longestTexts(frames.slice(1).map(({ done, next }) => [sentence(shown, done), sentence(shown, next)])),
    rowEms: Math.ceil(Math.max(4, ...ends.flatMap(rowsOf).map(widthOfRow))),
    // Of rows beside which there is a bar, the longest.
    followEms: Math.max(0, ...frames.flatMap(rowsOf).map((row) => (row.follow === undefined ? 0 : widthOfRow(row)))),
    labelEms: Math.max(
      LEAST_LABEL,
      ...ends.flatMap(rowsOf).map(({ label }) => (/\d/.test(label) ? DIGIT * label.length : 0)),
    ),
    pairEms: Math.ceil(
      Math.max(3, ...frames.flatMap(({ candidates: board }) => board.map(({ pair }) => widthOfAll(pair)))),
    ),
    pairs: frames.flatMap(({ candidates: board }) => board.map(({ pair }) => pair.map((part) => widths[part]))),
    isParted: frames.every(({ candidates: board }) => board.every(({ terms }) => terms)),
    rows: Math.max(...frames.map(({ candidates: board, morePairs }) => board.length + (morePairs ? 1 : 0))),
    words: Math.max(...frames.map((frame) => rowsOf(frame).length)),
  };
}
