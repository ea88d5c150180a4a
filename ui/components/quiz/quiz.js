// A question: the first click on an option is the answer, and shows which one is right.

import { find, make } from "../dom.js";

/** @typedef {import("../contract").Quiz & {labels: import("../contract").QuizLabels}} Data */

/** @type {WeakMap<object, {content: string, quiz: Quiz}>} */
const drawn = new WeakMap();

/** @param {import("../streamlit").Given<Data>} given */
export default function ({ data, parentElement, setTriggerValue }) {
  const { question, options, right, labels } = data;
  const content = JSON.stringify([question, options, right, labels]);
  let one = drawn.get(parentElement);
  if (one?.content !== content) {
    one = { content, quiz: new Quiz(find(parentElement, ".quiz"), data) };
    drawn.set(parentElement, one);
  }
  one.quiz.tell = (index) => setTriggerValue("choose", index);
  if (data.chosen !== null) one.quiz.reveal(data.chosen);
  return () => {
    drawn.delete(parentElement);
  };
}

class Quiz {
  /** @type {(index: number) => void} */
  tell = () => {};
  #isAnswered = false;
  #buttons;
  #verdict = make("p", "verdict", { role: "status" });

  /**
   * @param {HTMLElement} root
   * @param {Data} data
   */
  constructor(root, data) {
    this.data = data;
    this.#buttons = data.options.map((text, index) =>
      make(
        "button",
        "",
        { type: "button", onclick: () => this.#choose(index) },
        make("span", "text", text),
        make("span", "mark"),
      ),
    );
    const group = make("div", "options", { role: "group", "aria-label": data.labels.options }, ...this.#buttons);
    root.replaceChildren(make("p", "question", data.question), group, this.#verdict);
  }

  /** @param {number} index */
  #choose(index) {
    if (this.#isAnswered) return;
    this.reveal(index);
    this.tell(index);
  }

  /** @param {number} index */
  reveal(index) {
    if (this.#isAnswered) return;
    this.#isAnswered = true;
    const { right, labels } = this.data;
    this.#buttons.forEach((button, place) => {
      button.classList.toggle("right", place === right);
      button.classList.toggle("wrong", place === index && place !== right);
      // Not `disabled`: the focus stays where it is.
      button.setAttribute("aria-disabled", "true");
      const marks = [place === right ? labels.answer : "", place === index ? labels.yours : ""].filter(Boolean);
      find(button, ".mark").textContent = marks.join(", ");
    });
    this.#verdict.textContent = index === right ? labels.right : labels.wrong;
  }
}
