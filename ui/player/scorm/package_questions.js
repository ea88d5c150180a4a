// The questions of a package, which stand in its page: by a press of an option, with what is typed, or by a word that is
// cut between its letters. And the predictions of its player.

import { checkAnswer } from "../answer_check.js";

/** @import {Attempt} from "./attempt.js" */
/** @import {Lesson} from "../../lessons/contract" */

/** @type {(element: Element) => string} */
const nameOf = (element) => element.getAttribute("data-question") ?? "";

/** The names of the questions in a part of the page. @param {ParentNode} root */
export const questionNames = (root) => [...new Set([...root.querySelectorAll("[data-question]")].map(nameOf))];

/** The steps of a lesson, from one on, whose next one can be predicted. @param {Lesson} lesson @param {number} from */
export const predictableSteps = ({ frames, steps }, from = 0) =>
  frames.slice(0, steps).flatMap(({ candidates: board }, step) => (board.length && step >= from ? [String(step)] : []));

/** Show what was answered, and what explains it. @param {string} question @param {Attempt} attempt */
export function showAnswer(question, attempt) {
  for (const verdict of document.querySelectorAll(`[data-verdict="${question}"]`)) {
    verdict.textContent = verdict.getAttribute(attempt.answers.get(question) ? "data-right" : "data-wrong");
  }
  for (const unfolded of document.querySelectorAll("details")) {
    if (unfolded.getAttribute("data-after") === question) unfolded.open = true;
  }
}

/** Whether an element's question is answered rightly; null where nothing is answered yet. @param {Element} element */
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

/** Have all questions of the page answered. @param {Attempt} attempt @param {(isKept: boolean) => void} answered */
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

// A guess is a press of one of the candidates, which stand in an order that gives nothing away.
/** @param {Event} event @param {Element} root A player. @param {Lesson} lesson @returns {{step: string, isRight: boolean} | null} */
export function predictionInput(event, root, lesson) {
  const guess = event.target instanceof Element ? event.target.closest(".guesses button") : null;
  const scrubber = root.querySelector(".scrub input");
  if (!guess?.parentElement || !(scrubber instanceof HTMLInputElement)) return null;
  const { candidates: board, pairOrder } = lesson.frames[Number(scrubber.value)];
  const { winner, tied } = board[pairOrder[[...guess.parentElement.children].indexOf(guess)]];
  return { step: scrubber.value, isRight: winner || tied };
}
