// Fits a player to its place: the type size, and how much of each list is shown.

import { findOne, setAttributes } from "../components/dom.js";
import { lettersWidth, symbolWidth } from "./space_needed.js";
import { linesOfIds, linesOfWords, seenColumns } from "./word_tree.js";

/** @import {Shown} from "./token_text.js" */
/** @import {Node, Tree, TreeFit} from "./word_tree.js" */

/** @typedef {{rows: number, pairEms: number, tally: number}} PairRoom The candidates, the widest of them and the longest text beside one. */
/** @typedef {{columns: number, size: number, lines: number[], shown: number}} Columns The columns of words: how many, their type size, the lines in each row of the grid, and how many words fit. */

const WIDTH = 71; // of a screen, in type sizes: 18 px for 1280 x 720, for people far away
const HEIGHT = 40;
const LINE = 2; // em: the height of a line of a word,
const CAPTIONED = 3.7; // and of one with captions below its tokens
const CHAT_TOKEN = 1.5; // or of a token in a bubble,
const CHAT_CAPTION = 1.7; // and of its id, in the screen's type
const CHAT_LEAST = 1.4; // the smallest type of a conversation that scrolls
const BUBBLE = 15; // the largest width of a bubble, in the screen's type
const FOLLOW = 8; // a bar and its number beside a text, in the screen's type
const BETWEEN = 0.2; // em: the space between two words
const HIDDEN_NOTE = 1.6; // a line with the number of hidden words
const MOST = 4;
const LEAST = 1; // of the screen's type: nothing that a step is about is smaller
const SMALLER = 0.1;
const LARGE = 1.4; // down to this size a word stays on one line; one of several beside a text, down to the smallest
const HEADS = [2.5, 3.7, 4.9]; // heights of list headings, with two, three and four lines
const MOST_COLUMNS = 6;
const GAP = 1.6; // em: the space between a label and its word, and around it
const ROW = 7; // the largest height of a candidate,
const LEAST_ROW = 3; // the smallest, with room for two lines of type,
const HIGH_ROW = 3.4; // or, beside a text, for a line of tokens above one of type,
const HIGHEST_TREE_ROW = 4.4; // which below a tree is at most as high as this,
const TREE_ROW = 2.4; // or for one line beside a line of tokens, or for tokens only,
const LOW_TREE_ROW = 2; // and below one, beside a text,
const LOW_ROW = 2.1; // or for one line, if the terms of a count are in its bar,
const PAIR_LINE = 1.8; // or for lines of tokens, each this high
const WIDEST_PAIR = 0.5; // of the candidates' width,
const WIDEST_TREE_PAIR = 0.7; // or beside a tree,
const WIDEST_PHRASES = 0.66; // or of phrases
const PAIR = 0.5; // type of the tokens, as a share of a candidate's height
const SMALL = [0.9, 0.8125]; // smaller sizes, for someone in front of the screen
const TALLY = 0.5; // em: a character of a pair's note
const SMALL_TALLY = 0.42; // em: the same below a tree beside a text,
const BETWEEN_PAIRS = 1.5; // with this much around a pair
const SUM = 0.6; // em: a character of the sum of a pair's score
const AROUND_SUM = 7.3; // next to a sum: its long result, gaps and edges
const LEAST_PAIR = 0.4; // of the width, for a pair beside its sum
const AROUND_BAR = 5.4; // next to a bar: its count, gaps and edges
const KNOWN = 0.55; // of the height is what a vocabulary takes at most in large type,
const KNOWN_ABOVE_TREND = 0.44; // and with a chart below
const LARGE_KNOWN = [2.2, 2, 1.8];
const TREND = 6; // the smallest height of a chart below the history,
const TREND_SHARE = 0.3; // its height, as a share of all,
const LEAST_PAST = 5; // and what it leaves to the history
const LISTED = [2.2, 1.9]; // type sizes of a history that also lists the steps to come,
const SIDE = [1.6, 1.5, 1.4, 1.3, 1.2, 1.1, 1]; // and of any history, and the vocabulary: the largest that fits is used

