// A player alone on the screen: how large its type is, and what of a list has room.

import { findOne } from "../components/dom.js";

/** @typedef {{columns: number, size: number, lines: number[], shown: number}} Columns Of words: how many, their type, how many lines each row of the grid has, and how many words there is room for. */

const WIDTH = 71; // of the screen, in the type that is chosen for it: 18 px of 1280 x 720, for who sits far away
const HEIGHT = 40;
const LINE = 2; // em: how high a line of a word is,
const CAPTIONED = 3.7; // and one with something written below its tokens
const CHAT_TOKEN = 1.5; // or a token in a bubble,
const CHAT_CAPTION = 1.7; // with its id, in the screen’s type; of a conversation with more, which scrolls,
const CHAT_LEAST = 1.4; // the smallest type
const BUBBLE = 15; // how wide a bubble is at most, in the screen's type
const FOLLOW = 8; // a bar and its number beside a text, in the screen's type
const BETWEEN = 0.2; // and what is left between two words
const MOST = 4;
const LEAST = 1; // of the screen's type: nothing that a step is about is smaller
const SMALLER = 0.1;
const LARGE = 1.4; // down to which a word stays in one line; one of several beside a text, down to the least
const HEADS = [2.5, 3.7, 4.9]; // heights of the heads of lists, of two, three and four lines
const MOST_COLUMNS = 6;
const GAP = 1.6; // em, between what stands before a word and the word, and around it
const ROW = 7; // of the candidates,
const LEAST_ROW = 3; // which have room for two lines of type
const HIGH_ROW = 3.6; // or, beside a text, for a line of tokens over one of type,
const LOW_ROW = 2.1; // or of one, where what a count came from stands in its bar,
const PAIR_LINE = 1.8; // or of tokens, each so high
const WIDEST_PAIR = 0.5; // of the place of the candidates
const PAIR = 0.5; // of the height of a candidate: its tokens' type
const SMALL = [0.9, 0.8125]; // smaller ones, for who sits before the screen
const AROUND_BAR = 5.4; // what stands beside a bar: its count, gaps and edges
const TREND = 6; // how high a chart below what happened is at least
const SIDE = [1.6, 1.5, 1.4, 1.3, 1.2, 1.1, 1]; // type of what is known and of what happened: the largest that has room

/** The size of type at which a lesson fills a screen. @type {(width: number, height: number) => number} */
export const typeSizeFor = (width, height) => Math.max(8, Math.min(width / WIDTH, height / HEIGHT));

// How many lines a word needs, of the widths of its tokens, in a place of that width.
/** @type {(tokens: number[], width: number) => number} */
export function linesOf(tokens, width) {
  let [lines, used] = [1, 0];
  for (const token of tokens) {
    if (used && used + token > width) [lines, used] = [lines + 1, 0];
    lines += Math.max(0, Math.ceil(token / width) - 1);
    used += token;
  }
  return lines;
}

/** How wide what stands before a word is, in em of the word, whose type is `share` of the word's, but no smaller than 1. @type {(label: number, share: number, size: number) => number} */
const labelAt = (label, share, size) => (label * Math.max(1, share * size)) / size;

