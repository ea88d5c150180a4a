// A class beside a player, a question or a deck: its code, its question, and the buttons to lead it.

import { fillTemplate, findOne, make, setAttributes } from "../../components/dom.js";
import { effectiveNotation } from "../../components/notation.js";
import { spokenSentence } from "../../player/token_text.js";
import { typeSizeFor } from "../../player/presentation_fit.js";
import { ClassQuestionView } from "./question_view.js";
import { previousAction, spacedCode, nextAction, pairQuestion, availableActions } from "./question_flow.js";
import { JoinPanel } from "./join_panel.js";

/** @import {Asker, Deck, Press} from "../../player/audience.js" */
/** @import {Lesson} from "../../lessons/contract" */
/** @import {Player} from "../../player/player.js" */
/** @import {TeacherQuestion, TeacherView, Texts} from "./contract" */
/** @import {OpenClass} from "./open_class.js" */
/** @import {PlannedQuestion} from "./planned_question.js" */
/** @import {Turn} from "./question_flow.js" */
/** @typedef {"" | "way" | "closing"} Sheet What covers the picture besides a question: how to join, or whether to end the class. */

/** Return an error message in the reader's language. @type {(led: OpenClass, texts: Texts) => string} */
export function problemText({ problem, detail }, texts) {
  if (!problem) return "";
  return problem === "refused" ? fillTemplate(texts.refused, { message: detail }) : texts[problem];
}

/** Return buttons for the actions that a question allows. @type {(question: TeacherQuestion, texts: Texts, turn: (turn: Turn) => void, isWaiting: boolean) => Element[]} */
export function actionButtons(question, texts, turn, isWaiting) {
  return availableActions(question).map((one, place) =>
    make(place ? "button" : "button.main", { onclick: () => turn(one), "aria-disabled": isWaiting }, texts[one]),
  );
}

/** The layer over a picture, with its own styles. */
class Over {
  #asked;
  #turns = make("div.turns");
  #sure;
  #problem = make("p.problem", { role: "alert" });
  #box;
  #look = "";
  /** @type {Sheet} */ sheet = "";
  element = make("div.audience", { hidden: true });

