// Writes tokens, and the sentences that name them, in the chosen notation.

import { fillTemplate, isolate, make, withUnbrokenNames } from "../components/dom.js";

/** @import {Notation} from "../components/notation.js" */
/** @import {Lesson, WordRow} from "../lessons/contract" */
/** @typedef {{lesson: Pick<Lesson, "tokens" | "hex" | "spoken" | "labels" | "language" | "special" | "aligned">, notation: Notation}} Shown */

const MARK = /\ue000(\d+)(?: (\d+))?\ue001/;

/** Return a token in the notation; among ids, a token without an id is written as text. @type {(shown: Shown, number: number) => string} */
export function tokenText({ lesson, notation }, number) {
  const [symbols, text, id] = lesson.tokens[number];
  if (notation === "ids" && id !== null) return String(id);
  if (notation === "hex") return lesson.hex[number];
  return notation === "symbols" ? symbols : text;
}

/** Return the prefix that says that a symbol goes on with a word, if it has one, and the rest. @type {(text: string) => [string, string]} */
export const splitPrefix = (text) => (text.length > 2 && text.startsWith("##") ? ["##", text.slice(2)] : ["", text]);

/** Return a token for screen readers, with its spaces named. @type {(shown: Shown, number: number) => string} */
export function spokenToken(shown, number) {
  const { lesson, notation } = shown;
  const isNumber = notation === "hex" || (notation === "ids" && lesson.tokens[number][2] !== null);
  return isNumber ? tokenText(shown, number) : (lesson.spoken[number] ?? tokenText(shown, number));
}

/** Return the groups of the tokens that are in a frame, by place. @param {WordRow["groups"]} groups */
export const characterFrames = (groups = []) =>
  new Map(
    groups.flatMap((group) => Array.from({ length: group[1] - group[0] }, (_, place) => [group[0] + place, group])),
  );

// Return the places of a word's tokens: two that merge next are together, each other one is on its own.
/** @type {(row: Pick<WordRow, "tokens" | "hits">) => number[][]} */
export function drawingUnits({ tokens, hits }) {
  /** @type {number[][]} */ const units = [];
  for (let place = 0; place < tokens.length; place++) units.push(hits.includes(place) ? [place, ++place] : [place]);
  return units;
}

// Return the units of a word, those together between which no line ends: they are parts of the same character.
/** @type {(row: Pick<WordRow, "tokens" | "hits" | "groups">) => number[][][]} */
export function unbrokenUnits(row) {
  const frames = characterFrames(row.groups);
  /** @type {number[][][]} */ const all = [];
  for (const unit of drawingUnits(row)) {
    const [first] = frames.get(unit[0]) ?? unit;
    if (first < unit[0]) all[all.length - 1].push(unit);
    else all.push([unit]);
  }
  return all;
}

/** Return a word as shown: at a question, without the mark on the next change. @type {(view: { isQuestion?: boolean }, row: WordRow) => WordRow} */
export const shownRow = ({ isQuestion }, row) => (isQuestion ? { ...row, hits: [] } : row);

/** Return a note with the number of hidden items; empty if there are none. @type {(lesson: Pick<Lesson, "labels">, count: number) => string} */
export const hiddenCount = ({ labels }, count) =>
  count ? fillTemplate(labels.more, { count: count.toLocaleString(labels.locale) }) : "";

/** Return a sentence as text on the screen. @type {(shown: Shown, text: string) => string} */
export const sentence = (shown, text) => withTokens(shown, text, tokenText);

/** Return a sentence as text for screen readers. @type {(shown: Shown, text: string) => string} */
export const spokenSentence = (shown, text) => withTokens(shown, text, spokenToken);

/** @type {(shown: Shown, text: string, name: typeof tokenText) => string} */
const withTokens = (shown, text, name) =>
  pieces(text)
    .map((piece) => (typeof piece === "string" ? piece : substituteTokens(shown, piece, name)))
    .join("");

// Return a sentence as nodes. If names are read out differently than they are written, both are included. Names are in
// the language of the text, not of the sentence, so browsers do not translate them. Each is isolated, so a name written
// from right to left does not change the order of the sentence, nor that of a pair.
/** @type {(shown: Shown, text: string) => Array<Node | string>} */
export function inNotation(shown, text) {
  /** @type {(piece: string | number[]) => Array<Node | string>} */
  const put = (piece) => {
    if (typeof piece === "string") return withUnbrokenNames(piece);
    const lang = shown.lesson.language || null;
    const [sight, sound] = [substituteTokens(shown, piece, tokenText), substituteTokens(shown, piece, spokenToken)];
    const seen = { lang, translate: "no" };
    if (sight === sound) return [make("bdi", seen, ...withUnbrokenNames(sight))];
    return [
      make("bdi", { "aria-hidden": true, ...seen }, ...withUnbrokenNames(sight)),
      make("span.screen-reader-text", { lang }, sound),
    ];
  };
  return pieces(text).flatMap(put);
}

/** Split a sentence into texts and the numbers of tokens and pairs. @type {(text: string) => Array<string | number[]>} */
function pieces(text) {
  return text.split(/(\ue000[\d ]+\ue001)/).map((piece) => {
    const mark = MARK.exec(piece);
    return mark ? mark.slice(1).filter(Boolean).map(Number) : piece;
  });
}

/** @type {(shown: Shown, numbers: number[], name: typeof tokenText) => string} */
function substituteTokens(shown, [left, right], name) {
  if (right === undefined) return isolate(name(shown, left));
  const { idPair, pair } = shown.lesson.labels;
  const form = shown.notation === "ids" ? idPair : pair;
  return fillTemplate(form, { left: name(shown, left), right: name(shown, right) });
}