// In how many columns words are largest in a place of that size, in the screen's type. A word comes as the ways in which
// it is ever cut, each the widths of its tokens in em, with `label` em before it, in a `share` of its type. What has no
// room even at the smallest size, `least`, is not shown.
/** @type {(words: number[][][], label: number, width: number, height: number, line?: number | ((size: number) => number), heads?: number, share?: number, least?: number) => Columns} */
export function columnsFor(words, label, width, height, line = LINE, heads = 0, share = 1, least = LEAST) {
  const lineAt = (/** @type {number} */ size) => (typeof line === "number" ? line : line(size));
  const whole = least < LEAST && words.length > 1 ? least : LARGE;
  const most = least < LEAST ? 2 : Infinity; // lines of a word
  /** @param {number} size @param {number} columns */
  const linesAt = (size, columns) => {
    const room = width / columns / size - labelAt(label, share, size) - GAP;
    if (room < 2) return null;
    /** @type {number[]} */ const lines = [];
    words.forEach((cuts, place) => {
      const row = Math.floor(place / columns);
      lines[row] = Math.max(lines[row] ?? 1, ...cuts.map((tokens) => linesOf(tokens, room)));
    });
    return lines;
  };
  /** Whether all has room at a size with every word in one line. @param {number} size */
  const isOneLine = (size) =>
    linesAt(size, 1)?.every((count) => count === 1) && words.length * (lineAt(size) + BETWEEN) * size <= height;
  let best = { columns: 1, size: least, lines: linesAt(least, 1) ?? [], shown: 0 };
  for (let size = MOST; size >= least; size = Number((size - SMALLER).toFixed(1))) {
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
  // Which words are seen changes with the steps: each has one line, where the widest has room for that.
  const widest = Math.max(...words.flat().map((tokens) => tokens.reduce((sum, token) => sum + token, 0)));
  const columns = Math.max(1, Math.floor(width / (widest + labelAt(label, share, least) + GAP)));
  const lines = linesAt(least, columns) ?? [];
  const rows = Math.floor(height / (Math.max(1, ...lines) * lineAt(least) + BETWEEN));
  return { columns, size: least, lines, shown: Math.max(1, rows) * columns };
}

// Of so many candidates with that many lines of tokens, how high each is and how many are shown, in a place of that
// height.
/** @type {(rows: number, height: number, lines: number, low?: number) => {height: number, shown: number}} */
export function rowsFor(rows, height, lines, low = LEAST_ROW) {
  const least = Math.max(low, lines * PAIR_LINE);
  const room = Math.max(1, Math.floor(height / least));
  const shown = rows <= room ? rows : room - 1; // and a line that says so
  return { height: Math.max(least, Math.min(ROW, height / rows)), shown };
}

/** How large a place is, in type of that size. @param {Element} element @param {number} type */
function placeOf(element, type) {
  const { width, height } = element.getBoundingClientRect();
  return { width: width / type, height: height / type };
}

// Size the words of a picture for its place; how many of them have room.
/** @type {(picture: HTMLElement, type: number, words: number[][][], row: {label: number, share: number, heads: number, isCaptioned: boolean, isChat: boolean, follow: number}) => number} */
export function fitWords(picture, type, words, { heads, isCaptioned, isChat, follow, ...names }) {
  const { width, height } = placeOf(findOne(picture, "table"), type);
  // Before the tokens of a message stands its bubble, whose type is its own.
  const { label, share } = isChat ? { label: Math.min(BUBBLE, 0.2 * width), share: 0 } : names;
  const lineAt = (/** @type {number} */ size) =>
    isChat ? CHAT_TOKEN + CHAT_CAPTION / size : isCaptioned ? CAPTIONED : LINE;
  const isScrolling = isChat && !picture.closest(".screen");
  // Beside a text, a reader sits before the screen.
  const least = isScrolling ? CHAT_LEAST : picture.closest(".narrow") ? SMALL[1] : LEAST;
  const at = (/** @type {number} */ high) => columnsFor(words, label, width, high, lineAt, heads, share, least);
  const whole = at(height);
  const told = 1.6; // a line that says what has no room
  const found = whole.shown < words.length && !isScrolling ? at(height - told) : whole;
  const line = lineAt(found.size);
  const most = found.lines.reduce((sum, count) => sum + (line * count + BETWEEN) * found.size, 0);
  const isWhole = !heads && found.shown === words.length && most <= height; // else other words are seen at another step
  const lines = isWhole
    ? found.lines.map((count) => `minmax(${line * count + BETWEEN}em, ${count}fr)`).join(" ")
    : "none";
  const beside = width - (labelAt(label, share, found.size) + follow + GAP) * found.size;
  picture.classList.toggle("follows", follow > 0 && beside >= FOLLOW);
  picture.style.setProperty("--columns", String(found.columns));
  picture.style.setProperty("--words-size", `${found.size}rem`);
  picture.style.setProperty("--word-lines", lines);
  picture.style.setProperty("--word-label", `${labelAt(label, share, found.size)}em`);
  return isScrolling ? Infinity : Math.max(1, found.shown);
}

// Size the candidates of a picture for their place: how many of them have room, and how long the longest bar is, in the
// screen's type.
/** @type {(picture: HTMLElement, type: number, room: {rows: number, pairEms: number, pairs: number[][], isParted: boolean}) => {shown: number, track: number}} */
export function fitPairs(picture, type, { rows, pairEms, pairs, isParted }) {
  const { width, height } = placeOf(findOne(picture, ".candidates"), type);
  const widest = WIDEST_PAIR * width;
  const isShort = picture.matches(".narrow .sentences"); // tokens that are phrases end in dots
  const lines = isShort ? 1 : Math.max(1, ...pairs.map((parts) => linesOf(parts, widest - 0.5)));
  const low = isParted ? LOW_ROW : picture.closest(".narrow") ? HIGH_ROW : LEAST_ROW;
  const found = rowsFor(rows, height, lines, low);
  const size = Math.max(LEAST, Math.min(PAIR * found.height, widest / pairEms));
  picture.style.setProperty("--screen-row", `${found.height}rem`);
  picture.style.setProperty("--pair-size", `${size}rem`);
  const pair = Math.min(pairEms * size + 0.5, widest);
  picture.style.setProperty("--pair-width", `${pair}rem`);
  return { shown: found.shown, track: width - pair - AROUND_BAR };
}

// Size what is known and what happened, which are there as they are where there is most of them: in the largest type that
// has room, below them with the trend, where that leaves them large enough. Where even the smallest has no room, each has
// what the other leaves, or half; side by side, each has all.
/** @param {HTMLElement} side @param {number} type @param {boolean} isAlone */
export function fitSide(side, type, isAlone) {
  const [known, past, trend] = side.children;
  for (const section of [known, past]) section.classList.remove("cut"); // what is cut has no captions, and is lower
  side.classList.add("measured");
  trend.toggleAttribute("hidden", true);
  const around = findOne(side.closest(".picture") ?? side, ".corpus").getBoundingClientRect();
  const isBelow = side.getBoundingClientRect().top >= around.bottom - 1; // words and candidates: one beside the other
  const room = side.clientHeight - (isBelow ? 0 : parseFloat(getComputedStyle(side).rowGap) || 0);
  const sizes = isAlone ? SIDE : [...SIDE, ...SMALL];
  /** @param {number} size */
  const measure = (size) => {
    side.style.setProperty("--side-size", `${size}rem`);
    const [first, second] = [known, past].map((section) => section.getBoundingClientRect().height);
    const isWhole = ![...past.querySelectorAll(".equation")].some(isWrapped);
    return { first, second, needed: isBelow ? Math.max(first, second) : first + second, isWhole };
  };
  /** @type {Map<number, ReturnType<typeof measure>>} */ const measured = new Map();
  const at = (/** @type {number} */ size) => {
    const found = measured.get(size) ?? measure(size);
    measured.set(size, found);
    return found;
  };
  /** Whether all has room at a size, with so much left below it. @param {number} size @param {number} below */
  const hasRoom = (size, below) => at(size).isWhole && at(size).needed + below <= room;
  const sizeAbove = (/** @type {number} */ below) => largest(sizes, (size) => hasRoom(size, below));
  const isOffered = !isBelow && !trend.classList.contains("none");
  const withTrend = isOffered ? sizeAbove(TREND * type) : 0;
  const hasTrend = isOffered && hasRoom(withTrend, TREND * type);
  const size = hasTrend ? withTrend : sizeAbove(0);
  const { first, second, needed } = at(size);
  side.style.setProperty("--side-size", `${size}rem`);
  trend.toggleAttribute("hidden", !hasTrend);
  side.style.setProperty("--past", hasTrend ? `${second}px minmax(0, 1fr)` : "minmax(0, 1fr)");
  side.classList.remove("measured");
  const isFull = needed > room;
  const height = isFull ? Math.min(first, Math.max(room / 2, room - second)) : first;
  known.classList.toggle("cut", height < first - 1);
  past.classList.toggle("cut", isFull);
  side.style.setProperty("--known", `${height}px`);
}

// Of sizes in falling order, the first that fits, where all after it do too; else the last. Often that is the very first.
/** @type {(sizes: number[], fits: (size: number) => boolean) => number} */
function largest(sizes, fits) {
  let [from, to] = [0, fits(sizes[0]) ? 0 : sizes.length - 1];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (fits(sizes[middle])) to = middle;
    else from = middle + 1;
  }
  return sizes[from];
}