const TREE_SHARE = 0.6; // of the height is what a tree beside a text takes at most,
const MOST_TREE_SHARE = 0.72; // and above one line of pairs
const AROUND_TREE = 0.6; // the space above and below it
const TILE = 6; // the largest height of a token in a tree,
const NARROW_TILE = 5; // beside a text,
const FLOW_TILE = 2.25; // and in the flow of a page,
const LOW_TILE = 1.5; // the smallest,
const SLIM = 2.2; // and, of letters that are low, the largest, in their type
const FLOW = 0.18; // of the screen's height is what a tree takes there
const TILE_TYPE = 0.56; // type of its tokens, as a share of their height,
const TIGHT_TYPE = 0.7; // and at most
const LARGE_TREE = [2, 1.5]; // the type of tokens and of symbols for which words are parted into several lines;
const BESIDE_TREE = [1.25, 1.35]; // and beside a text, or on a phone
const WHOLE = 1.3; // bytes of characters are smaller, if all of them then are in sight
const ROOMY = 2; // type from which ranks wider than their tokens have room above and below each other, in rem
const RANK = 0.45; // type of a rank, as a share of the tokens', as in the styles
const AROUND_TILE = 0.2; // em: the space around the letters of a token,
const AROUND_ID = 0.3; // and of an id, in the screen's type
const CHARACTERS = 2; // above the symbols: the characters that they are parts of
const BETWEEN_WORDS = 0.75; // as in the styles
const ID = 1.5; // the largest type of ids, and their line, in their type
const ID_LINE = 1.25;
const DIGIT = 0.62; // em

/** Return the type size at which a lesson fills a screen. @type {(width: number, height: number) => number} */
export const typeSizeFor = (width, height) => Math.max(8, Math.min(width / WIDTH, height / HEIGHT));

// Return how many lines a word needs at a width, given the widths of its tokens.
/** @type {(tokens: number[], width: number) => number} */
export function countLines(tokens, width) {
  let [lines, used] = [1, 0];
  for (const token of tokens) {
    if (used && used + token > width) [lines, used] = [lines + 1, 0];
    lines += Math.max(0, Math.ceil(token / width) - 1);
    used += token;
  }
  return lines;
}

/** Return the width of a label in em of its word; the label's type is `share` of the word's, but not smaller than 1. @type {(label: number, share: number, size: number) => number} */
const labelWidth = (label, share, size) => (label * Math.max(1, share * size)) / size;

// Return the columns in which words are largest, in a place of that size, in the screen's type. A word is given by all
// the ways in which it is cut, each as the widths of its tokens in em. A label of `label` em comes before it, in a
// `share` of its type. `lineAt` gives the height of a line at a size, `heads` how many headings stand above. Words that
// do not fit even at the smallest size, `least`, are not shown. `isRoomy` says whether a size also leaves room for what
// stands beside words; smaller ones than `LARGE` need not.
/** @type {(words: number[][][], place: {label: number, width: number, height: number, lineAt?: (size: number) => number, heads?: number, share?: number, least?: number, isRoomy?: (size: number) => boolean}) => Columns} */
export function fitColumns(
  words,
  { label, width, height, lineAt = () => LINE, heads = 0, share = 1, least = LEAST, isRoomy = Boolean },
) {
  const whole = least < LEAST && words.length > 1 ? least : LARGE;
  const most = least < LEAST ? 2 : Infinity; // lines of a word
  /** @param {number} size @param {number} columns */
  const linesAt = (size, columns) => {
    const room = width / columns / size - labelWidth(label, share, size) - GAP;
    if (room < 2) return null;
    /** @type {number[]} */ const lines = [];
    words.forEach((cuts, index) => {
      const row = Math.floor(index / columns);
      lines[row] = Math.max(lines[row] ?? 1, ...cuts.map((tokens) => countLines(tokens, room)));
    });
    return lines;
  };
  /** Whether everything fits at a size with each word on one line. @param {number} size */
  const isOneLine = (size) =>
    linesAt(size, 1)?.every((count) => count === 1) && words.length * (lineAt(size) + BETWEEN) * size <= height;
  let best = { columns: 1, size: least, lines: linesAt(least, 1) ?? [], shown: 0 };
  for (let size = MOST; size >= least; size = Number((size - SMALLER).toFixed(1))) {
    if (size >= LARGE && !isRoomy(size)) continue;
    for (let columns = 1; columns <= MOST_COLUMNS; columns++) {
      const lines = linesAt(size, columns);
      if (!lines || (size > whole && Math.max(...lines) > (isOneLine(whole) ? 1 : most))) break;
      let left = height - 2 * heads * lineAt(size) * size;
      const drawn = lines.filter((count) => (left -= (count * lineAt(size) + BETWEEN) * size) >= 0).length;
      const shown = Math.min(words.length, drawn * columns);
      if (shown > best.shown) best = { columns, size, lines, shown };
    }
    if (best.shown === words.length) break;
  }
  if (best.shown === words.length) return best;
  // Different steps show different words, so each word gets one line, if there is room for the widest.
  const widest = Math.max(...words.flat().map((tokens) => tokens.reduce((sum, token) => sum + token, 0)));
  const columns = Math.max(1, Math.floor(width / (widest + labelWidth(label, share, least) + GAP)));
  const lines = linesAt(least, columns) ?? [];
  const rows = Math.floor(height / (Math.max(1, ...lines) * lineAt(least) + BETWEEN));
  return { columns, size: least, lines, shown: Math.max(1, rows) * columns };
}

