// A player alone on the screen: how large its type is, and what of a list has room.

/** @typedef {{columns: number, size: number, shown: number}} Columns Of words: how many, their type, how many words. */

const WIDTH = 72; // of the screen, in the type that is chosen for it
const HEIGHT = 42;
const LINE = 2.15; // em: how high a word is,
const CAPTIONED = 3.5; // and one with something written below its tokens
const LEAST = 0.6; // of the screen's type: how small words get
const MOST = 2.4;
const LABEL = 4.2; // em: what stands before a word
const MOST_COLUMNS = 6;

/** The size of type at which a lesson fills a screen. @type {(width: number, height: number) => number} */
export const typeFor = (width, height) => Math.max(8, Math.min(width / WIDTH, height / HEIGHT));

// In how many columns words are largest in a place of that size; all in the screen's type. What has no room even at the
// smallest size is not shown.
/** @type {(words: number, heads: number, ems: number, width: number, height: number, captioned?: boolean) => Columns} */
export function columnsFor(words, heads, ems, width, height, captioned = false) {
  const line = captioned ? CAPTIONED : LINE;
  let best = { columns: 1, size: 0, shown: words };
  for (let columns = 1; columns <= MOST_COLUMNS; columns++) {
    const lines = Math.ceil(words / columns) + 2 * heads;
    const size = Math.min(MOST, width / columns / (ems + LABEL), height / lines / line);
    if (size > best.size) best = { columns, size, shown: words };
  }
  if (best.size >= LEAST) return best;
  const columns = Math.max(1, Math.floor(width / LEAST / (ems + LABEL)));
  const lines = Math.floor(height / LEAST / line) - 2 * heads - 2; // and a line that says so
  return { columns, size: LEAST, shown: Math.min(words, Math.max(1, columns * lines)) };
}

/** Whether something of an element is cut off; what is only read out is a pixel. @param {HTMLElement} element */
const isCut = (element) =>
  [element, ...element.querySelectorAll("*")].some(
    ({ scrollWidth, clientWidth, scrollHeight, clientHeight }) =>
      clientWidth > 1 && (scrollWidth > clientWidth + 1 || scrollHeight > clientHeight + 2),
  );

// Write an element in the largest of some sizes, in the screen's type, at which nothing of it is cut off.
/** @type {(element: HTMLElement, sizes: number[]) => void} */
export function fitType(element, sizes) {
  for (const size of sizes) {
    element.style.fontSize = `${size}rem`;
    if (!isCut(element)) return;
  }
}

// Of a list whose end is in sight, hide what has no room at its beginning. How many these are.
/** @type {(list: HTMLElement) => number} */
export function hideAbove(list) {
  const top = list.getBoundingClientRect().top - 1;
  const items = [...list.children];
  const above = items.map((item) => item.getBoundingClientRect().top < top);
  items.forEach((item, place) => item.classList.toggle("unseen", above[place]));
  return above.filter(Boolean).length;
}
