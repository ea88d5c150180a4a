// Draws a picture in steps: what comes later is “?”. Or one with a dial, which a reader sets.

import { closest, fillTemplate, make, setAttributes, setText } from "../dom.js";
import { icon } from "../icons.js";
import { Shapes } from "./shapes.js";

/** @import {Picture as Drawn, PictureLabels, PictureNode} from "../contract" */

const unknown = () => make("span.token.unknown", "?");

/** @param {PictureNode["tokens"][number]} token */
const tile = ([text, id]) => make("span.piece", make("span.token.plain", text), make("span.id", id));

/** Return parts as nested lists. @param {PictureNode[]} nodes @param {number} step @returns {HTMLElement} */
function list(nodes, step) {
  const item = (/** @type {PictureNode} */ { label, mark, step: from, value, tokens, parts }) => {
    const shown = from <= step ? tokens.map(tile) : tokens.slice(0, 1).map(unknown); // how many, nobody can count yet
    return make(
      "li",
      { classes: mark ? { [mark]: true } : {} },
      make("span.label", label),
      value ? make("span.value", value) : null,
      shown.length ? make("span.tokens", ...shown) : null,
      parts.length ? list(parts, step) : null,
    );
  };
  return make("ul", ...nodes.map(item));
}

/** Return what the lines over tokens mean, each once. @param {PictureNode[]} nodes */
function key(nodes) {
  const names = new Map(nodes.flatMap(({ parts }) => parts.map(({ mark, label }) => [mark, label])));
  const lines = [...names].map(([mark, label]) => make(`span.${mark}`, label));
  return make("div.key", { "aria-hidden": "true" }, ...lines);
}

/** Return the bars that a step has, each as its share of the longest of all steps: none shrinks later. @param {Pick<PictureNode, "amount" | "step">[]} nodes @param {number} step */
export function shares(nodes, step) {
  const most = Math.max(...nodes.map(({ amount }) => amount ?? 0));
  return nodes.map(({ amount, step: from }) => (from <= step ? (amount ?? 0) / (most || 1) : null));
}

// Return bars as a table, whose cells have them. Some browsers forget that a table is one if it is laid out in another way.
/** @param {PictureNode[]} nodes @param {number} step */
function table(nodes, step) {
  const found = shares(nodes, step);
  const rows = nodes.map(({ label, value, step: from }, row) => {
    const share = found[row];
    const shown =
      share === null
        ? [make("span.value.later", "?")]
        : [make("i.bar", { style: `--share: ${share}`, "aria-hidden": "true" }), make("span.value", value)];
    const head = make("th", { role: "rowheader" }, label);
    return make("tr", { role: "row", classes: { now: from === step } }, head, make("td", { role: "cell" }, ...shown));
  });
  return make("table", { role: "table" }, make("tbody", { role: "rowgroup" }, ...rows));
}

export class Picture {
  #says = make("p.says", { role: "status" });
  #longest = make("p.longest", { "aria-hidden": "true" }); // keeps the head as high as at its longest sentence
  #place = make("div.drawing", { tabindex: 0, role: "region" });
  #scrubber;
  #where = make("span.where");
  #dial = make("span.name", { "aria-hidden": "true" });
  #turns;
  #title = make("figcaption");
  /** @type {Shapes | null} */ #shapes = null;
  step = -1;
  last = 0;
  stepped = () => {}; // called when somebody has gone to another step
  element;

  /** @param {Drawn} picture @param {PictureLabels} labels @param {(text: string) => (Node | string)[]} prose */
  constructor(picture, labels, prose) {
    this.prose = prose;
    this.labels = labels;
    this.picture = picture;
    this.#turns = [
      make("button", { onclick: () => this.turn(-1), "aria-label": labels.before, title: labels.before }, icon("back")),
      make("button.main", { onclick: () => this.turn(1) }, labels.after, icon("next")),
    ];
    const scrub = () => this.turn(Number(this.#scrubber.value) - this.step);
    this.#scrubber = make("input", { type: "range", min: 0, oninput: scrub });
    this.#place.addEventListener("click", ({ target }) => this.#choose(closest(target, "[data-to]")));
    this.element = make(
      `figure.picture.${picture.kind}`,
      make("div.head", this.#title, make("div.said", this.#says, this.#longest)),
      this.#place,
      make("div.turns", ...this.#turns, this.#dial, this.#scrubber, this.#where),
    );
    this.#begin(picture);
  }

  /** @param {Drawn} picture */
  #begin(picture) {
    const { title, about, says, size, dial } = (this.picture = picture);
    this.last = says.length - 1;
    this.#shapes = size ? new Shapes(size) : null;
    setText(this.#title, title);
    this.#set(
      this.#longest,
      says.reduce((most, said) => (said.length > most.length ? said : most), ""),
    );
    setText(this.#dial, dial?.name ?? "");
    setAttributes(this.#scrubber, { max: this.last, "aria-label": dial?.name ?? title });
    setAttributes(this.#place, { "aria-label": about });
    setAttributes(this.element, {
      classes: { still: !this.last, dialled: dial !== undefined, covered: dial?.waits === true },
    });
  }

  /** The step to begin at once its question is answered. */
  get opening() {
    return this.picture.dial?.start ?? 1;
  }

  /** Go where a shape leads. @param {HTMLElement | SVGElement | null} shape */
  #choose(shape) {
    if (shape) this.turn(Number(shape.dataset.to) - this.step);
  }

  // Set a sentence only if it changes: the same one would be read out again.
  /** @param {Element} element @param {string} text */
  #set(element, text) {
    if (element.textContent !== text) element.replaceChildren(...this.prose(text));
  }

  /** Show a step. @param {number} step */
  go(step) {
    this.step = Math.max(0, Math.min(step, this.last));
    const { picture, labels } = this;
    const { nodes } = picture;
    this.#shapes?.show(picture.frames?.[this.step] ?? []);
    if (this.#shapes) {
      if (this.#shapes.element.parentNode !== this.#place) this.#place.replaceChildren(this.#shapes.element);
    } else
      this.#place.replaceChildren(
        ...(picture.kind === "bars" ? [table(nodes, this.step)] : [list(nodes, this.step), key(nodes)]),
      );
    this.#set(this.#says, picture.says[this.step]);
    const where = picture.dial?.values[this.step] ?? fillTemplate(labels.of, { place: this.step, all: this.last });
    setText(this.#where, where);
    setAttributes(this.#scrubber, { "aria-valuetext": where });
    this.#scrubber.value = String(this.step);
    this.#turns.forEach((button, at) =>
      button.setAttribute("aria-disabled", String(this.step === (at ? this.last : 0))),
    );
    return this;
  }

  /** What a class reads about this step. */
  get told() {
    return `# ${this.picture.title}\n${this.picture.says[this.step]}`;
  }

  /** Draw other data at the same step. @param {Drawn} picture */
  update(picture) {
    this.#begin(picture);
    this.go(this.step);
  }

  /** Go on or back; return whether there was a step to go to. @param {number} by */
  turn(by) {
    const to = this.step + by;
    const isThere = by !== 0 && to >= 0 && to <= this.last;
    if (isThere) {
      this.go(to);
      this.stepped();
    }
    return isThere;
  }
}
