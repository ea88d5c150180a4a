// Positions in the picture of a scene. They need no screen, so that a test can check them.

/** @import {Scene, SceneRow} from "../lessons/contract" */
/** @typedef {SceneRow["cells"][number]} SceneCell */
/** @typedef {{x: number, y: number}} Point In columns, and as a share of the height of the tree. */
/** @typedef {Point & {parts: [Point, Point], rank: string, hue: number | null, step: number}} Merge */
/** @typedef {Point & {hue: number | null}} Stem Where the merges of a token end in the tree. */

/** The height of each row, relative to the others. @type {Record<SceneRow["kind"], number>} */
export const WEIGHTS = {
  text: 1.6,
  normalized: 1.6,
  chunks: 1.15,
  bytes: 1.05,
  symbols: 0.9,
  merges: 3.6,
  tokens: 1.35,
  ids: 1,
  again: 1.2,
};

const FIRST = 0.17; // share of the tree's height: where the first merges are,
const LAST = 0.8; // the last ones,
const FAR = 0.24; // and the largest distance between two levels
const MANY = 6; // merges of a token; up to this many, each has its own level, so that ranks fit side by side
const CHARACTER = 0.6; // em: the width of a character,
const WIDE = 1.1; // and for one about as wide as it is high
const LEAST_TYPE = 0.8125; // rem
const AROUND = 0.5; // rem: the space around a text
const LEAST_COLUMN = 1.75; // rem: two ranks of five digits, side by side
const MOST_LEAST = 4; // rem: one short token with a long name does not widen all others further

const ZERO_WIDTH = /^(?:\p{M}|\u200d|\ufe0e|\ufe0f)$/u;
const FULL_WIDTH =
  /^[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]$|^\p{Emoji_Presentation}$/u;

/** Return the approximate width of a text, in em. @param {string} text */
export const textWidth = (text) =>
  [...text].reduce(
    (sum, sign) => sum + (ZERO_WIDTH.test(sign) ? 0 : FULL_WIDTH.test(sign) ? WIDE : CHARACTER),
    CHARACTER / 10,
  );

/** Return the columns per em of the text with the least room. @param {SceneCell[]} cells */
export const leastRoom = (cells) =>
  Math.min(4, ...cells.map(([start, end, text]) => (end - start) / Math.max(CHARACTER, textWidth(text))));

/** Return the smallest width of a column, in rem, at which all texts are readable. @param {Pick<Scene, "rows">} scene */
export function leastColumn({ rows }) {
  const needs = rows.flatMap(({ cells }) =>
    cells.map(([start, end, text]) => (LEAST_TYPE * textWidth(text) + AROUND) / (end - start)),
  );
  return Math.min(MOST_LEAST, Math.max(LEAST_COLUMN, ...needs));
}

/** @param {number} start @param {number} end */
const key = (start, end) => `${start} ${end}`;

/**
 * Return the tree of merges, in the order in which they are made. The merges of each token have the height to themselves.
 *
 * @param {Pick<Scene, "merges">} scene
 * @returns {Map<string, Merge>} by its first column, and one past its last
 */
export function mergeTree({ merges }) {
  /** @type {Map<string, Merge & {level: number, root: string}>} */ const tree = new Map();
  /** @type {Map<string, string[]>} */ const wholes = new Map();
  for (const [start, middle, end, rank, hue, step] of merges) {
    const sides = [key(start, middle), key(middle, end)];
    /** @type {[Point, Point]} */ const parts = [
      tree.get(sides[0]) ?? { x: (start + middle) / 2, y: 0 },
      tree.get(sides[1]) ?? { x: (middle + end) / 2, y: 0 },
    ];
    const level = 1 + Math.max(...sides.map((side) => tree.get(side)?.level ?? 0));
    tree.set(key(start, end), { x: (parts[0].x + parts[1].x) / 2, y: 0, parts, rank, hue, step, level, root: "" });
    const inside = sides.flatMap((side) => wholes.get(side) ?? []);
    for (const side of sides) wholes.delete(side);
    wholes.set(key(start, end), [...inside, key(start, end)]);
  }
  const order = [...tree.keys()];
  for (const names of wholes.values()) {
    names.sort((one, other) => order.indexOf(one) - order.indexOf(other));
    const all = names.map((name) => /** @type {Merge & {level: number}} */ (tree.get(name)));
    const levels = all.length <= MANY ? all.map((_, place) => place + 1) : all.map(({ level }) => level);
    const most = Math.max(...levels);
    const apart = most > 1 ? Math.min(FAR, (LAST - FIRST) / (most - 1)) : 0;
    all.forEach((merge, place) => (merge.y = FIRST + (levels[place] - 1) * apart));
  }
  return tree;
}

/**
 * Return where the tokens hang: at the last merge of each, or at its only byte or character.
 *
 * @param {Pick<Scene, "rows">} scene
 * @param {Map<string, Merge>} tree
 * @returns {Stem[]}
 */
export function tokenStems({ rows }, tree) {
  const base = rows.find(({ kind }) => kind === "bytes" || kind === "symbols")?.cells ?? [];
  const single = new Set(base.map(([start, end]) => key(start, end)));
  const tokens = rows.find(({ kind }) => kind === "tokens")?.cells ?? [];
  return tokens.flatMap(([start, end, , hue]) => {
    const merge = tree.get(key(start, end));
    if (!merge && !single.has(key(start, end))) return [];
    return [{ x: merge?.x ?? (start + end) / 2, y: merge?.y ?? 0, hue }];
  });
}
