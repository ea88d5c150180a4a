// Draws the candidates for the next step: with their numbers, or as choices to guess from.

import { findOne, make, moveForKey, setAttributes, setText } from "../components/dom.js";
import { moveFocus, patch } from "../components/items.js";
import { Languages } from "./language_bars.js";
import { inNotation, hiddenCount, spokenSentence, sentence } from "./token_text.js";
import { fitType } from "./presentation_fit.js";
import { chip, nameOf, names } from "./token.js";
import { Trend } from "./trend.js";

/** @import {Entry} from "../components/items.js" */
/** @import {CandidateRow} from "../lessons/contract" */
/** @import {View} from "./frame_view.js" */
/** @import {Answer} from "./predictions.js" */

const LONG_VALUE = 4; // characters; a longer value, such as a score, leaves more room for its sum
const LONG_TITLE = 30; // characters; a longer title takes two lines
const GUESSES = [1.5, 1.3, 1.15, 1]; // type sizes on a screen, relative to the stage's
const TRACK = 9; // rem: the longest bar, unless it was measured
const SIGN = 0.5; // rem: a character of a text in a bar, and the space around the text
const AROUND = 1;

export class CandidateView {
  #title = make("h2");
  #head = make("div.head", this.#title);
  #list = make("ol.board");
  #more = make("p.more");
  #place = make("div.candidates");
  #trend = new Trend();
  #languages = new Languages();
  track = TRACK;
  element = make("section.pairs", this.#head, this.#languages.element, this.#place);

  constructor(/** @type {(answer: Answer) => void} */ answer) {
    this.answer = answer;
    this.#list.onkeydown = (pressed) => {
      const item = pressed.target instanceof HTMLElement && pressed.target.closest("li");
      const next =
        item && moveForKey(pressed, { ArrowDown: item.nextElementSibling, ArrowUp: item.previousElementSibling });
      if (item && next instanceof HTMLElement) moveFocus(item, next);
    };
  }

