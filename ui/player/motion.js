// How tokens move from one step to the next: those of a merge slide together, those beside it move up, and the new one
// goes into the vocabulary. Nothing but transforms and opacity, so the browser lays out nothing meanwhile.

import { make } from "../components/dom.js";

/** @import {WordRow} from "./contract" */
/** @typedef {Pick<WordRow, "tokens" | "hits">} Row */
/** @typedef {{row: Row, chips: HTMLElement[], boxes: DOMRect[]}} Placed A word, and where its tokens are. */

const EASE = "cubic-bezier(0.3, 0, 0.2, 1)";
const MOST = 240; // tokens that move at once; beyond, a slow machine would drop frames

// Which tokens of a word became which: for each token after a merge the places of one or two before it. Null where the
// two words are not the same one before and after.
/** @type {(before: Row, after: Row) => number[][] | null} */
export function joined(before, after) {
  const hits = new Set(before.hits);
  /** @type {number[][]} */ const parts = [];
  for (let place = 0; place < before.tokens.length; place++) {
    parts.push(hits.has(place) ? [place, ++place] : [place]);
  }
  const same = parts.every((part, place) => part.length > 1 || before.tokens[part[0]] === after.tokens[place]);
  return same && parts.length === after.tokens.length ? parts : null;
}

export class Motion {
  layer = make("div.flights", { "aria-hidden": true });
  /** @type {Animation[]} */ #running = [];
  #ms = 0;
  /** @type {{left: number, top: number}} Where the layer is. */ #origin = { left: 0, top: 0 };

  /** Whether something moves. */
  get isRunning() {
    return this.#running.some(({ playState }) => playState === "running");
  }

  /** Stop: all is where it belongs. */
  stop() {
    for (const animation of this.#running) animation.cancel();
    this.#running = [];
    if (this.layer.firstChild) this.layer.replaceChildren();
  }

  /** What moves from now on moves in that time. All that is to be measured is measured before: it is laid out once. */
  begin(/** @type {number} */ ms) {
    this.#ms = ms;
    this.#origin = this.layer.getBoundingClientRect();
  }

  // Let the tokens of words move to where they now are; `pairs` are the same words before and after.
  /** @type {(pairs: [Placed, Placed][], isBack: boolean) => void} */
  words(pairs, isBack) {
    let moved = 0;
    for (const [old, now] of pairs) {
      const parts = isBack ? joined(now.row, old.row) : joined(old.row, now.row);
      if (!parts || (moved += now.chips.length) > MOST) continue;
      parts.forEach((part, whole) => {
        if (part.length === 1) {
          const [from, to] = isBack ? [whole, part[0]] : [part[0], whole];
          this.#slide(now.chips[to], old.boxes[from], now.boxes[to]);
        } else if (isBack)
          this.#part(
            old.boxes[whole],
            part.map((place) => [now.chips[place], now.boxes[place]]),
          );
        else
          this.#join(
            part.map((place) => [old.chips[place], old.boxes[place]]),
            now.chips[whole],
            now.boxes[whole],
          );
      });
    }
  }

  // Let a token fly from where it was made to where it is kept.
  /** @type {(chip: HTMLElement, from: DOMRect, to: DOMRect) => void} */
  fly(chip, from, to) {
    const ghost = this.#ghost(chip, from);
    const move = `translate(${to.left - from.left}px, ${to.top - from.top}px)`;
    this.#run(ghost, [{ transform: "none", opacity: 0 }, { opacity: 1, offset: 0.3 }, { transform: move }]);
    this.#run(chip, [{ opacity: 0 }, { opacity: 0, offset: 0.9 }, { opacity: 1 }]);
  }

  /** Let a number that changed tick over. @param {HTMLElement} element */
  tick(element) {
    this.#run(element, [
      { transform: "translateY(-0.5em)", opacity: 0 },
      { transform: "none", opacity: 1 },
    ]);
  }

  /** @type {(chip: HTMLElement, from: DOMRect, to: DOMRect) => void} */
  #slide(chip, from, to) {
    const [x, y] = [from.left - to.left, from.top - to.top];
    if (Math.abs(x) + Math.abs(y) < 1) return;
    this.#run(chip, [{ transform: `translate(${x}px, ${y}px)` }, { transform: "none" }]);
  }

  // Two tokens slide together, and become one.
  /** @type {(parts: [HTMLElement, DOMRect][], whole: HTMLElement, box: DOMRect) => void} */
  #join(parts, whole, box) {
    const left = parts[0][1].width / (parts[0][1].width + parts[1][1].width);
    const ends = [box.left, box.left + left * box.width];
    parts.forEach(([chip, from], place) => {
      const move = `translate(${ends[place] - from.left}px, ${box.top - from.top}px)`;
      this.#run(this.#ghost(chip, from), [
        { transform: "none", opacity: 1 },
        { opacity: 1, offset: 0.7 },
        { transform: move, opacity: 0 },
      ]);
    });
    this.#run(whole, [{ opacity: 0 }, { opacity: 0, offset: 0.6 }, { opacity: 1 }]);
  }

  // One token comes apart.
  /** @type {(whole: DOMRect, parts: [HTMLElement, DOMRect][]) => void} */
  #part(whole, [[left, leftBox], [right, rightBox]]) {
    const starts = [whole.left - leftBox.left, whole.right - rightBox.right];
    [left, right].forEach((chip, place) => {
      const y = whole.top - leftBox.top;
      this.#run(chip, [{ transform: `translate(${starts[place]}px, ${y}px)`, opacity: 0.4 }, { transform: "none" }]);
    });
  }

  /** A copy of a token above the picture. @type {(chip: HTMLElement, box: DOMRect) => HTMLElement} */
  #ghost(chip, box) {
    const ghost = make("span.ghost");
    ghost.append(chip.cloneNode(true));
    ghost.style.cssText = `left: ${box.left - this.#origin.left}px; top: ${box.top - this.#origin.top}px`;
    this.layer.append(ghost);
    return ghost;
  }

  /** @param {HTMLElement} element @param {Keyframe[]} keyframes */
  #run(element, keyframes) {
    this.#running.push(element.animate(keyframes, { duration: this.#ms, easing: EASE, fill: "backwards" }));
  }

  /** When all is where it belongs. */
  async done() {
    await Promise.allSettled(this.#running.map(({ finished }) => finished));
    this.stop();
  }
}