// Return the height of candidates with this many lines of tokens, and how many of them are shown, in a place of that
// height.
/** @type {(rows: number, height: number, lines: number, low?: number) => {height: number, shown: number}} */
export function fitRows(rows, height, lines, low = LEAST_ROW) {
  const least = Math.max(low, lines * PAIR_LINE);
  const isWhole = rows * least <= height; // otherwise a line counts the hidden ones
  const shown = isWhole ? rows : Math.max(1, Math.floor((height - HIDDEN_NOTE) / least));
  return { height: Math.max(least, Math.min(ROW, height / rows)), shown };
}

/** Return the size of a place, in units of a type size. @param {Element} element @param {number} type */
function sizeOf(element, type) {
  const { width, height } = element.getBoundingClientRect();
  return { width: width / type, height: height / type };
}

// Fit the words of a picture to their place; returns how many are shown.
/** @type {(picture: HTMLElement, type: number, words: number[][][], row: {label: number, share: number, heads: number, isCaptioned: boolean, isChat: boolean, follow: number}) => number} */
export function fitWords(picture, type, words, { heads, isCaptioned, isChat, follow, ...names }) {
  const { width, height } = sizeOf(findOne(picture, "table"), type);
  // The tokens of a message follow its bubble, which has its own type size.
  const { label, share } = isChat ? { label: Math.min(BUBBLE, 0.2 * width), share: 0 } : names;
  const lineAt = (/** @type {number} */ size) =>
    isChat ? CHAT_TOKEN + CHAT_CAPTION / size : isCaptioned ? CAPTIONED : LINE;
  const isScrolling = isChat && !picture.closest(".screen");
  // Beside a text, the reader is in front of the screen.
  const least = isScrolling ? CHAT_LEAST : picture.closest(".narrow") ? SMALL[1] : LEAST;
  const isRoomy = (/** @type {number} */ size) =>
    !follow || width - (labelWidth(label, share, size) + follow + GAP) * size >= FOLLOW;
  const fitTo = (/** @type {number} */ high) =>
    fitColumns(words, { label, width, height: high, lineAt, heads, share, least, isRoomy });
  const whole = fitTo(height);
  const found = whole.shown < words.length && !isScrolling ? fitTo(height - HIDDEN_NOTE) : whole;
  const line = lineAt(found.size);
  const most = found.lines.reduce((sum, count) => sum + (line * count + BETWEEN) * found.size, 0);
  const isWhole = !heads && found.shown === words.length && most <= height; // otherwise other steps would show other words
  const lines = isWhole
    ? found.lines.map((count) => `minmax(${line * count + BETWEEN}em, ${count}fr)`).join(" ")
    : "none";
  picture.classList.toggle("follows", follow > 0 && isRoomy(found.size));
  picture.style.setProperty("--columns", String(found.columns));
  picture.style.setProperty("--words-size", `${found.size}rem`);
  picture.style.setProperty("--word-lines", lines);
  picture.style.setProperty("--word-label", `${labelWidth(label, share, found.size)}em`);
  return isScrolling ? Infinity : Math.max(1, found.shown);
}