/** Whether tokens have more than one line. @param {Element} element */
const isWrapped = ({ firstElementChild: first, lastElementChild: last }) =>
  first !== null && last !== null && last.getBoundingClientRect().top > first.getBoundingClientRect().bottom;

/** Whether something of an element is cut off; what is only read out is a pixel. @param {HTMLElement} element */
const isCut = (element) =>
  [element, ...element.querySelectorAll("*")].some(
    ({ scrollWidth, clientWidth, scrollHeight, clientHeight }) =>
      clientWidth > 1 && (scrollWidth > clientWidth + 1 || scrollHeight > clientHeight + 2),
  );

// Write an element in the largest of some sizes, in the screen's type, at which nothing of it is cut off. Whether there is
// one.
/** @type {(element: HTMLElement, sizes: number[]) => boolean} */
export function fitType(element, sizes) {
  return sizes.some((size) => {
    element.style.fontSize = `${size}rem`;
    return !isCut(element);
  });
}

// Give the heads of the lists in a picture the height that they all have room in, whichever name one of them has.
/** @type {(picture: HTMLElement, names: string[], name: (name: string) => void) => void} */
export function fitHeads(picture, names, name) {
  HEADS.some((height) => {
    picture.style.setProperty("--head", `${height}rem`);
    return names.every((one) => {
      name(one);
      return ![...picture.querySelectorAll("h2")].some(isCut);
    });
  });
}

// Of a list whose end is in sight, hide what has no room at its beginning. How many these are.
/** @type {(list: HTMLElement) => number} */
export function hideOverflow(list) {
  const top = list.getBoundingClientRect().top - 1;
  list.classList.remove("over");
  list.classList.toggle("over", list.scrollHeight > list.clientHeight + 1);
  const items = [...list.children];
  const isDrawn = (/** @type {Element} */ item) => item.getClientRects().length > 0;
  const above = items.map((item) => isDrawn(item) && item.getBoundingClientRect().top < top);
  items.forEach((item, place) => item.classList.toggle("out-of-view", above[place]));
  return above.filter(Boolean).length;
}
