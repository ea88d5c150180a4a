// The controls of a scene and the text of its step, at the bottom of the screen. The names of its stages are above it.

import { fillTemplate, make, setAttributes, setText } from "../components/dom.js";
import { copyLink, linkTargets } from "../components/link.js";
import { Drawer } from "./drawer.js";

/** @import {Labels, Scene, SceneFrame} from "../lessons/contract" */
/** @typedef {{first: () => void, back: () => void, next: () => void, play: () => void, present: () => void, to: (step: number) => void, speed: (speed: number) => void, link: () => string}} Actions */
/** @typedef {{frame: SceneFrame, step: number, last: number, isPlaying: boolean, isAlone: boolean, leadsBack: boolean, leadsOn: boolean}} Now `leadsBack`, `leadsOn`: whether a press at the start or end leaves the scene. */

const SPEEDS = [0.5, 1, 2, 4];
const [LONG, LONGER] = [180, 255]; // characters; longer texts get smaller type

/** @type {Record<string, string[]>} Icons, as lines within 24 by 24. */
const SIGNS = {
  first: ["M5 5v14", "M19 5.5v13L9 12z"],
  back: ["M19 12H5", "M11 6l-6 6 6 6"],
  play: ["M7 4.5v15l12-7.5z"],
  pause: ["M8 5v14", "M16 5v14"],
  next: ["M5 12h14", "M13 6l6 6-6 6"],
  options: ["M5 12h.01", "M12 12h.01", "M19 12h.01"],
  present: ["M9 4H4v5", "M15 4h5v5", "M4 15v5h5", "M20 15v5h-5"],
};

/** @param {string} name */
function sign(name) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  setAttributes(svg, { class: "sign", viewBox: "0 0 24 24", "aria-hidden": "true" });
  for (const d of SIGNS[name]) {
    const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
    setAttributes(path, { d });
    svg.append(path);
  }
  return svg;
}

export class JourneyDeck {
  #back;
  #play;
  #next;
  #nextText = make("span.comes");
  #where = make("span.where");
  #count = make("b.count", { "aria-hidden": "true" });
  #sentence = make("span.has-details", { role: "status", "aria-live": "polite" });
  #narration;
  #stages = make("ol.stages");
  #present;
  #presentText = make("span");
  top;
  element;

  constructor(
    /** @type {Scene} */ { labels, stages, stagesTitle },
    /** @type {Actions} */ actions,
    /** @type {number} */ speed,
  ) {
    this.labels = labels;
    this.#back = [button(labels, "first", actions.first), button(labels, "back", actions.back)];
    this.#play = make("button.key", { onclick: actions.play, title: labels.playKey });
    this.#next = make("button.main", { onclick: actions.next, title: labels.nextKey }, this.#nextText, sign("next"));
    const times = (/** @type {number} */ value) => `${value.toLocaleString(labels.locale)} ×`;
    const speeds = SPEEDS.map((value) => make("option", { value, selected: value === speed }, times(value)));
    const chosen = make("select", { "aria-label": labels.speed }, ...speeds);
    chosen.onchange = () => actions.speed(Number(chosen.value));
    const box = make("input.link", { readonly: true, hidden: true, "aria-label": labels.link });
    const places = { box, status: make("span", { role: "status" }), others: make("div.others") };
    const copy = () => copyLink(linkTargets(actions.link()), places, labels);
    const options = new Drawer([
      make("label", labels.speed, chosen),
      make("button", { onclick: copy }, labels.copyLink),
      places.status,
      places.others,
      places.box,
    ]);
    options.element.classList.add("options");
    options.button.append(sign("options"));
    options.button.classList.add("key");
    setAttributes(options.button, { "aria-label": labels.options, title: labels.options });
    this.#narration = make("p.narration", this.#count, " ", this.#sentence);
    this.element = make(
      "div.deck",
      { role: "group", "aria-label": labels.controls },
      make("div.keys", ...this.#back, this.#play, this.#next),
      options.element,
      this.#narration,
      this.#where,
    );
    this.#present = make("button.present", { onclick: actions.present }, sign("present"), this.#presentText);
    const names = stages.map(([title, first]) =>
      make("li", make("button", { onclick: () => actions.to(first) }, title)),
    );
    this.#stages.append(...names);
    setAttributes(this.#stages, { "aria-label": stagesTitle });
    this.top = make("div.top", this.#stages, this.#present);
  }

  /** @param {Now} now */
  show({ frame, step, last, isPlaying, isAlone, leadsBack, leadsOn }) {
    const { labels } = this;
    const { locale } = labels;
    const values = { step: step.toLocaleString(locale), steps: last.toLocaleString(locale) };
    setText(this.#where, fillTemplate(labels.where, values));
    setText(this.#count, frame.count);
    setText(this.#sentence, frame.said);
    this.#narration.classList.toggle("long", frame.said.length > LONG);
    this.#narration.classList.toggle("longer", frame.said.length > LONGER);
    // Not `disabled`, which would lose the focus at the last press.
    setAttributes(this.#back[0], { "aria-disabled": step === 0 });
    setAttributes(this.#back[1], { "aria-disabled": step === 0 && !leadsBack });
    setAttributes(this.#next, {
      "aria-disabled": step === last && !leadsOn,
      "aria-label": frame.next ? fillTemplate(labels.cut, { text: labels.next, tokens: frame.next }) : labels.next,
    });
    setText(this.#nextText, frame.next || labels.next);
    const play = isPlaying ? labels.pause : labels.play;
    if (this.#play.ariaLabel !== play) this.#play.replaceChildren(sign(isPlaying ? "pause" : "play"));
    setAttributes(this.#play, { "aria-disabled": !last, "aria-label": play });
    setText(this.#presentText, isAlone ? labels.leave : labels.present);
    this.#present.title = isAlone ? labels.leaveKey : labels.presentKey;
    [...this.#stages.children].forEach(({ firstElementChild: name }, stage) => {
      if (stage === frame.stage) name?.setAttribute("aria-current", "step");
      else name?.removeAttribute("aria-current");
    });
  }

  /** Focus the main button. */
  focus() {
    this.#next.focus({ preventScroll: true });
  }
}

/** @type {(labels: Labels, name: "first" | "back", onclick: () => void) => HTMLButtonElement} */
const button = (labels, name, onclick) =>
  make("button.key", { "aria-label": labels[name], title: labels[`${name}Key`], onclick }, sign(name));
