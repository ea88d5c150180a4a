// The buttons, the scrubber and the switches of a player.

import { copyText, fill, make } from "../components/dom.js";

/** @typedef {Required<import("./contract").Labels>} Labels */

const SPEEDS = [0.5, 1, 2, 4];

/**
 * What they do.
 *
 * @typedef {object} Actions
 * @property {() => void} first
 * @property {() => void} back
 * @property {() => void} next
 * @property {() => void} last
 * @property {() => void} play
 * @property {(step: number) => void} scrub
 * @property {(speed: number) => void} speed
 * @property {(on: boolean) => void} predict
 * @property {(on: boolean) => void} asText
 * @property {() => string} link
 */

export class Controls {
  scrubber = make("input", "", { type: "range", min: 0, step: 1 });
  main; // the button that most want to press
  elements;
  #labels;
  #backButtons;
  #onButtons;
  #playButton;
  #where = make("span", "where");
  #score = make("span", "score");
  #predict;
  #asText;
  #linkBox = make("input", "link", { readonly: true, hidden: true });
  #copied = make("span", "", { role: "status" });

  /**
   * @param {Labels} labels
   * @param {Actions} actions
   * @param {number} speed
   */
  constructor(labels, actions, speed) {
    this.#labels = labels;
    const word = (/** @type {string} */ text) => make("span", "word", text);
    /** @type {(label: string, title: string, onclick: () => void, className: string, ...parts: Array<Node | string>) => HTMLButtonElement} */
    const button = (label, title, onclick, className, ...parts) =>
      make("button", className, { type: "button", "aria-label": label, title, onclick }, ...parts);
    const { first, firstKey, back, backKey, next, nextKey, last, lastKey } = labels;
    this.main = button(next, nextKey, actions.next, "main", word(`${next} `), "→");
    this.#backButtons = [
      button(first, firstKey, actions.first, "", "⇤ ", word(first)),
      button(back, backKey, actions.back, "", "← ", word(back)),
    ];
    this.#onButtons = [this.main, button(last, lastKey, actions.last, "", word(`${last} `), "→|")];
    this.#playButton = make("button", "", { type: "button", onclick: actions.play, title: labels.playKey });
    this.scrubber.setAttribute("aria-label", labels.scrubber);
    this.scrubber.oninput = () => actions.scrub(Number(this.scrubber.value));
    const speeds = SPEEDS.map((value) => make("option", "", { value, selected: value === speed }, `${value} ×`));
    const chooseSpeed = make("select", "", { "aria-label": labels.speed }, ...speeds);
    chooseSpeed.onchange = () => actions.speed(Number(chooseSpeed.value));
    this.#predict = new Switch(labels.predict, actions.predict);
    this.#asText = new Switch(labels.asText, actions.asText);
    this.#linkBox.setAttribute("aria-label", labels.link);
    const copy = make("button", "", { type: "button" }, labels.copyLink);
    copy.onclick = () => this.#copy(actions.link());
    this.elements = [
      make(
        "div",
        "controls",
        { role: "group", "aria-label": labels.controls },
        ...this.#backButtons,
        this.#playButton,
        ...this.#onButtons,
        make("div", "scrub", this.scrubber, this.#where),
      ),
      make(
        "div",
        "options",
        this.#predict.element,
        this.#score,
        this.#asText.element,
        make("label", "", labels.speed, chooseSpeed),
        copy,
        this.#copied,
        this.#linkBox,
      ),
    ];
  }

  linkNote = "";

  /**
   * @param {number} step
   * @param {number} steps
   */
  showStep(step, steps) {
    const text = fill(this.#labels.where, { step: step.toLocaleString(), steps: steps.toLocaleString() });
    this.#where.textContent = text;
    this.scrubber.max = String(steps);
    this.scrubber.value = String(step);
    this.scrubber.setAttribute("aria-valuetext", text);
    // Not `disabled`, which would take the focus from who presses the last time.
    for (const button of this.#backButtons) button.setAttribute("aria-disabled", String(step === 0));
    for (const button of this.#onButtons) button.setAttribute("aria-disabled", String(step === steps));
    this.#playButton.setAttribute("aria-disabled", String(!steps));
  }

  /** @param {boolean} playing */
  showPlaying(playing) {
    this.#playButton.textContent = playing ? `⏸\ufe0e ${this.#labels.pause}` : `▶\ufe0e ${this.#labels.play}`;
  }

  /** @param {{right: number, asked: number} | null} score */
  showScore(score) {
    this.#score.textContent = score ? fill(this.#labels.score, score) : "";
  }

  /**
   * @param {boolean} predict
   * @param {boolean} asText
   * @param {boolean} byteLevel
   */
  showSwitches(predict, asText, byteLevel) {
    this.#predict.box.checked = predict;
    this.#asText.box.checked = asText;
    this.#asText.element.hidden = !byteLevel;
  }

  /** @param {string} link */
  async #copy(link) {
    const done = await copyText(link, this.#linkBox);
    this.#copied.textContent = `${done ? this.#labels.copied : this.#labels.copyThis} ${this.linkNote}`.trim();
  }
}

/** A box to tick, with its label. */
class Switch {
  box = make("input", "", { type: "checkbox" });
  element;

  /**
   * @param {string} label
   * @param {(on: boolean) => void} change
   */
  constructor(label, change) {
    this.box.onchange = () => change(this.box.checked);
    this.element = make("label", "", this.box, label);
  }
}
