// Connects the players and questions of a page with a class that follows them, whichever registers first.

/** @import {Lesson} from "../lessons/contract" */
/** @import {Player} from "./player.js" */
/** @typedef {{beside: Element[], over: Element, options: Element[]}} Parts The audience's elements: beside the controls, over the picture, among the options. */
/** @typedef {"next" | "back" | "ask"} Press */

/** What follows a player, such as a class. */
/**
 * @typedef {{
 *   draws: (player: Player) => void,
 *   presses: (player: Player, press: Press, isHeld: boolean) => boolean,
 *   keeps: (lesson: Lesson, step: number) => boolean | null,
 *   asksElse: (lesson: Lesson, step: number) => boolean,
 * }} Audience `draws`: called when a step is drawn. `presses`: whether the audience handles a press, so that the player
 *   does not move. `keeps`: whether what comes after a step is hidden (true), has been revealed (false), or neither.
 *   `asksElse`: whether a step is the evidence for another question than which pair is next, so that the player asks none.
 */

/** A question with options on a page: what it is, and how its answer is shown. */
/**
 * @typedef {{
 *   root: HTMLElement,
 *   asked: import("../components/contract").ChapterQuestion,
 *   reveal: () => void,
 * }} Asker
 */

/** @typedef {{root: HTMLElement, bar: HTMLElement}} Deck A deck alone on the screen, and the line below it. */

/**
 * @typedef {Audience & {
 *   enter: (player: Player) => void,
 *   leave: (player: Player) => void,
 *   asks: (asker: Asker) => void,
 *   ends: (asker: Asker) => void,
 *   turns: (asker: Asker, press: "next" | "back") => boolean,
 *   leads: (press: "next" | "back", mayAsk: boolean) => boolean,
 *   says: (text: string, goesOn?: boolean) => void,
 *   stages: (deck: Deck) => void,
 *   leavesStage: (deck: Deck) => void,
 * }} Class `leads`: whether the class handles a press on a slide with neither player nor question; `mayAsk`: all of the
 *   slide was seen. `says`: show this text on phones; with `goesOn`, instead of a question whose answer they have seen.
 */

class Hall {
  /** @type {Class | null} */ #class = null;
  /** @type {Set<Player>} */ #players = new Set();
  /** @type {Set<Asker>} */ #askers = new Set();
  /** @type {Set<Deck>} */ #decks = new Set();

  /** Let a class follow this page from now on. @param {Class} led */
  begin(led) {
    this.#class = led;
    for (const player of this.#players) led.enter(player);
    for (const asker of this.#askers) led.asks(asker);
    for (const deck of this.#decks) led.stages(deck);
  }

  /** @param {Player} player */
  enter(player) {
    this.#players.add(player);
    this.#class?.enter(player);
  }

  /** @param {Player} player */
  leave(player) {
    this.#players.delete(player);
    this.#class?.leave(player);
  }

  /** @param {Asker} asker */
  asks(asker) {
    this.#askers.add(asker);
    this.#class?.asks(asker);
  }

  /** @param {Asker} asker */
  ends(asker) {
    this.#askers.delete(asker);
    this.#class?.ends(asker);
  }

  /** @type {Class["turns"]} */
  turns(asker, press) {
    return this.#class?.turns(asker, press) ?? false;
  }

  /** @type {Class["leads"]} */
  leads(press, mayAsk) {
    return this.#class?.leads(press, mayAsk) ?? false;
  }

  /** @type {Class["says"]} */
  says(text, goesOn) {
    this.#class?.says(text, goesOn);
  }

  /** @param {Deck} deck */
  stages(deck) {
    this.#decks.add(deck);
    this.#class?.stages(deck);
  }

  /** @param {Deck} deck */
  leavesStage(deck) {
    this.#decks.delete(deck);
    this.#class?.leavesStage(deck);
  }

  /** @type {Audience["draws"]} */
  draws(player) {
    this.#class?.draws(player);
  }

  /** @type {Audience["presses"]} */
  presses(player, press, isHeld) {
    return this.#class?.presses(player, press, isHeld) ?? false;
  }

  /** @type {Audience["asksElse"]} */
  asksElse(lesson, step) {
    return this.#class?.asksElse(lesson, step) ?? false;
  }

  /** @type {Audience["keeps"]} */
  keeps(lesson, step) {
    return this.#class?.keeps(lesson, step) ?? null;
  }
}

export const hall = new Hall();
