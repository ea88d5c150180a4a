// A teacher's own question with two to six answers. The draft stays in the browser until it is asked.

import { fillTemplate, make, setAttributes } from "../../components/dom.js";
import { BrowserStore } from "../../components/storage.js";
import { ANSWERS, ownQuestion } from "./question_flow.js";

/** @import {QuestionToAsk, Texts} from "./contract" */
/** @import {Draft} from "./question_flow.js" */

const DRAFT = "bpe_lab_class_draft";
const LONGEST = 500; // characters; phones show no more

export class CustomQuestion {
  #kept = new BrowserStore(() => localStorage);
  #text;
  #solution;
  #list = make("div.custom-answers");
  #answers;
  #rights;
  #more;
  #missing = make("p.problem", { role: "alert" });
  #askButton;
  #shown = 0;
  element;

  /** @param {Texts} texts @param {string} language @param {(question: QuestionToAsk) => Promise<boolean>} ask */
  constructor(texts, language, ask) {
    const keep = () => this.#keep();
    this.#text = make("textarea", { rows: 2, maxlength: LONGEST, oninput: keep });
    this.#solution = make("input", { type: "text", maxlength: 2 * LONGEST, oninput: keep });
    const numbers = Array.from({ length: ANSWERS[1] }, (_, place) => place + 1);
    this.#answers = numbers.map((number) =>
      make("input", {
        ...{ type: "text", maxlength: LONGEST, oninput: keep },
        "aria-label": fillTemplate(texts.ownAnswer, { number }),
        placeholder: fillTemplate(texts.ownAnswer, { number }),
      }),
    );
    const radio = (/** @type {string} */ label) =>
      make("input", { type: "radio", name: "own-right", onchange: keep, "aria-label": label });
    this.#rights = [...numbers.map((number) => radio(fillTemplate(texts.ownRight, { number }))), radio(texts.ownNone)];
    this.#list.append(...this.#answers.map((answer, place) => make("div.custom-answer", this.#rights[place], answer)));
    const none = make("label", this.#rights[ANSWERS[1]], ` ${texts.ownNone}`);
    this.#more = make("button", { onclick: () => this.#showMore() }, texts.ownMore);
    this.#askButton = make("button.main", { onclick: () => void send() }, texts.ownAsk);
    const send = async () => {
      const question = ownQuestion(this.#draft, language);
      this.#missing.textContent = question ? "" : texts.ownMissing;
      if (!question || this.#askButton.getAttribute("aria-disabled") === "true") return;
      if (await ask(question)) this.#fill({ text: "", answers: [], right: -1, solution: "" });
      this.#keep();
    };
    this.element = make(
      "section.own",
      make("h2", texts.own),
      make("label.field", texts.ownText, this.#text),
      this.#list,
      make("div.turns", none, this.#more),
      make("label.field", texts.solution, this.#solution),
      this.#missing,
      make("div.turns", this.#askButton),
    );
    this.#fill(readDraft(this.#kept.get(DRAFT)));
  }

  /** @param {boolean} isBusy */
  show(isBusy) {
    setAttributes(this.#askButton, { "aria-disabled": isBusy });
  }

  /** @returns {Draft} */
  get #draft() {
    const right = this.#rights.findIndex(({ checked }) => checked);
    return {
      text: this.#text.value,
      answers: this.#answers.map(({ value }) => value),
      right: right < ANSWERS[1] ? right : -1,
      solution: this.#solution.value,
    };
  }

  #keep() {
    this.#kept.set(DRAFT, JSON.stringify(this.#draft));
  }

  /** @param {Draft} draft */
  #fill({ text, answers, right, solution }) {
    this.#text.value = text;
    this.#solution.value = solution;
    this.#answers.forEach((answer, place) => (answer.value = answers[place] ?? ""));
    this.#rights[right < 0 ? ANSWERS[1] : right].checked = true;
    const last = answers.reduce((found, answer, place) => (answer ? place : found), -1);
    this.#shown = Math.max(ANSWERS[0], last + 1);
    this.#showFilled();
  }

  #showMore() {
    this.#shown += 1;
    this.#showFilled();
    this.#answers[this.#shown - 1].focus();
  }

  #showFilled() {
    [...this.#list.children].forEach((row, place) => row.toggleAttribute("hidden", place >= this.#shown));
    this.#more.hidden = this.#shown === ANSWERS[1];
  }
}

/** @type {(text: string | null) => Draft} */
function readDraft(text) {
  const none = { text: "", answers: [], right: -1, solution: "" };
  try {
    const found = JSON.parse(text ?? "null") ?? none;
    const answers = Array.isArray(found.answers) ? found.answers.map(String).slice(0, ANSWERS[1]) : [];
    const right = Number.isInteger(found.right) && found.right < ANSWERS[1] ? found.right : -1;
    return { text: String(found.text ?? ""), answers, right, solution: String(found.solution ?? "") };
  } catch {
    return none;
  }
}
