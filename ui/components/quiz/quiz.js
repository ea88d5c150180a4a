// A question: the first click on an option is the answer, and shows which one is right. A presenter's clicker shows it
// too, and goes on.

import { hall } from "../../player/audience.js";
import { TYPING } from "../../player/keys.js";
import { component } from "../component.js";
import { turnPlan } from "../plan/deck.js";
import { closest, find, isSame, make, moveOf, setAttributes } from "../dom.js";

/** @import {Asker} from "../../player/audience.js" */
/** @import {Quiz, QuizLabels} from "../contract" */
/** @import {Component} from "../streamlit" */
/** @typedef {(index: number) => void} OfOption */

const SHOWN = -1; // in the place of an option: the answer was shown to who chose none
const TURNS = { PageDown: 1, PageUp: -1 };

/** @type {Component<Quiz & {labels: QuizLabels}>} */
export default component(".quiz", (root) => {
  /** @type {unknown} */ let shown;
  /** @type {number | null} */ let known = null; // to the server
  /** @type {ReturnType<typeof ask>} */ let question;
  /** @type {OfOption} */ let tell;
  /** @type {(by: number) => void} */ let turn;
  /** @type {Asker | undefined} */ let asker;
  const onKey = (/** @type {KeyboardEvent} */ event) => {
    const by = event.defaultPrevented ? undefined : moveOf(event, TURNS);
    if (by === undefined || closest(event.composedPath()[0], TYPING)) return;
    event.preventDefault();
    if (asker && hall.turns(asker, by > 0 ? "next" : "back")) return;
    if ((by < 0 || !question.answer(SHOWN)) && !turnPlan(by)) turn(by);
  };
  document.addEventListener("keydown", onKey);
  return {
    stop() {
      document.removeEventListener("keydown", onKey);
      if (asker) hall.ends(asker);
    },
    update({ data: { chosen, ...asked }, setTriggerValue }) {
      const isForgotten = chosen === null && known !== null;
      known = chosen;
      tell = (index) => setTriggerValue("choose", index);
      turn = (by) => setTriggerValue("turn", by);
      if (isForgotten || !isSame(shown, asked)) question = ask(root, asked, (index) => tell(index));
      shown = asked;
      if (chosen !== null) question.reveal(chosen);
      const now = { ...asked, chosen };
      if (asker) asker.asked = now;
      else hall.asks((asker = { root, asked: now, reveal: () => question.answer(SHOWN) }));
    },
  };
});

// Show a question. What reveals its answer, and what answers it, unless it is answered.
/** @type {(root: HTMLElement, asked: Omit<Quiz, "chosen"> & {labels: QuizLabels}, tell: OfOption) => {reveal: OfOption, answer: (index: number) => boolean}} */
function ask(root, { question, options, right, labels }, tell) {
  let isAnswered = false;
  const verdict = make("p.verdict", { role: "status" });
  const buttons = options.map((text, index) =>
    make("button", { onclick: () => answer(index) }, make("span.text", text), make("span.mark")),
  );
  const answer = (/** @type {number} */ index) => {
    if (isAnswered) return false;
    reveal(index);
    tell(index);
    return true;
  };
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
  return { reveal, answer };
}
