// Moves tokens from one step to the next: the two of a merge slide together and become one, their neighbours move up,
// and the new token goes to the vocabulary. Only transforms, clips and opacity change, so the browser lays out nothing
// meanwhile.

import { make } from "../components/dom.js";
import { drawingUnits } from "./token_text.js";

/** @import {WordRow} from "../lessons/contract" */
/** @typedef {Pick<WordRow, "tokens" | "hits">} Row */
// A token on the screen: its box, whether all of it is in view, its type size, and the padding and border on each side
// of its letters.
/** @typedef {{chip: HTMLElement, box: DOMRect, isWhole: boolean, type: string, side: number}} Seen */
/** @typedef {{row: Row, tokens: Seen[]}} Placed A word, and its tokens. */

const EASE = "cubic-bezier(0.3, 0, 0.2, 1)";
const NEAR = 0.85; // share of the way after which the two look like one
const ONE = 0.75; // share of the time after which they are one
const FLIGHT = 0.65; // share of the time for the new token's flight
const ALL = "-1em"; // clips nothing, not even what surrounds a token

/** Return the tokens in an element, with their current boxes. @type {(element: Element, selector?: string) => Seen[]} */
export function measureTokens(element, selector = ".token") {
  const end = element.getBoundingClientRect().right + 1;
  const chips = [...element.querySelectorAll(selector)].filter((chip) => chip instanceof HTMLElement);
  /** @type {Map<string, {type: string, side: number}>} */ const styles = new Map();
  return chips.map((chip) => {
    const box = chip.getBoundingClientRect();
    const name = `${chip.className} in ${chip.parentElement?.className}`; // tokens with the same name look alike
    if (!styles.has(name)) {
      const { fontSize, paddingRight } = getComputedStyle(chip);
      styles.set(name, { type: fontSize, side: parseFloat(paddingRight) + chip.clientLeft });
    }
    return { chip, box, isWhole: box.right <= end, .../** @type {{type: string, side: number}} */ (styles.get(name)) };
  });
}

// Return which tokens became which: for each token after a merge, the places of the one or two before it. Null if the
// two rows are not the same word.
/** @type {(before: Row, after: Row) => number[][] | null} */
export function tokensAfterMerge(before, after) {
  const parts = drawingUnits(before);
  const same = parts.every((part, place) => part.length > 1 || before.tokens[part[0]] === after.tokens[place]);
  return same && parts.length === after.tokens.length ? parts : null;
}

const APART = { transform: "none", clipPath: `inset(${ALL})` };

// Return where tokens that become one end up: their letters are where the whole has them, and their edges, or a sign
// that the whole has only once, are clipped to what it has.
/** @type {(parts: Seen[], whole: Seen) => Keyframe[]} */
function mergeSeam(parts, { box }) {
  const cut = (/** @type {number} */ pixels) => `${Math.max(0, pixels)}px`;
  const last = parts.length - 1;
  let [x, seam] = [box.left, -Infinity];
  return parts.map((part, place) => {
    const from = part.box;
    if (place === last) x = box.right - from.width;
    const move = `translate(${x - from.left}px, ${box.top - from.top}px)`;
    const left = place ? cut(seam - x) : ALL;
    seam = x + from.width - part.side;
    x = seam - part.side;
    return { transform: move, clipPath: `inset(${ALL} ${place === last ? ALL : cut(part.side)} ${ALL} ${left})` };
  });
}

export class Motion {
  layer = make("div.moving-tokens", { "aria-hidden": true });
  /** @type {Animation[]} */ #running = [];
  #ms = 0;
  /** @type {{left: number, top: number}} Where the layer is. */ #origin = { left: 0, top: 0 };

