// Draws a step of a picture that consists of shapes. Shapes of the previous step move to their new places.

import { setAttributes, setText, tint } from "../dom.js";

/** @import {PictureShape} from "../contract" */

const SVG = "http://www.w3.org/2000/svg";
const TYPE = 19; // a letter is 11.4 wide
const WORDS = 18; // the page's font looks larger
const LINE = 10; // half a line of text
const TALL = 56; // a higher tile has more room between its text and the note
const GAP = 1.2; // between boxes
const ROUND = { disc: 0.5, dot: 0.5, tile: 0.12, node: 0.12, cell: 0.06, prefix: 0.06 };

/** @param {string} tag @param {Record<string, unknown>} [attributes] @param {string} [text] */
export function draw(tag, attributes = {}, text = "") {
  const element = document.createElementNS(SVG, tag);
  setAttributes(element, attributes);
  element.textContent = text;
  return element;
}

/** Return the path of boxes in lines. @param {[number, number]} boxes @param {number} width @param {number} height */
function pathOf([count, columns], width, height) {
  const edges = `h${width - GAP}v${height - GAP}h${GAP - width}z`;
  const corner = (/** @type {number} */ index) => [(index % columns) * width, Math.floor(index / columns) * height];
  return Array.from({ length: count }, (_, index) => `M${corner(index).join(" ")}${edges}`).join("");
}

/** Return the path of bricks. @param {[number, number, number, number][]} bricks */
const wallOf = (bricks) => bricks.map(([x, y, width, height]) => `M${x} ${y}h${width}v${height}h${-width}z`).join("");

/** Return the parts of a shape: tags with their attributes and texts. @param {PictureShape} shape @returns {[string, Record<string, unknown>, string?][]} */
export function partsOf({ shape, size: [width, height], text, note, spacing = 0, boxes = [0, 1], bricks = [], lines }) {
  /** @typedef {[string, Record<string, unknown>, string?]} Part */
  const textAt = (/** @type {number} */ x, /** @type {number} */ y, of = text, name = "") =>
    /** @type {Part} */ (["text", { x, y, class: name }, of]);
  // Spacing also follows the last letter.
  const spaced = (/** @type {number} */ y, type = 0) =>
    /** @type {Part} */ ([
      "text",
      { x: spacing / 2, y, class: "", "letter-spacing": spacing || null, "font-size": type || null },
      text,
    ]);
  if (shape === "label" || shape === "caption") return [["text", { x: 0, y: 0, "font-size": WORDS }, text]];
  if (shape === "text") return [spaced(0, height)];
  if (shape === "arrow") {
    const back = -8 * Math.sign(width);
    return [["path", { d: `M0 0h${width}m${back}-6l${-back} 6l${back} 6` }]];
  }
  if (shape === "boxes") return [["path", { d: pathOf(boxes, width, height) }]];
  if (shape === "bricks") return [["path", { d: wallOf(bricks) }]];
  if (shape === "line") {
    const side = Math.sign(width) * LINE;
    return [["line", { x2: width, y2: height }], ...(text ? [textAt(width * 0.55 + side, height * 0.5)] : [])];
  }
  if (lines) {
    const [begins, ends, apart] = [lines[0] - width / 2, lines[1] - width / 2, lines[2]];
    const steps = `H${width / 2}v${height - apart}H${ends}V${height / 2}H${-width / 2}v${apart - height}`;
    return [["path", { d: `M${begins} ${-height / 2}${steps}H${begins}z` }]];
  }
  const rx = Math.min(width, height) * ROUND[shape];
  const edge = { x: -width / 2, y: -height / 2, width, height, rx };
  const line = height > TALL ? LINE * 1.35 : LINE;
  return [["rect", edge], spaced(note ? -line : 0), ...(note ? [textAt(0, line, note, "below")] : [])];
}

export class Shapes {
  element = draw("svg", { "aria-hidden": "true", "font-size": TYPE });
  /** @type {Map<string, {tags: string, element: Element}>} */ #shown = new Map();

  /** @param {[number, number]} size */
  constructor([width, height]) {
    setAttributes(this.element, { viewBox: `0 0 ${width} ${height}`, style: `--width: ${width}; --height: ${height}` });
  }

  /** @param {PictureShape[]} shapes */
  show(shapes) {
    const keys = new Set(shapes.map(({ key }) => key));
    for (const [key, { element }] of this.#shown) if (!keys.has(key)) element.remove();
    const previous = this.#shown;
    this.#shown = new Map();
    let next = this.element.firstElementChild;
    for (const shape of shapes) {
      const parts = partsOf(shape);
      const tags = parts.map(([tag]) => tag).join();
      const known = previous.get(shape.key);
      const element = known?.element ?? draw("g", { "aria-hidden": "true" });
      if (known?.tags !== tags) element.replaceChildren(...parts.map(([tag]) => draw(tag)));
      parts.forEach(([, attributes, text = ""], place) => {
        setAttributes(element.children[place], attributes);
        setText(element.children[place], text);
      });
      const [x, y] = shape.at;
      const kind = shape.shape === "cell" && !shape.text ? "cell bar" : shape.shape;
      element.setAttribute("class", `${kind} ${shape.mark}${shape.hue === null ? "" : " hued"}`);
      if (shape.to === undefined) element.removeAttribute("data-to");
      setAttributes(element, {
        "data-to": shape.to,
        "data-answers": shape.answers,
        style: `${tint(shape.hue).style ?? ""}; transform: translate(${x}px, ${y}px)`,
      });
      // Later shapes are drawn above earlier ones. An element that is inserted again would jump instead of moving.
      if (element === next) next = next.nextElementSibling;
      else this.element.insertBefore(element, next);
      this.#shown.set(shape.key, { tags, element });
    }
  }
}
