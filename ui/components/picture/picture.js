// Shows a picture in steps, or one with a dial, which a reader sets.

import { closest, fillTemplate, make, setAttributes, setText } from "../dom.js";
import { icon } from "../icons.js";
import { Shapes } from "./shapes.js";

/** @import {Picture as Drawn, PictureLabels} from "../contract" */

export class Picture {
  #says = make("p.says", { role: "status" });
  #longest = make("p.longest", { "aria-hidden": "true" }); // keeps the head as high as at its longest sentence
  #place = make("div.drawing", { tabindex: 0, role: "region" });
  #scrubber;
  #where = make("span.where");
  #dial = make("span.name", { "aria-hidden": "true" });
  #turns;
  #title = make("figcaption");
  #shapes = new Shapes([0, 0]);
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
      "figure.picture",
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
    this.#shapes = new Shapes(size);
    this.#place.replaceChildren(this.#shapes.element);
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
    this.#shapes.show(picture.frames[this.step]);
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
