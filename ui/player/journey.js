// From text to ids: one picture to which each step adds. journey_state.js decides where a press leads.

import { component } from "../components/component.js";
import { closest, fillTemplate, isEqual, make, nextPaint, setAttributes } from "../components/dom.js";
import { goToSlide, hasSlide } from "../components/plan_navigation.js";
import { JourneyDeck } from "./journey_deck.js";
import { playTime, transition } from "./journey_state.js";
import { JourneyView } from "./journey_view.js";
import { actionOf, isClicker } from "./keyboard.js";
import { pageAddress } from "./player_query.js";
import { isLargeScreen, Presentation } from "./presentation.js";
import { ADDRESS, Machine, PLAY } from "./state_machine.js";

/** @import {Component} from "../components/streamlit" */
/** @import {Scene} from "../lessons/contract" */
/** @import {Effect, Event as Happens} from "./journey_state.js" */

const REST_MS = 450; // the address is written this long after the last move
const FREE = 16; // pixels between the choices on the title's line and the stages

class JourneyPlayer {
  #at = 0;
  #speed = 1;
  #notation; // the notation of other pages, which the address keeps
  #view;
  #deck;
  #present;
  /** @type {ReturnType<typeof setTimeout> | undefined} */ #resting;
  #notice = make("p.notice", { hidden: true });
  #lifetime = new AbortController();

