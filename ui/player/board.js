// Draws the candidates for the next step: with their numbers, or to be guessed.

import { make, moveFocus, moveOf, patch } from "../components/dom.js";
import { Languages } from "./languages.js";
import { inPlace, notShown, said, sentence } from "./names.js";
import { fitType } from "./screen.js";
import { chip, numbers } from "./token.js";

/** @import {Entry} from "../components/dom.js" */
/** @import {BoardRow} from "./contract" */
/** @import {View} from "./picture.js" */
/** @import {Answer} from "./predict.js" */

const LONG_VALUE = 4; // characters, as of a score, from which on it leaves more room to its sum
const LONG_TITLE = 30; // characters, from which on it is written in two lines
const GUESSES = [1.5, 1.3, 1.15, 1]; // on a screen, sizes of type in its own

export class Board {
  #title = make("h2");
  #head = make("div.head", this.#title);
  #list = make("ol.board");
  #more = make("p.more");
  #place = make("div.candidates");
  #languages = new Languages();
  element = make("section.pairs", this.#head, this.#languages.element, this.#place);

  constructor(/** @type {(answer: Answer) => void} */ answer) {
    this.answer = answer;
    this.#list.onkeydown = (pressed) => {
      const item = pressed.target instanceof HTMLElement && pressed.target.closest("li");
      const next =
        item && moveOf(pressed, { ArrowDown: item.nextElementSibling, ArrowUp: item.previousElementSibling });
      if (item && next instanceof HTMLElement) moveFocus(item, next);
    };
  }

  /** What stands beside the head, and below. @param {Element} beside @param {Element} below */
  give(beside, below) {
    this.#head.replaceChildren(this.#title, beside);
    this.element.replaceChildren(this.#head, this.#languages.element, this.#place, below);
  }

  name(/** @type {string} */ name) {
    this.#title.textContent = name;
    this.#title.classList.toggle("long", name.length > LONG_TITLE);
  }

  draw(/** @type {View} */ view) {
    const { labels } = view.lesson;
    const { board } = view.frame;
    this.name(!board.length ? labels.noPairs : view.isQuestion ? labels.guess : labels.pairs);
    this.#more.textContent = notShown(view.lesson, view.frame.morePairs);
    this.#languages.draw(view);
    if (view.isQuestion) return this.#drawGuesses(view);
    if (this.#list.parentElement !== this.#place) this.#place.replaceChildren(this.#list, this.#more);
    /** @type {Entry[]} */
    const entries = board.map((row, index) => {
      const chosen = view.answer?.row === index;
      // What is said of it names the winner, another one at each step: it is no part of the picture.
      const look = JSON.stringify({ ...row, verdict: "" });
      return [`${view.version} ${chosen} ${look}`, () => boardRow(view, row, chosen)];
    });
    patch(this.#list, entries);
  }

  #drawGuesses(/** @type {View} */ view) {
    const guesses = view.frame.pairOrder.map((row) => {
      const { name, pair, winner, tied, verdict } = view.frame.board[row];
      const onclick = () => this.answer({ row, right: winner || tied, verdict });
      return make("button", { "aria-label": said(view, name), onclick }, ...pair.map((number) => chip(view, number)));
    });
    this.#place.replaceChildren(make("div.guesses", ...guesses), this.#more);
    if (view.type) fitType(this.#place, GUESSES);
  }

  /** The bar of what comes next; null where it has none. */
  get bar() {
    /** @type {HTMLElement | null} */ const found = this.#list.querySelector(".winner .bar");
    return found;
  }

  /** Show all. */
  unfit() {
    this.#place.style.fontSize = "";
    for (const row of this.#list.children) row.toggleAttribute("hidden", false);
  }

  /** Hide those after so many, but not the winner, and say how many. @param {number} most @param {View} view */
  fit(most, { lesson, frame, isQuestion }) {
    if (isQuestion) return;
    const all = [...this.#list.children];
    const winner = all.findIndex((row) => row.querySelector(".winner"));
    const shown = all.filter((_, place) => place < (winner < most ? most : most - 1) || place === winner);
    for (const row of all) row.toggleAttribute("hidden", !shown.includes(row));
    this.#more.textContent = notShown(lesson, all.length - shown.length + frame.morePairs);
  }
}

/** @type {(view: View, row: BoardRow, chosen: boolean) => Element} */
function boardRow(view, { pair, value, spoken, share, tally, winner, tied }, chosen) {
  const { labels } = view.lesson;
  /** @type {(is: boolean, name: "wins" | "ties" | "guessed", text: string) => Element | null} */
  const badge = (is, name, text) => (is ? make(`span.badge.${name}`, text) : null);
  const bar = share === null ? null : make("div.bar", { style: `width: ${100 * share}%` });
  const row = make(
    "div.pair",
    { classes: { winner, chosen } },
    make("span.label", { "aria-hidden": true }, ...pair.map((number) => chip(view, number))),
    make("span.read", `${said(view, spoken)}${labels.comma}`),
    make(
      "div.measure",
      make("div.bars", bar),
      make(
        "span.tally",
        { title: sentence(view, tally) },
        badge(winner, "wins", labels.winner),
        badge(tied, "ties", labels.tied),
        badge(chosen, "guessed", labels.chosen),
        make("span.terms", ...inPlace(view, tally)),
      ),
    ),
    make("span.count", { "aria-hidden": true, classes: { long: value.length > LONG_VALUE } }, value),
  );
  const item = make("li", { tabindex: winner ? 0 : -1 }, row);
  numbers.set(item, pair);
  return item;
}
