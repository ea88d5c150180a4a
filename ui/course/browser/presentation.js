// A chapter alone on the screen, for a room: its idea, question, explanation, pictures, player, numbers and an exercise,
// one screen each, in the largest type that fits. A clicker leads through the screens, the steps of the player, and on to
// the next chapter.

import { closest, make, moveForKey, withUnbrokenNames } from "../../components/dom.js";
import { withoutTermMarks } from "../../components/prose.js";
import { tokenRows } from "../../components/token_rows/token_rows.js";
import { classHub } from "../../player/audience.js";
import { isTyped } from "../../player/keyboard.js";
import { costChart, numbersTable } from "./tables.js";
import { ChapterQuestionView, REVEALED } from "./question.js";
import { paragraphs, exerciseForm } from "./exercise.js";

/** @import {LessonFile} from "../../lessons/contract" */
/** @import {ChapterPayload, CourseLabels} from "../contract" */
/** @import {Address} from "../../player/host" */
/** @import {TokenRow} from "../../components/contract" */
/** @import {PlayerOptions, CourseHost, CoursePlayer} from "./course_page.js" */

// A screen: its elements, its text for phones besides the heading, and what a press does before it leads on; `press`
// returns whether it did anything.
/** @typedef {{name: string, draw: () => Element[], says?: string[], play?: (by: number) => void, press?: () => boolean, leave?: () => void}} Screen */
/** @typedef {{createPlayer: (lesson: LessonFile, step: number | null, options: Partial<PlayerOptions>) => CoursePlayer, over: (by: number) => void, leave: () => void, createPicture: CourseHost["createPicture"]}} Around `over`: leave the chapter in a direction. */

const MOVES = { ArrowRight: 1, PageDown: 1, ArrowLeft: -1, PageUp: -1 };
const LEAST = 18; // pixels of type
const [WIDTH, HEIGHT] = [28, 16]; // of a screen, in type sizes, if there is little on it
const ROWS = 12; // of a table, per screen
const LINES = 16; // of literal texts shown with an idea; longer ones get their own screens
const TOKENS = 80; // per screen

/** Return a page's address for a player in a deck, which is presented itself. @param {Address} address @returns {Address} */
export const presentedUrl = (address) => ({
  ...address,
  read: () => ({ ...address.read(), step: null, present: false }),
  write: (here) => address.write({ ...here, present: true }),
});

export class ChapterPresentation {
  /** @type {Screen[]} */ #screens = [];
  #at = 0;
  /** @type {ChapterQuestionView | null} */ #question = null;
  #sheet = make("div.sheet");
  #title = make("span.title");
  #stopped = new AbortController();
  #deck;
  element;

