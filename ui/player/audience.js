// Connects the players and questions of a page with a class that follows them, whichever registers first.

/** @import {Lesson} from "../lessons/contract" */
/** @import {Player} from "./player.js" */
/** @typedef {{beside: Element[], over: Element, options: Element[]}} Parts The audience's elements: beside the controls, over the picture, among the options. */
/** @typedef {"next" | "back" | "ask"} Press */

/** What follows a player, such as a class. */
/**
 * @typedef {{
 *   onDraw: (player: Player) => void,
 *   handlePress: (player: Player, press: Press, isHeld: boolean) => boolean,
 *   hidesNext: (lesson: Lesson, step: number) => boolean | null,
 *   asksOtherQuestion: (lesson: Lesson, step: number) => boolean,
 * }} Audience `onDraw`: called when a step is drawn. `handlePress`: whether the audience handles a press, so that the
 *   player does not move. `hidesNext`: whether what comes after a step is hidden (true), has been revealed (false), or
 *   neither. `asksOtherQuestion`: whether a step is the evidence for another question than which pair is next, so that the
 *   player asks none.
 */

/** A question with options on a page: what it is, and how its answer is shown. */
/**
 * @typedef {{
 *   root: HTMLElement,
 *   question: import("../components/contract").ChapterQuestion,
 *   reveal: () => void,
 * }} PageQuestion
 */

/** @typedef {{root: HTMLElement, bar: HTMLElement}} Deck A deck alone on the screen, and the line below it. */

/**
 * @typedef {Audience & {
 *   addPlayer: (player: Player) => void,
 *   removePlayer: (player: Player) => void,
 *   addQuestion: (pageQuestion: PageQuestion) => void,
 *   removeQuestion: (pageQuestion: PageQuestion) => void,
 *   handleQuestionPress: (pageQuestion: PageQuestion, press: "next" | "back") => boolean,
 *   handleSlidePress: (press: "next" | "back", mayAsk: boolean) => boolean,
 *   showText: (text: string, replacesQuestion?: boolean) => void,
 *   addDeck: (deck: Deck) => void,
 *   removeDeck: (deck: Deck) => void,
 * }} Class `handleSlidePress`: whether the class handles a press on a slide with neither player nor question; `mayAsk`: all
 *   of the slide was seen. `showText`: show this text on phones; with `replacesQuestion`, instead of a question whose answer
 *   they have seen.
 */

class ClassHub {
  /** @type {Class | null} */ #class = null;
  /** @type {Set<Player>} */ #players = new Set();
  /** @type {Set<PageQuestion>} */ #questions = new Set();
  /** @type {Set<Deck>} */ #decks = new Set();

  /** Let a class follow this page from now on. @param {Class} followingClass */
  connect(followingClass) {
    this.#class = followingClass;
    for (const player of this.#players) followingClass.addPlayer(player);
    for (const pageQuestion of this.#questions) followingClass.addQuestion(pageQuestion);
    for (const deck of this.#decks) followingClass.addDeck(deck);
  }

  /** @param {Player} player */
  addPlayer(player) {
    this.#players.add(player);
    this.#class?.addPlayer(player);
  }

  /** @param {Player} player */
  removePlayer(player) {
    this.#players.delete(player);
    this.#class?.removePlayer(player);
  }

  /** @param {PageQuestion} pageQuestion */
  addQuestion(pageQuestion) {
    this.#questions.add(pageQuestion);
    this.#class?.addQuestion(pageQuestion);
  }

  /** @param {PageQuestion} pageQuestion */
  removeQuestion(pageQuestion) {
    this.#questions.delete(pageQuestion);
    this.#class?.removeQuestion(pageQuestion);
  }

  /** @type {Class["handleQuestionPress"]} */
  handleQuestionPress(pageQuestion, press) {
    return this.#class?.handleQuestionPress(pageQuestion, press) ?? false;
  }

  /** @type {Class["handleSlidePress"]} */
  handleSlidePress(press, mayAsk) {
    return this.#class?.handleSlidePress(press, mayAsk) ?? false;
  }

  /** @type {Class["showText"]} */
  showText(text, replacesQuestion) {
    this.#class?.showText(text, replacesQuestion);
  }

  /** @param {Deck} deck */
  addDeck(deck) {
    this.#decks.add(deck);
    this.#class?.addDeck(deck);
  }

  /** @param {Deck} deck */
  removeDeck(deck) {
    this.#decks.delete(deck);
    this.#class?.removeDeck(deck);
  }

  /** @type {Audience["onDraw"]} */
  onDraw(player) {
    this.#class?.onDraw(player);
  }

  /** @type {Audience["handlePress"]} */
  handlePress(player, press, isHeld) {
    return this.#class?.handlePress(player, press, isHeld) ?? false;
  }

  /** @type {Audience["asksOtherQuestion"]} */
  asksOtherQuestion(lesson, step) {
    return this.#class?.asksOtherQuestion(lesson, step) ?? false;
  }

  /** @type {Audience["hidesNext"]} */
  hidesNext(lesson, step) {
    return this.#class?.hidesNext(lesson, step) ?? null;
  }
}

export const classHub = new ClassHub();