  #play = new Machine(
    PLAY,
    "stopped",
    (state) => (state === "stopped" ? 0 : playTime(this.scene.frames, this.#at, this.#speed)),
    (_, event) => {
      if (event === "over") this.#on({ kind: "next" });
      else this.#show();
    },
  );
  #address = new Machine(
    ADDRESS,
    "written",
    (state) => (state === "due" ? REST_MS : 0),
    (state, event) => state === "written" && event !== "drop" && pageAddress.write(this.#currentState()),
  );

  constructor(/** @type {HTMLElement} */ root, /** @type {Scene} */ scene) {
    this.root = root;
    this.scene = scene;
    const { step, present, notation } = pageAddress.read();
    this.#notation = notation;
    this.#present = new Presentation(root, () => this.#turn(false));
    [this.#view, this.#deck] = this.#build();
    this.#lift();
    const { signal } = this.#lifetime;
    addEventListener("resize", () => this.#fit(), { signal });
    document.addEventListener("keydown", (event) => this.#key(event), { signal });
    document.addEventListener("keydown", (event) => isClicker(event) && this.#key(event), { signal, capture: true });
    const leaving = () => {
      if (this.#address.state === "due") this.#address.on("write");
      return { lesson: this.scene.id, step: this.#at };
    };
    const returned = () => {
      const { step, present } = pageAddress.read();
      this.#turn(present);
      this.go(step ?? 0);
      this.#address.on("drop");
    };
    pageAddress.listen({ leaving, returning: () => this.#address.on("drop"), returned }, signal);
    if (step !== null && step > this.last) {
      const { labels } = scene;
      const values = { step: step.toLocaleString(labels.locale), last: this.last.toLocaleString(labels.locale) };
      this.#notice.textContent = fillTemplate(labels.beyond, values);
      this.#notice.hidden = false;
    }
    this.#on({ kind: "scene", step: step ?? scene.step });
    this.#turn(present);
    this.#address.on("drop");
    // Fonts and the content above may load later.
    const observer = new ResizeObserver(() => this.#fit());
    observer.observe(root);
    signal.addEventListener("abort", () => observer.disconnect());
  }

  get last() {
    return this.scene.frames.length - 1;
  }

  /** Show another scene, or this one in another language. @param {Scene} scene */
  update(scene) {
    const isOther = scene.id !== this.scene.id;
    this.scene = scene;
    this.#play.on("stop");
    this.#notice.hidden ||= isOther;
    [this.#view, this.#deck] = this.#build();
    this.#lift();
    this.#on({ kind: "scene", step: isOther ? 0 : this.#at });
    if (!isOther) this.#address.on("drop");
  }

  /** Leave the page. What is not written yet is dropped: the address may be another page's. */
  leave() {
    this.#lifetime.abort();
    clearTimeout(this.#resting);
    for (const machine of [this.#play, this.#address]) machine.end();
    if (this.#present.isOn) this.#present.fit(false);
  }

  /** Go to a step, for the learner. @param {number} step */
  go(step) {
    this.#play.on("stop");
    this.#on({ kind: "to", step });
  }

  /** @returns {[JourneyView, JourneyDeck]} */
  #build() {
    const view = new JourneyView(this.scene);
    const deck = new JourneyDeck(
      this.scene,
      {
        ...this.#moves,
        to: (step) => this.go(step),
        speed: (speed) => {
          this.#speed = speed;
          this.#play.on("hurry");
        },
        link: () => pageAddress.link({ ...this.#currentState(), present: false }),
      },
      this.#speed,
    );
    setAttributes(this.root, { lang: this.scene.labels.locale });
    setAttributes(this.#present.element, { "aria-label": this.scene.labels.present });
    this.#present.setParts([deck.top, this.#notice, view.element, deck.element], []);
    return [view, deck];
  }

  // Moving

  #moves = {
    first: () => this.go(0),
    last: () => this.go(this.last),
    back: (isHeld = false) => {
      this.#play.on("stop");
      this.#on({ kind: "back", isHeld });
    },
    next: (isHeld = false) => {
      this.#play.on("stop");
      this.#on({ kind: "next", isHeld });
    },
    play: () => {
      if (this.#play.state === "stopped" && this.#at === this.last) this.go(0);
      this.#play.on("toggle");
    },
    present: () => this.#turn(!this.#present.isOn),
    ask: () => undefined,
  };

  #key(/** @type {KeyboardEvent} */ event) {
    const target = event.composedPath()[0];
    const action = actionOf(event, (selector) => closest(target, selector) !== null);
    if (!action || action === "ask") return;
    event.preventDefault();
    event.stopPropagation();
    this.#moves[action](event.repeat);
  }

  #on(/** @type {Happens} */ event) {
    const isCalm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    const [at, effects] = transition(this.#at, event, { last: this.last, isCalm, leads: hasSlide });
    this.#at = at;
    for (const effect of effects) this.#perform(effect);
    if (effects.length) this.#address.on("move");
    if (at === this.last) this.#play.on("stop");
  }

  #perform(/** @type {Effect} */ effect) {
    if (effect === "leaveOn" || effect === "leaveBack") goToSlide(effect === "leaveOn" ? 1 : -1);
    else this.#show(effect === "move");
  }

  // Alone on the screen

  #turn(/** @type {boolean} */ on) {
    if (on === this.#present.isOn || (on && !isLargeScreen())) return;
    this.#present.toggle(on);
    this.#fit();
    if (on) this.#present.element.focus();
    else this.#deck.focus();
    this.#show();
    this.#address.on("move");
  }

  #fit() {
    if (this.#present.isOn && !isLargeScreen()) return this.#turn(false);
    this.#present.fit();
    this.#lift();
    this.#view.follow();
  }

  // Put the names of the stages on the line of the page's title, if there is room. While the page is being drawn, its
  // choices may still change their width: until they rest, the picture stays where it is.
  #lift(isAtRest = false) {
    clearTimeout(this.#resting);
    const { top } = this.#deck;
    const isOn = !this.#present.isOn && isLargeScreen() && document.querySelector(".st-key-bpe_lab_stage") !== null;
    const line = document.querySelector(".st-key-bpe_lab_choices");
    const choices = line?.lastElementChild?.getBoundingClientRect();
    const [here, first] = [this.root, top.firstElementChild].map((one) => one?.getBoundingClientRect());
    const isFree = !choices || !first || choices.right + FREE < first.left;
    if (isOn && !isFree && !isAtRest) this.#resting = setTimeout(() => this.#lift(true), REST_MS);
    top.classList.toggle("lifted", isOn && (isFree || !isAtRest));
    if (choices && here) top.style.setProperty("--lift", `${choices.top + choices.height / 2 - here.top}px`);
  }

  // The address

  #currentState() {
    const present = this.#present.isOn;
    return { step: this.#at, predict: false, present, notation: this.#notation, code: false };
  }

  // Drawing

  #show(moves = false) {
    const [at, frame] = [this.#at, this.scene.frames[this.#at]];
    this.#view.show(at, moves, fillTemplate(this.scene.picture, { text: frame.now }));
    this.#deck.show({
      ...{ frame, step: at, last: this.last, leadsBack: hasSlide(-1), leadsOn: hasSlide(1) },
      isPlaying: this.#play.state !== "stopped",
      isAlone: this.#present.isOn,
    });
    void nextPaint().then(() => this.#at === at && this.#view.follow());
  }
}

/** @type {Component<Scene>} */
export default component(".scene", (root) => {
  /** @type {JourneyPlayer | undefined} */ let player;
  return {
    update({ data }) {
      if (!player) player = new JourneyPlayer(root, data);
      else if (!isEqual(data, player.scene)) player.update(data);
    },
    stop: () => player?.leave(),
  };
});
