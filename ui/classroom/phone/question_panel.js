// A question to the class, on a phone: the question, this phone's answer, the result, and the right answer.

import { fillTemplate, make, setAttributes, tint } from "../../components/dom.js";
import { inNotation, spokenSentence, tokenText } from "../../player/token_text.js";

/** @import {Notation} from "../../components/notation.js" */
/** @import {Lesson} from "../../lessons/contract" */
/** @import {PhoneTexts, PhoneQuestion, VoteTally} from "./contract" */
/** @typedef {{question: PhoneQuestion, lesson: Lesson | undefined, notation: Notation, mine: Record<string, string>, isUnsent: boolean, isLate: boolean}} PanelQuestion A question, and this phone's answer in each ballot. */
/** @typedef {{parts: Array<Node | string>, spoken: string, answer: string}} Option */

export class QuestionPanel {
  #heading = make("h2", { tabindex: -1 });
  #instructions = make("p.about");
  #answers = make("div.answers", { role: "group" });
  #sendButton = make("button.main", { onclick: () => this.#sendAnswer() });
  #response = make("p.answer-note", { role: "status" });
  evidence = make("div.evidence"); // the evidence to reason with, between the question and its answers
  element = make(
    "section.asked",
    { hidden: true },
    ...[
      this.#heading,
      this.#instructions,
      this.evidence,
      this.#answers,
      make("div.send", this.#sendButton, this.#response),
    ],
  );
  #drawn = "";
  /** @type {Set<number>} */ #cuts = new Set();
  #chosen = ""; // the answer that Send sends; words to cut have `#cuts`
  #ballot = "";

  /** @param {PhoneTexts} texts @param {(answer: number | number[]) => void} answer */
  constructor(texts, answer) {
    this.texts = texts;
    this.answer = answer;
    this.#sendButton.textContent = texts.send;
  }

  /** @param {PanelQuestion | null} asked */
  show(asked) {
    this.element.hidden = !asked;
    const drawn = JSON.stringify(asked && { ...asked, lesson: asked.lesson?.id });
    if (drawn === this.#drawn) return;
    this.#drawn = drawn;
    if (!asked) return;
    const { question } = asked;
    const number = `${question.number}.${question.ballot}`;
    if (number !== this.#ballot) {
      this.#cuts.clear();
      this.#chosen = "";
    }
    this.#ballot = number;
    const defaultText = question.kind === "pair" ? this.texts.pairQuestion : this.texts.cutQuestion;
    this.#heading.textContent = question.text || (question.kind === "choice" ? "" : defaultText);
    this.#instructions.textContent = this.#instructionsFor(asked);
    this.#heading.lang = question.text ? languageTag(question) : document.documentElement.lang;
    const isOpen = question.phase === "open";
    const canAnswer = isOpen && asked.mine[question.ballot] === undefined;
    this.element.dataset.phase = canAnswer ? "answer" : question.phase;
    setAttributes(this.#answers, { "aria-label": isOpen ? this.texts.goOn : this.texts.results });
    this.#sendButton.hidden = !canAnswer;
    this.#setSendable(question.kind === "cut" || this.#chosen !== "");
    setAttributes(this.#answers, { classes: { pairs: question.kind === "pair" } });
    if (question.kind === "cut") this.#answers.replaceChildren(...this.#drawWord(asked));
    else this.#answers.replaceChildren(...this.#drawOptions(asked));
    const verdict = this.#verdict(asked);
    this.#response.className = `answer-note ${verdict.look}`;
    this.#response.replaceChildren(...verdict.parts);
  }

  // A word may be left whole; any other answer must be chosen first.
  /** @param {boolean} isSendable */
  #setSendable(isSendable) {
    setAttributes(this.#sendButton, { "aria-disabled": !isSendable });
  }

  #sendAnswer() {
    if (this.#sendButton.getAttribute("aria-disabled") === "true") return;
    this.answer(this.#chosen ? Number(this.#chosen) : [...this.#cuts].sort((a, b) => a - b));
  }

  /** @param {PanelQuestion} asked */
  #instructionsFor({ question, mine }) {
    const { phase, ballot, kind } = question;
    if (phase !== "open") return "";
    if (ballot === 2) return this.texts.second;
    return kind === "cut" && mine[ballot] === undefined ? this.texts.cutHelp : "";
  }

  // Options: as buttons, then as bars.

  /** @param {PanelQuestion} asked */
  #drawOptions(asked) {
    const { question, mine } = asked;
    const own = mine[question.ballot];
    const isOpen = question.phase === "open";
    const options = answerOptions(asked);
    // Two columns, if the longest answer fits in one.
    const longest = Math.max(...options.map(({ parts }) => lengthOf(parts)));
    this.#answers.style.setProperty("--longest", String(longest));
    return options.map(({ parts, spoken, answer }) => {
      const isMine = own === answer;
      if (isOpen && own === undefined) {
        const button = make(
          "button.answer",
          { "aria-label": spoken, "aria-pressed": this.#chosen === answer },
          ...parts,
        );
        button.onclick = () => {
          this.#chosen = answer;
          for (const option of this.#answers.children) setAttributes(option, { "aria-pressed": option === button });
          this.#setSendable(true);
        };
        return button;
      }
      const isRight = question.right?.includes(answer);
      return make(
        "div.answer",
        { classes: { mine: isMine, right: isRight ?? false } },
        make("div.option", ...parts, ...this.#badges(isMine, isRight ?? false)),
        ...(isOpen ? [] : voteBars(question.tallies, (tally) => tally.counts[Number(answer)], this.texts)),
      );
    });
  }

  /** @param {boolean} isMine @param {boolean} isRight */
  #badges(isMine, isRight) {
    return [
      ...(isRight ? [make("span.badge", `✓ ${this.texts.right}`)] : []),
      ...(isMine ? [make("span.badge", this.texts.yours)] : []),
    ];
  }

  // A word: its letters, and the places between them where it may be cut.

  /** @param {PanelQuestion} asked */
  #drawWord({ question, mine }) {
    const { letters, phase, ballot, tallies, right } = question;
    const own = mine[ballot];
    const isOpen = phase === "open" && own === undefined;
    const cuts = own === undefined ? this.#cuts : cutsIn(own);
    const word = make("div.word");
    letters.forEach((letter, before) => {
      const place = before + 1;
      const cell = make("span.cell", make("span.letter", letter));
      word.append(cell);
      if (place === letters.length) return;
      const between = fillTemplate(this.texts.cutBetween, { left: letter, right: letters[place] });
      const gap = make("button.gap", { "aria-label": between, "aria-pressed": cuts.has(place), disabled: !isOpen });
      gap.onclick = () => {
        if (!cuts.delete(place)) cuts.add(place);
        setAttributes(gap, { "aria-pressed": cuts.has(place) });
      };
      cell.append(gap);
    });
    if (phase === "open") return [word];
    const found = [
      ...new Set([...(right ?? []), ...tallies.flatMap(({ answers }) => answers.map(([answer]) => answer))]),
    ];
    const rows = found.map((answer) => {
      const isRight = right?.includes(answer) ?? false;
      return make(
        "div.answer",
        { classes: { mine: answer === own, right: isRight } },
        make("div.option", segmentedWord(letters, answer, this.texts.whole), ...this.#badges(answer === own, isRight)),
        ...voteBars(tallies, (tally) => new Map(tally.answers).get(answer) ?? 0, this.texts),
      );
    });
    return [word, ...rows];
  }

  // The response to the answer.

  /** @param {PanelQuestion} asked @returns {{look: string, parts: Array<Node | string>}} */
  #verdict(asked) {
    const { question } = asked;
    const { texts } = this;
    const { look, message } = verdictOf(asked);
    if (question.phase === "open") return { look, parts: message ? [texts[message]] : [] };
    const votes = votesText(question.tallies, texts);
    const verdict = message ? texts[message] : "";
    if (question.phase === "shown") return { look, parts: [verdict, " ", votes] };
    const own = ownAnswer(asked);
    const why = own !== undefined && question.kind === "choice" ? question.why[Number(own)] : "";
    const more = make("span", { lang: languageTag(question) }, [why, question.solution].filter(Boolean).join(" "));
    return { look, parts: [make("strong", verdict), " ", more, " ", ...solutionText(asked), " ", votes] };
  }
}

/** @typedef {"unsent" | "answered" | "late" | "wait" | "noRight" | "noAnswer" | "isRight" | "isWrong"} Verdict */

/** @type {(asked: Pick<PanelQuestion, "mine"> & {question: Pick<PhoneQuestion, "ballot" | "phase">}) => string | undefined} */
const ownAnswer = ({ question, mine }) =>
  mine[question.ballot] ?? (question.phase === "revealed" ? mine[1] : undefined);

// Return what a phone says about its answer, as the name of a text, and its style. Polls have no right or wrong
// answers.
/** @type {(asked: Pick<PanelQuestion, "mine" | "isUnsent" | "isLate"> & {question: Pick<PhoneQuestion, "ballot" | "phase" | "poll" | "right">}) => {look: "" | "right" | "wrong", message: Verdict | ""}} */
export function verdictOf({ question, mine, isUnsent, isLate }) {
  const { phase, poll: isPoll, right } = question;
  const own = ownAnswer({ question, mine });
  if (phase === "open") return { look: "", message: own === undefined ? "" : isUnsent ? "unsent" : "answered" };
  if (phase === "shown") return { look: "", message: isLate ? "late" : isPoll ? "noRight" : "wait" };
  if (own === undefined) return { look: "", message: "noAnswer" };
  if (isPoll) return { look: "", message: "noRight" };
  return right.includes(own) ? { look: "right", message: "isRight" } : { look: "wrong", message: "isWrong" };
}

/** Return the language of a question's texts as an HTML tag. @param {Pick<PhoneQuestion, "language">} question */
const languageTag = ({ language }) => language.replace("_", "-");

// Return the number of votes; with two ballots, in each.
/** @type {(tallies: Array<Pick<VoteTally, "votes">>, texts: Record<"votes" | "voteOf" | "first" | "secondShort" | "locale", string>) => string} */
export function votesText(tallies, { votes: template, voteOf, first, secondShort, locale }) {
  const counts = tallies.map(({ votes }) => votes.toLocaleString(locale));
  if (counts.length < 2) return fillTemplate(template, { count: counts.join("") });
  return counts.map((count, place) => fillTemplate(voteOf, { vote: [first, secondShort][place], count })).join(" · ");
}

// Draw a bar for each ballot.
/** @type {<T extends {votes: number}>(tallies: T[], countOf: (tally: T) => number, texts: Record<"first" | "secondShort" | "locale", string>) => Element[]} */
export function voteBars(tallies, countOf, { first, secondShort, locale }) {
  return tallies.map((tally, place) => {
    const count = countOf(tally);
    const title = tallies.length > 1 ? [first, secondShort][place] : "";
    const share = tally.votes ? (100 * count) / tally.votes : 0;
    return make(
      "div.vote",
      make("span.title", title),
      make("span.track", { "aria-hidden": true }, make("span.share", { style: `width: ${share}%` })),
      make("span.count", count.toLocaleString(locale)),
    );
  });
}

// Return the options of a question; pairs come from the lesson's step.
/** @type {(asked: Pick<PanelQuestion, "lesson" | "notation"> & {question: Pick<PhoneQuestion, "kind" | "step" | "size" | "phase" | "options" | "language">}) => Option[]} */
export function answerOptions({ question, lesson, notation }) {
  const frame = question.kind === "pair" ? lesson?.frames[question.step - lesson.first] : undefined;
  if (lesson && frame && frame.candidates.length >= question.size) {
    const shown = { lesson, notation };
    return frame.pairOrder
      .filter((row) => row < question.size)
      .map((row) => {
        const { pair, name, value } = frame.candidates[row];
        const parts = pair.map((number) => {
          const [, , , hue] = lesson.tokens[number];
          return make("span.token", { classes: { unknown: hue === null } }, tint(hue), tokenText(shown, number));
        });
        const count = question.phase === "revealed" ? make("span.value", value) : "";
        return { parts: [...parts, count], spoken: spokenSentence(shown, name), answer: String(row) };
      });
  }
  return Array.from({ length: question.size }, (_, place) => {
    const text = question.options[place] ?? String(place + 1);
    return { parts: [make("span", { lang: languageTag(question) }, text)], spoken: text, answer: String(place) };
  });
}

// Return the lesson's own text on what comes next, in the reader's language and notation.
/** @type {(asked: Pick<PanelQuestion, "lesson" | "notation"> & {question: Pick<PhoneQuestion, "kind" | "step">}) => Array<Node | string>} */
export function solutionText({ question, lesson, notation }) {
  const frame = question.kind === "pair" ? lesson?.frames[question.step - lesson.first] : undefined;
  return lesson && frame ? inNotation({ lesson, notation }, frame.next) : [];
}

/** Return how many characters an option shows. @param {Array<Node | string>} parts */
const lengthOf = (parts) => parts.map((part) => (part instanceof Node ? part.textContent : part)).join("").length;

/** @param {string} answer */
const cutsIn = (answer) => new Set(answer.split(",").filter(Boolean).map(Number));

/** Draw a word as cut by an answer. @type {(letters: string[], answer: string, whole: string) => HTMLElement} */
export function segmentedWord(letters, answer, whole) {
  const cuts = [...cutsIn(answer), letters.length];
  let from = 0;
  const parts = cuts.map((to) => {
    const part = make("span.token.unknown", letters.slice(from, to).join(""));
    from = to;
    return part;
  });
  return make("span.cut", ...parts, ...(parts.length === 1 ? [make("span.subdued", ` ${whole}`)] : []));
}
