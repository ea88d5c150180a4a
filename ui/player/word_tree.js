// How words grow into tokens: columns of their symbols, and below them what each step makes of their tokens. It needs no
// screen, so that a test can check it.

import { drawingUnits } from "./token_text.js";

/** @import {Frame, Lesson, WordRow} from "../lessons/contract" */
// A token in its columns, `end` excluded; `level` is how far below the symbols it stands. `rank` is that of its merge,
// else empty, and `seam` the column at which its two parts met.
/** @typedef {{number: number, start: number, end: number, level: number, rank: string, seam: number}} Node */
// A word after a step: its tokens, those that became others, its ids so far, by place, and the characters that symbols
// are parts of.
/** @typedef {{columns: number, now: Node[], past: Node[], ids: string[], cut: NonNullable<WordRow["groups"]>}} Stand */
// The words at each step. `hasIds`: whether the ids below their tokens are all that the strip of ids shows.
/** @typedef {{stands: Stand[][], levels: number, columns: number, words: number, hasIds: boolean}} Tree */
// How a tree fits its place: the digits of an id and the characters of a rank for which a column has room, and how many
// columns a line has, with those that the space between two words takes.
/** @typedef {{digits: number, rank: number, room: number, space: number}} TreeFit */
/** @typedef {Pick<Lesson, "frames" | "tokens" | "merges" | "moreWords" | "first" | "aligned">} Shown */

const NEARLY_NONE = 1e-6; // columns: tolerance for rounding

/** @type {(lesson: Shown, number: number) => number} */
const lettersOf = ({ tokens }, number) => [...tokens[number][0]].length;

/** Return how many columns of a word are seen at once: of a word wider than a line, a part as wide as the line. @type {(columns: number, fit: Pick<TreeFit, "room">) => number} */
export const seenColumns = (columns, { room }) => Math.min(columns, Math.max(1, Math.floor(room)));

// Return the first column that is seen of a word: of the few parts that cover it the first with what has happened, else
// with what happens next. What lies between two parts is seen in the middle.
/** @type {(stand: Stand, row: Pick<WordRow, "fresh" | "hits">, fit: Pick<TreeFit, "room">) => number} */
export function firstSeen({ columns, now }, { fresh, hits }, fit) {
  const seen = seenColumns(columns, fit);
  const shownParts = fresh.length ? [now[fresh[0]]] : hits.length ? [now[hits[0]], now[hits[0] + 1]] : [];
  if (seen === columns || !shownParts.length) return 0;
  const [start, end] = [shownParts[0].start, shownParts[shownParts.length - 1].end];
  const last = Math.ceil(columns / seen) - 1;
  const parts = Array.from({ length: last + 1 }, (_, part) => Math.round((part * (columns - seen)) / last));
  const middle = Math.floor((start + end - seen) / 2);
  return parts.find((from) => from <= start && end <= from + seen) ?? Math.max(0, Math.min(middle, columns - seen));
}

/** Return the lines that words of these columns take, each as the places of its first word and of the one after its last. @type {(columns: number[], fit: Pick<TreeFit, "room" | "space">) => [number, number][]} */
export function linesOfWords(columns, { room, space }) {
  /** @type {[number, number][]} */ const lines = [];
  let used = Infinity;
  columns.forEach((count, place) => {
    const seen = seenColumns(count, { room });
    used += space + seen;
    if (used > room) {
      lines.push([place, place]);
      used = seen;
    }
    lines[lines.length - 1][1] = place + 1;
  });
  return lines;
}

// Return the line of each id of a word, 0 for the lowest: ids that are wider than their columns, each with room for so
// many digits, stand above the others, and above each other.
/** @type {(stand: Pick<Stand, "now" | "ids">, digits: number) => number[]} */
export function linesOfIds({ now, ids }, digits) {
  /** @type {number[]} */ const ends = [];
  return ids.map((id, place) => {
    const { start, end } = now[place];
    const width = id.length / digits;
    if (width <= end - start + NEARLY_NONE) return 0;
    const from = (start + end - width) / 2;
    const free = ends.findIndex((taken) => taken <= from);
    const line = free < 0 ? ends.length : free;
    ends[line] = from + width;
    return line + 1;
  });
}

/** @param {number[]} numbers */
const sumOf = (numbers) => numbers.reduce((sum, number) => sum + number, 0);

/** Return a word that begins: a column for each symbol, or for each letter of one that is whole. @type {(lesson: Shown, row: WordRow) => Stand} */
function begin(lesson, { tokens, groups: cut = [] }) {
  let end = 0;
  const now = tokens.map((number) => {
    const start = end;
    end += tokens.length === 1 ? lettersOf(lesson, number) : 1;
    return { number, start, end, level: 0, rank: "", seam: start };
  });
  return { columns: end, now, past: [], ids: [], cut };
}