  /** @param {TeacherView} given @param {OpenClass} led @param {(sheet: Sheet) => void} turnTo */
  constructor({ texts, styles }, led, turnTo) {
    this.led = led;
    this.texts = texts;
    this.turnTo = turnTo;
    this.#asked = new ClassQuestionView(texts);
    this.way = new JoinPanel(texts, led);
    this.#sure = make("p.sure", texts.closeSure);
    this.#box = make("div.over", this.#asked.element, this.way.element, this.#sure, this.#problem, this.#turns);
    this.element.attachShadow({ mode: "open" }).append(make("style", styles), this.#box);
  }

  // Cover the whole page, except the plan's navigation, in type as large as a player's on the big screen.
  /** @param {boolean} isOn */
  cover(isOn) {
    this.element.classList.toggle("full-cover", isOn);
    this.element.style.zoom = "";
    if (!isOn) return;
    const root = document.documentElement; // has a size of its own on a large screen; a slide sets it
    const own = root.style.fontSize ? 16 : parseFloat(getComputedStyle(root).fontSize);
    this.element.style.zoom = String(typeSizeFor(innerWidth, innerHeight) / own);
  }

  // Show the question or another sheet. `side`: beside a player's picture that is the evidence, "words" for a pair,
  // which is found by counting in the words, or "pairs" for anything else.
  /** @param {{lesson?: Lesson, notation: import("../../components/notation.js").Notation, side: "" | "words" | "pairs"}} place */
  show({ lesson, notation, side }) {
    const { led, texts, sheet } = this;
    const { question, count } = led;
    const isAsked = led.mayLead && question !== null && !sheet;
    const problem = led.isOpen || sheet ? problemText(led, texts) : "";
    const hasSheet = sheet !== "" && (led.isOpen || problem !== "");
    this.element.hidden = !isAsked && !hasSheet && !problem;
    this.element.classList.toggle("beside", isAsked && side !== "");
    this.element.classList.toggle("evident", isAsked && side === "pairs");
    this.#asked.element.hidden = !isAsked;
    this.way.element.hidden = !(led.isOpen && sheet === "way");
    this.#sure.hidden = !(led.isOpen && sheet === "closing");
    this.#problem.textContent = problem;
    this.#problem.classList.toggle("message", led.problem === "closed"); // not an error
    if (sheet === "way") this.way.show();
    if (isAsked) this.#asked.show({ question, count, lesson, notation });
    const point = isAsked ? `${question.number} ${question.phase} ${question.ballot}` : "";
    const look = `${point} ${hasSheet && sheet} ${led.isOpen}`;
    if (isAsked) this.#asked.fit(this.#box);
    if (look === this.#look) return;
    this.#look = look;
    this.#turns.replaceChildren(...(isAsked ? this.#ofQuestion(question) : hasSheet ? this.#ofSheet() : []));
    if (isAsked) this.#asked.fit(this.#box); // after the buttons have taken their room
    if (sheet === "closing" && led.isOpen) findOne(this.#turns, "button").focus(); // keeps the class open
  }

  /** @param {TeacherQuestion} question */
  #ofQuestion(question) {
    return actionButtons(question, this.texts, (turn) => void this.led.turn(turn), false);
  }

  // Ending a class takes two presses, as it cannot be undone.
  #ofSheet() {
    const { led, texts, turnTo } = this;
    const on = make("button.main", { onclick: () => turnTo("") }, led.isOpen ? texts.closeNo : texts.on);
    if (!led.isOpen) return [on];
    if (this.sheet === "closing") return [on, make("button", { onclick: () => void led.close() }, texts.closeYes)];
    on.textContent = texts.hideCode;
    return [on, make("button", { onclick: () => turnTo("closing") }, texts.close)];
  }
}

/** The common part of players and questions on a page. */
class Seat {
  /** @param {TeacherView} given @param {OpenClass} led @param {PlannedQuestion} planned @param {() => void} ask */
  constructor(given, led, planned, ask) {
    const { texts } = given;
    this.given = given;
    this.led = led;
    this.planned = planned;
    this.over = new Over(given, led, (sheet) => this.turnTo(sheet));
    this.askButton = make("button.ask", { onclick: ask, title: texts.askKey }, texts.ask);
    this.lead = make("button.lead", { onclick: () => led.takeOver(), title: texts.othersLead }, texts.takeOver);
    this.sign = make("button.sign-in", { onclick: () => this.#showWay(), "aria-label": texts.showCode });
    this.open = make("button", { onclick: () => void this.#open() });
    this.close = make("button", { onclick: () => this.turnTo("closing") }, texts.close);
  }

  async #open() {
    if (this.led.isOpen || (await this.led.open())) this.#showWay();
    else this.turnTo("way");
  }

  #showWay() {
    this.turnTo(this.over.sheet === "way" ? "" : "way");
  }

  /** @param {Sheet} sheet */
  turnTo(sheet) {
    this.over.sheet = sheet;
    this.update();
  }

  update() {
    const { led } = this;
    const { texts } = this.given;
    this.askButton.hidden = !led.mayLead || led.question !== null;
    this.lead.hidden = !led.isOpen || led.mayLead;
    this.sign.hidden = this.close.hidden = !led.isOpen;
    this.sign.textContent = led.opened ? spacedCode(led.opened.code) : "";
    const isWay = this.over.sheet === "way";
    setAttributes(this.sign, { "aria-expanded": isWay });
    this.open.textContent = !led.isOpen ? texts.open : isWay ? texts.hideCode : texts.showCode;
  }

  /** Remove what covers the picture, as Esc does; returns whether there was anything. */
  clear() {
    const isCovered = this.over.sheet !== "";
    if (isCovered) this.turnTo("");
    return isCovered;
  }

  // Handle a press while something covers the picture or a question is open; returns whether it was handled. Presses
  // wait for the result of the one before.
  /** @param {Press} press @param {boolean} isHeld */
  pressed(press, isHeld) {
    const { led } = this;
    if (this.over.sheet && press === "next") {
      if (!isHeld) this.turnTo(""); // the class has joined and the lesson begins, or the class stays open after all
      return true;
    }
    if (!led.mayLead) return false;
    if (led.isBusy) return true;
    const { question } = led;
    if (!question) return false;
    if (isHeld || led.isWaiting) return true;
    const turn = press === "next" ? nextAction(question) : previousAction(question);
    if (turn) void led.turn(turn);
    return !(turn === "on" && press === "next");
  }
}

/** A class beside a player. */
export class PlayerClassPanel extends Seat {
  #kept = "";
  #lessons = 0;
  #wasOpen = false;
  #wasLed = false;

  /** @param {TeacherView} given @param {OpenClass} led @param {PlannedQuestion} planned @param {Player} player @param {() => boolean} isCrowded */
  constructor(given, led, planned, player, isCrowded) {
    super(given, led, planned, () => this.ask());
    this.player = player;
    this.isCrowded = isCrowded;
    for (const button of [this.open, this.close]) {
      button.addEventListener("click", () => player.focus()); // which closes the options
    }
    const options = [this.open, this.close];
    player.setAudienceParts({ beside: [this.askButton, this.lead, this.sign], over: this.over.element, options });
    this.update();
  }

  update() {
    super.update();
    const { led, player } = this;
    const { notation } = player.shown;
    const { question } = led;
    const isHere = question !== null && led.nameOf(player.lesson) === question.lesson;
    const lesson = isHere ? player.lesson : undefined;
    const isPair = isHere && question.kind === "pair";
    if (this.isCrowded() && !this.over.sheet) this.over.element.hidden = true;
    else this.over.show({ lesson, notation, side: isPair ? "words" : "pairs" });
    const isNew = (led.isOpen && !this.#wasOpen) || (led.isLed && !this.#wasLed);
    this.#wasLed = led.isLed;
    if (isNew && document.visibilityState === "visible") this.draws();
    // A class that was restored has no lessons.
    else if (led.isOpen && this.#lessons !== led.lessons) void led.uploadLesson(player.lesson);
    this.#wasOpen = led.isOpen;
    this.#lessons = led.lessons;
    const kept =
      question && isHere ? `${question.number} ${question.phase}` : this.#isThinkingTime ? this.#dueLook : "";
    if (kept === this.#kept) return;
    this.#kept = kept;
    // The first step of a lesson reveals nothing on its own.
    if (kept !== "due" || player.shown.isTold) player.again();
  }

  get #dueLook() {
    const { lesson, shown } = this.player;
    return this.asksElse(lesson, shown.step) ? "due else" : "due";
  }

  // Whether a step is the evidence for the current or the planned question: for any but which pair is next.
  /** @param {Lesson} lesson @param {number} step */
  asksElse(lesson, step) {
    const { led, planned } = this;
    if (led.question) return led.question.kind !== "pair" || led.question.lesson !== led.nameOf(lesson);
    return led.mayLead && !this.isCrowded() && planned.isElse(lesson, step);
  }

  /** Whether the class should think about the plan's question here before the answer is shown. */
  get #isThinkingTime() {
    const { player, planned } = this;
    return this.led.mayLead && !this.isCrowded() && planned.keeps(player.lesson, player.shown.step);
  }

  /** Move the class to the step that was drawn. */
  draws() {
    const { step, isTold } = this.player.shown;
    if (this.led.isOpen) this.led.move({ data: this.player.lesson, step, isTold });
  }

  /** @param {Press} press @param {boolean} isHeld */
  presses(press, isHeld) {
    if (!this.led.mayLead) return this.pressed(press, isHeld);
    if (press === "ask") {
      const isAgain = this.led.question?.phase === "shown";
      if (isAgain && !isHeld) void this.led.turn("again");
      else if (!this.led.question) this.ask();
      return true;
    }
    if (this.pressed(press, isHeld)) return true;
    if (press !== "next" || this.led.question || isHeld) return false;
    const { lesson, shown } = this.player;
    if (shown.isAsked && this.planned.counts(lesson, shown.step)) {
      this.planned.noteStep(lesson, shown.step);
      this.player.again();
      return true;
    }
    // With predictions on, or a planned question, a press asks the class before the next one shows the answer.
    return (this.player.shown.isAsked || this.#ofPlan !== null) && this.ask();
  }

  /** The plan's question at this step, if it is still to be asked. */
  get #ofPlan() {
    const { planned, player, isCrowded } = this;
    if (!planned.isDue) return null;
    const { lesson } = player;
    const shown = { lesson, notation: effectiveNotation("", lesson.notations, lesson.usual) };
    const found = planned.at(lesson, player.shown.step, (name) => spokenSentence(shown, name));
    return found ?? (isCrowded() ? planned.question : null);
  }

  /** Ask the question of this step; returns whether there is one. */
  ask() {
    const { led, player, planned } = this;
    if (!led.mayLead || led.isBusy || led.question) return false;
    const { step } = player.shown;
    const { lesson } = player;
    const ofPlan = this.#ofPlan;
    const question = ofPlan ?? this.#ofStep();
    if (!question) return false;
    led.asks(lesson, step);
    void led.uploadLesson(lesson).then(async (name) => {
      const asked = { ...question, lesson: name, step };
      if (name) await (ofPlan ? planned.ask(asked) : led.ask(asked));
      led.asks(null, 0);
      this.update();
    });
    player.again();
    return true;
  }

  #ofStep() {
    const { player, given } = this;
    const { step, frame } = player.shown;
    const { lesson } = player;
    const shown = { lesson, notation: effectiveNotation("", lesson.notations, lesson.usual) };
    const cut = step === 0 ? lesson.cut : null;
    if (cut) return { kind: "cut", letters: cut.letters, right: [cut.right], told: {} };
    return pairQuestion(frame, "", step, given.language, (name) => spokenSentence(shown, name));
  }
}

/** A class beside a question on a page. */
export class QuestionClassPanel extends Seat {
  #isRevealed = false;

  /** @param {TeacherView} given @param {OpenClass} led @param {PlannedQuestion} planned @param {Asker} asker */
  constructor(given, led, planned, asker) {
    super(given, led, planned, () => this.ask());
    this.asker = asker;
    this.askButton.className = "main";
    this.host = make("div.class-of-question");
    const buttons = make("div.class-buttons", this.askButton);
    this.host.attachShadow({ mode: "open" }).append(make("style", given.styles), buttons);
    asker.root.after(this.host, this.over.element);
    this.update();
  }

  update() {
    super.update();
    this.over.cover(this.planned.note !== null);
    this.over.show({ notation: "text", side: "" });
    const { question } = this.led;
    const isRevealed = question?.phase === "revealed" && question.text === this.asker.asked.question;
    if (isRevealed && !this.#isRevealed) this.asker.reveal();
    this.#isRevealed = isRevealed;
  }

  /** @param {"next" | "back"} press */
  turns(press) {
    const { led, asker, planned } = this;
    const isOver = led.question?.phase === "revealed";
    if (this.pressed(press, false)) return true;
    if (isOver) return true; // the explanation is on the page now; the next press goes on
    if (press === "back" || !led.mayLead) return false;
    const isDue = planned.isDue && planned.question !== null;
    return (isDue || (asker.asked.chosen === null && !this.#isRevealed)) && this.ask();
  }

  /** Ask the plan's question, and after it the page's own. */
  ask() {
    const { led, asker, given, planned } = this;
    if (!led.mayLead || led.isBusy || led.question) return false;
    const ofPlan = planned.isDue ? planned.question : null;
    if (ofPlan) {
      void planned.ask(ofPlan);
      return true;
    }
    const { question, options, right, told } = asker.asked;
    const own = { text: question, options, why: [], solution: "" };
    void led.ask({ kind: "choice", told: { [given.language]: own, ...told }, right: [right] });
    return true;
  }

  leave() {
    this.host.remove();
    this.over.element.remove();
  }
}

/** The code of the class over the whole page, for a room to join; opened by the sign in a page's corner. */
export class CodeCover extends Seat {
  element = make("span");

  /** @param {TeacherView} given @param {OpenClass} led @param {PlannedQuestion} planned */
  constructor(given, led, planned) {
    super(given, led, planned, () => {});
    this.over.cover(true);
    this.update();
  }

  show() {
    this.turnTo("way");
  }

  update() {
    super.update();
    const isShown = this.over.sheet !== "";
    if (isShown !== this.element.hasChildNodes()) this.element.replaceChildren(...(isShown ? [this.over.element] : []));
    if (isShown) this.over.show({ notation: "text", side: "" });
  }
}

/** A class beside a deck that is alone on the screen, such as a chapter: its code is in the line below. */
export class DeckClassPanel extends Seat {
  /** @param {TeacherView} given @param {OpenClass} led @param {PlannedQuestion} planned @param {Deck} deck */
  constructor(given, led, planned, deck) {
    super(given, led, planned, () => {});
    this.host = make("div.class-of-deck");
    const buttons = make("div.deck-buttons", this.lead, this.sign);
    this.host.attachShadow({ mode: "open" }).append(make("style", given.styles), buttons);
    this.over.cover(true);
    deck.bar.prepend(this.host);
    deck.root.append(this.over.element);
    this.update();
  }

  update() {
    super.update();
    this.over.element.hidden = true; // a question is shown beside the deck's own
    if (this.over.sheet) this.over.show({ notation: "text", side: "" });
  }

  leave() {
    this.host.remove();
    this.over.element.remove();
  }
}

/** A class at a slide with neither player nor question, such as a text or a table. */
export class SlideClassPanel extends Seat {
  #isAlone;
  element = make("div.place");

  /** @param {TeacherView} given @param {OpenClass} led @param {PlannedQuestion} planned @param {() => boolean} isAlone whether the slide has neither */
  constructor(given, led, planned, isAlone) {
    super(given, led, planned, () => this.ask());
    this.#isAlone = isAlone;
    this.askButton.className = "main";
    this.host = make("div.asking");
    this.host.attachShadow({ mode: "open" }).append(make("style", given.styles), this.askButton);
    this.update();
  }

  get #isHere() {
    return this.planned.note !== null && this.#isAlone();
  }

  update() {
    super.update();
    const isHere = this.#isHere;
    if (isHere !== this.element.hasChildNodes()) {
      this.element.replaceChildren(...(isHere ? [this.host, this.over.element] : []));
    }
    if (!this.planned.question) this.askButton.hidden = true;
    if (isHere) this.over.cover(true);
    this.over.show({ notation: "text", side: "" });
  }

  /** @param {"next" | "back"} press @param {boolean} mayAsk */
  leads(press, mayAsk) {
    if (!this.#isHere) return false;
    if (this.pressed(press, false)) return true;
    return press === "next" && mayAsk && this.led.mayLead && this.planned.isDue && this.ask();
  }

  ask() {
    const { led, planned } = this;
    const { question } = planned;
    if (!this.#isHere || !question || !led.mayLead || led.isBusy || led.question) return false;
    void planned.ask(question);
    return true;
  }
}