// Fit the tree of words to its place, in one type size for all steps, and another for symbols if their columns are
// narrow. Words that are too many for one line in large type, or for bytes of characters in readable type, stand in
// several lines, of which one is shown; so do the columns of a word that is too long for a line. Returns null if there
// is no room for the tree.
/** @type {(picture: HTMLElement, type: number, tree: Tree, shown: Shown, pairs: PairRoom) => TreeFit | null} */
export function fitTree(picture, type, { stands, levels, hasIds, columns, words }, shown, pairs) {
  const unit = type || parseFloat(getComputedStyle(document.documentElement).fontSize);
  const isLow = hasIds && pairs.rows <= columnsOfPairs(pairs, sizeOf(picture, unit).width);
  const most = isLow ? MOST_TREE_SHARE : TREE_SHARE;
  picture.style.setProperty("--most-tree", `${100 * most}%`);
  picture.style.setProperty("--corpus", `${100 * most}%`);
  const { width, height } = sizeOf(findOne(picture, "tbody"), unit);
  const every = stands.flat();
  const nodes = [...new Set(every.flatMap(({ now }) => now))];
  /** Return the width of a column in which all tokens have a type size of 1, of those wider than a line in this many columns. @type {(isSymbol: boolean, most?: number) => number} */
  const columnFor = (isSymbol, most = Infinity) =>
    Math.max(
      0,
      ...nodes
        .filter(({ level }) => isSymbol === !level)
        .map(
          ({ number, start, end }) =>
            ((isSymbol ? symbolWidth : lettersWidth)(shown, number) + AROUND_TILE) / Math.min(end - start, most),
        ),
    );
  const symbol = columnFor(true);
  const isNarrow = picture.closest(".narrow") !== null;
  const isBeside = !type || isNarrow;
  const [large, readable] = isBeside ? BESIDE_TREE : LARGE_TREE;
  const least = isBeside ? SMALL[1] : LEAST;
  const roomy = Math.max(large * columnFor(false), readable * symbol);
  const isCut = every.some(({ cut }) => cut.length); // characters into their bytes, which are best seen together
  const whole = (width - BETWEEN_WORDS * words) / columns;
  const wanted = isCut && whole >= WHOLE * symbol ? Math.min(roomy, whole) : roomy;
  const line = { room: width / wanted, space: BETWEEN_WORDS / wanted };
  const rows = stands.map((words) => words.map(({ columns }) => seenColumns(columns, line)));
  const token = columnFor(false, Math.max(1, Math.floor(line.room)));
  const lines = rows.flatMap((columns) => linesOfWords(columns, line).map(([from, to]) => columns.slice(from, to)));
  const isOneLine = lines.length === stands.length;
  const column = Math.min(
    ...lines.map(
      (columns) => (width - BETWEEN_WORDS * (columns.length - 1)) / columns.reduce((one, next) => one + next),
    ),
  );
  /** @type {Map<Node, number>} The digits of each token's longest id. */ const lengths = new Map();
  for (const { now, ids } of every)
    ids.forEach((id, index) => lengths.set(now[index], Math.max(1, id.length, lengths.get(now[index]) ?? 0)));
  const digits = Math.min(
    ID,
    ...[...lengths].map(([{ start, end }, length]) => ((end - start) * column - AROUND_ID) / (DIGIT * length)),
  );
  const ids = Math.max(least, digits);
  const room = (column - AROUND_ID) / (DIGIT * ids); // digits for which a column has room
  const idLines = 1 + Math.max(0, ...every.flatMap((stand) => linesOfIds(stand, room)));
  const below = hasIds ? ids * ID_LINE * idLines : 0;
  const above = isCut ? CHARACTERS : 0;
  const note = isOneLine ? 0 : HIDDEN_NOTE;
  const share = (type ? height - below - above - note : (FLOW * innerHeight) / unit) / levels;
  const high = Math.max(LOW_TILE, Math.min(!type ? FLOW_TILE : isNarrow ? NARROW_TILE : TILE, share));
  const size = Math.min(
    MOST,
    Math.max(TILE_TYPE * high, Math.min(large, TIGHT_TYPE * high)),
    column / (token || symbol),
  );
  const symbols = Math.min(size, column / symbol);
  const isFitting = symbols >= least && (!type || high <= share);
  const rank = Math.max(SMALL[1], Math.min(LEAST, RANK * size));
  setAttributes(picture, {
    classes: { tree: isFitting, dense: size < 1, tight: size < ROOMY, "with-ids": isFitting && hasIds },
  });
  const tile = Math.min(high, SLIM * size);
  const around = sizeOf(findOne(picture, ".corpus"), unit).height - height;
  const style = {
    column,
    tile,
    corpus: around + above + levels * tile + below + note + AROUND_TREE,
    "tree-size": size,
    "symbol-size": symbols,
    "id-size": ids,
    "above-word": above,
    below,
  };
  for (const [name, value] of Object.entries(style)) picture.style.setProperty(`--${name}`, `${value}rem`);
  if (!isFitting) return null;
  return { ...line, digits: room, rank: column / (DIGIT * rank) };
}

