// The buttons, the scrubber and the switches of a player.

import { checkbox, copyText, fill, make, setAttributes } from "../components/dom.js";

/** @import {Labels} from "./contract" */
/** @import {Action} from "./keys.js" */
/** @typedef {{scrub: (step: number) => void, speed: (speed: number) => void, link: () => string}} Choices */
/** @typedef {Record<"predict" | "asText", (on: boolean) => void>} Switches */
/** @typedef {Record<Action, () => void> & Choices & Switches} Actions What they do. */

const SPEEDS = [0.5, 1, 2, 4];

export class Controls {
  scrubber = make("input", { type: "range", min: 0, step: 1 });
  #main;
  elements;
  linkNote = "";
  #backButtons;
  #onButtons;
  #playButton;
  #where = make("span.where");
  #score = make("span.score");
  #predict;
  #asText;
  #linkBox = make("input.link", { readonly: true, hidden: true });
  #copied = make("span", { role: "status" });

  constructor(/** @type {Labels} */ labels, /** @type {Actions} */ actions, /** @type {number} */ speed) {
    this.labels = labels;
    const word = (/** @type {string} */ text) => make("span.word", text);
    /** @type {(name: "first" | "back" | "next" | "last", ...parts: Array<Node | string>) => HTMLButtonElement} */
    const button = (name, ...parts) =>
      make("button", { "aria-label": labels[name], title: labels[`${name}Key`], onclick: actions[name] }, ...parts);
    const { first, back, next, last } = labels;
    this.#main = button("next", word(`${next} `), "→");
    this.#main.className = "main";
    this.#backButtons = [button("first", "⇤ ", word(first)), button("back", "← ", word(back))];
    this.#onButtons = [this.#main, button("last", word(`${last} `), "→|")];
    this.#playButton = make("button", { onclick: actions.play, title: labels.playKey });
    setAttributes(this.scrubber, { "aria-label": labels.scrubber });
    this.scrubber.oninput = () => actions.scrub(Number(this.scrubber.value));
    const speeds = SPEEDS.map((value) => make("option", { value, selected: value === speed }, `${value} ×`));
    const chooseSpeed = make("select", { "aria-label": labels.speed }, ...speeds);
    chooseSpeed.onchange = () => actions.speed(Number(chooseSpeed.value));
    this.#predict = checkbox(labels.predict, actions.predict);
    this.#asText = checkbox(labels.asText, actions.asText);
    setAttributes(this.#linkBox, { "aria-label": labels.link });
    this.elements = [
      make(
        "div.controls",
        { role: "group", "aria-label": labels.controls },
        ...this.#backButtons,
        this.#playButton,
        ...this.#onButtons,
        make("div.scrub", this.scrubber, this.#where),
      ),
      make(
        "div.options",
        this.#predict.element,
        this.#score,
        this.#asText.element,
        make("label", labels.speed, chooseSpeed),
        make("button", { onclick: () => this.#copy(actions.link()) }, labels.copyLink),
        this.#copied,
        this.#linkBox,
      ),
    ];
  }

  showStep(/** @type {number} */ step, /** @type {number} */ steps) {
    const text = fill(this.labels.where, { step: step.toLocaleString(), steps: steps.toLocaleString() });
    this.#where.textContent = text;
    setAttributes(this.scrubber, { max: steps, "aria-valuetext": text });
    this.scrubber.value = String(step);
    // Not `disabled`, which would take the focus from who presses the last time.
    for (const button of this.#backButtons) setAttributes(button, { "aria-disabled": step === 0 });
    for (const button of this.#onButtons) setAttributes(button, { "aria-disabled": step === steps });
    setAttributes(this.#playButton, { "aria-disabled": !steps });
  }

  showPlaying(/** @type {boolean} */ playing) {
    this.#playButton.textContent = playing ? `⏸\ufe0e ${this.labels.pause}` : `▶\ufe0e ${this.labels.play}`;
  }

  showScore(/** @type {{right: number, asked: number} | null} */ score) {
    this.#score.textContent = score ? fill(this.labels.score, score) : "";
  }

  showSwitches(/** @type {boolean} */ predict, /** @type {boolean} */ asText, /** @type {boolean} */ byteLevel) {
    this.#predict.box.checked = predict;
    this.#asText.box.checked = asText;
    this.#asText.element.hidden = !byteLevel;
  }

  /** Go to the button that most want to press. */
  focus() {
    this.#main.focus({ preventScroll: true });
  }

  async #copy(/** @type {string} */ link) {
    const done = await copyText(link, this.#linkBox);
    this.#copied.textContent = `${done ? this.labels.copied : this.labels.copyThis} ${this.linkNote}`.trim();
  }
}
