// The spans of a word's tree, each in its area of a grid: a column for each symbol, a row for each level of merges.

import { fillTemplate, make, tint } from "../components/dom.js";
import { cellsOf } from "./space_needed.js";
import { chip, nameOf } from "./token.js";
import { drawingUnits, shownRow, splitPrefix, tokenText } from "./token_text.js";
import { linesOfIds } from "./word_tree.js";

/** @import {Entry} from "../components/items.js" */
/** @import {WordRow} from "../lessons/contract" */
/** @import {View} from "./frame_view.js" */
/** @import {Node as TreeNode, Stand} from "./word_tree.js" */
/** @typedef {{start: number, end: number, level: number}} Span The columns of a tile, `end` excluded, and its level. */

const AROUND_RANK = 1.5; // characters: the space around a rank
const GRID = { start: 0, level: -1 }; // the origin of grid areas, except within a pair that merges next
const LAST = "-1"; // the last line of the grid

// Return the lines from a word's tokens down to their ids, and from what became other tokens down to these; the
// characters that are cut; what became other tokens, and the ranks of merges; and its tokens.
/** @type {(view: View, row: WordRow, stand: Stand) => Entry[]} */
export function treeSpans(view, row, stand) {
  const { now, past, ids } = stand;
  const { tokens } = view.lesson;
  const known = view.tree?.hasIds ? ids : now.map(({ number }) => tokens[number][4] ?? "");
  // What has no id yet gets one at a later step.
  const texts = view.tree?.hasIds ? now.map((_, place) => known[place] || "?") : known;
  const lines = linesOfIds({ now, ids: texts }, view.tree?.digits ?? Infinity);
  const every = [...past, ...now];
  return [
    ...past
      .map((node) => /** @type {const} */ ([node, levelBelow(node, every)]))
      .filter(([{ level }, below]) => below > level + 1)
      .map(([node, below]) => tile(view, "span.lane.hued", node, "", { last: `${below + 2}` })),
    ...now.flatMap((node, place) =>
      texts[place] ? [tile(view, "span.lane.hued", node, texts[place], { last: LAST, line: lines[place] })] : [],
    ),
    ...cutCharacters(view, stand),
    ...past.map((node) => tile(view, "span.part.hued", node, tokenText(view, node.number))),
    ...every.filter(({ rank }) => rank).map((node) => rank(view, node, row.fresh.includes(now.indexOf(node)))),
    ...drawingUnits(shownRow(view, row)).map((places) => unit(view, row, stand, places)),
  ];
}

/** Return a grid area that ends at a row line, if one is given. @type {(span: Span, from?: Omit<Span, "end">, last?: string) => string} */
const areaOf = ({ start, end, level }, from = GRID, last = "auto") =>
  `${level - from.level + 1} / ${start - from.start + 1} / ${last} / ${end - from.start + 1}`;

/** @type {(element: HTMLElement, area: string) => HTMLElement} */
function placeAt(element, area) {
  element.style.gridArea = area;
  return element;
}

/** Return the text of a token, with a small prefix if it is a symbol. @type {(node: TreeNode, text: string) => (HTMLElement | string)[]} */
function written({ level }, text) {
  const [prefix, rest] = splitPrefix(text);
  return prefix && !level ? [make("span.prefix", prefix), rest] : [text];
}

/** Return the level of the token that a part merged into, or of the tokens that it was cut into. @type {(part: TreeNode, every: TreeNode[]) => number} */
const levelBelow = ({ start, end, level }, every) =>
  Math.min(...every.filter((one) => one.level > level && one.start < end && start < one.end).map((one) => one.level));

// Return a tile down to a line of the grid; its text can stand some lines above its end.
/** @type {(view: View, name: `span.${string}`, node: TreeNode, text: string, down?: {last: string, line?: number}) => Entry} */
function tile(view, name, node, text, { last, line = 0 } = { last: "auto" }) {
  const area = areaOf(node, GRID, last);
  const hue = view.lesson.tokens[node.number][3];
  const classes = { unknown: hue === null, symbol: !node.level };
  const build = () => {
    const drawn = placeAt(make(name, { ...tint(hue), classes }, make("span", ...written(node, text))), area);
    drawn.style.setProperty("--line", `${line}`);
    return drawn;
  };
  return [`${name} ${nameOf(view, node.number)} ${area} ${line} ${text}`, build];
}

/** Return the characters that symbols are parts of, above them. @type {(view: View, stand: Stand) => Entry[]} */
function cutCharacters(view, { now, past, cut }) {
  const symbols = [...past, ...now].filter(({ level }) => !level).sort((one, other) => one.start - other.start);
  return cut.map(([start, end, text]) => {
    const parts = symbols.filter((one) => one.start >= start && one.end <= end);
    const names = parts.map(({ number }) => tokenText(view, number)).join(" | ");
    const title = fillTemplate(view.lesson.labels.cut, { text, tokens: names });
    const area = areaOf({ start, end, level: -1 });
    const style = `--share: ${((end - start) / cellsOf(text)).toFixed(2)}`; // of a column, for each character
    return [title + area, () => placeAt(make("span.whole", { title, style }, text), area)];
  });
}

/** Return a merge's rank, at the seam of its two parts. @type {(view: View, node: TreeNode, isLatest: boolean) => Entry} */
function rank(view, node, isLatest) {
  const area = areaOf(node);
  const columns = node.end - node.start;
  const seam = `${(100 * (node.seam - node.start)) / columns}%`;
  const room = (view.tree?.rank ?? 0) * columns;
  const length = node.rank.length + AROUND_RANK;
  // Ranks wider than their tokens alternate between two heights.
  const height = length <= room ? "level" : Math.floor(node.seam / 2) % 2 ? "low" : "high";
  const classes = { latest: isLatest, long: length > 2 * room, [height]: true };
  const build = () =>
    placeAt(make("span.rank", { classes }, make("span", { style: `--seam: ${seam}` }, node.rank)), area);
  return [`rank ${area} ${node.rank} ${isLatest}`, build];
}

/** @type {(view: View, node: TreeNode, isFresh: boolean, from?: Omit<Span, "end">) => Entry} */
function token(view, node, isFresh, from) {
  const look = isFresh ? "new-token" : "";
  const area = areaOf(node, from);
  const build = () => {
    const whole = chip(view, node.number, look);
    const drawn = /** @type {HTMLElement} */ (whole.matches(".token") ? whole : whole.firstElementChild);
    drawn.classList.toggle("symbol", !node.level);
    if (!node.level) drawn.replaceChildren(...written(node, drawn.textContent ?? ""));
    return placeAt(drawn, area);
  };
  return [`${nameOf(view, node.number)} ${look} ${area}`, build];
}

/** Return a token, or a pair that merges next. @type {(view: View, row: WordRow, stand: Stand, places: number[]) => Entry} */
function unit(view, row, { now }, places) {
  /** @type {(place: number, from?: Omit<Span, "end">) => Entry} */
  const at = (place, from) => token(view, now[place], row.fresh.includes(place), from);
  if (places.length === 1) return at(places[0]);
  const [one, two] = places.map((place) => now[place]);
  const pair = { start: one.start, end: two.end, level: Math.min(one.level, two.level) };
  const area = areaOf(pair, GRID, `${Math.max(one.level, two.level) + 4}`);
  const both = places.map((place) => at(place, pair));
  const build = () => placeAt(make("span.hit", ...both.map(([, draw]) => draw())), area);
  return [`(${both.map(([key]) => key).join(" ")}) ${area}`, build];
}
