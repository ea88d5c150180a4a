// The buttons, the scrubber and the switches of a player.

import { NotationSwitch } from "../components/notation.js";
import { checkbox, copyText, fill, make, setAttributes } from "../components/dom.js";
import { linksTo } from "../components/link.js";
import { Drawer } from "./drawer.js";

/** @import {Notation} from "../components/notation.js" */
/** @import {Labels} from "./contract" */
/** @import {Action} from "./keys.js" */
/** @typedef {{scrub: (step: number) => void, speed: (speed: number) => void, link: () => string, file: () => HTMLElement | null}} Choices */
/** @typedef {Record<"predict" | "single", (on: boolean) => void> & {notation: (chosen: Notation) => void}} Switches */
/** @typedef {Record<Action, (isHeld: boolean) => void> & Choices & Switches} Actions What they do. */

const SPEEDS = [0.5, 1, 2, 4];

export class Controls {
  scrubber = make("input", { type: "range", min: 0, step: 1 });
  predict;
  score = make("p.score");
  element;
  linkNote = "";
  #main;
  #backButtons;
  #onButtons;
  #playButton;
  /** @type {boolean | undefined} */ #isPlaying;
  #where = make("span.where");
  #predictBox;
  #notation;
  #single;
  #linkBox = make("input.link", { readonly: true, hidden: true });
  #copied = make("span", { role: "status" });
  #otherLinks = make("div.others");

  constructor(/** @type {Labels} */ labels, /** @type {Actions} */ actions, /** @type {number} */ speed) {
    this.labels = labels;
    const word = (/** @type {string} */ text) => make("span.word", text);
    /** @type {(name: "first" | "back" | "next" | "last", ...parts: Array<Node | string>) => HTMLButtonElement} */
    const button = (name, ...parts) =>
      make(
        "button",
        { "aria-label": labels[name], title: labels[`${name}Key`], onclick: () => actions[name](false) },
        ...parts,
      );
    const { first, back, next, last } = labels;
    this.#main = button("next", word(`${next} `), "→");
    this.#main.className = "main";
    this.#backButtons = [button("first", "⇤ ", word(first)), button("back", "← ", word(back))];
    this.#onButtons = [this.#main, button("last", word(`${last} `), "→|")];
    this.#playButton = make("button", { onclick: () => actions.play(false), title: labels.playKey });
    setAttributes(this.scrubber, { "aria-label": labels.scrubber });
    this.scrubber.oninput = () => actions.scrub(Number(this.scrubber.value));
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
    setAttributes(this.#linkBox, { "aria-label": labels.link });
    const takeHome = make("button", { onclick: () => actions.file()?.click() }, labels.takeHome);
    const options = new Drawer([
      make("label", labels.speed, chooseSpeed),
      this.#single.element,
      this.#notation.element,
      make("button", { onclick: () => this.#copy(linksTo(actions.link())) }, labels.copyLink),
      this.#copied,
      this.#otherLinks,
      this.#linkBox,
      takeHome,
    ]);
    options.button.addEventListener("click", () => (takeHome.hidden = !actions.file()));
    options.element.classList.add("options");
    options.button.append(word(labels.options), make("span.sign", { "aria-hidden": true }, "⋯"));
    setAttributes(options.button, { "aria-label": labels.options, title: labels.options });
    this.element = make(
      "div.controls",
      { role: "group", "aria-label": labels.controls },
      make("div.buttons", ...this.#backButtons, this.#playButton, ...this.#onButtons),
      make("div.scrub", this.scrubber, this.#where),
      options.element,
      make("button.present", { onclick: () => actions.present(false), title: labels.presentKey }, labels.present),
    );
  }

  showStep(/** @type {number} */ step, /** @type {number} */ steps) {
    const { locale, where } = this.labels;
    const text = fill(where, { step: step.toLocaleString(locale), steps: steps.toLocaleString(locale) });
    this.#where.textContent = text;
    // As wide as at the last step, so that the scrubber stays as it is.
    this.#where.style.minWidth = `${text.length + String(steps).length - String(step).length}ch`;
    setAttributes(this.scrubber, { max: steps, "aria-valuetext": text });
    this.scrubber.value = String(step);
    // Not `disabled`, which would take the focus from who presses the last time.
    for (const button of this.#backButtons) setAttributes(button, { "aria-disabled": step === 0 });
    for (const button of this.#onButtons) setAttributes(button, { "aria-disabled": step === steps });
    setAttributes(this.#playButton, { "aria-disabled": !steps });
  }

  showPlaying(/** @type {boolean} */ playing) {
    if (playing === this.#isPlaying) return;
    this.#isPlaying = playing;
    const { pause, play } = this.labels;
    this.#playButton.replaceChildren(playing ? "⏸\ufe0e " : "▶\ufe0e ", make("span.word", playing ? pause : play));
    setAttributes(this.#playButton, { "aria-label": playing ? pause : play });
  }

  showScore(/** @type {{right: number, asked: number} | null} */ score) {
    this.score.textContent = score ? fill(this.labels.score, score) : "";
  }

  /** @param {{predict: boolean, single: boolean, notation: Notation, notations: Notation[]}} on */
  showSwitches({ predict, single, notation, notations }) {
    this.#predictBox.checked = predict;
    this.#single.box.checked = single;
    this.#notation.show(notations, notation);
  }

  /** Go to the button that most want to press. */
  focus() {
    this.#main.focus({ preventScroll: true });
  }

  /** Copy one of several links to the same. @param {string[]} links */
  async #copy(links, chosen = links[0]) {
    const done = await copyText(chosen, this.#linkBox);
    const { copied, copyThis, hostNamed, nameHost } = this.labels;
    const { host } = new URL(chosen);
    const named = host === location.host ? "" : fill(hostNamed, { host });
    this.#copied.textContent = [done ? copied : copyThis, named, this.linkNote].filter(Boolean).join(" ");
    const others = links.filter((link) => link !== chosen);
    const buttons = others.map((link) =>
      make("button", { onclick: () => this.#copy(links, link) }, fill(nameHost, { host: new URL(link).host })),
    );
    this.#otherLinks.replaceChildren(...buttons);
  }
}
