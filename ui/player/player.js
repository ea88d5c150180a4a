// Moves between the frames of a lesson. Python decides what a frame says; lesson_state.js decides where a press leads.

import { closest, fillTemplate, findOne, isEqual, nextPaint, setAttributes } from "../components/dom.js";
import { effectiveNotation } from "../components/notation.js";
import { CodePanel } from "./code.js";
import { Controls } from "./controls.js";
import { Curves } from "./curves.js";
import { frameAt, isNearEdge, framesToFetch } from "./frame_window.js";
import { actionOf, CLOSED_SELECT, isClicker } from "./keyboard.js";
import { ADDRESS, FETCH, Machine, PLAY } from "./state_machine.js";
import { FrameView } from "./frame_view.js";
import { Predictions } from "./predictions.js";
import { isLargeScreen, Presentation } from "./presentation.js";
import { isPredicted, transition, INITIAL_STATE } from "./lesson_state.js";

/** @import {Parts} from "./audience.js" */
/** @import {Lesson} from "../lessons/contract" */
/** @import {Asked, Beat} from "./frame_view.js" */
/** @import {PlayerHost} from "./host" */
/** @import {Answer} from "./predictions.js" */
/** @import {Effect, Event as Happens} from "./lesson_state.js" */

const PLAY_MS = 1600;
const HOLD_MS = 450; // the choice is shown this long before it merges
const FLOW_MS = 280; // meanwhile, the counts behind it flow together
const MERGE_MS = 400; // the two slide together and become one; if it took longer, a teacher would have to wait
const PONDER = 2; // a question stays for this many more steps
const REST_MS = 450; // the address is written this long after the last move
const ASK_MS = 60; // held keys lead to one request
const LOST_MS = 3000; // after this, an answer is no longer expected

export class Player {
  #state = INITIAL_STATE;
  #speed = 1;
  #predict = false;
  #startsPresented = false; // whether the address presents the player alone on the screen
  #notation = ""; // empty for the lesson's default
  #single = false; // whether each beat of a step takes a press
  #writtenAt = performance.now();
  #returned = 0; // the step of an address that the browser went back to
  #about; // what the address says about the lesson shown
  /** @type {Asked | null} */ #drawing = null; // the view drawn last
  /** @type {ReturnType<typeof setTimeout> | undefined} */ #holding;
  /** @type {Parts | null} */ #joined = null;
  #predictions = new Predictions();
  #controls;
  #picture;
  #present;
  #curves = new Curves();
  #code = new CodePanel(() => this.#address.on("move"));
  #lifetime = new AbortController();

  #play = new Machine(
    PLAY,
    "stopped",
    (state) => (state === "stopped" ? 0 : ((state === "playing" ? 1 : PONDER) * PLAY_MS) / this.#speed),
    (_, event, before) => {
      this.#show();
      if (event === "over") this.#goOn(before === "pondering");
    },
  );
  #fetch = new Machine(
    FETCH,
    "idle",
    (state) => (state === "idle" ? 0 : state === "due" ? ASK_MS : LOST_MS),
    (state) => state === "waiting" && this.host.requestFrames(framesToFetch(this.lesson, this.#state.to)),
  );
  #address = new Machine(
    ADDRESS,
    "written",
    (state) => (state === "due" ? REST_MS : 0),
    (state, event) => {
      if (state === "written" && event !== "drop") this.#write();
      // Steps in quicker succession count as one.
      const isFirst = performance.now() - this.#writtenAt > REST_MS;
      if (state === "due" && this.host.address.isImmediate && isFirst) this.#address.on("write");
    },
  );

