// The buttons, the scrubber and the switches of a player.

import { NotationSwitch } from "../components/notation.js";
import { checkbox, fillTemplate, make, setAttributes, setText } from "../components/dom.js";
import { copyLink, linkTargets } from "../components/link.js";
import { Drawer } from "./drawer.js";
import { icon } from "../components/icons.js";
import { Stations } from "./stations.js";

/** @import {Notation} from "../components/notation.js" */
/** @import {Parts} from "./audience.js" */
/** @import {Labels, Lesson} from "../lessons/contract" */
/** @import {Action} from "./keyboard.js" */
/** @typedef {{scrub: (step: number) => void, speed: (speed: number) => void, link: () => string, file: () => HTMLElement | null, add: (() => void) | null}} Choices */
/** @typedef {Record<"predict" | "single", (on: boolean) => void> & {notation: (chosen: Notation) => void}} Switches */
/** @typedef {{lesson: Pick<Lesson, "steps" | "notations" | "linkNote">, step: number, isPlaying: boolean, isAlone: boolean, predict: boolean | null, score: {right: number, asked: number} | null, single: boolean, notation: Notation, leadsBack: boolean, leadsOn: boolean}} Now `leadsBack`, `leadsOn`: whether a press at the start or end leaves the lesson. `predict`: null if there is nothing to predict. */
/** @typedef {Record<Action, (isHeld: boolean) => void> & Choices & Switches} Actions The actions of the controls. */

/** @param {string} text */
const word = (text) => make("span.word", text);
const SPEEDS = [0.5, 1, 2, 4];

export class Controls {
  scrubber;
  predict;
  score = make("p.score");
  element;
  linkNote = "";
  #main;
  #backButtons;
  #onButtons;
  #playButton;
  #where = make("span.where");
  stations = new Stations();
  #predictBox;
  #notation;
  #single;
  #present;
  #options;

  constructor(/** @type {Labels} */ labels, /** @type {Actions} */ actions, /** @type {number} */ speed) {
    this.labels = labels;
    /** @type {(name: "first" | "back" | "next" | "last", ...parts: Array<Node | string>) => HTMLButtonElement} */
    const button = (name, ...parts) =>
      make(
        "button",
        { "aria-label": labels[name], title: labels[`${name}Key`], onclick: () => actions[name](false) },
        ...parts,
      );
    const { next } = labels;
    this.#main = button("next", word(next), icon("next"));
    this.#main.className = "main";
    this.#backButtons = [button("first", icon("first")), button("back", icon("back"))];
    this.#onButtons = [this.#main, button("last", icon("last"))];
    this.#playButton = make("button", { onclick: () => actions.play(false), title: labels.playKey });
    const scrub = () => actions.scrub(Number(this.scrubber.value));
    this.scrubber = make("input", { type: "range", min: 0, step: 1, "aria-label": labels.scrubber, oninput: scrub });
    const times = (/** @type {number} */ value) => `${value.toLocaleString(labels.locale)} ×`;
    const speeds = SPEEDS.map((value) => make("option", { value, selected: value === speed }, times(value)));
    const chooseSpeed = make("select", { "aria-label": labels.speed }, ...speeds);
    chooseSpeed.onchange = () => actions.speed(Number(chooseSpeed.value));
    const predict = checkbox(labels.predictShort, actions.predict);
    setAttributes(predict.box, { "aria-label": labels.predict });
    this.#predictBox = predict.box;
    this.predict = predict.element;
    this.#notation = new NotationSwitch(labels, actions.notation);
    this.#single = checkbox(labels.single, actions.single);
    const box = make("input.link", { readonly: true, hidden: true, "aria-label": labels.link });
    const places = { box, status: make("span", { role: "status" }), others: make("div.others") };
    const copy = () => copyLink(linkTargets(actions.link()), places, labels, this.linkNote);
    const takeHome = make("button", { onclick: () => actions.file()?.click() }, labels.takeHome);
    const options = new Drawer([
      make("label", labels.speed, chooseSpeed),
      this.#single.element,
      this.#notation.element,
      make("button", { onclick: copy }, labels.copyLink),
      actions.add ? make("button", { onclick: actions.add }, labels.add) : null,
      places.status,
      places.others,
      places.box,
      takeHome,
    ]);
    options.button.addEventListener("click", () => (takeHome.hidden = !actions.file()));
    this.#options = options;
    options.element.classList.add("options");
    options.button.append(icon("options"), word(labels.options));
    setAttributes(options.button, { "aria-label": labels.options, title: labels.options });
    this.#present = make("button.present", { onclick: () => actions.present(false) });
    this.element = make(
      "div.controls",
      { role: "group", "aria-label": labels.controls },
      make("div.buttons", ...this.#backButtons, this.#playButton, ...this.#onButtons),
      make("div.scrub", this.stations.element, this.scrubber, this.#where),
      options.element,
      this.#present,
    );
  }

  /** @param {Now} now */
  show({ lesson, step, isPlaying, isAlone, predict, score, single, notation, leadsBack, leadsOn }) {
    const { labels } = this;
    const { steps } = lesson;
    const { locale } = labels;
    this.linkNote = lesson.linkNote;
    const text = fillTemplate(labels.where, { step: step.toLocaleString(locale), steps: steps.toLocaleString(locale) });
    setText(this.#where, text);
    // As wide as at the last step, so that the scrubber keeps its width.
    this.#where.style.minWidth = `${text.length + String(steps).length - String(step).length}ch`;
    setAttributes(this.scrubber, { max: steps, "aria-valuetext": text });
    this.scrubber.value = String(step);
    // Not `disabled`, which would lose the focus at the last press.
    const [first, back] = this.#backButtons;
    const [next, last] = this.#onButtons;
    setAttributes(first, { "aria-disabled": step === 0 });
    setAttributes(back, { "aria-disabled": step === 0 && !leadsBack });
    setAttributes(next, { "aria-disabled": step === steps && !leadsOn });
    setAttributes(last, { "aria-disabled": step === steps });
    this.stations.mark(step, steps, locale);
    const play = isPlaying ? labels.pause : labels.play;
    setAttributes(this.#playButton, { "aria-disabled": !steps });
    if (this.#playButton.ariaLabel !== play) {
      this.#playButton.ariaLabel = play;
      this.#playButton.replaceChildren(icon(isPlaying ? "pause" : "play"));
    }
    if (this.#present.dataset.alone !== `${isAlone}`) {
      this.#present.dataset.alone = `${isAlone}`;
      this.#present.replaceChildren(icon("present"), word(isAlone ? labels.leave : labels.present));
    }
    setAttributes(this.#present, { title: isAlone ? labels.leaveKey : labels.presentKey });
    this.predict.hidden = predict === null;
    this.#predictBox.checked = predict === true;
    setText(this.score, score ? fillTemplate(labels.score, score) : "");
    this.#single.box.checked = single;
    this.#notation.show(lesson.notations, notation);
  }

  /** Show the audience's elements. @param {Parts} parts */
  join({ beside, options }) {
    this.#options.element.before(...beside);
    this.#options.add(options);
  }

  /** Focus the main button. */
  focus() {
    this.#main.focus({ preventScroll: true });
  }
}
