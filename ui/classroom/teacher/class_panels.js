// A class beside a player, a question or a deck: its code, its question, and the buttons to lead it.

import { fillTemplate, findOne, make, setAttributes } from "../../components/dom.js";
import { effectiveNotation } from "../../components/notation.js";
import { spokenSentence } from "../../player/token_text.js";
import { typeSizeFor } from "../../player/presentation_fit.js";
import { ClassQuestionView } from "./question_view.js";
import { previousAction, spacedCode, nextAction, pairQuestion, availableActions } from "./question_flow.js";
import { JoinPanel } from "./join_panel.js";

/** @import {PageQuestion, Deck, Press} from "../../player/audience.js" */
/** @import {Lesson} from "../../lessons/contract" */
/** @import {Player} from "../../player/player.js" */
/** @import {TeacherQuestion, TeacherView, Texts} from "./contract" */
/** @import {OpenClass} from "./open_class.js" */
/** @import {PlannedQuestion} from "./planned_question.js" */
/** @import {QuestionAction} from "./question_flow.js" */
/** @typedef {"" | "join" | "closing"} Cover What covers the picture besides a question: how to join, or whether to end the class. */

/** Return an error message in the reader's language. @type {(liveClass: OpenClass, texts: Texts) => string} */
export function problemText({ problem, problemDetail }, texts) {
  if (!problem) return "";
  return problem === "refused" ? fillTemplate(texts.refused, { message: problemDetail }) : texts[problem];
}

/** Return buttons for the actions that a question allows. @type {(question: TeacherQuestion, texts: Texts, act: (action: QuestionAction) => void, isWaiting: boolean) => Element[]} */
export function actionButtons(question, texts, act, isWaiting) {
  return availableActions(question).map((action, place) =>
    make(place ? "button" : "button.main", { onclick: () => act(action), "aria-disabled": isWaiting }, texts[action]),
  );
}

/** The layer over a picture, with its own styles. */
class Overlay {
  #questionView;
  #actions = make("div.turns");
  #confirmation;
  #problem = make("p.problem", { role: "alert" });
  #box;
  #drawn = "";
  /** @type {Cover} */ cover = "";
  element = make("div.audience", { hidden: true });

  /** @param {TeacherView} view @param {OpenClass} liveClass @param {(cover: Cover) => void} onCoverChange */
  constructor({ texts, styles }, liveClass, onCoverChange) {
    this.liveClass = liveClass;
    this.texts = texts;
    this.onCoverChange = onCoverChange;
    this.#questionView = new ClassQuestionView(texts);
    this.joinPanel = new JoinPanel(texts, liveClass);
    this.#confirmation = make("p.sure", texts.closeSure);
    this.#box = make(
      "div.over",
      this.#questionView.element,
      this.joinPanel.element,
      this.#confirmation,
      this.#problem,
      this.#actions,
    );
    this.element.attachShadow({ mode: "open" }).append(make("style", styles), this.#box);
  }

  // Cover the whole page, except the plan's navigation, in type as large as a player's on the big screen.
  /** @param {boolean} isOn */
  coverPage(isOn) {
    this.element.classList.toggle("full-cover", isOn);
    this.element.style.zoom = "";
    if (!isOn) return;
    const root = document.documentElement; // has a size of its own on a large screen; a slide sets it
    const rootSize = root.style.fontSize ? 16 : parseFloat(getComputedStyle(root).fontSize);
    this.element.style.zoom = String(typeSizeFor(innerWidth, innerHeight) / rootSize);
  }

