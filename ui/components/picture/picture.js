// Shows a picture in steps, a picture with a dial for the reader to set, or a word for the reader to cut.

import { closest, fillTemplate, isEqual, make, setAttributes, setText } from "../dom.js";
import { icon } from "../icons.js";
import { Choices } from "./choices.js";
import { Shapes } from "./shapes.js";
import { WordCuts } from "./word_cuts.js";

/** @import {Picture as Drawn, PictureLabels} from "../contract" */
/** @typedef {{cuts?: number[], ways?: [number, number][][], found?: number[]}} Tried */

export class Picture {
  #sentence = make("p.says", { role: "status" });
  #found = make("p.unseen", { role: "status" }); // how many ways to cut a word: only in the drawing otherwise
  #longest = make("p.longest", { "aria-hidden": "true" }); // keeps the head as high as its longest sentence needs
  #drawing = make("div.drawing", { tabindex: 0, role: "region" });
  #scrubber;
  #position = make("span.where");
  #dial = make("span.name", { "aria-hidden": "true" });
  #values = make("div.values", { role: "group" }); // a button for each value of a dial without an order
  #buttons;
  #title = make("figcaption");
  #shapes = new Shapes([0, 0]);
  /** @type {Choices | null} */ #choices = null;
  /** @type {WordCuts | null} */ #cuts = null; // of a word to cut
  step = -1;
  last = 0;
  onStep = () => {}; // called when a reader has gone to another step
  element;

