// A question as the room sees it: while it is asked, with the result, and with the answer. It shows no votes before the
// result, except on the teacher's own page.

import { fillTemplate, make, setAttributes } from "../../components/dom.js";
import { voteBars, votesText, segmentedWord, answerOptions, solutionText } from "../phone/question_panel.js";
import { hasRightAnswer } from "./question_flow.js";

/** @import {Notation} from "../../components/notation.js" */
/** @import {Lesson} from "../../lessons/contract" */
/** @import {ClassCounts, TeacherQuestion, VoteTally, Texts} from "./contract" */
/** @typedef {{question: TeacherQuestion, count: ClassCounts, lesson?: Lesson, notation: Notation, isPrivate?: boolean}} ViewState `isPrivate`: only the teacher sees it. */

const SIZES = [2.2, 2, 1.8, 1.6, 1.4, 1.25, 1.15, 1]; // type sizes, relative to the stage's
const MAX_CUTS = 6; // most ways to cut a word that are shown

export class ClassQuestionView {
  #question = make("p.wording", { tabindex: -1 }); // larger than a page's title, so no heading of the page
  #votes = make("p.votes", { role: "status" });
  #answers = make("div.answers", { role: "group" });
  #explanation = make("p.explanation", { role: "status" });
  element = make("section.asked", this.#question, this.#votes, this.#answers, this.#explanation);
  #drawn = "";

  /** @param {Texts} texts */
  constructor(texts) {
    this.texts = texts;
  }

  /** @param {ViewState} state */
  show(state) {
    const { count, lesson, isPrivate = false } = state;
    const { texts } = this;
    const isOpen = state.question.phase === "open";
    const running = isOpen && isPrivate ? [...state.question.tallies, runningTally(state.question, count)] : [];
    const tallies = isOpen ? running : state.question.tallies;
    const question = { ...state.question, tallies };
    const shown = { ...state, question };
    const tally = isOpen
      ? answeredText(question, count, texts)
      : votesText(question.tallies, { ...texts, secondShort: texts.second });
    if (this.#votes.textContent !== tally) this.#votes.textContent = tally;
    const drawn = JSON.stringify({ ...question, since: 0, lesson: lesson?.id, notation: shown.notation });
    if (drawn === this.#drawn) return;
    this.#drawn = drawn;
    const defaultText =
      question.kind === "pair" ? texts.pairQuestion : question.kind === "cut" ? texts.cutQuestion : "";
    this.#question.textContent = question.text || defaultText;
    const isShort = question.kind !== "choice";
    setAttributes(this.#answers, { "aria-label": isOpen ? texts.asked : texts.results, classes: { short: isShort } });
    this.#answers.replaceChildren(...(question.kind === "cut" ? this.#drawCuts(shown) : this.#drawOptions(shown)));
    this.#explanation.replaceChildren(...(running.length ? [texts.soFar] : this.#explain(shown)));
  }

  /** @param {ViewState} shown */
  #drawOptions({ question, lesson, notation }) {
    return answerOptions({ question, lesson, notation }).map(({ parts, answer }) =>
      this.#drawAnswer(question, answer, parts, (tally) => tally.counts[Number(answer)]),
    );
  }

  // Set answers and counts in the largest type that fits into a box.
  /** @param {HTMLElement} box */
  fit(box) {
    const { style } = this.element;
    SIZES.some((size) => {
      style.setProperty("--answer", `${size}rem`);
      return box.scrollHeight <= box.clientHeight + 1 && box.scrollWidth <= box.clientWidth + 1;
    });
  }

  /** Draw the word, and below it the ways it was cut. @param {ViewState} shown */
  #drawCuts({ question }) {
    const { letters, phase, tallies, right } = question;
    const word = make("p.word", letters.join(""));
    if (!tallies.length) return [word];
    const given = tallies.flatMap(({ answers }) => answers.map(([answer]) => answer));
    const found = [...new Set([...(phase === "revealed" ? right : []), ...given])];
    const rows = found.map((answer) => {
      const cut = segmentedWord(letters, answer, this.texts.whole);
      return this.#drawAnswer(question, answer, [cut], (tally) => new Map(tally.answers).get(answer) ?? 0);
    });
    return rows.length ? rows : [word];
  }

  /** @type {(question: TeacherQuestion, answer: string, parts: Array<Node | string>, countOf: (tally: VoteTally) => number) => Element} */
  #drawAnswer({ phase, right, tallies }, answer, parts, countOf) {
    const isRight = phase === "revealed" && right.includes(answer);
    const { first, second, locale } = this.texts;
    return make(
      "div.answer",
      { classes: { right: isRight } },
      make("div.option", ...parts, isRight ? make("span.badge", `✓ ${this.texts.right}`) : ""),
      ...voteBars(tallies, countOf, { first, secondShort: second, locale }),
    );
  }

  // Once revealed: how many were right, whether there was a tie, and the solution.
  /** @param {ViewState} shown @returns {Array<Node | string>} */
  #explain({ question, lesson, notation }) {
    const { phase, right, tallies, solution, kind } = question;
    if (phase !== "revealed") return [];
    const { texts } = this;
    const rightVotes = hasRightAnswer(question) ? rightText(tallies, texts) : "";
    const tie = kind === "pair" && right.length > 1 ? texts.tie : "";
    const next = solutionText({ question, lesson, notation });
    return [make("strong", rightVotes), " ", tie, " ", ...next, " ", solution];
  }
}

/** Return how many of the phones here have answered. @type {(question: Pick<TeacherQuestion, "ballot">, count: Pick<ClassCounts, "here" | "votes">, texts: Pick<Texts, "locale" | "answered" | "second">) => string} */
export function answeredText({ ballot }, { here, votes }, texts) {
  const format = (/** @type {number} */ number) => number.toLocaleString(texts.locale);
  // Phones that answered and left still count.
  const tally = fillTemplate(texts.answered, { count: format(votes), here: format(Math.max(here, votes)) });
  return ballot > 1 ? `${texts.second} · ${tally}` : tally;
}

// Return how many of the votes were right; with two ballots, in each.
/** @type {(tallies: Array<{right: number, votes: number}>, texts: Pick<Texts, "wereRight" | "rightOf" | "voteOf" | "first" | "second" | "locale">) => string} */
export function rightText(tallies, { wereRight, rightOf, voteOf, first, second, locale }) {
  const shares = tallies.map(({ right, votes }) =>
    fillTemplate(rightOf, { right: right.toLocaleString(locale), votes: votes.toLocaleString(locale) }),
  );
  if (shares.length < 2) return fillTemplate(wereRight, { count: shares.join("") });
  const ballots = shares.map((count, place) => fillTemplate(voteOf, { vote: [first, second][place], count }));
  return fillTemplate(wereRight, { count: ballots.join(" · ") });
}

// Return the votes of an open ballot by answer; right answers are left out of it.
/** @type {(question: Pick<TeacherQuestion, "kind" | "size">, count: Pick<ClassCounts, "votes" | "answers">) => VoteTally} */
export function runningTally({ kind, size }, { votes, answers }) {
  const counts = Array.from({ length: kind === "cut" ? 0 : size }, (_, place) => answers[place] ?? 0);
  const byVotes = Object.entries(answers).sort(
    ([left, leftVotes], [right, rightVotes]) => rightVotes - leftVotes || (left < right ? -1 : 1),
  );
  return { votes, counts, right: 0, answers: kind === "cut" ? byVotes.slice(0, MAX_CUTS) : [] };
}