  // Show the question or another sheet. `side`: beside a player's picture that is the evidence, "words" for a pair,
  // for questions that are answered by counting in the words, or else "pairs".
  /** @param {{lesson?: Lesson, notation: import("../../components/notation.js").Notation, side: "" | "words" | "pairs"}} place */
  show({ lesson, notation, side }) {
    const { liveClass, texts, cover } = this;
    const { question, count } = liveClass;
    const showsQuestion = liveClass.mayLead && question !== null && !cover;
    const problem = liveClass.isOpen || cover ? problemText(liveClass, texts) : "";
    const showsCover = cover !== "" && (liveClass.isOpen || problem !== "");
    this.element.hidden = !showsQuestion && !showsCover && !problem;
    this.element.classList.toggle("beside", showsQuestion && side !== "");
    this.element.classList.toggle("evident", showsQuestion && side === "pairs");
    this.#questionView.element.hidden = !showsQuestion;
    this.joinPanel.element.hidden = !(liveClass.isOpen && cover === "join");
    this.#confirmation.hidden = !(liveClass.isOpen && cover === "closing");
    this.#problem.textContent = problem;
    this.#problem.classList.toggle("message", liveClass.problem === "closed"); // not an error
    if (cover === "join") this.joinPanel.show();
    if (showsQuestion) this.#questionView.show({ question, count, lesson, notation });
    const questionState = showsQuestion ? `${question.number} ${question.phase} ${question.ballot}` : "";
    const drawn = `${questionState} ${showsCover && cover} ${liveClass.isOpen}`;
    if (showsQuestion) this.#questionView.fit(this.#box);
    if (drawn === this.#drawn) return;
    this.#drawn = drawn;
    this.#actions.replaceChildren(
      ...(showsQuestion ? this.#questionActions(question) : showsCover ? this.#coverActions() : []),
    );
    if (showsQuestion) this.#questionView.fit(this.#box); // again, as the buttons need room
    if (cover === "closing" && liveClass.isOpen) findOne(this.#actions, "button").focus(); // keeps the class open
  }

  /** @param {TeacherQuestion} question */
  #questionActions(question) {
    return actionButtons(question, this.texts, (action) => void this.liveClass.act(action), false);
  }

  // Ending a class takes two presses, as it cannot be undone.
  #coverActions() {
    const { liveClass, texts, onCoverChange } = this;
    const goOn = make("button.main", { onclick: () => onCoverChange("") }, liveClass.isOpen ? texts.closeNo : texts.on);
    if (!liveClass.isOpen) return [goOn];
    if (this.cover === "closing")
      return [goOn, make("button", { onclick: () => void liveClass.close() }, texts.closeYes)];
    goOn.textContent = texts.hideCode;
    return [goOn, make("button", { onclick: () => onCoverChange("closing") }, texts.close)];
  }
}

