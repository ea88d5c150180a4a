// A question: the first click on an option answers it, and reveals the right answer. So does a presenter's clicker. The
// question can be put to a class.

import { findOne, make, setAttributes, tint } from "../../components/dom.js";
import { prose } from "../../components/prose.js";
import { classHub } from "../../player/audience.js";

/** @import {PageQuestion} from "../../player/audience.js" */
/** @import {ChapterPayload, CourseLabels} from "../contract" */

export const REVEALED = -1; // instead of an option: the answer was revealed without a choice

export class ChapterQuestionView {
  element = make("div.quiz");
  #verdict = make("p.verdict", { role: "status" });
  #why = make("p.why");
  /** @type {HTMLButtonElement[]} */ #buttons;
  /** @type {PageQuestion} */ #pageQuestion;

  /** @param {ChapterPayload} chapter @param {CourseLabels} labels @param {number | null} chosen @param {(index: number) => void} tell */
  constructor(chapter, labels, chosen, tell) {
    const { question, options, right, told, explanation } = chapter;
    this.labels = labels;
    // The explanation begins with the reason for the right answer.
    this.whys = options.map(({ why }, index) => (index === right ? (explanation[0] ?? "") : why));
    this.tell = tell;
    const texts = options.map(({ text }) => text);
    const hues = optionHues(chapter);
    this.#buttons = texts.map((text, index) =>
      make(
        "button",
        { onclick: () => this.answer(index) },
        make("span.text", ...asTokens(text, hues)),
        make("span.mark"),
      ),
    );
    const group = make("div.options", { role: "group", "aria-label": labels.options }, ...this.#buttons);
    this.element.append(make("p.question", ...prose(question)), group, this.#verdict, this.#why);
    this.#pageQuestion = {
      root: this.element,
      question: { question, options: texts, right, told, chosen: null },
      reveal: () => this.answer(REVEALED),
    };
    if (chosen !== null) this.#reveal(chosen);
  }

  /** The number of the explanation's paragraphs that are shown here. */
  get reasons() {
    return this.#pageQuestion.question.chosen === this.#pageQuestion.question.right ? 1 : 0;
  }

  /** Scroll as little as shows the question and the whole reason for its answer, with no text above cut through. */
  showReason() {
    const { element } = this;
    element.scrollIntoView({ block: "nearest" });
    const edge = Number.parseFloat(getComputedStyle(element).scrollMarginTop);
    const above = [...(element.parentElement?.children ?? [])].find((one) => one.getBoundingClientRect().bottom > edge);
    if (above && above.getBoundingClientRect().top < edge) above.nextElementSibling?.scrollIntoView();
  }

  /** Register the question, so that it can be put to a class. */
  begin() {
    classHub.addQuestion(this.#pageQuestion);
  }

  end() {
    classHub.removeQuestion(this.#pageQuestion);
  }

  /** Whether the class handles a press of the clicker. @param {number} by */
  handlePress(by) {
    return classHub.handleQuestionPress(this.#pageQuestion, by > 0 ? "next" : "back");
  }

  /** Answer the question; returns whether it was unanswered. @param {number} index */
  answer(index) {
    if (this.#pageQuestion.question.chosen !== null) return false;
    this.#reveal(index);
    this.tell(index);
    return true;
  }

  /** @param {number} chosen */
  #reveal(chosen) {
    const { labels } = this;
    const { right } = this.#pageQuestion.question;
    this.#pageQuestion.question = { ...this.#pageQuestion.question, chosen };
    this.#buttons.forEach((button, index) => {
      const classes = { right: index === right, wrong: index === chosen && index !== right };
      setAttributes(button, { classes, "aria-disabled": true }); // not `disabled`, which would lose the focus
      const marks = [index === right ? labels.rightAnswer : "", index === chosen ? labels.yours : ""].filter(Boolean);
      findOne(button, ".mark").replaceChildren(...(marks.length ? [make("span", marks.join(labels.comma))] : []));
    });
    if (chosen === REVEALED) return;
    this.#verdict.textContent = chosen === right ? labels.right : labels.wrong;
    setAttributes(this.#verdict, { classes: { right: chosen === right, wrong: chosen !== right } });
    this.#why.replaceChildren(...prose(this.whys[chosen] ?? ""));
  }
}

const TOKENS = /^[“«][^”»]+[”»](?: \+ [“«][^”»]+[”»])+$/;

/** Return the parts of an option that is a row of tokens, with a token at every second place; empty for any other option. @param {string} text */
export const tokenParts = (text) => (TOKENS.test(text) ? text.split(/(?<=[“«])|(?=[”»])/) : []);

/** Return the hues of the tokens in options by the chapter's own vocabulary; none if it lacks one of these tokens: which have a colour would give the answer away. @param {ChapterPayload} chapter */
function optionHues({ lesson, options }) {
  const learned = lesson?.lessons[lesson.rule].tokens ?? [];
  const hues = new Map(learned.map(([symbols, , , hue]) => [symbols, hue]));
  const named = options.flatMap(({ text }) => tokenParts(text).filter((_, place) => place % 2));
  return named.every((token) => hues.has(token)) ? hues : new Map();
}

/** Draw an option: a row of tokens looks like tokens, but is read out and found by search as it is written. @param {string} text @param {Map<string, number | null>} hues */
function asTokens(text, hues) {
  const parts = tokenParts(text);
  if (!parts.length) return prose(text);
  return parts.map((part, place) => {
    if (place % 2 === 0) return make("span.screen-reader-text", part);
    const hue = hues.get(part) ?? null;
    return make("span.token", tint(hue), { classes: { plain: hue === null } }, part);
  });
}