  /** @param {CourseLabels} labels @param {Around} around */
  constructor(labels, around) {
    this.labels = labels;
    this.around = around;
    const move = (/** @type {string} */ sign, /** @type {string} */ label, /** @type {number} */ by) =>
      make("button", { onclick: () => this.#press(by), "aria-label": label, title: label }, sign);
    const leave = make("button", { onclick: around.leave }, labels.leave);
    const bar = make("div.bar", this.#title, move("←", labels.before, -1), move("→", labels.after, 1), leave);
    this.element = make(
      "dialog.deck",
      { tabindex: -1, "aria-label": labels.present, oncancel: around.leave },
      this.#sheet,
      bar,
    );
    this.#deck = { root: this.element, bar };
    classHub.addDeck(this.#deck);
    const { signal } = this.#stopped;
    document.addEventListener("keydown", (event) => this.#key(event), { signal });
    addEventListener("resize", () => this.#fit(), { signal });
  }

  /** Show a chapter from its first screen, or from its last when coming back. @param {string} key @param {ChapterPayload} chapter @param {number} seed @param {number} by */
  show(key, chapter, seed, by) {
    this.#leave();
    this.#title.textContent = chapter.heading;
    this.#screens = this.#screensOf(chapter, seed);
    this.element.dataset.chapter = key;
    if (!this.element.open) this.element.showModal();
    const [chapterLeft, left] = history.state?.deck ?? [];
    const last = this.#screens.length - 1;
    this.#to(chapterLeft === key ? Math.min(left, last) : by < 0 ? last : 0, by);
  }

  end() {
    this.#stopped.abort();
    this.#leave();
    classHub.removeDeck(this.#deck);
    this.element.remove();
  }

  /** @param {ChapterPayload} chapter @param {number} seed @returns {Screen[]} */
  #screensOf(chapter, seed) {
    const { labels } = this;
    const long = chapter.given.join("\n").split("\n").length > LINES;
    const given = () => (long ? [] : chapter.given.map((text) => make("pre", text)));
    const words = (/** @type {string[]} */ texts) => make("div.words", ...paragraphs(texts));
    /** @type {Screen[]} */ const screens = [];
    const heading = () => make("h2", ...withUnbrokenNames(chapter.heading));
    const { idea } = chapter; // a topic has none, and begins with its question
    const begins = idea.length > 0 || long;
    if (begins) screens.push({ name: "idea", draw: () => [heading(), words(idea), ...given()], says: idea });
    for (const text of long ? chapter.given : []) screens.push({ name: "given", draw: () => [make("pre", text)] });
    screens.push({
      name: "question",
      says: [chapter.question, ...chapter.options.map(({ text }) => `- ${text}`)],
      draw: () => {
        // The explanation has a screen of its own.
        this.#question = new ChapterQuestionView({ ...chapter, explanation: [] }, labels, null, () => {});
        return [...(begins ? [] : [heading()]), ...given(), this.#question.element];
      },
      press: () => this.#question?.answer(REVEALED) ?? false,
      leave: () => {
        this.#question?.end();
        this.#question = null;
      },
    });
    screens.push({ name: "explanation", draw: () => [words(chapter.explanation)], says: chapter.explanation });
    if (chapter.text) screens.push({ name: "text", draw: () => [make("pre", chapter.text)] });
    for (const one of chapter.pictures) {
      const picture = this.around.createPicture(one);
      picture.onStep = () => classHub.showText(picture.classText);
      const start = picture.firstStep;
      const says = [one.title, one.says[start]];
      screens.push({ name: "picture", draw: () => [picture.go(start).element], says, press: () => picture.turn(1) });
    }
    const { rows } = chapter;
    const isLong = rows.reduce((sum, { tokens }) => sum + tokens.length, 0) > TOKENS;
    // Tokens show where a line ends; staying on one line saves space.
    /** @type {(row: TokenRow) => TokenRow} */
    const inLine = (row) => ({ ...row, tokens: row.tokens.map(([text, id, hue]) => [text, id, hue, false]) });
    for (const some of isLong ? rows.map((row) => [inLine(row)]) : rows.length ? [rows] : []) {
      screens.push({ name: "rows", draw: () => [make("div.rows", ...tokenRows({ rows: some, labels }))] });
    }
    const { lesson } = chapter;
    if (lesson) screens.push({ name: "player", draw: () => [], play: (by) => this.#play(lesson, by) });
    const { chart } = chapter;
    // A room needs only the chart; on the page, the same numbers are collapsed below it.
    if (chart) screens.push({ name: "chart", draw: () => [costChart(chart)] });
    for (const [name, table] of Object.entries({ table: chart ? null : chapter.table, overview: chapter.overview })) {
      for (let at = 0; table && at < table.rows.length; at += ROWS) {
        const rows = table.rows.slice(at, at + ROWS);
        screens.push({ name, draw: () => [numbersTable({ ...table, rows })] });
      }
    }
    const [draws] = chapter.exercises;
    if (draws) {
      const exercise = draws[seed % draws.length];
      const draw = () => [exerciseForm(exercise, exercise.text, labels.answer, labels, "", () => this.#fit())];
      const press = () => {
        const answer = this.#sheet.querySelector("details:not([open], [hidden])");
        answer?.setAttribute("open", "");
        return answer !== null;
      };
      screens.push({
        name: "exercise",
        draw: () => [make("h2", labels.turn), ...draw()],
        says: [exercise.text],
        press,
      });
    }
    return screens;
  }

  get #screen() {
    return this.#screens[this.#at];
  }

  #leave() {
    this.#screen?.leave?.();
  }

  /** @param {number} at @param {number} by */
  #to(at, by) {
    this.#leave();
    this.#at = at;
    const { name, draw, play, says = [] } = this.#screen;
    this.element.dataset.screen = name;
    history.replaceState({ ...history.state, deck: [this.element.dataset.chapter, at] }, "");
    this.#sheet.replaceChildren(...draw());
    this.#question?.begin();
    if (play) return play(by);
    classHub.showText(withoutTermMarks([`# ${this.#title.textContent}`, ...says].join("\n")));
    this.#fit();
    this.element.focus();
  }

  /** @param {LessonFile} lesson @param {number} by */
  #play(lesson, by) {
    const played = this.around.createPlayer(lesson, by < 0 ? -1 : null, {
      goToLesson: (over) => {
        this.#go(over);
        return true;
      },
      hasLesson: () => true,
      onPresent: (on) => void (on || this.around.leave()),
      presents: () => true,
    });
    this.#screen.leave = () => played.leave();
    this.#sheet.replaceChildren(played.element);
    played.present(true);
  }

  /** @param {number} by */
  #press(by) {
    if (this.#question?.handlePress(by)) return;
    if (by > 0 && this.#screen.press?.()) return this.#fit();
    this.#go(by);
  }

  /** @param {number} by */
  #go(by) {
    const at = this.#at + by;
    if (this.#screens[at]) this.#to(at, by);
    else this.around.over(by);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const by = event.defaultPrevented ? undefined : moveForKey(event, MOVES);
    if (
      by === undefined ||
      this.#screen?.name === "player" ||
      isTyped(event, (selector) => closest(event.composedPath()[0], selector) !== null)
    )
      return;
    event.preventDefault();
    event.stopImmediatePropagation(); // so that a player that appears with this press does not take a step too
    this.#press(by);
  }

  /** Set the largest type in which a screen fits. */
  #fit() {
    const { clientWidth, clientHeight } = this.#sheet;
    if (!this.element.open) return;
    let size = Math.floor(Math.min(innerWidth / WIDTH, innerHeight / HEIGHT));
    const isOver = () => this.#sheet.scrollHeight > clientHeight || this.#sheet.scrollWidth > clientWidth;
    for (this.#sheet.style.fontSize = `${size}px`; size > LEAST && isOver();) {
      this.#sheet.style.fontSize = `${--size}px`;
    }
  }
}