// Return where each token of a row begins and ends, in the columns of the row before it; null if it does not say.
/** @type {(lesson: Shown, now: Node[], before: WordRow, after: WordRow) => {start: number, end: number, seam?: number}[] | null} */
function columnsAfter(lesson, now, before, after) {
  const units = drawingUnits(before);
  if (before.hits.length && units.length === after.tokens.length) {
    return units.map((places) => {
      const [one, last] = [now[places[0]], now[places[places.length - 1]]];
      return { start: one.start, end: last.end, seam: one.end };
    });
  }
  const isSame = (/** @type {number} */ was, /** @type {number} */ is) => before.tokens[was] === after.tokens[is];
  const [many, more] = [now.length, after.tokens.length];
  let [head, tail] = [0, 0];
  while (head < Math.min(many, more) && isSame(head, head)) head += 1;
  while (tail < Math.min(many, more) - head && isSame(many - 1 - tail, more - 1 - tail)) tail += 1;
  const made = after.tokens.slice(head, more - tail);
  if (!made.length) return many === more ? now : null;
  if (!after.fresh.length || head + tail === many) return null;
  const [from, to] = [now[head].start, now[many - 1 - tail].end];
  const widths = made.length === 1 ? [to - from] : made.map((number) => lettersOf(lesson, number));
  if (from + sumOf(widths) !== to) return null;
  let end = from;
  const between = widths.map((width) => ({ start: end, end: (end += width) }));
  return [...now.slice(0, head), ...between, ...now.slice(many - tail)];
}

/** Return a word after a step, which made tokens of this rank. @type {(lesson: Shown, stand: Stand, before: WordRow, after: WordRow, rank: string) => Stand} */
function grow(lesson, stand, before, after, rank) {
  const { now, past } = stand;
  const places = columnsAfter(lesson, now, before, after);
  if (!places) return begin(lesson, after);
  const next = places.map(({ start, end, seam }, at) => {
    const number = after.tokens[at];
    const parts = now.filter((one) => one.start < end && one.end > start);
    const [part] = parts;
    if (part.number === number && part.start === start && part.end === end) return part;
    const level = 1 + Math.max(...parts.map((one) => one.level));
    return { number, start, end, level, rank: seam ? rank : "", seam: seam ?? start };
  });
  return { ...stand, now: next, past: [...past, ...now.filter((one) => !next.includes(one))] };
}

// Return the ids of each word by place, if a frame's strip has only ids, of tokens in their order; else null.
/** @type {(lesson: Shown, frame: Frame) => string[][] | null} */
function idsOf({ tokens }, { chips, words }) {
  let at = 0;
  const ids = words.map((row) =>
    row.tokens.map((number) => {
      const [chip, caption] = chips[at] ?? [];
      const id = tokens[number][2];
      if (chip !== number || (id !== null && caption !== String(id))) return "";
      at += 1;
      return caption ?? "";
    }),
  );
  return at === chips.length ? ids : null;
}

/** Return the tree of a lesson about words that are cut into tokens; null for any other. @type {(lesson: Shown) => Tree | null} */
export function wordTree(lesson) {
  const { frames, merges, moreWords, first, aligned } = lesson;
  const isEncoded = frames.every(({ words }) =>
    words.every(({ label, before, after, author }) => !label && !before && !after && !author),
  );
  if (moreWords || first || aligned || !frames[0].words.length || merges.length !== frames.length - 1 || !isEncoded)
    return null;
  const ids = frames.map((frame) => idsOf(lesson, frame));
  /** @type {Stand[][]} */ const stands = [];
  frames.forEach(({ words }, step) => {
    const before = frames[step - 1]?.words;
    const { rank, value } = merges[step - 1] ?? {};
    stands.push(
      words.map((row, word) =>
        before?.length === words.length
          ? grow(lesson, stands[step - 1][word], before[word], row, (rank && value) ?? "")
          : begin(lesson, row),
      ),
    );
  });
  const nodes = new Set(stands.flat().flatMap(({ now }) => now)); // most stay for many steps
  return {
    stands: stands.map((some, step) => some.map((stand, word) => ({ ...stand, ids: ids[step]?.[word] ?? [] }))),
    levels: 1 + Math.max(...[...nodes].map(({ level }) => level)),
    columns: Math.max(...stands.map((some) => sumOf(some.map(({ columns }) => columns)))),
    words: Math.max(...stands.map(({ length }) => length)),
    hasIds: ids.every((one) => one !== null),
  };
}
