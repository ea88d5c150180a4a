// The player on a phone: at the class's step, or at the learner's own while the class is free.

import { make } from "../../components/dom.js";
import { Player } from "../../player/player.js";

/** @import {Here, Told} from "../../player/player_query.js" */
/** @import {Lesson} from "../../lessons/contract" */
/** @import {PlayerHost} from "../../player/host" */
/** @import {ClassState} from "./contract" */

/** The player's keys that are blocked while the class moves it. */
const MOVES = ["ArrowRight", "ArrowLeft", "PageDown", "PageUp", "Home", "End", " ", "f"];

export class ClassPlayer {
  element = make("div.player");
  name = ""; // of the current lesson
  #isFree = false;
  #step = 0; // step of the class
  #own = 0; // step of the learner, while the class is free
  #isTold = true;
  #isEvidence = false; // for any question but which pair is next
  #notation = "";
  /** @type {Lesson | undefined} */ lesson;
  /** @type {Told | undefined} */ #told;
  /** @type {Player | undefined} */ #player;

  /** @param {(step: number) => void} report called with the learner's step */
  constructor(report) {
    this.report = report;
    addEventListener("keydown", (event) => this.#freeze(event), { capture: true });
    this.element.addEventListener("click", (event) => this.#freeze(event), { capture: true });
  }

  get step() {
    return this.#step;
  }

  /** Show a lesson. @param {string} name @param {Lesson} lesson */
  show(name, lesson) {
    this.#player?.leave();
    this.name = name;
    this.lesson = lesson;
    this.element.lang = lesson.labels.locale; // the teacher's if no other is available
    this.#own = this.#step;
    this.#player = new Player(this.element, lesson, this.#place());
  }

  /** Follow the state of the class. @param {ClassState} state */
  follow({ mode, where, question }) {
    const wasFree = this.#isFree;
    const isEvidence = question !== null && question.phase !== "revealed" && question.kind !== "pair";
    const isElsewhere = where.step !== this.#step || where.told !== this.#isTold || isEvidence !== this.#isEvidence;
    this.#isEvidence = isEvidence;
    this.#isFree = mode === "free";
    this.#step = where.step;
    this.#isTold = where.told;
    this.element.classList.toggle("following", !this.#isFree);
    if (this.#isFree && !wasFree) this.#own = where.step;
    if (this.#isFree ? !wasFree : isElsewhere || wasFree) this.#told?.returned();
  }

  /** Set the notation of tokens; empty for the lesson's default. @param {string} notation */
  write(notation) {
    this.#notation = notation;
    this.#told?.returned();
  }

  /** @returns {PlayerHost} */
  #place() {
    return {
      want: () => this.#told?.returned(), // all available frames are here
      tie: () => {},
      audience: {
        draws: () => {},
        presses: () => false,
        keeps: () => (this.#isEvidence ? true : null),
        asksElse: () => this.#isEvidence,
      },
      address: {
        read: () => ({
          step: this.#within(this.#isFree ? this.#own : this.#step),
          predict: !this.#isFree && !this.#isTold,
          present: false,
          notation: this.#notation,
          code: false,
        }),
        about: () => this.name,
        write: (/** @type {Here} */ { step }) => {
          if (!this.#isFree) return;
          this.#own = step;
          this.report(step);
        },
        link: () => location.href,
        listen: (/** @type {Told} */ told) => {
          this.#told = told;
        },
      },
    };
  }

  /** Return the nearest step whose frame is available. @param {number} step */
  #within(step) {
    const { first, frames } = /** @type {Lesson} */ (this.lesson);
    return Math.max(first, Math.min(step, first + frames.length - 1));
  }

  /** Block input to a player that the class moves. @param {Event} event */
  #freeze(event) {
    if (this.#isFree) return;
    const target = event.composedPath()[0];
    if (event instanceof KeyboardEvent) {
      if (!MOVES.includes(event.key) || (target instanceof Element && target.closest(".asked, header, input"))) return;
      event.stopImmediatePropagation(); // the browser still scrolls
    } else if (target instanceof Element && target.closest(".controls, .guesses, .tie, .history")) {
      event.stopImmediatePropagation();
      event.preventDefault();
    }
  }
}