/** Return the number of columns for pairs below a tree next to a text: two if each pair's note fits next to it. @type {(pairs: PairRoom, width: number) => number} */
const columnsOfPairs = ({ pairEms, tally }, width) =>
  pairEms + SMALL_TALLY * tally + BETWEEN_PAIRS <= width / 2 ? 2 : 1;

// Fit the candidates of a picture to their place; returns how many are shown, and the length of the longest bar, in the
// screen's type.
/** @type {(picture: HTMLElement, type: number, room: {rows: number, pairEms: number, pairs: number[][], tally: number, hasSums: boolean, isParted: boolean}) => {shown: number, track: number}} */
export function fitPairs(picture, type, { rows, pairEms, pairs, tally, hasSums, isParted }) {
  const { width, height } = sizeOf(findOne(picture, ".candidates"), type);
  const isTree = picture.matches(".tree.with-ids");
  const isNarrow = picture.closest(".narrow") !== null;
  const isSummed = !isTree && !isParted && !isNarrow && hasSums;
  picture.classList.toggle("summed", isSummed);
  const columns = isTree && isNarrow ? columnsOfPairs({ rows, pairEms, tally }, width) : 1;
  const besideSum = isSummed ? Math.max(LEAST_PAIR * width, width - AROUND_SUM - SUM * tally) : Infinity;
  const isShort = picture.matches(".narrow .sentences"); // tokens that are phrases are shortened with dots
  const share = isTree ? WIDEST_TREE_PAIR : isShort ? WIDEST_PHRASES : WIDEST_PAIR;
  const widest = Math.min((share * width) / columns, besideSum);
  const lines = isShort ? 1 : Math.max(1, ...pairs.map((parts) => countLines(parts, widest - 0.5)));
  const isShortlySaid = pairEms + AROUND_BAR + TALLY * tally <= width;
  const least = isTree && isShortlySaid ? TREE_ROW : LEAST_ROW;
  const narrow = isTree ? LOW_TREE_ROW : tally ? HIGH_ROW : TREE_ROW;
  const low = isParted ? LOW_ROW : isNarrow ? narrow : least;
  const found = fitRows(Math.ceil(rows / columns), height, lines, low);
  const row = isNarrow && isTree ? Math.min(found.height, HIGHEST_TREE_ROW) : found.height;
  const size = Math.max(LEAST, Math.min(PAIR * row, widest / pairEms));
  picture.style.setProperty("--screen-row", `${row}rem`);
  picture.style.setProperty("--pair-size", `${size}rem`);
  picture.style.setProperty("--pair-columns", `${columns}`);
  const pair = Math.min(pairEms * size + 0.5, widest);
  picture.style.setProperty("--pair-width", `${pair}rem`);
  return { shown: found.shown * columns, track: width - pair - AROUND_BAR };
}

// Fit the vocabulary and the history, both drawn at their longest: the vocabulary in the largest type in which it leaves
// room for the others, and the history in the largest in which it fits the rest. The trend, if there is one, has a share
// below them as long as there are steps to come; meanwhile the history has its newest rows. If even the smallest type is
// too large, each gets what the other leaves, or half; side by side, each gets the full height.
/** @param {HTMLElement} side @param {number} type @param {boolean} isAlone @param {boolean} hasNoTrend */
export function fitSide(side, type, isAlone, hasNoTrend) {
  const [known, past, trend] = /** @type {HTMLElement[]} */ ([...side.children]);
  const isListed = known.hasAttribute("hidden");
  const sizes = [...(isListed ? LISTED : []), ...SIDE, ...(isAlone ? [] : SMALL)];
  side.classList.add("measured");
  const around = findOne(side.closest(".picture") ?? side, ".corpus").getBoundingClientRect();
  const isBelow = side.getBoundingClientRect().top >= around.bottom - 1; // words and candidates are side by side
  const room = side.clientHeight - (isBelow ? 0 : parseFloat(getComputedStyle(side).rowGap) || 0);
  /** @param {HTMLElement} section @param {number[]} sizes @param {number} most its largest height */
  const fit = (section, sizes, most) => {
    /** @type {Map<number, {height: number, isFitting: boolean}>} */ const measured = new Map();
    /** @param {number} size */
    const measure = (size) => {
      section.style.fontSize = `${size}rem`;
      const { height } = section.getBoundingClientRect();
      const isWhole = ![...section.querySelectorAll(".equation")].some(isWrapped);
      const found = { height, isFitting: isWhole && height <= most };
      measured.set(size, found);
      return found;
    };
    const size = largestFitting(sizes, (one) => measure(one).isFitting);
    const { height } = measured.get(size) ?? measure(size);
    section.style.fontSize = `${size}rem`;
    return height;
  };
  const isOffered = !isBelow && !hasNoTrend;
  const first = isListed
    ? 0
    : fit(known, [...LARGE_KNOWN, ...sizes], isBelow ? room : (isOffered ? KNOWN_ABOVE_TREND : KNOWN) * room);
  const second = fit(past, sizes, isBelow ? room : room - first);
  const hasTrend = isOffered && room - first >= (TREND + LEAST_PAST) * type;
  trend.toggleAttribute("hidden", !hasTrend);
  side.classList.toggle("trended", hasTrend);
  side.style.setProperty("--past", hasTrend ? `minmax(0, 1fr) ${100 * TREND_SHARE}%` : "minmax(0, 1fr)");
  side.classList.remove("measured");
  const isFull = isBelow ? Math.max(first, second) > room : first + second > room;
  const height = isFull ? Math.min(first, Math.max(room / 2, room - second)) : first;
  known.classList.toggle("cut", height < first - 1);
  past.classList.toggle("cut", isFull);
  side.style.setProperty("--known", `${height}px`);
}

