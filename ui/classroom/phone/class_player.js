// The player on a phone: at the class's step, or at the learner's own while the class is free.

import { make } from "../../components/dom.js";
import { Player } from "../../player/player.js";

/** @import {PlayerState, AddressListener} from "../../player/player_query.js" */
/** @import {Lesson} from "../../lessons/contract" */
/** @import {PlayerHost} from "../../player/host" */
/** @import {ClassState} from "./contract" */

/** The player's keys that are blocked while the class moves it. */
const BLOCKED_KEYS = ["ArrowRight", "ArrowLeft", "PageDown", "PageUp", "Home", "End", " ", "f"];

export class ClassPlayer {
  element = make("div.player");
  name = ""; // of the current lesson
  #isFree = false;
  #classStep = 0; // step of the class
  #ownStep = 0; // step of the learner, while the class is free
  #isTold = true;
  #isEvidence = false; // for any question but which pair is next
  #notation = "";
  /** @type {Lesson | undefined} */ lesson;
  /** @type {AddressListener | undefined} */ #addressListener;
  /** @type {Player | undefined} */ #player;

  /** @param {(step: number) => void} report called with the learner's step */
  constructor(report) {
    this.report = report;
    addEventListener("keydown", (event) => this.#blockInput(event), { capture: true });
    this.element.addEventListener("click", (event) => this.#blockInput(event), { capture: true });
  }

  get step() {
    return this.#classStep;
  }

  /** Show a lesson. @param {string} name @param {Lesson} lesson */
  show(name, lesson) {
    this.#player?.leave();
    this.name = name;
    this.lesson = lesson;
    this.element.lang = lesson.labels.locale; // the teacher's if no other is available
    this.#ownStep = this.#classStep;
    this.#player = new Player(this.element, lesson, this.#playerHost());
  }

  /** Follow the state of the class. @param {ClassState} state */
  follow({ mode, where, question }) {
    const wasFree = this.#isFree;
    const isEvidence = question !== null && question.phase !== "revealed" && question.kind !== "pair";
    const hasMoved = where.step !== this.#classStep || where.told !== this.#isTold || isEvidence !== this.#isEvidence;
    this.#isEvidence = isEvidence;
    this.#isFree = mode === "free";
    this.#classStep = where.step;
    this.#isTold = where.told;
    this.element.classList.toggle("following", !this.#isFree);
    if (this.#isFree && !wasFree) this.#ownStep = where.step;
    if (this.#isFree ? !wasFree : hasMoved || wasFree) this.#addressListener?.returned();
  }

  /** Set the notation of tokens; empty for the lesson's default. @param {string} notation */
  setNotation(notation) {
    this.#notation = notation;
    this.#addressListener?.returned();
  }

  /** @returns {PlayerHost} */
  #playerHost() {
    return {
      requestFrames: () => this.#addressListener?.returned(), // all available frames are here
      chooseTieRule: () => {},
      audience: {
        onDraw: () => {},
        handlePress: () => false,
        hidesNext: () => (this.#isEvidence ? true : null),
        asksOtherQuestion: () => this.#isEvidence,
      },
      address: {
        read: () => ({
          step: this.#nearestStep(this.#isFree ? this.#ownStep : this.#classStep),
          predict: !this.#isFree && !this.#isTold,
          present: false,
          notation: this.#notation,
          code: false,
        }),
        about: () => this.name,
        write: (/** @type {PlayerState} */ { step }) => {
          if (!this.#isFree) return;
          this.#ownStep = step;
          this.report(step);
        },
        link: () => location.href,
        listen: (/** @type {AddressListener} */ listener) => {
          this.#addressListener = listener;
        },
      },
    };
  }

  /** Return the nearest step whose frame is available. @param {number} step */
  #nearestStep(step) {
    const { first, frames } = /** @type {Lesson} */ (this.lesson);
    return Math.max(first, Math.min(step, first + frames.length - 1));
  }

  /** Block input to a player that the class moves. @param {Event} event */
  #blockInput(event) {
    if (this.#isFree) return;
    const target = event.composedPath()[0];
    if (event instanceof KeyboardEvent) {
      if (!BLOCKED_KEYS.includes(event.key) || (target instanceof Element && target.closest(".asked, header, input")))
        return;
      event.stopImmediatePropagation(); // the browser still scrolls
    } else if (target instanceof Element && target.closest(".controls, .guesses, .tie, .history")) {
      event.stopImmediatePropagation();
      event.preventDefault();
    }
  }
}