  /** Set the elements beside the heading and below the candidates. @param {Element} beside @param {Element} below */
  setNeighbours(beside, below) {
    this.#head.replaceChildren(this.#title, beside);
    this.element.replaceChildren(this.#head, this.#languages.element, this.#place, below);
  }

  /** Prepare for another lesson: the languages above the candidates take some of their room. @param {View} view */
  begin(view) {
    this.#trend.begin(view.lesson);
    this.#languages.draw(view);
  }

  setTitle(/** @type {string} */ name) {
    this.#title.textContent = name;
    this.#title.hidden = !name;
    this.#title.classList.toggle("long", name.length > LONG_TITLE);
  }

  draw(/** @type {View} */ view) {
    const { labels } = view.lesson;
    const { candidates: board } = view.frame;
    const question = view.isLocked ? withoutHint(labels.question) : labels.guess;
    this.setTitle(!board.length ? labels.noPairs : isGuessed(view) ? question : labels.pairs);
    this.#more.textContent = hiddenCount(view.lesson, view.frame.morePairs);
    this.#languages.draw(view);
    if (isGuessed(view)) return this.#drawGuesses(view);
    if (this.#list.parentElement !== this.#place)
      this.#place.replaceChildren(this.#list, this.#more, this.#trend.element);
    // Where no pairs are left, there is room for what came of them.
    this.#trend.element.hidden = board.length > 0 || this.#trend.isNone;
    this.#trend.draw(view);
    // A pair keeps its row while it is a candidate; a step only redraws what changes within a row.
    /** @type {Entry[]} */
    const entries = board.map(({ pair }) => {
      const parts = pair.map((number) => nameOf(view, number));
      return [`${view.version} ${parts.join(" + ")}`, () => createRow(view, pair, parts)];
    });
    patch(this.#list, entries);
    const withoutAnswer = (/** @type {CandidateRow} */ row) =>
      view.isQuestion ? { ...row, winner: false, tied: false } : row;
    board.forEach((row, index) =>
      drawRow(view, this.#list.children[index], withoutAnswer(row), view.answer?.row === index, this.track),
    );
  }

  #drawGuesses(/** @type {View} */ view) {
    const guesses = view.frame.pairOrder.map((row) => {
      const { name, pair, winner, tied, verdict } = view.frame.candidates[row];
      const onclick = () => this.answer({ row, right: winner || tied, verdict });
      return make(
        "button",
        { "aria-label": spokenSentence(view, name), onclick },
        ...pair.map((number) => chip(view, number)),
      );
    });
    const list = make("div.guesses", ...guesses);
    this.#place.replaceChildren(list, this.#more);
    // In the smallest type, guesses that do not fit are scrolled to, a whole row at a time.
    if (view.type) list.classList.toggle("over", !fitType(this.#place, GUESSES));
  }

  /** The winner's bar; null if there is none. */
  get bar() {
    /** @type {HTMLElement | null} */ const found = this.#list.querySelector(".winner .bar");
    return found;
  }

  showAll() {
    this.#place.style.fontSize = "";
    for (const row of this.#list.children) row.toggleAttribute("hidden", false);
  }

  /** Show at most this many rows, always with the winner, and the number of hidden ones. @param {number} most @param {View} view */
  fit(most, view) {
    const { lesson, frame } = view;
    if (isGuessed(view)) return;
    const all = [...this.#list.children];
    const winner = all.findIndex((row) => row.querySelector(".winner"));
    const shown = all.filter((_, place) => place < (winner < most ? most : most - 1) || place === winner);
    for (const row of all) row.toggleAttribute("hidden", !shown.includes(row));
    this.#more.textContent = hiddenCount(lesson, all.length - shown.length + frame.morePairs);
  }
}

/** Whether the learner or the class has to guess the next pair. @param {View} view */
export const isGuessed = ({ isQuestion, isEvidence }) => isQuestion && !isEvidence;

/** @returns {string} a question without the hint that may follow it */
function withoutHint(/** @type {string} */ question) {
  return question.replace(/(?<=[?？]).*/s, "");
}

/** Create the row of a pair. @type {(view: View, pair: number[], parts: string[]) => Element} */
function createRow(view, pair, parts) {
  const row = make(
    pair.length > 1 ? "div.pair" : "div.pair.single",
    make("span.label", { "aria-hidden": true }, ...pair.map((number) => chip(view, number))),
    make("span.screen-reader-text"),
    make("div.measure", make("div.bars"), make("span.tally")),
    make("span.count", { "aria-hidden": true }),
  );
  const item = make("li", row);
  names.set(item, parts);
  return item;
}

/** @type {WeakMap<Element, string>} What each row shows, as JSON. */
const drawnRows = new WeakMap();

// Whether a bar's first term is too long for its part of the bar, while the sum fits beside the bar.
/** @type {(view: View, row: CandidateRow, track: number) => boolean} */
function isOutside(view, { terms = [], share, tally }, track) {
  if (!terms.length) return false;
  const widthOf = (/** @type {string} */ text) => sentence(view, text).length * SIGN + AROUND;
  const [[text, count]] = terms;
  const all = terms.reduce((sum, [, one]) => sum + one, 0);
  const bar = (share ?? 0) * track;
  return widthOf(text) > (bar * count) / all && widthOf(tally) <= track - bar;
}

/** Show a pair's numbers and badges in its row. @type {(view: View, item: Element, row: CandidateRow, chosen: boolean, track: number) => void} */
function drawRow(view, item, row, chosen, track) {
  // The verdict names the winner, which changes with each step, but is not part of the picture.
  const look = JSON.stringify([{ ...row, verdict: "" }, chosen, view.window, track]);
  if (drawnRows.get(item) === look) return;
  drawnRows.set(item, look);
  const { value, spoken, share, tally, terms = [], winner, tied } = row;
  const { labels } = view.lesson;
  /** @type {(is: boolean, name: "wins" | "ties" | "guessed", text: string) => Element[]} */
  const badge = (is, name, text) => (is ? [make(`span.badge.${name}`, text)] : []);
  const parts = terms.map(([text, count]) =>
    make("span", { style: `flex-grow: ${count}` }, make("span.share", ...inNotation(view, text))),
  );
  const bar =
    share === null ? [] : [make("div.bar", { "aria-hidden": true, style: `width: ${100 * share}%` }, ...parts)];
  setAttributes(item, { tabindex: winner ? 0 : -1 });
  setAttributes(findOne(item, ".pair"), {
    classes: {
      ...{ winner, tied, chosen, tallied: tally !== "" },
      ...{ parted: terms.length > 0, outside: isOutside(view, row, track) },
    },
    style: share === null ? null : `--share: ${100 * share}%`,
  });
  setText(findOne(item, ".screen-reader-text"), `${spokenSentence(view, spoken)}${labels.comma}`);
  findOne(item, ".bars").replaceChildren(...bar);
  const sum = findOne(item, ".tally");
  setAttributes(sum, { title: sentence(view, tally) });
  sum.replaceChildren(
    ...badge(winner, "wins", labels.winner),
    ...badge(tied, "ties", labels.tied),
    ...badge(chosen, "guessed", labels.chosen),
    make("span.terms", ...inNotation(view, tally)),
  );
  const count = findOne(item, ".count");
  setText(count, value);
  setAttributes(count, { classes: { long: value.length > LONG_VALUE } });
}
