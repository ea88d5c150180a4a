// Moves between the frames of a lesson. What a frame says was decided in Python.

import { closest, fill, find, make, setAttributes } from "../components/dom.js";
import { shownNotation } from "../components/notation.js";
import { CodePanel } from "./code.js";
import { Controls } from "./controls.js";
import { Curves } from "./curves.js";
import { Picture } from "./draw.js";
import { frameAt, isNearEdge, nearest, within } from "./frames.js";
import { actionOf, CLOSED_LIST, isClicker } from "./keys.js";
import { Predictions } from "./predict.js";
import { typeFor } from "./screen.js";

/** @import {Lesson} from "./contract" */
/** @import {Beat} from "./draw.js" */
/** @import {Place} from "./place" */
/** @import {Answer} from "./predict.js" */
/** @typedef {ReturnType<typeof setTimeout> | undefined} Timer */

const PLAY_MS = 1600;
const HOLD_MS = 450; // what is chosen is seen that long before it merges
const MERGE_MS = 300;
const PONDER = 3; // while it plays, a question stays for as many steps
const REST_MS = 450; // after the last move the address follows
const ASK_MS = 60; // keys that are held ask once
const SMALL = "(max-width: 46rem)"; // as in the styles: a screen that is no stage
const LOST_MS = 3000; // after that an answer is no longer waited for

export class Player {
  #step = 0;
  /** @type {number | null} A step outside of the frames that are here. */
  #wanted = null;
  #pondered = 0; // for how many steps a question has stayed
  #asked = 0; // the step that more frames were asked for
  #speed = 1;
  #predict = false;
  #wants = false; // whether the address says that it is alone on the screen
  #notation = ""; // how tokens are written; empty for what suits the lesson
  #screen = make("dialog.screen", { oncancel: () => this.#present(false) });
  #single = false; // whether each beat of a step is a press of its own
  /** @type {Beat} */ #beat = "rest";
  #predictions = new Predictions();
  #controls;
  #picture;
  #curves = new Curves();
  #code = new CodePanel(() => this.#remember());
  #about; // what the address says of the lesson that is shown
  /** @type {number | null} The step of an address that the browser went back to, and whose lesson is on its way. */
  #returned = null;
  /** @type {Timer} */ #playing;
  /** @type {Timer} */ #holding; // what is chosen, before it merges
  /** @type {Timer} */ #settling;
  /** @type {Timer} */ #asking;
  #gone = new AbortController();