  /** Stop all motion: everything is in its final place. */
  stop() {
    for (const animation of this.#running) animation.cancel();
    this.#running = [];
    if (this.layer.firstChild) this.layer.replaceChildren();
  }

  /** Set how long the motion that follows takes. Measure everything before it, so that the browser lays out only once. */
  begin(/** @type {number} */ ms) {
    this.#ms = ms;
    this.#origin = this.layer.getBoundingClientRect();
  }

  // Move the tokens of words to their current places; `pairs`: the same words before and after.
  /** @type {(pairs: [Placed, Placed][], isBack: boolean) => void} */
  moveWords(pairs, isBack) {
    for (const [old, now] of pairs) {
      const parts = isBack ? tokensAfterMerge(now.row, old.row) : tokensAfterMerge(old.row, now.row);
      if (!parts) continue;
      parts.forEach((part, whole) => {
        const [from, to] = isBack ? [[whole], part] : [part, [whole]];
        const [were, are] = [from.map((place) => old.tokens[place]), to.map((place) => now.tokens[place])];
        if (part.length === 1) this.slide(were[0], are[0]);
        else if (![...were, ...are].every(({ isWhole }) => isWhole)) return;
        else if (isBack) this.splitToken(were[0], are);
        else this.join(were, are[0]);
      });
    }
  }

  // Let a token, once it is merged, fly from where it was made to where it is kept.
  /** @type {(from: Seen, to: Seen) => void} */
  fly(from, to) {
    const ghost = this.ghost(from);
    const [was, is] = [from.box, to.box];
    const scale = `scale(${is.width / was.width}, ${is.height / was.height})`;
    const move = `translate(${is.left - was.left}px, ${is.top - was.top}px) ${scale}`;
    const then = { delay: ONE * this.#ms, duration: FLIGHT * this.#ms };
    this.run(ghost, [{ transform: "none", opacity: 0 }, { opacity: 1, offset: 0.01 }, { transform: move }], then);
    this.run(to.chip, [{ opacity: 0 }, { opacity: 0, offset: 0.95 }, { opacity: 1 }], then);
  }

  // Let what words add to a count flow from their labels to the bar of that count, spread evenly along it.
  /** @type {(terms: [text: string, label: HTMLElement][], bar: HTMLElement) => void} */
  flow(terms, bar) {
    const to = bar.getBoundingClientRect();
    if (!to.width) return;
    const from = terms.map(([, label]) => [label.getBoundingClientRect(), getComputedStyle(label).fontSize]);
    terms.forEach(([text], place) => {
      const [box, fontSize] = /** @type {[DOMRect, string]} */ (from[place]);
      const [left, top] = [box.left - this.#origin.left, box.top - this.#origin.top];
      const size = { left: `${left}px`, top: `${top}px`, width: `${box.width}px`, height: `${box.height}px` };
      const term = make("span.term", text);
      Object.assign(term.style, { ...size, fontSize });
      this.layer.append(term);
      const x = to.left + (to.width * (place + 0.5)) / terms.length - (box.left + box.right) / 2;
      const move = `translate(${x}px, ${(to.top + to.bottom - box.top - box.bottom) / 2}px)`;
      this.run(term, [
        { transform: "none", opacity: 1 },
        { opacity: 1, offset: NEAR },
        { transform: move, opacity: 0 },
      ]);
    });
  }

  /** Let a changed number tick over. @param {HTMLElement} element */
  tick(element) {
    this.run(element, [
      { transform: "translateY(-0.5em)", opacity: 0 },
      { transform: "none", opacity: 1 },
    ]);
  }

  // Slide a token to its current place.
  /** @type {(was: Seen, is: Seen) => void} */
  slide({ box: from }, { chip, box: to }) {
    const [x, y] = [from.left - to.left, from.top - to.top];
    if (Math.abs(x) + Math.abs(y) < 1) return;
    this.run(chip, [{ transform: `translate(${x}px, ${y}px)` }, { transform: "none" }]);
  }

  // Slide two or more tokens together until they become one.
  /** @type {(parts: Seen[], whole: Seen) => void} */
  join(parts, whole) {
    const ends = mergeSeam(parts, whole);
    parts.forEach((part, place) =>
      this.run(this.ghost(part, false), [
        { ...APART, opacity: 1 },
        { opacity: 1, offset: (1 + NEAR) / 2 },
        { ...ends[place], opacity: 0 },
      ]),
    );
    this.run(whole.chip, [
      { opacity: 0 },
      { opacity: 0, offset: NEAR },
      { opacity: 1, offset: (1 + NEAR) / 2 },
      { opacity: 1 },
    ]);
  }

  // Split a token into its parts.
  /** @type {(whole: Seen, parts: Seen[]) => void} */
  splitToken(whole, parts) {
    const starts = mergeSeam(parts, whole);
    parts.forEach(({ chip }, place) => this.run(chip, [starts[place], APART]));
    this.run(this.ghost(whole), [{ opacity: 1 }, { opacity: 0, offset: 1 - NEAR }, { opacity: 0 }]);
  }

  /** Add a copy of a token above the picture, in the same place. @type {(token: Seen, isNew?: boolean) => HTMLElement} */
  ghost({ chip, box, type }, isNew = true) {
    const ghost = /** @type {HTMLElement} */ (chip.cloneNode(true));
    ghost.classList.add("ghost");
    if (!isNew) ghost.classList.remove("new-token");
    const [left, top] = [box.left - this.#origin.left, box.top - this.#origin.top];
    const [x, y, width, height] = [left, top, box.width, box.height].map((pixels) => `${pixels}px`);
    Object.assign(ghost.style, { left: x, top: y, width, height, fontSize: type });
    this.layer.append(ghost);
    return ghost;
  }

  /** @type {(element: HTMLElement, keyframes: Keyframe[], when?: KeyframeAnimationOptions) => void} */
  run(element, keyframes, when) {
    const how = { duration: this.#ms, easing: EASE, fill: /** @type {const} */ ("both"), ...when };
    this.#running.push(element.animate(keyframes, how));
  }

  /** Wait until the motion ends; returns whether no other has begun meanwhile. */
  async done() {
    const running = this.#running;
    await Promise.allSettled(running.map(({ finished }) => finished));
    const isOver = running === this.#running;
    if (isOver) this.stop();
    return isOver;
  }
}
