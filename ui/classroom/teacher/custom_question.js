// A teacher's own question with two to six answers. The draft stays in the browser until it is asked.

import { fillTemplate, make, setAttributes } from "../../components/dom.js";
import { BrowserStore } from "../../components/storage.js";
import { ANSWER_LIMITS, ownQuestion } from "./question_flow.js";

/** @import {QuestionToAsk, Texts} from "./contract" */
/** @import {Draft} from "./question_flow.js" */

const DRAFT = "bpe_lab_class_draft";
const MAX_TEXT = 500; // characters; phones show no more

export class CustomQuestion {
  #storage = new BrowserStore(() => localStorage);
  #text;
  #solution;
  #list = make("div.custom-answers");
  #answers;
  #rightButtons;
  #moreButton;
  #problem = make("p.problem", { role: "alert" });
  #askButton;
  #shownAnswers = 0;
  element;

  /** @param {Texts} texts @param {string} language @param {(question: QuestionToAsk) => Promise<boolean>} ask */
  constructor(texts, language, ask) {
    const storeDraft = () => this.#storeDraft();
    this.#text = make("textarea", { rows: 2, maxlength: MAX_TEXT, oninput: storeDraft });
    this.#solution = make("input", { type: "text", maxlength: 2 * MAX_TEXT, oninput: storeDraft });
    const numbers = Array.from({ length: ANSWER_LIMITS[1] }, (_, place) => place + 1);
    this.#answers = numbers.map((number) =>
      make("input", {
        ...{ type: "text", maxlength: MAX_TEXT, oninput: storeDraft },
        "aria-label": fillTemplate(texts.ownAnswer, { number }),
        placeholder: fillTemplate(texts.ownAnswer, { number }),
      }),
    );
    const radio = (/** @type {string} */ label) =>
      make("input", { type: "radio", name: "own-right", onchange: storeDraft, "aria-label": label });
    this.#rightButtons = [
      ...numbers.map((number) => radio(fillTemplate(texts.ownRight, { number }))),
      radio(texts.ownNone),
    ];
    this.#list.append(
      ...this.#answers.map((answer, place) => make("div.custom-answer", this.#rightButtons[place], answer)),
    );
    const noRightAnswer = make("label", this.#rightButtons[ANSWER_LIMITS[1]], ` ${texts.ownNone}`);
    this.#moreButton = make("button", { onclick: () => this.#showMore() }, texts.ownMore);
    this.#askButton = make("button.main", { onclick: () => void send() }, texts.ownAsk);
    const send = async () => {
      const question = ownQuestion(this.#draft, language);
      this.#problem.textContent = question ? "" : texts.ownMissing;
      if (!question || this.#askButton.getAttribute("aria-disabled") === "true") return;
      if (await ask(question)) this.#setDraft({ text: "", answers: [], right: -1, solution: "" });
      this.#storeDraft();
    };
    this.element = make(
      "section.own",
      make("h2", texts.own),
      make("label.field", texts.ownText, this.#text),
      this.#list,
      make("div.turns", noRightAnswer, this.#moreButton),
      make("label.field", texts.solution, this.#solution),
      this.#problem,
      make("div.turns", this.#askButton),
    );
    this.#setDraft(readDraft(this.#storage.get(DRAFT)));
  }

  /** @param {boolean} isBusy */
  show(isBusy) {
    setAttributes(this.#askButton, { "aria-disabled": isBusy });
  }

  /** @returns {Draft} */
  get #draft() {
    const right = this.#rightButtons.findIndex(({ checked }) => checked);
    return {
      text: this.#text.value,
      answers: this.#answers.map(({ value }) => value),
      right: right < ANSWER_LIMITS[1] ? right : -1,
      solution: this.#solution.value,
    };
  }

  #storeDraft() {
    this.#storage.set(DRAFT, JSON.stringify(this.#draft));
  }

  /** @param {Draft} draft */
  #setDraft({ text, answers, right, solution }) {
    this.#text.value = text;
    this.#solution.value = solution;
    this.#answers.forEach((answer, place) => (answer.value = answers[place] ?? ""));
    this.#rightButtons[right < 0 ? ANSWER_LIMITS[1] : right].checked = true;
    const last = answers.reduce((found, answer, place) => (answer ? place : found), -1);
    this.#shownAnswers = Math.max(ANSWER_LIMITS[0], last + 1);
    this.#showAnswers();
  }

  #showMore() {
    this.#shownAnswers += 1;
    this.#showAnswers();
    this.#answers[this.#shownAnswers - 1].focus();
  }

  #showAnswers() {
    [...this.#list.children].forEach((row, place) => row.toggleAttribute("hidden", place >= this.#shownAnswers));
    this.#moreButton.hidden = this.#shownAnswers === ANSWER_LIMITS[1];
  }
}

/** @type {(text: string | null) => Draft} */
function readDraft(text) {
  const empty = { text: "", answers: [], right: -1, solution: "" };
  try {
    const found = JSON.parse(text ?? "null") ?? empty;
    const answers = Array.isArray(found.answers) ? found.answers.map(String).slice(0, ANSWER_LIMITS[1]) : [];
    const right = Number.isInteger(found.right) && found.right < ANSWER_LIMITS[1] ? found.right : -1;
    return { text: String(found.text ?? ""), answers, right, solution: String(found.solution ?? "") };
  } catch {
    return empty;
  }
}