  constructor(/** @type {HTMLElement} */ root, /** @type {Lesson} */ lesson, /** @type {Place} */ place) {
    this.root = root;
    this.place = place;
    this.lesson = lesson;
    const named = this.#read();
    this.#about = place.address.about();
    this.#picture = new Picture({
      jump: (step) => this.#jump(step),
      answer: (answer) => this.#answer(answer),
      tie: (rule) => this.place.tie(rule),
      go: (to) => this.place.go?.(to),
    });
    this.#controls = this.#build();
    const { signal } = this.#gone;
    addEventListener("resize", () => this.#size(), { signal });
    document.addEventListener("keydown", (event) => this.#key(event), { signal });
    // A table would take these keys, and be the end of a lecture.
    document.addEventListener("keydown", (event) => isClicker(event) && this.#key(event), { signal, capture: true });
    const leaving = () => {
      if (this.#settling !== undefined) this.#write();
      return { lesson: this.lesson.corpus, step: this.#target() };
    };
    place.address.listen({ leaving, returning: () => this.#forget(), returned: () => this.#return() }, signal);
    if (named !== null && named > lesson.steps) {
      const { locale } = lesson.labels;
      const values = { step: named.toLocaleString(locale), last: lesson.steps.toLocaleString(locale) };
      this.#picture.notice(fill(lesson.labels.beyond, values));
    }
    this.#begin(named ?? lesson.step);
    this.#present(this.#wants);
    if (this.#target() || this.#notation || this.#wants) this.#remember();
  }

  /** Show another lesson, or other frames of this one. */
  update(/** @type {Lesson} */ lesson, /** @type {Place} */ place) {
    const before = this.lesson;
    this.place = place;
    this.lesson = lesson;
    if (JSON.stringify(before.labels) !== JSON.stringify(lesson.labels)) this.#controls = this.#build();
    clearTimeout(this.#asking);
    this.#asking = undefined;
    if (before.id === lesson.id) {
      this.#begin(this.#target());
      this.#remember();
      return;
    }
    this.#predictions.clear();
    this.#picture.notice("");
    this.#stop();
    this.#wanted = null;
    // A lesson was chosen: from here on the keys are for the player.
    if (closest(document.activeElement, `[role=radio], [role=radiogroup], ${CLOSED_LIST}`)) this.#controls.focus();
    this.#begin(this.#returned ?? (before.corpus === lesson.corpus ? this.#step : 0));
    this.#returned = null;
    this.#write();
  }

  /** The player goes. What it did not write yet is not written: the address may be another page's. */
  leave() {
    this.#gone.abort();
    this.#curves.stop();
    clearInterval(this.#playing);
    clearTimeout(this.#asking);
    this.#still();
    this.#forget();
    if (this.#screen.open) document.documentElement.style.removeProperty("font-size");
  }

  #build() {
    const controls = new Controls(
      this.lesson.labels,
      {
        ...this.#moves,
        scrub: (step) => this.#jump(step),
        speed: (speed) => {
          this.#speed = speed;
          if (this.#playing !== undefined) this.#play();
        },
        predict: (on) => {
          this.#predict = on;
          this.#stop();
          this.#showAgain();
        },
        notation: (chosen) => {
          this.#notation = chosen === this.lesson.usual ? "" : chosen;
          this.#showAgain();
        },
        single: (on) => {
          this.#single = on;
          this.#showAgain();
        },
        file: () => this.place.file?.() ?? null,
        link: () => {
          this.#write();
          return this.place.address.link({ ...this.#here(), present: false });
        },
      },
      this.#speed,
    );
    this.#picture.give(controls.predict, controls.score);
    this.#code.say(this.lesson.labels);
    find(controls.element, ".options").before(this.#code.button);
    setAttributes(this.#screen, { "aria-label": this.lesson.labels.present });
    const parts = [controls.element, this.#picture.element];
    if (this.#screen.open) this.#screen.replaceChildren(...parts);
    this.root.replaceChildren(
      this.#screen,
      ...(this.#screen.open ? [] : parts),
      this.#code.element,
      this.#curves.element,
    );
    return controls;
  }

  // Moving

  #moves = {
    first: () => this.#jump(0),
    back: (/** @type {boolean} */ isHeld) => this.#back(isHeld),
    next: (/** @type {boolean} */ isHeld) => this.#forward(isHeld),
    last: () => this.#jump(this.lesson.steps),
    play: () => this.#toggle(),
    present: () => this.#present(!this.#screen.open),
  };

  // Alone on the screen

  /** @param {boolean} on */
  #present(on) {
    if (on && matchMedia(SMALL).matches) return;
    if (on === this.#screen.open) return;
    const parts = [this.#controls.element, this.#picture.element];
    if (on) {
      this.root.style.minHeight = `${this.root.clientHeight}px`; // the page below stays where it is
      this.#screen.replaceChildren(...parts);
      this.#screen.showModal();
    } else {
      this.#screen.close();
      this.#screen.after(...parts);
      this.root.style.minHeight = "";
    }
    this.#size();
    this.#controls.focus();
    this.#showAgain();
  }

  /** Let the type of the whole page fit the screen: all is measured in it. */
  #size() {
    if (this.#screen.open && matchMedia(SMALL).matches) return this.#present(false);
    const { style } = document.documentElement;
    const type = this.#screen.open ? typeFor(innerWidth, innerHeight) : 0;
    if (type) style.setProperty("font-size", `${type}px`, "important");
    else style.removeProperty("font-size");
    this.#picture.fill(type);
    if (type) this.#draw();
  }

  /** The step that was asked for last, though its frame may still be on its way. */
  #target() {
    return this.#wanted ?? this.#step;
  }

  #jump(/** @type {number} */ step) {
    this.#stop();
    this.#go(step);
  }

  // One beat or one step on. Who presses on while something moves, or holds the key, is not made to wait for it.
  /** @param {boolean} isHeld */
  #forward(isHeld, ms = HOLD_MS) {
    const { lesson } = this;
    if (this.#isQuestion()) {
      this.#stop();
      return this.#answer(null);
    }
    const target = this.#target() + 1;
    if (this.#single && this.#beat !== "chosen" && target <= lesson.steps && this.#wanted === null) {
      this.#beat = "chosen";
      return this.#draw();
    }
    const isCalm =
      isHeld || this.#isCalm() || this.#wanted !== null || !frameAt(lesson, target) || target > lesson.steps;
    if (isCalm) return this.#go(target);
    if (this.#single) return this.#moveTo(target);
    this.#picture.choose();
    this.#showCode("chosen");
    this.#take(target);
    this.#holding = setTimeout(() => this.#moveTo(target), ms);
  }

  /** @param {boolean} isHeld */
  #back(isHeld) {
    this.#stop();
    const target = this.#target() - 1;
    if (this.#beat === "chosen" && this.#single) return this.#showAgain();
    if (target < 0) return this.#go(target);
    const beat = this.#single ? "chosen" : "rest"; // a press takes one beat back, as it takes one on
    const isCalm = isHeld || this.#isCalm() || this.#wanted !== null || !frameAt(this.lesson, target);
    if (isCalm) this.#go(target, beat);
    else this.#moveTo(target, beat);
  }

  /** Whether nothing is to move: it moves already, or the reader wants none of it. */
  #isCalm() {
    const moves = this.#holding !== undefined || this.#picture.isMoving;
    return moves || matchMedia("(prefers-reduced-motion: reduce)").matches;
  }

  /** End what moves. */
  #still() {
    clearTimeout(this.#holding);
    this.#holding = undefined;
    this.#picture.still();
  }

  /** Be at a step, though the picture is on its way there. @param {number} step */
  #take(step) {
    this.#returned = null;
    this.#step = step;
    this.#controls.showStep(step, this.lesson.steps);
    this.root.dataset.moving = "";
    this.#remember();
    if (isNearEdge(this.lesson, step)) this.#ask(step);
  }

  /** Let the picture move to the step beside. @param {number} step @param {Beat} beat */
  #moveTo(step, beat = this.#usualBeat()) {
    this.#still();
    this.#take(step);
    this.#beat = beat;
    this.#draw(Math.min(MERGE_MS, PLAY_MS / this.#speed / 3));
  }

  /** Go where the learner wants. */
  #go(/** @type {number} */ step, /** @type {Beat} */ beat = this.#usualBeat()) {
    this.#returned = null;
    this.#beat = beat;
    this.#show(within(this.lesson, step));
    this.#remember();
  }

  /** Show a step of a lesson that has just come. */
  #begin(/** @type {number} */ step) {
    const target = within(this.lesson, step);
    this.#step = Math.min(this.#step, this.lesson.steps);
    // A key that is held may be past the frames when they come: the picture goes as near as they reach.
    if (!frameAt(this.lesson, target) && !this.#predict) {
      this.#step = nearest(this.lesson, target);
      this.#draw();
    }
    this.#show(target);
  }

  #show(/** @type {number} */ step) {
    if (frameAt(this.lesson, step)) {
      this.#step = step;
      this.#wanted = null;
      this.#draw();
      if (isNearEdge(this.lesson, step)) this.#ask(step);
    } else {
      this.#wanted = step;
      this.#ask(step);
      this.#controls.showStep(step, this.lesson.steps);
      this.root.setAttribute("aria-busy", "true");
      const { labels } = this.lesson;
      this.#picture.wait(fill(labels.loading, { step: step.toLocaleString(labels.locale) }));
    }
  }

  /** The beat that a step is shown in. @returns {Beat} */
  #usualBeat() {
    return this.#single ? "merged" : "rest";
  }

  #showAgain() {
    this.#beat = this.#usualBeat();
    this.#show(this.#target());
    this.#remember();
  }

  #ask(/** @type {number} */ step) {
    this.#asked = step;
    // One question at a time: a key that is held would put it off for ever, or ask again and again.
    if (this.#asking !== undefined) return;
    this.#asking = setTimeout(() => {
      this.place.want(this.#asked);
      this.#asking = setTimeout(() => (this.#asking = undefined), LOST_MS);
    }, ASK_MS);
  }

  #key(/** @type {KeyboardEvent} */ event) {
    const target = event.composedPath()[0];
    const isScrubber = target === this.#controls.scrubber;
    const action = actionOf(event, (selector) => !isScrubber && closest(target, selector) !== null);
    if (!action) return;
    event.preventDefault();
    event.stopPropagation();
    this.#moves[action](event.repeat);
  }

  #toggle() {
    if (this.#playing !== undefined) this.#stop();
    else {
      if (this.#step === this.lesson.steps) this.#go(0);
      this.#play();
    }
    this.#controls.showPlaying(this.#playing !== undefined);
  }

  #play() {
    clearInterval(this.#playing);
    this.#playing = setInterval(() => {
      if (this.#wanted !== null) return; // the frame is on its way
      if (this.#isQuestion()) return this.#ponder();
      this.#forward(false, Math.min(HOLD_MS, PLAY_MS / this.#speed / 3));
      if (this.#step === this.lesson.steps) this.#stop();
    }, PLAY_MS / this.#speed);
  }

  /** While it plays, a question stays a while; then it is shown what was right. */
  #ponder() {
    this.#pondered += 1;
    if (this.#pondered < PONDER) return;
    this.#pondered = 0;
    this.#predictions.answer(this.#step, null);
    this.#draw();
  }

  #stop() {
    this.#pondered = 0;
    clearInterval(this.#playing);
    this.#playing = undefined;
    this.#controls.showPlaying(false);
  }

  // The address

  #here() {
    const present = this.#screen.open;
    return { step: this.#target(), predict: this.#predict, present, notation: this.#notation, code: this.#code.isOpen };
  }

  /** The step that the address names; what else it says is so from now on. */
  #read() {
    const { step, predict, present, notation, code } = this.place.address.read();
    this.#code.open(code);
    this.#predict = predict;
    this.#wants = present;
    this.#notation = notation;
    return step;
  }

  /** Let the address follow once the learner rests. */
  #remember() {
    this.#forget();
    this.#settling = setTimeout(() => this.#write(), REST_MS);
  }

  #forget() {
    clearTimeout(this.#settling);
    this.#settling = undefined;
  }

  #write() {
    this.#forget();
    this.place.address.write(this.#here());
    this.#about = this.place.address.about();
  }

  /** Go where the address says. If it names another lesson, that is on its way. */
  #return() {
    const step = this.#read() ?? 0;
    this.#stop();
    this.#present(this.#wants);
    const isHere = this.place.address.about() === this.#about;
    if (!isHere) this.#returned = step;
    this.#show(isHere ? within(this.lesson, step) : this.#step);
  }

  // Predict, then reveal

  #isQuestion() {
    const isOpen = this.#step < this.lesson.steps && !this.#predictions.has(this.#step);
    return this.#predict && this.#hasChoices() && isOpen && this.#wanted === null;
  }

  /** Whether there is anything to predict: a look-up of ids has no pairs. Of a long lesson the first frames tell. */
  #hasChoices() {
    return this.lesson.frames.some((frame) => frame.board.length > 0);
  }

  #answer(/** @type {Answer | null} */ answer) {
    this.#predictions.answer(this.#step, answer);
    if (this.#single) this.#beat = "chosen"; // the answer is what is chosen
    this.#draw();
    this.#controls.focus();
  }

  // Drawing

  // Draw the step that is shown; tokens move there in that time, 0 for at once.
  #draw(ms = 0) {
    const [lesson, step, controls] = [this.lesson, this.#step, this.#controls];
    const frame = frameAt(lesson, step);
    if (!frame) return; // it is on its way
    this.#still();
    if (this.#isQuestion()) this.#beat = this.#usualBeat(); // nothing is chosen yet
    this.root.removeAttribute("aria-busy");
    controls.linkNote = lesson.linkNote;
    controls.showStep(step, lesson.steps);
    controls.showPlaying(this.#playing !== undefined);
    const notation = shownNotation(this.#notation, lesson.notations, lesson.usual);
    const { notations } = lesson;
    controls.showSwitches({ predict: this.#predict, single: this.#single, notation, notations });
    controls.predict.hidden = !this.#hasChoices();
    controls.showScore(this.#predict && this.#hasChoices() ? this.#predictions.score() : null);
    const answer = (this.#predict && this.#predictions.get(step)) || null;
    this.#curves.show(lesson, step, frame.titles);
    const view = { lesson, frame, step, notation, isQuestion: this.#isQuestion(), beat: this.#beat, answer };
    if (ms) this.#showCode("merged");
    this.root.dataset.moving = "";
    // Last, since it scrolls, for which the browser lays out all that was changed.
    const drawn = ms ? this.#picture.move(view, ms) : this.#picture.draw(view);
    void drawn.then(() => this.#arrive(step));
  }

  /** The picture shows the step that was asked for. @param {number} step */
  #arrive(step) {
    const { isMoving, isWhole } = this.#picture;
    if (step !== this.#step || this.#holding !== undefined || isMoving || !isWhole) return;
    delete this.root.dataset.moving;
    this.#showCode(this.#beat);
  }

  /** Mark the lines of code that make a beat of the step that is shown. @param {Beat} beat */
  #showCode(beat) {
    const frame = frameAt(this.lesson, this.#step);
    if (frame) this.#code.show(this.lesson.code, frame, beat, this.#isQuestion());
  }
}
