// A word that readers cut themselves: a press on a gap between its letters cuts it there, or joins it again.

import { fillTemplate, isEqual, moveForKey, setAttributes } from "../dom.js";
import { draw } from "./shapes.js";

/** @import {PictureShape, WordToCut} from "../contract" */

const MOVES = { ArrowLeft: -1, ArrowRight: 1, " ": 0, Enter: 0 };

export class WordCuts {
  /** @type {Set<number>} */ #cuts = new Set(); // gaps, from 1 on
  /** @type {[number, number][][]} */ #ways = []; // those found, the newest first
  /** @type {SVGGElement[]} */ #gaps;

  /** @param {WordToCut} word @param {() => void} onCut */
  constructor(word, onCut) {
    this.word = word;
    const [top, height] = word.band;
    const [first, second] = [...word.gaps, [2 * word.gaps[0][0]]].map(([x]) => Number(x));
    const width = second - first;
    this.#gaps = word.gaps.map(([x, name], at) => {
      const place = { style: `transform: translate(${x}px, ${top}px)` };
      const gap = /** @type {SVGGElement} */ (
        draw("g", { class: "gap", role: "button", "aria-label": name, ...place })
      );
      gap.append(
        draw("rect", { x: -width / 2, width, height, rx: 6 }),
        draw("path", { d: "M-7 3h14l-7 9z" }),
        draw("line", { y1: 16, y2: 50 }),
      );
      const cut = () => {
        if (!this.#cuts.delete(at + 1)) this.#cuts.add(at + 1);
        this.#makeReachable(at);
        this.#look();
        onCut();
      };
      setAttributes(gap, {
        onclick: cut,
        onkeydown: (/** @type {KeyboardEvent} */ event) => this.#press(event, at, cut),
      });
      return gap;
    });
    this.reset();
  }

  /** Let readers press the gaps of a drawing. @param {Element} drawing @param {string} title */
  addTo(drawing, title) {
    drawing.removeAttribute("aria-hidden");
    setAttributes(drawing, { role: "toolbar", "aria-label": title });
    drawing.append(...this.#gaps);
  }

  /** Cut the word the canonical way, and forget the others that were found. */
  reset() {
    this.#cuts = new Set(this.word.canonical);
    this.#ways = [];
    this.#look();
    this.#makeReachable(0);
  }

  get tried() {
    return { cuts: [...this.#cuts], ways: this.#ways };
  }

  /** @param {number[]} cuts @param {[number, number][][]} ways */
  restore(cuts, ways) {
    this.#cuts = new Set(cuts);
    this.#ways = ways;
    this.#look();
  }

  /** How many ways were found. @param {number} step */
  counted(step) {
    return fillTemplate(this.word.counts[step], { found: this.#ways.length });
  }

  /** Let Tab lead to a gap, from which the arrows lead on. @param {number} at */
  #makeReachable(at) {
    this.#gaps.forEach((gap, other) => setAttributes(gap, { tabindex: other === at ? 0 : -1 }));
  }

  /** @param {KeyboardEvent} event @param {number} at @param {() => void} cut */
  #press(event, at, cut) {
    const by = moveForKey(event, MOVES);
    if (by === undefined) return;
    event.preventDefault();
    if (!by) return event.repeat ? undefined : cut();
    const next = Math.max(0, Math.min(at + by, this.#gaps.length - 1));
    this.#makeReachable(next);
    this.#gaps[next].focus();
  }

  /** Where the pieces start and end. @returns {[number, number][]} */
  get #pieces() {
    const ends = [...this.#cuts].sort((one, other) => one - other).concat(this.word.letters.length);
    return ends.map((end, at) => [ends[at - 1] ?? 0, end]);
  }

  /** @param {[number, number]} piece */
  #shapeOf([start, end]) {
    return this.word.pieces[`${start}-${end}`];
  }

  /** @param {[number, number]} piece */
  #textOf([start, end]) {
    return this.word.letters.slice(start, end).join("");
  }

  /** Show which gaps are cut, and note the way that this is, if it is a new one. */
  #look() {
    this.#gaps.forEach((gap, at) => setAttributes(gap, { "aria-pressed": this.#cuts.has(at + 1) }));
    const pieces = this.#pieces;
    const isWay = pieces.every((piece) => this.#shapeOf(piece).hue !== null);
    if (isWay && !this.#ways.some((way) => isEqual(way, pieces))) this.#ways.unshift(pieces);
  }

  /** Return the sentence about the word's current cuts; empty at the start. */
  get says() {
    const { canonical, canonicalWay, quoted, separator, ways, wrong } = this.word;
    const pieces = this.#pieces;
    const nameOf = (/** @type {[number, number]} */ piece) => fillTemplate(quoted, { token: this.#textOf(piece) });
    const none = pieces.filter((piece) => this.#shapeOf(piece).hue === null);
    if (none.length) return fillTemplate(wrong, { parts: none.map(nameOf).join(separator) });
    const isCanonical = isEqual(
      pieces.slice(1).map(([start]) => start),
      canonical,
    );
    if (isCanonical && this.#ways.length === 1) return "";
    const template = isCanonical ? canonicalWay : ways[pieces.length - 1];
    return fillTemplate(template, { parts: pieces.map(nameOf).join(" + ") });
  }

  /** The sentence that needs the most room. */
  get longest() {
    const { letters, quoted, ways } = this.word;
    const parts = letters.map((token) => fillTemplate(quoted, { token })).join(" + ");
    return fillTemplate(ways[letters.length - 1], { parts });
  }

  /** Return the shapes of a step with the word's current cuts, and the ways found so far. @param {PictureShape[]} shapes @param {number} step @returns {PictureShape[]} */
  shapes(shapes, step) {
    const { listed, slots } = this.word;
    const [left, scale, height] = listed;
    const found = this.#ways.length;
    const others = shapes.filter(({ key }) => !/^(?:piece|way\d)/.test(key));
    const counted = others.map((shape) => {
      if (shape.key === "count") return { ...shape, text: this.counted(step) };
      return shape.boxes && shape.key === "found" ? { ...shape, boxes: [found, shape.boxes[1]] } : shape;
    });
    const ways = this.#ways.slice(0, slots.length).flatMap((way, at) =>
      way.map((piece) => {
        const shape = this.#shapeOf(piece);
        const place = [slots[at][0] + (shape.at[0] - left) * scale, slots[at][1]];
        const size = [shape.size[0] * scale, height];
        return { ...shape, key: `way${found - at}:${piece[0]}`, at: place, size, text: this.#textOf(piece), note: "" };
      }),
    );
    return /** @type {PictureShape[]} */ ([...this.#pieces.map((piece) => this.#shapeOf(piece)), ...counted, ...ways]);
  }
}
