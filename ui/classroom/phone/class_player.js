// The player on a phone: where the class is, or where the learner is while the class is free.

import { make } from "../../components/dom.js";
import { Player } from "../../player/player.js";

/** @import {Here, Told} from "../../player/player_query.js" */
/** @import {Lesson} from "../../lessons/contract" */
/** @import {PlayerHost} from "../../player/host" */
/** @import {ClassState} from "./contract" */

/** Of the keys that a player has, none is the learner's while the class moves it. */
const MOVES = ["ArrowRight", "ArrowLeft", "PageDown", "PageUp", "Home", "End", " ", "f"];

export class ClassPlayer {
  element = make("div.player");
  name = ""; // of the lesson that is shown
  #isFree = false;
  #step = 0; // where the class is
  #own = 0; // where the learner is, while the class is free
  #isTold = true;
  #isEvidence = false; // for a question that is another than which pair is next
  #notation = "";
  /** @type {Lesson | undefined} */ lesson;
  /** @type {Told | undefined} */ #told;
  /** @type {Player | undefined} */ #player;

  /** @param {(step: number) => void} report Where the learner is. */
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
    this.element.lang = lesson.labels.locale; // the teacher's, where the server cannot make it in another
    this.#own = this.#step;
    this.#player = new Player(this.element, lesson, this.#place());
  }

  /** Be where the class is. @param {ClassState} state */
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

  /** Write tokens in another way, empty for what suits the lesson. @param {string} notation */
  write(notation) {
    this.#notation = notation;
    this.#told?.returned();
  }

  /** @returns {PlayerHost} */
  #place() {
    return {
      want: () => this.#told?.returned(), // there are no more frames than came
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

  /** The step nearest to one, of those that came. @param {number} step */
  #within(step) {
    const { first, frames } = /** @type {Lesson} */ (this.lesson);
    return Math.max(first, Math.min(step, first + frames.length - 1));
  }

  /** Keep the learner's hands off what the class moves. @param {Event} event */
  #freeze(event) {
    if (this.#isFree) return;
    const target = event.composedPath()[0];
    if (event instanceof KeyboardEvent) {
      if (!MOVES.includes(event.key) || (target instanceof Element && target.closest(".asked, header, input"))) return;
      event.stopImmediatePropagation(); // the browser itself goes on scrolling by it
    } else if (target instanceof Element && target.closest(".controls, .guesses, .tie, .past")) {
      event.stopImmediatePropagation();
      event.preventDefault();
    }
  }
}