// Return the first of falling sizes that fits, provided that all smaller ones fit too; else the last.
/** @type {(sizes: number[], fits: (size: number) => boolean) => number} */
function largestFitting(sizes, fits) {
  let [from, to] = [0, sizes.length - 1];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (fits(sizes[middle])) to = middle;
    else from = middle + 1;
  }
  return sizes[from];
}

/** Whether tokens take more than one line. @param {Element} element */
const isWrapped = ({ firstElementChild: first, lastElementChild: last }) =>
  first !== null && last !== null && last.getBoundingClientRect().top > first.getBoundingClientRect().bottom;

/** Whether anything in an element is cut off; text that is only read out is one pixel wide. @param {HTMLElement} element */
const isCut = (element) =>
  [element, ...element.querySelectorAll("*")].some(
    ({ scrollWidth, clientWidth, scrollHeight, clientHeight }) =>
      clientWidth > 1 && (scrollWidth > clientWidth + 1 || scrollHeight > clientHeight + 2),
  );

// Set an element in the largest of some sizes, in the screen's type, at which nothing is cut off; returns whether there
// is one.
/** @type {(element: HTMLElement, sizes: number[]) => boolean} */
export function fitType(element, sizes) {
  return sizes.some((size) => {
    element.style.fontSize = `${size}rem`;
    return !isCut(element);
  });
}

// Give the list headings of a picture a height at which all of them fit, with any of these names.
/** @type {(picture: HTMLElement, names: string[], name: (name: string) => void) => void} */
export function fitHeadings(picture, names, setName) {
  HEADS.some((height) => {
    picture.style.setProperty("--head", `${height}rem`);
    return names.every((one) => {
      setName(one);
      return ![...picture.querySelectorAll("h2")].some(isCut);
    });
  });
}

// Return the first items of a list that have no room while its end is in view. Whether that is so is measured as the
// list is, without a change to it: only where it changes does the browser lay out the list again.
/** @type {(list: HTMLElement) => Element[]} */
export function overflowingItems(list) {
  const items = [...list.children];
  const measure = () => items.map((item) => item.getBoundingClientRect());
  const room = list.getBoundingClientRect();
  const wasOver = list.classList.contains("over");
  const boxes = measure();
  const isOver = wasOver ? isHigher(boxes, room) : list.scrollHeight > list.clientHeight + 1;
  list.classList.toggle("over", isOver);
  if (!isOver) return [];
  const places = wasOver ? boxes : measure();
  return items.filter((_, index) => places[index].height > 0 && places[index].top < room.top - 1);
}

/** Whether items are higher than their room, if they stand at its end: the space above them is as large as that below. @type {(items: DOMRect[], room: DOMRect) => boolean} */
function isHigher(items, room) {
  const drawn = items.filter(({ height }) => height > 0);
  const above = Math.min(...drawn.map(({ top }) => top)) - room.top;
  const below = room.bottom - Math.max(...drawn.map(({ bottom }) => bottom));
  return above < below - 1;
}
