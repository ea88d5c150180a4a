// A question: the first click on an option is the answer, and shows which one is right. A presenter's clicker shows it
// too, and goes on.

import { TYPING } from "../../player/keys.js";
import { component, isSame } from "../component.js";
import { closest, find, make, moveOf, setAttributes } from "../dom.js";

/** @import {Quiz, QuizLabels} from "../contract" */
/** @import {Component} from "../streamlit" */
/** @typedef {(index: number) => void} OfOption */

const SHOWN = -1; // in the place of an option: the answer was shown to who chose none
const TURNS = { PageDown: 1, PageUp: -1 };

/** @type {Component<Quiz & {labels: QuizLabels}>} */
export default component(".quiz", (root) => {
  /** @type {unknown} */ let shown;
  /** @type {OfOption} */ let tell;
  /** @type {OfOption} */ let reveal;
  let isAnswered = false;
  /** @type {(by: number) => void} */ let turn;
  const onKey = (/** @type {KeyboardEvent} */ event) => {
    const by = event.defaultPrevented ? undefined : moveOf(event, TURNS);
    if (by === undefined || closest(event.composedPath()[0], TYPING)) return;
    event.preventDefault();
    if (by > 0 && !isAnswered) {
      reveal(SHOWN);
      tell(SHOWN);
    } else turn(by);
  };
  document.addEventListener("keydown", onKey);
  return {
    stop: () => document.removeEventListener("keydown", onKey),
    update({ data: { chosen, ...asked }, setTriggerValue }) {
      if (!isSame(shown, asked)) {
        isAnswered = false;
        const show = ask(root, asked, (index) => {
          isAnswered = true;
          tell(index);
        });
        reveal = (index) => {
          isAnswered = true;
          show(index);
        };
      }
      shown = asked;
      turn = (by) => setTriggerValue("turn", by);
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
      find(button, ".mark").textContent = marks.join(labels.comma);
    });
    if (chosen === SHOWN) return;
    verdict.textContent = chosen === right ? labels.right : labels.wrong;
    setAttributes(verdict, { classes: { right: chosen === right, wrong: chosen !== right } });
  };
  const group = make("div.options", { role: "group", "aria-label": labels.options }, ...buttons);
  root.replaceChildren(make("p.question", question), group, verdict);
  return reveal;
}