  /** @param {Drawn} picture @param {PictureLabels} labels @param {(text: string) => (Node | string)[]} prose */
  constructor(picture, labels, prose) {
    this.prose = prose;
    this.labels = labels;
    this.picture = picture;
    this.#buttons = [
      make("button", { onclick: () => this.turn(-1), "aria-label": labels.before, title: labels.before }, icon("back")),
      make("button.main", { onclick: () => this.turn(1) }, labels.after, icon("next")),
    ];
    const scrub = () => this.turn(Number(this.#scrubber.value) - this.step);
    this.#scrubber = make("input", { type: "range", oninput: scrub });
    this.#drawing.addEventListener("click", ({ target }) => this.#followShape(closest(target, "[data-to]")));
    if (picture.choices) {
      const tell = (/** @type {string} */ text) => this.#setSentence(this.#sentence, text);
      this.#choices = new Choices(
        () => this.picture,
        () => this.#redraw(),
        tell,
      );
    }
    this.element = make(
      "figure.picture",
      make("div.head", this.#title, make("div.said", this.#sentence, this.#found, this.#longest)),
      this.#drawing,
      this.#choices?.names,
      make("div.turns", ...this.#controls),
    );
    this.#setPicture(picture);
  }

  get #controls() {
    const { word } = this.picture;
    return word
      ? [make("button", { onclick: () => this.#reset() }, word.reset)]
      : [...this.#buttons, this.#dial, this.#values, this.#scrubber, this.#position];
  }

  /** @param {Drawn} picture */
  #setPicture(picture) {
    const { title, about, says, size, dial, word } = (this.picture = picture);
    this.last = says.length - 1;
    this.#shapes = new Shapes(size);
    this.#drawing.replaceChildren(this.#shapes.element);
    this.#cuts = word ? new WordCuts(word, () => this.#redraw()) : null;
    this.#cuts?.addTo(this.#shapes.element, title);
    setText(this.#title, title);
    this.#setSentence(
      this.#longest,
      [...says, ...(this.#choices?.sentences ?? [])].reduce(
        (longest, sentence) => (sentence.length > longest.length ? sentence : longest),
        this.#cuts?.longest ?? "",
      ),
    );
    setText(this.#dial, dial?.hint ?? dial?.name ?? "");
    const offered = dial?.ordered === false ? dial.values : [];
    setAttributes(this.#values, { "aria-label": dial?.name });
    this.#values.replaceChildren(
      ...offered.map((value, step) => {
        return make("button", { onclick: () => this.turn(step - this.step), hidden: step < this.first }, value);
      }),
    );
    setAttributes(this.#scrubber, { min: this.first, max: this.last, "aria-label": dial?.name ?? title });
    setAttributes(this.#drawing, { "aria-label": about });
    setAttributes(this.element, {
      classes: {
        still: this.last === this.first,
        dialled: dial !== undefined,
        covered: dial?.waits === true,
        unordered: offered.length > 0,
        clicked: dial?.hint !== undefined,
        cuttable: word !== undefined,
      },
    });
  }

  /** What readers have tried: cuts and ways of a word, or answers that they found. */
  get tried() {
    return this.#cuts?.tried ?? this.#choices?.tried;
  }

  /** Show again what readers have tried, before a step is shown. @param {Tried | undefined} tried */
  restore(tried) {
    if (tried?.ways) this.#cuts?.restore(tried.cuts ?? [], tried.ways);
    if (tried?.found) this.#choices?.restore(tried.found);
  }

  /** Whether it has steps that wait for the answer. */
  get hasSteps() {
    return this.last > 0 && !this.#cuts;
  }

  /** Whether it begins with the answers on cards. */
  get asks() {
    return this.picture.frames[0].some(({ answers }) => answers !== undefined);
  }

  /** The first step that readers can go to. Cards, and a choice not made yet, come before it. */
  get first() {
    const { dial } = this.picture;
    return Number(this.asks || (dial?.ordered === false && !dial.waits && dial.start > 0));
  }

  /** The first step while presenting, where the question has been answered. */
  get firstStep() {
    return this.picture.dial || this.#cuts || this.asks ? this.openingStep : 0;
  }

  /** The step to start from once the question is answered. */
  get openingStep() {
    return this.picture.dial?.start ?? 1;
  }

  /** Go to the step that a shape leads to. @param {HTMLElement | SVGElement | null} shape */
  #followShape(shape) {
    if (shape) this.turn(Number(shape.dataset.to) - this.step);
  }

  #redraw() {
    this.go(this.step);
    this.onStep();
  }

  #reset() {
    this.#cuts?.reset();
    this.#redraw();
  }

  // Set a sentence only if it changes: the same one would be read out again.
  /** @param {Element} element @param {string} text */
  #setSentence(element, text) {
    if (element.textContent !== text) element.replaceChildren(...this.prose(text));
  }

  /** Show a step. @param {number} step */
  go(step) {
    this.step = Math.max(0, Math.min(step, this.last));
    const { picture, labels } = this;
    const shapes = picture.frames[this.step];
    this.#shapes.show(this.#cuts?.shapes(shapes, this.step) ?? shapes);
    this.#choices?.go(this.step);
    [...this.#values.children].forEach((button, at) =>
      setAttributes(button, {
        "aria-pressed": String(at === this.step),
        classes: { found: this.#choices?.has(at) ?? false },
      }),
    );
    this.#setSentence(this.#sentence, this.#choices?.told(this.step) ?? (this.#cuts?.says || picture.says[this.step]));
    setText(this.#found, this.#cuts?.counted(this.step) ?? "");
    const position = picture.dial?.values[this.step] ?? fillTemplate(labels.of, { place: this.step, all: this.last });
    setText(this.#position, position);
    setAttributes(this.#scrubber, { "aria-valuetext": position });
    this.#scrubber.value = String(this.step);
    this.#buttons.forEach((button, at) =>
      button.setAttribute("aria-disabled", String(this.step === (at ? this.last : this.first))),
    );
    return this;
  }

  /** The text about this step on the phones of a class. */
  get classText() {
    return `# ${this.picture.title}\n${this.#sentence.textContent}`;
  }

  /** Draw other data at the same step. @param {Drawn} picture */
  update(picture) {
    if (isEqual(picture, this.picture)) return; // keep the reader's cuts in a word
    this.#setPicture(picture);
    this.go(this.step);
  }

  /** Go forward or back; returns whether there was such a step. @param {number} by */
  turn(by) {
    const to = this.step + by;
    const hasStep = by !== 0 && to >= this.first && to <= this.last && !this.#cuts;
    if (hasStep) {
      this.go(to);
      this.onStep();
    }
    return hasStep;
  }
}