  constructor(/** @type {HTMLElement} */ root, /** @type {Lesson} */ lesson, /** @type {PlayerHost} */ host) {
    this.root = root;
    this.host = host;
    this.lesson = lesson;
    const named = this.#read();
    this.#about = host.address.about();
    this.#present = new Presentation(root, () => this.#turn(false), true);
    this.#picture = new FrameView({
      goToStep: (step) => this.go(step),
      answer: (answer) => this.#answer(answer),
      chooseTieRule: (rule) => this.host.chooseTieRule(rule),
      followLink: (to) => this.host.followLink?.(to),
    });
    this.#controls = this.#build();
    const { signal } = this.#lifetime;
    addEventListener("resize", () => this.#fit(), { signal });
    this.#present.watch(() => this.#fit(), signal);
    document.addEventListener("keydown", (event) => this.#key(event), { signal });
    // A table would take these keys and stop a lecture.
    document.addEventListener("keydown", (event) => isClicker(event) && this.#key(event), { signal, capture: true });
    const writeNow = () => {
      if (this.#address.state === "due") this.#address.on("write");
    };
    // Another text that is sent right away must not begin at a step that is left.
    document.addEventListener("focusin", writeNow, { signal });
    const leaving = () => {
      writeNow();
      return { lesson: this.lesson.subject, step: this.#state.to };
    };
    const returning = () => this.#address.on("drop");
    host.address.listen({ leaving, returning, returned: () => this.#return() }, signal);
    if (named !== null && named > lesson.steps) {
      const { locale } = lesson.labels;
      const values = { step: named.toLocaleString(locale), last: lesson.steps.toLocaleString(locale) };
      this.#picture.showNotice(fillTemplate(lesson.labels.beyond, values));
    }
    this.#present.fit();
    this.#picture.fill(this.#present);
    this.#on({ kind: "lesson", step: named ?? lesson.step });
    this.#placeCode();
    this.#turn(this.#startsPresented);
    if (!this.#state.to && !this.#notation && !this.#startsPresented) this.#address.on("drop");
  }

  /** Show another lesson, or other frames of this one. */
  update(/** @type {Lesson} */ lesson, /** @type {PlayerHost} */ host) {
    const before = this.lesson;
    this.host = host;
    this.lesson = lesson;
    if (!isEqual(before.labels, lesson.labels)) this.#controls = this.#build();
    const isRequested = this.#fetch.state === "waiting";
    this.#fetch.on("come");
    if (before.id === lesson.id) {
      this.#on({ kind: "frames" });
      if (this.#address.state !== "returning" || isRequested) return;
      this.go(this.#returned); // it seems to name no other lesson; if one comes after all, it begins there, too
      this.#address.on("return");
      return;
    }
    this.#predictions.clear();
    this.#picture.showNotice("");
    this.#play.on("stop");
    // After a lesson was chosen, the keys are for the player.
    if (closest(document.activeElement, `[role=radio], [role=radiogroup], ${CLOSED_SELECT}`)) this.focus();
    const position = this.#address.state === "returning" ? this.#returned : this.#state.at;
    const step = before.subject === lesson.subject ? position : lesson.step;
    this.#on({ kind: "lesson", step });
    this.#placeCode();
    this.#address.on("write");
  }

  /** Update the controls after the host's offers have changed. */
  updateOffers() {
    this.#show();
  }

  /** Go to a step, for the learner or the host. */
  go(/** @type {number} */ step) {
    this.#play.on("stop");
    this.#on({ kind: "to", step });
  }

  /** The learner's position, for the audience. */
  get shown() {
    const { at, phase } = this.#state;
    const isAsked = isPredicted(this.#context(), at);
    return {
      ...{ step: at, isAsked, isTold: !isAsked && phase !== "opening" },
      ...{ frame: frameAt(this.lesson, at), notation: this.#shownNotation },
    };
  }

  /** Show the audience's elements. @param {Parts} parts */
  setAudienceParts(parts) {
    if (this.#joined) for (const part of Object.values(this.#joined).flat()) part.remove();
    this.#joined = parts;
    this.#controls.join(parts);
    this.#picture.addOverlay(parts.over);
  }

  /** Redraw after something was hidden or revealed. */
  again() {
    this.#play.on("stop");
    this.#on({ kind: "again", asked: true });
  }

  /** Present the player alone on the screen, or stop presenting. @param {boolean} on */
  present(on) {
    this.#turn(on);
  }

  /** Take the focus. On a screen that is seen from afar, no button shows a focus ring. */
  focus() {
    if (this.#present.isOn) this.#present.element.focus();
    else this.#controls.focus();
  }

  /** Leave the page. What is not written yet is dropped: the address may be another page's. */
  leave() {
    this.#lifetime.abort();
    this.#curves.stop();
    this.#picture.stopMotion();
    clearTimeout(this.#holding);
    for (const machine of [this.#play, this.#fetch, this.#address]) machine.end();
    if (this.#present.isOn) this.#present.fit(false);
  }

  #build() {
    const controls = new Controls(
      this.lesson.labels,
      {
        ...this.#moves,
        scrub: (step) => this.go(step),
        speed: (speed) => {
          this.#speed = speed;
          this.#play.on("hurry");
        },
        predict: (on) => {
          this.#predict = on;
          this.#play.on("stop");
          this.#on({ kind: "again", asked: on });
        },
        notation: (chosen) => {
          this.#notation = chosen === this.lesson.usual ? "" : chosen;
          this.#on({ kind: "again" });
        },
        single: (on) => {
          this.#single = on;
          this.#on({ kind: "again" });
        },
        file: () => this.host.downloadElement?.() ?? null,
        add: this.host.addToPlan ?? null,
        link: () => {
          this.#address.on("write");
          return this.host.address.link({ ...this.#currentState(), present: false });
        },
      },
      this.#speed,
    );
    this.#picture.candidates.setNeighbours(controls.predict, controls.score);
    this.#code.say(this.lesson.labels);
    findOne(controls.element, ".options").before(this.#code.button);
    setAttributes(this.#present.element, { "aria-label": this.lesson.labels.present });
    this.#present.setParts([controls.element, this.#picture.element], [this.#code.element, this.#curves.element]);
    if (this.#joined) controls.join(this.#joined);
    return controls;
  }

  // Moving

  #moves = {
    first: () => this.go(0),
    back: (/** @type {boolean} */ isHeld) => {
      if (this.host.audience?.handlePress(this, "back", isHeld)) return;
      this.#play.on("stop");
      if (!this.#isOver(-1, isHeld)) this.#on({ kind: "back", isHeld });
    },
    next: (/** @type {boolean} */ isHeld) => {
      if (this.host.audience?.handlePress(this, "next", isHeld)) return;
      if (this.#isAsking) this.#answer(null);
      else if (!this.#isOver(1, isHeld)) this.#on({ kind: "next", isHeld });
    },
    last: () => this.go(this.lesson.steps),
    play: () => {
      if (this.#play.state === "stopped" && this.#state.at === this.lesson.steps) this.go(0);
      this.#play.on("toggle");
    },
    present: () => this.#turn(!this.#present.isOn),
    ask: (/** @type {boolean} */ isHeld) => void this.host.audience?.handlePress(this, "ask", isHeld),
  };

  // Whether a press leads out of the lesson, to what comes after or before it. A held key stays in it.
  /** @param {number} by @param {boolean} isHeld */
  #isOver(by, isHeld) {
    const { phase, activity, at } = this.#state;
    const isAtEnd = at === (by > 0 ? this.lesson.steps : 0);
    return isAtEnd && activity === "still" && phase !== "chosen" && !isHeld && this.host.goToLesson?.(by) === true;
  }

  #key(/** @type {KeyboardEvent} */ event) {
    const target = event.composedPath()[0];
    const isScrubber = target === this.#controls.scrubber;
    const action = actionOf(event, (selector) => !isScrubber && closest(target, selector) !== null);
    if (!action || this.host.isWaiting?.()) return;
    event.preventDefault();
    event.stopPropagation();
    this.#moves[action](event.repeat);
  }

  /** Go on while playing: the next beat is due. @param {boolean} isPondered */
  #goOn(isPondered) {
    if (this.#state.activity === "fetching") return;
    if (!this.#isAsking) this.#on({ kind: "next" }, Math.min(HOLD_MS, PLAY_MS / this.#speed / 3));
    else if (isPondered) this.#on({ kind: "answer" });
    else this.#play.on("ponder");
  }

  get #isAsking() {
    return this.#state.phase === "asking" && this.#state.activity !== "fetching";
  }

  /** Record the learner's answer; null to reveal the right one. */
  #answer(/** @type {Answer | null} */ answer) {
    if (!answer) this.#play.on("stop");
    this.#on({ kind: "answer", answer });
    this.focus();
  }

  /** Handle an event; `ms`: how long the choice is shown. */
  #on(/** @type {Happens} */ event, ms = HOLD_MS) {
    const [state, effects] = transition(this.#state, event, this.#context());
    this.#state = state;
    if (state.activity !== "holding") clearTimeout(this.#holding);
    for (const effect of effects) this.#perform(effect, event.answer ?? null, ms);
    if (!effects.length) return;
    this.#address.on(event.kind === "frames" ? "come" : "move");
    if (state.activity === "fetching" || isNearEdge(this.lesson, state.to)) this.#fetch.on("ask");
    if (state.at === this.lesson.steps) this.#play.on("stop");
  }

  #context() {
    const predict = this.#predict && this.#hasChoices();
    /** @param {number} step */
    const isKept = (step) => this.host.audience?.hidesNext(this.lesson, step) ?? null;
    return {
      lesson: this.lesson,
      predict: predict || isKept(this.#state.to) === true,
      single: this.#single,
      alone: this.#present.isOn,
      calm: matchMedia("(prefers-reduced-motion: reduce)").matches,
      isAnswered: (/** @type {number} */ step) => {
        const kept = isKept(step);
        return kept === null ? !predict || this.#predictions.has(step) : !kept;
      },
    };
  }

  /** @param {Effect} effect @param {Answer | null} answer @param {number} ms */
  #perform(effect, answer, ms) {
    const { at, to } = this.#state;
    const { labels } = this.lesson;
    if (effect === "answer") this.#predictions.answer(at, answer);
    if (effect === "draw") this.#draw();
    if (effect === "move") this.#draw(Math.min(MERGE_MS, PLAY_MS / this.#speed / 3));
    if (effect === "flow") void this.#picture.flow(FLOW_MS);
    if (effect === "choose") {
      this.#picture.choose();
      void this.#picture.flow(Math.min(FLOW_MS, ms));
      this.#showCode("chosen", at - 1);
      this.#show();
      this.root.dataset.moving = "";
      this.#holding = setTimeout(() => this.#on({ kind: "held" }), ms);
    }
    if (effect === "wait") {
      this.#show();
      this.root.setAttribute("aria-busy", "true");
      this.#picture.explanation.showWaiting(fillTemplate(labels.loading, { step: to.toLocaleString(labels.locale) }));
    }
  }

  // Alone on the screen

  #turn(/** @type {boolean} */ on) {
    if (on === this.#present.isOn || (on && !isLargeScreen())) return;
    this.#present.toggle(on);
    this.#fit();
    this.focus();
    this.#on({ kind: "again", asked: false });
    this.host.onPresent?.(on);
  }

  #fit() {
    if (this.#present.isOn && !isLargeScreen()) return this.#turn(false);
    this.#present.fit();
    this.#picture.fill(this.#present);
    this.#draw();
    this.#placeCode();
  }

  /** Place the code over a part of the picture. */
  #placeCode() {
    if (!this.#present.type || this.#present.isOn) return;
    const { top, height } = this.#picture.bounds;
    this.root.style.setProperty("--picture-top", `${top}px`);
    this.root.style.setProperty("--picture-height", `${height}px`);
  }

  // The address

  #currentState() {
    const present = this.#present.isOn;
    return { step: this.#state.to, predict: this.#predict, present, notation: this.#notation, code: this.#code.isOpen };
  }

  /** Apply the state in the address; returns its step. */
  #read() {
    const { step, predict, present, notation, code } = this.host.address.read();
    this.#code.open(code);
    this.#predict = predict;
    this.#startsPresented = present;
    this.#notation = notation;
    return step;
  }

  #write() {
    this.#writtenAt = performance.now();
    this.host.address.write(this.#currentState());
    this.#about = this.host.address.about();
  }

  /** Go where the address says. If it names another lesson, that one is loading. */
  #return() {
    this.#returned = this.#read() ?? 0;
    this.#turn(this.#startsPresented);
    const isHere = this.host.address.about() === this.#about;
    this.go(isHere ? this.#returned : this.#state.at);
    this.#address.on(isHere ? "drop" : "return");
  }

  // Drawing

  /** Whether there is anything to predict: looking up ids has no pairs. For a long lesson, the loaded frames decide. */
  #hasChoices() {
    return this.lesson.frames.some((frame) => frame.candidates.length > 0);
  }

  /** @returns {Beat} */
  get #beat() {
    const { phase } = this.#state;
    return phase === "opening" ? "start" : phase === "chosen" ? "chosen" : this.#single ? "merged" : "rest";
  }

  /** The notation in which tokens are shown. */
  get #shownNotation() {
    return effectiveNotation(this.#notation, this.lesson.notations, this.lesson.usual);
  }

  /** Update the controls. */
  #show() {
    const predict = this.#hasChoices() ? this.#predict : null;
    this.#controls.show({
      ...{ lesson: this.lesson, step: this.#state.to, single: this.#single, notation: this.#shownNotation, predict },
      isPlaying: this.#play.state !== "stopped",
      isAlone: this.#present.isOn,
      leadsBack: this.host.hasLesson?.(-1) ?? false,
      leadsOn: this.host.hasLesson?.(1) ?? false,
      score: predict ? this.#predictions.score() : null,
    });
  }

  // Draw the current step; tokens move there in `ms` milliseconds, 0 for at once.
  #draw(ms = 0) {
    const [lesson, step] = [this.lesson, this.#state.at];
    const frame = frameAt(lesson, step);
    if (!frame) return; // it is loading
    this.root.removeAttribute("aria-busy");
    this.#show();
    const answer = (this.#predict && this.#predictions.get(step)) || null;
    this.#curves.show(lesson, step, frame.titles);
    const isAsked = isPredicted(this.#context(), step);
    const shown = { lesson, frame, step, notation: this.#shownNotation };
    const isEvidence = isAsked && (this.host.audience?.asksOtherQuestion(lesson, step) ?? false);
    const isLocked = this.host.isWaiting?.() ?? false;
    const view = { ...shown, isQuestion: isAsked, isEvidence, isLocked, beat: this.#beat, answer };
    this.#drawing = view;
    const { stations } = this.#controls;
    void nextPaint().then(() => this.#drawing === view && stations.draw(view));
    if (ms) this.#showCode("merged");
    this.root.dataset.moving = "";
    // Last, because it scrolls, for which the browser lays out all changes.
    const drawn = ms ? this.#picture.move(view, ms) : this.#picture.draw(view);
    void drawn.then(() => this.#arrive(view));
    this.host.audience?.onDraw(this);
  }

  /** Note that the picture shows a view, unless another one is due by now. @param {Asked} view */
  #arrive(view) {
    if (view !== this.#drawing || this.#state.activity === "holding") return;
    this.#on({ kind: "arrived" });
    delete this.root.dataset.moving;
    this.#showCode(view.beat);
  }

  /** Mark the lines of code for a beat of a step. */
  #showCode(/** @type {Beat} */ beat, step = this.#state.at) {
    const frame = frameAt(this.lesson, step);
    if (frame) this.#code.show(this.lesson.code, frame, beat, isPredicted(this.#context(), step));
  }
}
