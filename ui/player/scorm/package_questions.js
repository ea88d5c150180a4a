// The questions on the page of a package, answered by choosing an option, by typing, or by cutting a word between its
// letters; and the predictions of its player.

import { checkAnswer } from "../answer_check.js";

/** @import {Attempt} from "./attempt.js" */
/** @import {Lesson} from "../../lessons/contract" */

/** @type {(element: Element) => string} */
const nameOf = (element) => element.getAttribute("data-question") ?? "";

/** Return the names of the questions in a part of the page. @param {ParentNode} root */
export const questionNames = (root) => [...new Set([...root.querySelectorAll("[data-question]")].map(nameOf))];

/** Return the steps of a lesson, from one on, after which the next pair can be predicted. @param {Lesson} lesson @param {number} from */
export const predictableSteps = ({ frames, steps }, from = 0) =>
  frames.slice(0, steps).flatMap(({ candidates: board }, step) => (board.length && step >= from ? [String(step)] : []));

/** Show the verdict on an answer, and the explanation. @param {string} question @param {Attempt} attempt */
export function showAnswer(question, attempt) {
  for (const verdict of document.querySelectorAll(`[data-verdict="${question}"]`)) {
    verdict.textContent = verdict.getAttribute(attempt.answers.get(question) ? "data-right" : "data-wrong");
  }
  for (const unfolded of document.querySelectorAll("details")) {
    if (unfolded.getAttribute("data-after") === question) unfolded.open = true;
  }
}

/** Whether the question of an element is answered correctly; null if it is not answered yet. @param {Element} element */
function verdictOf(element) {
  const box = element.querySelector("input");
  const [kind, answer] = [element.getAttribute("data-kind") ?? "", element.getAttribute("data-answer") ?? ""];
  if (kind === "cut") {
    const cuts = [...element.querySelectorAll("[data-gap][aria-pressed=true]")];
    return cuts.map((gap) => gap.getAttribute("data-gap")).join() === answer;
  }
  if (!box) return element.hasAttribute("data-right");
  return box.value.trim() ? checkAnswer(kind, box.value, answer) === "right" : null;
}

/** Let learners answer all questions of the page. @param {Attempt} attempt @param {(isKept: boolean) => void} answered */
export function startQuestions(attempt, answered) {
  for (const element of document.querySelectorAll("[data-question]")) {
    const answer = () => {
      const isAnswerRight = verdictOf(element);
      if (isAnswerRight === null) return;
      answered(attempt.answer(nameOf(element), isAnswerRight));
      showAnswer(nameOf(element), attempt);
    };
    const press = element.querySelector("[data-check]") ?? element;
    press.addEventListener("click", answer);
    element.querySelector("input")?.addEventListener("keydown", ({ key }) => key === "Enter" && answer());
    for (const gap of element.querySelectorAll("[data-gap]")) {
      const turn = () => gap.setAttribute("aria-pressed", String(gap.getAttribute("aria-pressed") !== "true"));
      gap.addEventListener("click", turn);
    }
  }
  for (const question of attempt.answers.keys()) showAnswer(question, attempt);
}

// Return the guess in a click on a candidate. Candidates are in an order that gives nothing away.
/** @param {Event} event @param {Element} root A player. @param {Lesson} lesson @returns {{step: string, isRight: boolean} | null} */
export function predictionInput(event, root, lesson) {
  const guess = event.target instanceof Element ? event.target.closest(".guesses button") : null;
  const scrubber = root.querySelector(".scrub input");
  if (!guess?.parentElement || !(scrubber instanceof HTMLInputElement)) return null;
  const { candidates: board, pairOrder } = lesson.frames[Number(scrubber.value)];
  const { winner, tied } = board[pairOrder[[...guess.parentElement.children].indexOf(guess)]];
  return { step: scrubber.value, isRight: winner || tied };
}
