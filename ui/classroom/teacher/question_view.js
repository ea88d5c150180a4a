// A question as the room sees it: while it is asked, once the vote is shown, and with the answer. Nothing of a vote is
// here before it is shown.

import { fillTemplate, make, setAttributes } from "../../components/dom.js";
import { voteBars, segmentedWord, answerOptions, solutionText } from "../phone/question_panel.js";
import { hasRightAnswer } from "./question_flow.js";

/** @import {Notation} from "../../components/notation.js" */
/** @import {Lesson} from "../../lessons/contract" */
/** @import {ClassCounts, TeacherQuestion, VoteTally, Texts} from "./contract" */
/** @typedef {{question: TeacherQuestion, count: ClassCounts, lesson?: Lesson, notation: Notation}} Shown */

export class ClassQuestionView {
  #heading = make("h2", { tabindex: -1 });
  #votes = make("p.votes", { role: "status" });
  #answers = make("div.answers", { role: "group" });
  #said = make("p.said", { role: "status" });
  element = make("section.asked", this.#heading, this.#votes, this.#answers, this.#said);
  #look = "";

  /** @param {Texts} texts */
  constructor(texts) {
    this.texts = texts;
  }

  /** @param {Shown} shown */
  show(shown) {
    const { question, count, lesson } = shown;
    const { texts } = this;
    const isOpen = question.phase === "open";
    const votes = isOpen ? [count.votes] : question.tallies.map((tally) => tally.votes);
    const numbers = votes.map((number) => number.toLocaleString(texts.locale)).join(" · ");
    const ballot = question.ballot > 1 && isOpen ? ` · ${texts.second}` : "";
    const told = fillTemplate(texts.votes, { count: numbers }) + ballot;
    if (this.#votes.textContent !== told) this.#votes.textContent = told;
    const look = JSON.stringify({ ...question, since: 0, lesson: lesson?.id, notation: shown.notation });
    if (look === this.#look) return;
    this.#look = look;
    const usual = question.kind === "pair" ? texts.pairQuestion : question.kind === "cut" ? texts.cutQuestion : "";
    this.#heading.textContent = question.text || usual;
    setAttributes(this.#answers, { "aria-label": isOpen ? texts.asked : texts.results });
    this.#answers.replaceChildren(...(question.kind === "cut" ? this.#cuts(shown) : this.#options(shown)));
    this.#said.replaceChildren(...this.#saidOf(shown));
  }

  /** @param {Shown} shown */
  #options({ question, lesson, notation }) {
    return answerOptions({ question, lesson, notation }).map(({ parts, answer }) =>
      this.#answer(question, answer, parts, (tally) => tally.counts[Number(answer)]),
    );
  }

  /** The word, and below it the ways in which it was cut. @param {Shown} shown */
  #cuts({ question }) {
    const { letters, phase, tallies, right } = question;
    const word = make("p.word", letters.join(""));
    if (phase === "open") return [word];
    const given = tallies.flatMap(({ answers }) => answers.map(([answer]) => answer));
    const found = [...new Set([...(phase === "revealed" ? right : []), ...given])];
    const rows = found.map((answer) => {
      const cut = segmentedWord(letters, answer, this.texts.whole);
      return this.#answer(question, answer, [cut], (tally) => new Map(tally.answers).get(answer) ?? 0);
    });
    return rows.length ? rows : [word];
  }

  /** @type {(question: TeacherQuestion, answer: string, parts: Array<Node | string>, countOf: (tally: VoteTally) => number) => Element} */
  #answer({ phase, right, tallies }, answer, parts, countOf) {
    const isRight = phase === "revealed" && right.includes(answer);
    const { first, second, locale } = this.texts;
    return make(
      "div.answer",
      { classes: { right: isRight } },
      make("div.option", ...parts, isRight ? make("span.badge", `✓ ${this.texts.right}`) : ""),
      ...(phase === "open" ? [] : voteBars(tallies, countOf, { first, secondShort: second, locale })),
    );
  }

  // Once it is revealed: who was right, that there was a tie, and the solution.
  /** @param {Shown} shown @returns {Array<Node | string>} */
  #saidOf({ question, lesson, notation }) {
    const { phase, right, tallies, solution, kind } = question;
    if (phase !== "revealed") return [];
    const { texts } = this;
    const shares = tallies.map((tally) => `${tally.right.toLocaleString(texts.locale)} / ${tally.votes}`);
    const were = hasRightAnswer(question) ? fillTemplate(texts.wereRight, { count: shares.join(" · ") }) : "";
    const tie = kind === "pair" && right.length > 1 ? texts.tie : "";
    const next = solutionText({ question, lesson, notation });
    return [make("strong", were), " ", tie, " ", ...next, " ", solution];
  }
}