/** The common part of players and questions on a page. */
class ClassPanel {
  /** @param {TeacherView} view @param {OpenClass} liveClass @param {PlannedQuestion} planned @param {() => void} ask */
  constructor(view, liveClass, planned, ask) {
    const { texts } = view;
    this.view = view;
    this.liveClass = liveClass;
    this.planned = planned;
    this.overlay = new Overlay(view, liveClass, (cover) => this.setCover(cover));
    this.askButton = make("button.ask", { onclick: ask, title: texts.askKey }, texts.ask);
    this.takeOverButton = make(
      "button.lead",
      { onclick: () => liveClass.takeOver(), title: texts.othersLead },
      texts.takeOver,
    );
    this.codeButton = make("button.sign-in", { onclick: () => this.#toggleJoinPanel(), "aria-label": texts.showCode });
    this.openButton = make("button", { onclick: () => void this.#open() });
    this.closeButton = make("button", { onclick: () => this.setCover("closing") }, texts.close);
  }

  async #open() {
    if (this.liveClass.isOpen || (await this.liveClass.open())) this.#toggleJoinPanel();
    else this.setCover("join");
  }

  #toggleJoinPanel() {
    this.setCover(this.overlay.cover === "join" ? "" : "join");
  }

  /** @param {Cover} cover */
  setCover(cover) {
    this.overlay.cover = cover;
    this.update();
  }

  update() {
    const { liveClass } = this;
    const { texts } = this.view;
    this.askButton.hidden = !liveClass.mayLead || liveClass.question !== null;
    this.takeOverButton.hidden = !liveClass.isOpen || liveClass.mayLead;
    this.codeButton.hidden = this.closeButton.hidden = !liveClass.isOpen;
    this.codeButton.textContent = liveClass.opened ? spacedCode(liveClass.opened.code) : "";
    const showsJoinPanel = this.overlay.cover === "join";
    setAttributes(this.codeButton, { "aria-expanded": showsJoinPanel });
    this.openButton.textContent = !liveClass.isOpen ? texts.open : showsJoinPanel ? texts.hideCode : texts.showCode;
  }

  /** Remove what covers the picture, as Esc does; returns whether there was anything. */
  clear() {
    const isCovered = this.overlay.cover !== "";
    if (isCovered) this.setCover("");
    return isCovered;
  }

  // Handle a press while something covers the picture or a question is open; returns whether it was handled. Presses
  // wait for the result of the one before.
  /** @param {Press} press @param {boolean} isHeld */
  handlePress(press, isHeld) {
    const { liveClass } = this;
    if (this.overlay.cover && press === "next") {
      if (!isHeld) this.setCover(""); // the class has joined and the lesson begins, or the class stays open after all
      return true;
    }
    if (!liveClass.mayLead) return false;
    if (liveClass.isBusy) return true;
    const { question } = liveClass;
    if (!question) return false;
    if (isHeld || liveClass.isWaiting) return true;
    const action = press === "next" ? nextAction(question) : previousAction(question);
    if (action) void liveClass.act(action);
    return !(action === "on" && press === "next");
  }
}

/** A class beside a player. */
export class PlayerClassPanel extends ClassPanel {
  #hidden = "";
  #lessonResets = 0;
  #wasOpen = false;
  #wasLed = false;

  /** @param {TeacherView} view @param {OpenClass} liveClass @param {PlannedQuestion} planned @param {Player} player @param {() => boolean} isCrowded */
  constructor(view, liveClass, planned, player, isCrowded) {
    super(view, liveClass, planned, () => this.ask());
    this.player = player;
    this.isCrowded = isCrowded;
    for (const button of [this.openButton, this.closeButton]) {
      button.addEventListener("click", () => player.focus()); // which closes the options
    }
    const options = [this.openButton, this.closeButton];
    player.setAudienceParts({
      beside: [this.askButton, this.takeOverButton, this.codeButton],
      over: this.overlay.element,
      options,
    });
    this.update();
  }

  update() {
    super.update();
    const { liveClass, player } = this;
    const { notation } = player.shown;
    const { question } = liveClass;
    const isAboutLesson = question !== null && liveClass.nameOf(player.lesson) === question.lesson;
    const lesson = isAboutLesson ? player.lesson : undefined;
    const isPair = isAboutLesson && question.kind === "pair";
    if (this.isCrowded() && !this.overlay.cover) this.overlay.element.hidden = true;
    else this.overlay.show({ lesson, notation, side: isPair ? "words" : "pairs" });
    const isNew = (liveClass.isOpen && !this.#wasOpen) || (liveClass.isLed && !this.#wasLed);
    this.#wasLed = liveClass.isLed;
    if (isNew && document.visibilityState === "visible") this.onStepDrawn();
    // A class that was restored has no lessons.
    else if (liveClass.isOpen && this.#lessonResets !== liveClass.lessonResets)
      void liveClass.uploadLesson(player.lesson);
    this.#wasOpen = liveClass.isOpen;
    this.#lessonResets = liveClass.lessonResets;
    const hidden =
      question && isAboutLesson ? `${question.number} ${question.phase}` : this.#isThinkingTime ? this.#dueState : "";
    if (hidden === this.#hidden) return;
    this.#hidden = hidden;
    // The first step of a lesson reveals nothing on its own.
    if (hidden !== "due" || player.shown.isTold) player.again();
  }

  get #dueState() {
    const { lesson, shown } = this.player;
    return this.asksOtherQuestion(lesson, shown.step) ? "due else" : "due";
  }

  // Whether a step is the evidence for the current or the planned question: for any but which pair is next.
  /** @param {Lesson} lesson @param {number} step */
  asksOtherQuestion(lesson, step) {
    const { liveClass, planned } = this;
    if (liveClass.question)
      return liveClass.question.kind !== "pair" || liveClass.question.lesson !== liveClass.nameOf(lesson);
    return liveClass.mayLead && !this.isCrowded() && planned.isOtherQuestion(lesson, step);
  }

  /** Whether the class should think about the plan's question here before the answer is shown. */
  get #isThinkingTime() {
    const { player, planned } = this;
    return this.liveClass.mayLead && !this.isCrowded() && planned.hidesNext(player.lesson, player.shown.step);
  }

  /** Move the class to the step that was drawn. */
  onStepDrawn() {
    const { step, isTold } = this.player.shown;
    if (this.liveClass.isOpen) this.liveClass.moveTo({ data: this.player.lesson, step, isTold });
  }

  /** @param {Press} press @param {boolean} isHeld */
  onPress(press, isHeld) {
    if (!this.liveClass.mayLead) return this.handlePress(press, isHeld);
    if (press === "ask") {
      const canVoteAgain = this.liveClass.question?.phase === "shown";
      if (canVoteAgain && !isHeld) void this.liveClass.act("again");
      else if (!this.liveClass.question) this.ask();
      return true;
    }
    if (this.handlePress(press, isHeld)) return true;
    if (press !== "next" || this.liveClass.question || isHeld) return false;
    const { lesson, shown } = this.player;
    if (shown.isAsked && this.planned.isCountingStep(lesson, shown.step)) {
      this.planned.markRevealed(lesson, shown.step);
      this.player.again();
      return true;
    }
    // With predictions on, or a planned question, a press asks the class before the next one shows the answer.
    return (this.player.shown.isAsked || this.#plannedQuestion !== null) && this.ask();
  }

  /** The plan's question at this step, if it is still to be asked. */
  get #plannedQuestion() {
    const { planned, player, isCrowded } = this;
    if (!planned.isDue) return null;
    const { lesson } = player;
    const shown = { lesson, notation: effectiveNotation("", lesson.notations, lesson.usual) };
    const found = planned.questionAt(lesson, player.shown.step, (name) => spokenSentence(shown, name));
    return found ?? (isCrowded() ? planned.question : null);
  }

  /** Ask the question of this step; returns whether there is one. */
  ask() {
    const { liveClass, player, planned } = this;
    if (!liveClass.mayLead || liveClass.isBusy || liveClass.question) return false;
    const { step } = player.shown;
    const { lesson } = player;
    const ofPlan = this.#plannedQuestion;
    const question = ofPlan ?? this.#stepQuestion();
    if (!question) return false;
    liveClass.setAskedStep(lesson, step);
    void liveClass.uploadLesson(lesson).then(async (name) => {
      const asked = { ...question, lesson: name, step };
      if (name) await (ofPlan ? planned.ask(asked) : liveClass.ask(asked));
      liveClass.setAskedStep(null, 0);
      this.update();
    });
    player.again();
    return true;
  }

  #stepQuestion() {
    const { player, view } = this;
    const { step, frame } = player.shown;
    const { lesson } = player;
    const shown = { lesson, notation: effectiveNotation("", lesson.notations, lesson.usual) };
    const cut = step === 0 ? lesson.cut : null;
    if (cut) return { kind: "cut", letters: cut.letters, right: [cut.right], told: {} };
    return pairQuestion(frame, "", step, view.language, (name) => spokenSentence(shown, name));
  }
}

/** A class beside a question on a page. */
export class QuestionClassPanel extends ClassPanel {
  #isRevealed = false;

  /** @param {TeacherView} view @param {OpenClass} liveClass @param {PlannedQuestion} planned @param {PageQuestion} pageQuestion */
  constructor(view, liveClass, planned, pageQuestion) {
    super(view, liveClass, planned, () => this.ask());
    this.pageQuestion = pageQuestion;
    this.askButton.className = "main";
    this.host = make("div.class-of-question");
    const buttons = make("div.class-buttons", this.askButton);
    this.host.attachShadow({ mode: "open" }).append(make("style", view.styles), buttons);
    pageQuestion.root.after(this.host, this.overlay.element);
    this.update();
  }

  update() {
    super.update();
    this.overlay.coverPage(this.planned.note !== null);
    this.overlay.show({ notation: "text", side: "" });
    const { question } = this.liveClass;
    const isRevealed = question?.phase === "revealed" && question.text === this.pageQuestion.question.question;
    if (isRevealed && !this.#isRevealed) this.pageQuestion.reveal();
    this.#isRevealed = isRevealed;
  }

  /** @param {"next" | "back"} press */
  onPress(press) {
    const { liveClass, pageQuestion, planned } = this;
    const isOver = liveClass.question?.phase === "revealed";
    if (this.handlePress(press, false)) return true;
    if (isOver) return true; // the explanation is on the page now; the next press goes on
    if (press === "back" || !liveClass.mayLead) return false;
    const isDue = planned.isDue && planned.question !== null;
    return (isDue || (pageQuestion.question.chosen === null && !this.#isRevealed)) && this.ask();
  }

  /** Ask the plan's question, and after it the page's own. */
  ask() {
    const { liveClass, pageQuestion, view, planned } = this;
    if (!liveClass.mayLead || liveClass.isBusy || liveClass.question) return false;
    const slideQuestion = planned.isDue ? planned.question : null;
    if (slideQuestion) {
      void planned.ask(slideQuestion);
      return true;
    }
    const { question, options, right, told } = pageQuestion.question;
    const texts = { text: question, options, why: [], solution: "" };
    void liveClass.ask({ kind: "choice", told: { [view.language]: texts, ...told }, right: [right] });
    return true;
  }

  leave() {
    this.host.remove();
    this.overlay.element.remove();
  }
}

/** The code of the class over the whole page, for a room to join; opened by the sign in a page's corner. */
export class CodeCover extends ClassPanel {
  element = make("span");

  /** @param {TeacherView} view @param {OpenClass} liveClass @param {PlannedQuestion} planned */
  constructor(view, liveClass, planned) {
    super(view, liveClass, planned, () => {});
    this.overlay.coverPage(true);
    this.update();
  }

  show() {
    this.setCover("join");
  }

  update() {
    super.update();
    const isShown = this.overlay.cover !== "";
    if (isShown !== this.element.hasChildNodes())
      this.element.replaceChildren(...(isShown ? [this.overlay.element] : []));
    if (isShown) this.overlay.show({ notation: "text", side: "" });
  }
}

/** A class beside a deck that is alone on the screen, such as a chapter: its code is in the line below. */
export class DeckClassPanel extends ClassPanel {
  /** @param {TeacherView} view @param {OpenClass} liveClass @param {PlannedQuestion} planned @param {Deck} deck */
  constructor(view, liveClass, planned, deck) {
    super(view, liveClass, planned, () => {});
    this.host = make("div.class-of-deck");
    const buttons = make("div.deck-buttons", this.takeOverButton, this.codeButton);
    this.host.attachShadow({ mode: "open" }).append(make("style", view.styles), buttons);
    this.overlay.coverPage(true);
    deck.bar.prepend(this.host);
    deck.root.append(this.overlay.element);
    this.update();
  }

  update() {
    super.update();
    this.overlay.element.hidden = true; // a question is shown beside the deck's own
    if (this.overlay.cover) this.overlay.show({ notation: "text", side: "" });
  }

  leave() {
    this.host.remove();
    this.overlay.element.remove();
  }
}

/** A class at a slide with neither player nor question, such as a text or a table. */
export class SlideClassPanel extends ClassPanel {
  #isAlone;
  element = make("div.place");

  /** @param {TeacherView} view @param {OpenClass} liveClass @param {PlannedQuestion} planned @param {() => boolean} isAlone whether the slide has neither */
  constructor(view, liveClass, planned, isAlone) {
    super(view, liveClass, planned, () => this.ask());
    this.#isAlone = isAlone;
    this.askButton.className = "main";
    this.host = make("div.asking");
    this.host.attachShadow({ mode: "open" }).append(make("style", view.styles), this.askButton);
    this.update();
  }

  get #isCurrent() {
    return this.planned.note !== null && this.#isAlone();
  }

  update() {
    super.update();
    const isCurrent = this.#isCurrent;
    if (isCurrent !== this.element.hasChildNodes()) {
      this.element.replaceChildren(...(isCurrent ? [this.host, this.overlay.element] : []));
    }
    if (!this.planned.question) this.askButton.hidden = true;
    if (isCurrent) this.overlay.coverPage(true);
    this.overlay.show({ notation: "text", side: "" });
  }

  /** @param {"next" | "back"} press @param {boolean} mayAsk */
  onPress(press, mayAsk) {
    if (!this.#isCurrent) return false;
    if (this.handlePress(press, false)) return true;
    return press === "next" && mayAsk && this.liveClass.mayLead && this.planned.isDue && this.ask();
  }

  ask() {
    const { liveClass, planned } = this;
    const { question } = planned;
    if (!this.#isCurrent || !question || !liveClass.mayLead || liveClass.isBusy || liveClass.question) return false;
    void planned.ask(question);
    return true;
  }
}
