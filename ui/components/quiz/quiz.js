// A question: the first click on an option is the answer, and shows which one is right.

import { component, isSame } from "../component.js";
import { find, make, setAttributes } from "../dom.js";

/** @import {Quiz, QuizLabels} from "../contract" */
/** @import {Component} from "../streamlit" */
/** @typedef {(index: number) => void} OfOption */

/** @type {Component<Quiz & {labels: QuizLabels}>} */
export default component(".quiz", (root) => {
  /** @type {unknown} */ let shown;
  /** @type {OfOption} */ let tell;
  /** @type {OfOption} */ let reveal;
  return {
    update({ data: { chosen, ...asked }, setTriggerValue }) {
      if (!isSame(shown, asked)) reveal = ask(root, asked, (index) => tell(index));
      shown = asked;
      tell = (index) => setTriggerValue("choose", index);
      if (chosen !== null) reveal(chosen);
    },
  };
});

// Show a question; returns what reveals the answer.
/** @type {(root: HTMLElement, asked: Omit<Quiz, "chosen"> & {labels: QuizLabels}, tell: OfOption) => OfOption} */
function ask(root, { question, options, right, labels }, tell) {
  let isAnswered = false;
  const verdict = make("p.verdict", { role: "status" });
  const buttons = options.map((text, index) => {
    const onclick = () => {
      if (isAnswered) return;
      reveal(index);
      tell(index);
    };
    return make("button", { onclick }, make("span.text", text), make("span.mark"));
  });
  const reveal = (/** @type {number} */ chosen) => {
    if (isAnswered) return;
    isAnswered = true;
    buttons.forEach((button, place) => {
      const classes = { right: place === right, wrong: place === chosen && place !== right };
      setAttributes(button, { classes, "aria-disabled": true }); // not `disabled`: the focus stays where it is
      const marks = [place === right ? labels.answer : "", place === chosen ? labels.yours : ""].filter(Boolean);
      find(button, ".mark").textContent = marks.join(", ");
    });
    verdict.textContent = chosen === right ? labels.right : labels.wrong;
  };
  const group = make("div.options", { role: "group", "aria-label": labels.options }, ...buttons);
  root.replaceChildren(make("p.question", question), group, verdict);
  return reveal;
}
