// A course: its chapters, one at a time, from the question to the exercises. Everything happens in the browser; the
// host, the app or a site, supplies chapters and follows the learner's position.

import {
  checkbox,
  closest,
  fillTemplate,
  isPlainClick,
  isEqual,
  make,
  moveForKey,
  withUnbrokenNames,
} from "../../components/dom.js";
import { Progress } from "../../components/progress/progress.js";
import { prose } from "../../components/prose.js";
import { sharedStorage } from "../../components/storage.js";
import { goToSlide } from "../../components/plan_navigation.js";
import { tokenRows } from "../../components/token_rows/token_rows.js";
import { actionOf, isTyped } from "../../player/keyboard.js";
import { isLargeScreen } from "../../player/presentation.js";
import { checkAnswer } from "../../player/answer_check.js";
import { afterAnswer, dueExercises, isDue } from "../../components/progress/leitner.js";
import { ChapterPresentation } from "./presentation.js";
import { ChapterList, chapterAddress } from "./chapter_list.js";
import { LiveLesson } from "./live_lesson.js";
import { reviewExercises, exerciseNames, result, resultName, quizTitle, storedResult } from "./review_quiz.js";
import { costChart, numbersTable } from "./tables.js";
import { ChapterQuestionView, REVEALED } from "./question.js";
import { paragraphs, exerciseForm } from "./exercise.js";
import { answerTo, keptAnswer, nextSeed, otherDraw } from "./draws.js";

/** @import {CoursePosition, ChapterError, ChapterPayload, CoursePayload, ExercisePayload, CustomTable} from "../contract" */
/** @import {Lesson, LessonFile} from "../../lessons/contract" */
/** @import {Picture} from "../../components/picture/picture.js" */
/** @import {Address, PlayerHost} from "../../player/host" */
/** @import {ChosenView} from "./live_lesson.js" */
/** @typedef {{element: Element, update: (lesson: Lesson) => void, go: (step: number) => void, present: (on: boolean) => void, leave: () => void}} CoursePlayer A player on the page. */
/** @typedef {Pick<PlayerHost, "chooseTieRule" | "goToLesson" | "hasLesson" | "onPresent" | "isWaiting" | "audience"> & {presents?: () => boolean}} PlayerOptions What the course provides to a player. `presents`: whether the player is part of a deck. */

/**
 * @typedef {{
 *   load: (key: string) => Promise<ChapterPayload | ChapterError>,
 *   onPosition: (at: CoursePosition) => void,
 *   createPlayer: (lesson: Lesson, options: PlayerOptions) => CoursePlayer,
 *   createPicture: (picture: ChapterPayload["pictures"][number]) => Picture,
 *   address: Address,
 *   hrefOf: (address: string) => string,
 *   openPage?: (href: string) => void,
 *   requestTable?: (text: string) => void,
 *   takeChosen?: (key: string) => ChosenView | undefined,
 * }} CourseHost `createPicture`: draws a picture of a loaded chapter. `onPosition`: called with the learner's position. `openPage`: opens another page, if the browser should not follow the link itself.
 *   `requestTable`: requests the table for a text, which arrives as `own`. `takeChosen`: returns once what a reader chose to see of a chapter before this page.
 */

const TURNS = { PageDown: 1, PageUp: -1 };
const DRAWS = 20; // as in ui/course/random_values.py
const NOTHING = { answers: {}, done: {}, boxes: {} };

const progress = new Progress(sharedStorage);

export class CoursePage {
  /** @type {CoursePosition | null} */ #at = null;
  #step = 0;
  /** @type {ChapterPayload | null} */ #chapter = null;
  /** @type {ChapterQuestionView | null} */ #question = null;
  #live;
  /** @type {CustomTable | null} */ #customTable = null;
  /** @type {Map<string, {part: string, turn: number}>} The exercise before each chapter, and the number of its draw. */
  #openings = new Map();
  /** @type {Map<string, string>} */ #drawn = new Map(); // the exercises shown last, by name
  /** @type {Map<string, Promise<ChapterPayload | ChapterError>>} */ #loading = new Map();
  #element = make("div.chapter");
  #rest = make("div.prose.rest"); // what follows the answer
  #exercises = make("div.exercises");
  #table = make("div.numbers");
  #stopped = new AbortController();
  /** @type {ChapterPresentation | null} */ #deck = null; // while presenting
  #turned = 1; // the direction of the deck

  /** @param {HTMLElement} root @param {CoursePayload} course @param {CourseHost} host */
  constructor(root, course, host) {
    this.course = course;
    this.host = host;
    this.keys = course.chapters.map(({ key }) => key);
    this.choice = checkbox(course.labels.answerFirst, (quiz) => this.#at && this.go({ ...this.#at, quiz }));
    this.#live = new LiveLesson(course.labels, host.createPicture, (chapter, isOpen, options) =>
      chapter.lesson ? this.#play(chapter.lesson, isOpen ? this.#step || chapter.answerStep : 0, options) : null,
    );
    // What an option names can be clicked in a picture instead.
    this.#live.element.addEventListener("click", ({ target }) => {
      const answers = closest(target, "[data-answers]")?.dataset.answers;
      if (answers) this.#question?.answer(Number(answers));
    });
    const actions = {
      go: (/** @type {string} */ key, /** @type {boolean} */ mixed) => this.#to(key, mixed),
      forget: () => this.#forget(),
      present: () => this.present(),
      hrefOf: host.hrefOf,
      openPage: host.openPage,
    };
    this.list = new ChapterList(course, this.choice.element, actions);
    root.replaceChildren(make("div.reading", this.list.element, this.#element));
    document.addEventListener("keydown", (event) => this.#key(event), { signal: this.#stopped.signal });
  }

  /** Present the chapter alone on the screen. */
  present() {
    this.#start();
    this.host.address.write({ ...this.host.address.read(), step: 0, present: true });
    if (this.#at) void this.#draw(this.#at);
  }

  /** Start or end presenting, as the address says, also on Back and Forward. */
  #follow() {
    const isPresented = this.host.address.read().present && isLargeScreen();
    if (isPresented === (this.#deck !== null)) return;
    if (isPresented) return this.#start();
    this.#stop();
    this.#deck?.end();
    this.#deck = null;
  }

  #start() {
    this.#deck = new ChapterPresentation(this.course.labels, {
      createPicture: this.host.createPicture,
      createPlayer: (lesson, step, options) => this.#play(lesson, step, options),
      over: (by) => {
        this.#turned = by;
        if (!goToSlide(by)) this.#by(by);
      },
      leave: () => this.#end(),
    });
    this.#element.replaceChildren();
    this.#stop();
    this.#element.before(this.#deck.element);
  }

  #end() {
    this.#deck?.end();
    this.#deck = null;
    this.host.address.write({ ...this.host.address.read(), step: 0, present: false });
    if (this.#at) void this.#draw(this.#at);
  }

  leave() {
    this.#deck?.end();
    this.#stopped.abort();
    this.#stop();
  }

  /** Go to a position. @param {CoursePosition} at */
  go(at) {
    if (isEqual(at, this.#at)) return;
    progress.stop(this.course.parameter, at.key);
    if (at.key !== this.#at?.key || at.mixed) this.#stop(); // before the address belongs to another chapter
    this.host.onPosition(at);
    this.show(at);
  }

  /** The chapter where the learner stopped on an earlier visit, or the first one. */
  get stopped() {
    const key = progress.stopped(this.course.parameter);
    return this.keys.includes(key) ? key : this.keys[0];
  }

  /** What the reader chose to see of the chapter, and the chapter's key; null before one is shown. */
  get chosen() {
    return this.#at && this.#chapter && { key: this.#at.key, ...this.#live.chosen };
  }

  /** Show a position, with the player at a step, or at its start if that is 0. @param {CoursePosition} at @param {number} step */
  show(at, step = 0) {
    const before = this.#at;
    if (isEqual(at, before)) return;
    this.#at = at;
    this.#follow();
    this.choice.box.checked = at.quiz;
    this.#mark();
    if (this.#chapter && before && isEqual({ ...before, seed: at.seed }, at)) return this.#drawExercises(this.#chapter);
    this.#step = step;
    void this.#draw(at);
  }

  /** Receive the table for a learner's own text. @param {CustomTable | null} own */
  give(own) {
    if (isEqual(own, this.#customTable)) return;
    this.#customTable = own;
    if (!this.#chapter) return;
    this.#drawTable(this.#chapter);
    this.#live.redraw(this.#ofText(this.#chapter));
  }

  /** @param {string} key @param {boolean} mixed */
  #to(key, mixed = false) {
    if (!this.#at || (key === this.#at.key && mixed === this.#at.mixed)) return;
    this.go({ ...this.#at, key, mixed, seed: 0 });
    this.#element.parentElement?.scrollIntoView({ block: "start" });
  }

  /** @param {number} by */
  #by(by) {
    const key = this.#at && this.keys[this.keys.indexOf(this.#at.key) + by];
    if (key) this.#to(key);
  }

  #forget() {
    progress.forget(this.keys);
    progress.stop(this.course.parameter, "");
    this.#openings.clear();
    this.#mark();
    if (this.#at) void this.#draw(this.#at);
  }

  /** Handle a presenter's clicker: show the answer, then go on; ignored while something is loading. @param {KeyboardEvent} event */
  #key(event) {
    const isOn = (/** @type {string} */ selector) => closest(event.composedPath()[0], selector) !== null;
    if (this.#live.press(event, isOn)) return event.preventDefault();
    if (!this.#deck && !this.#live.takesKeys && actionOf(event, isOn) === "present" && this.list.present())
      return event.preventDefault();
    const by = event.defaultPrevented ? undefined : moveForKey(event, TURNS);
    if (by === undefined || isTyped(event, isOn)) return;
    if (this.#element.hasAttribute("aria-busy")) return event.preventDefault();
    if (!this.#question) return;
    event.preventDefault();
    if (this.#question.handlePress(by)) return;
    if ((by < 0 || !this.#question.answer(REVEALED)) && !goToSlide(by)) this.#by(by);
  }

  #storedAnswers() {
    return progress.add(NOTHING, this.keys);
  }

  /** Return the keys of completed chapters. */
  #done() {
    const stored = this.#storedAnswers();
    const isDone = (/** @type {CoursePayload["chapters"][number]} */ { key, exercises }) =>
      exercises
        ? exerciseNames({ key, exercises }).every((part) => Object.hasOwn(stored.done, part))
        : Object.hasOwn(stored.answers, key);
    return this.course.chapters.filter(isDone).map(({ key }) => key);
  }

  /** Update the marks in the list. */
  #mark() {
    const stopped = progress.stopped(this.course.parameter);
    if (this.#at) this.list.show(this.#at, { done: this.#done(), held: this.#storedAnswers(), stopped });
    this.#element.querySelector(".ending")?.replaceWith(this.#ending());
  }

  /** Remove what is shown. */
  #stop() {
    this.#question?.end();
    this.#live.leave();
    this.#question = this.#chapter = null;
  }

  /** @param {string} problem */
  #showProblem(problem) {
    this.#stop();
    this.#element.replaceChildren(make("p.notice", { role: "alert" }, problem));
  }

  /** Load a chapter; null if that fails, or if another one was chosen meanwhile. @param {CoursePosition} at @param {string} key */
  async #load(at, key) {
    try {
      // A chapter with two exercises in a quiz is requested once.
      const coming = this.#loading.get(key) ?? this.host.load(key).finally(() => this.#loading.delete(key));
      this.#loading.set(key, coming);
      const chapter = await coming;
      if (at !== this.#at) return null;
      if (!("problem" in chapter)) return chapter;
      if (key === at.key) this.#showProblem(chapter.problem);
    } catch {
      if (at === this.#at && key === at.key) this.#showProblem(this.course.labels.problem);
    }
    return null;
  }

  /** Draw a position, marked as busy until what it shows has been loaded. @param {CoursePosition} at */
  async #draw(at) {
    this.#element.setAttribute("aria-busy", "true");
    await this.#drawLoaded(at);
    if (at === this.#at) this.#element.removeAttribute("aria-busy");
  }

  /** @param {CoursePosition} at */
  async #drawLoaded(at) {
    const { key, quiz, mixed } = at;
    if (mixed && !this.#deck && quizTitle(this.course.chapters, this.keys.indexOf(key), this.course.labels))
      return this.#drawMixed(at);
    const chapter = await this.#load(at, key);
    if (!chapter || at !== this.#at) return;
    this.#stop();
    this.#chapter = chapter;
    if (this.#deck) {
      return this.#deck.show(key, this.#ofText(chapter), at.seed, this.#turned);
    }
    const given = chapter.given.map((text) => make("pre", { tabindex: 0 }, text));
    const before = [make("h2", ...withUnbrokenNames(chapter.title)), ...paragraphs(chapter.idea), ...given];
    if (!quiz) {
      this.#lay(chapter, true, [...before, make("p.question", ...prose(chapter.question))], chapter.label);
      return this.#drawRest(at, chapter, null);
    }
    const opening = this.#opening(at); // is below all the rest, which doesn't wait for it
    const { answers, done } = this.#storedAnswers();
    const isAnswered = Object.hasOwn(answers, key);
    const chosen = isAnswered ? answers[key] : Object.hasOwn(done, key) ? REVEALED : null;
    this.#question = new ChapterQuestionView(chapter, this.course.labels, chosen, (index) => {
      progress.add({ ...NOTHING, answers: { [key]: index } }, this.keys);
      progress.stop(this.course.parameter, key);
      if (chapter.exercises.length && index !== REVEALED && index !== chapter.right) this.#box(key, false);
      this.#mark();
      this.#live.open(chapter, this.host.address.read().step ?? (this.#step || chapter.answerStep));
      this.#drawRest(at, chapter, opening);
      if (index !== REVEALED) this.#question?.showReason();
    });
    this.#lay(chapter, chosen !== null, [...before, this.#question.element], chapter.label);
    this.#question.begin();
    if (chosen !== null) this.#drawRest(at, chapter, opening);
  }

  /** Show a text, and next to it the chapter's lesson. @param {ChapterPayload | null} chapter @param {boolean} isOpen @param {Element[]} text @param {string} label */
  #lay(chapter, isOpen, text, label) {
    const head = make("div.top", make("span.label", label), this.list.steps);
    const hasLive = chapter !== null && LiveLesson.has(chapter);
    this.#rest.replaceChildren();
    this.#element.replaceChildren(
      make("div.prose", head, ...text),
      ...(hasLive ? [this.#live.element] : []),
      this.#rest,
    );
    this.#element.classList.toggle("embedded", !hasLive);
    if (!hasLive || !this.#at) return;
    const step = this.host.address.read().step ?? this.#step;
    this.#live.show(this.#ofText(chapter), isOpen, step, this.host.takeChosen?.(this.#at.key));
  }

  /** Draw what follows once the question is answered; at its end an exercise of an earlier chapter, once that has come. @param {CoursePosition} at @param {ChapterPayload} chapter @param {Promise<Element | null> | null} opening */
  #drawRest(at, chapter, opening) {
    const { labels } = this.course;
    /** @type {Element[]} */
    const rest = [...paragraphs(chapter.explanation.slice(this.#question?.reasons ?? 0))];
    // A table of numbers that the text speaks of is next to it; one for a reader's own text follows the lesson.
    const isFixed = chapter.table !== null && !chapter.sample && !chapter.chart;
    if (isFixed) rest.push(this.#table);
    if (chapter.overview) rest.push(numbersTable(chapter.overview));
    if (chapter.aside.length)
      rest.push(make("details.aside", make("summary", labels.aside), ...paragraphs(chapter.aside)));
    if (chapter.lesson) {
      if (chapter.rows.length) rest.push(make("div.rows", ...tokenRows({ rows: chapter.rows, labels })));
      rest.push(make("h3", labels.watch), ...paragraphs([chapter.watch]));
    }
    if (chapter.chart && (chapter.lesson || chapter.rows.length)) rest.push(costChart(chapter.chart));
    if (chapter.table && !isFixed) rest.push(this.#table);
    if (chapter.exercises.length) rest.push(this.#exercises);
    if (chapter.remember.length) {
      rest.push(
        make("h3", labels.along),
        make("ul", ...chapter.remember.map((text) => make("li.course-text", ...prose(text)))),
      );
    }
    const links = chapter.ways.map(({ text, href }) => make("li", this.#link(text, this.host.hrefOf(href))));
    if (links.length) rest.push(make("section.further", make("h3", labels.further), make("ul.links", ...links)));
    if (opening) {
      const earlier = make("div");
      void opening.then((form) => earlier.replaceWith(...(form ? [form] : [])));
      rest.push(earlier);
    }
    const index = this.keys.indexOf(at.key);
    const mixed = quizTitle(this.course.chapters, index, labels);
    if (mixed) rest.push(make("p", make("button.mixed", { onclick: () => this.#to(at.key, true) }, mixed)));
    const next = this.course.chapters[index + 1];
    rest.push(this.#on(next));
    const stays = this.course.chapters.slice(index + 1).find(({ key }) => this.course.essential.includes(key));
    if (stays && stays !== next) {
      rest.push(make("p.more", this.#wayTo(stays, fillTemplate(labels.staysEssential, { title: stays.title }))));
    }
    this.#drawTable(chapter);
    this.#drawExercises(chapter);
    this.#rest.replaceChildren(...rest);
  }

  /** Return the button to the next chapter, or what follows the last. @param {CoursePayload["chapters"][number]} [next] */
  #on(next) {
    if (!next) return this.#ending();
    return make(
      "button.next",
      { onclick: () => this.#by(1) },
      ...withUnbrokenNames(fillTemplate(this.course.labels.next, { title: next.title })),
    );
  }

  /** Draw what follows the last chapter: the progress, and where to go next. */
  #ending() {
    const { end, chapters, progress: counted } = this.course;
    const element = make("section.ending");
    if (!end) return element;
    const done = this.#done().length;
    const links = end.links.map(({ text, href }) => make("li", this.#link(text, this.host.hrefOf(href))));
    element.append(
      make("h3", end.title),
      ...paragraphs([end.text, fillTemplate(counted, { done, all: chapters.length })]),
      make("ul.links", ...links),
    );
    return element;
  }

  /** Create a link to a chapter. @param {CoursePayload["chapters"][number]} chapter @param {string} [text] */
  #wayTo({ key, title }, text = title) {
    return this.#link(text, this.host.hrefOf(chapterAddress(this.course, key)), () => this.#to(key));
  }

  /** Create a link. @param {string} text @param {string} href @param {() => void} [go] handles a click without loading a page */
  #link(text, href, go = this.host.openPage && (() => this.host.openPage?.(href))) {
    const onclick = (/** @type {MouseEvent} */ event) => {
      if (!go || !isPlainClick(event)) return;
      event.preventDefault();
      go();
    };
    return make("a", { href, onclick }, ...withUnbrokenNames(text));
  }

  /** Create the player of the chapter's lesson, with its versions for each tie-breaking rule, at its start, a step, or its end. @param {LessonFile} file @param {number | null} step @param {Partial<PlayerOptions>} options */
  #play({ rule, lessons }, step, options = {}) {
    const key = this.#at?.key ?? "";
    const named = (/** @type {string} */ by) => ({ ...lessons[by], subject: key, id: `${key} ${by}` });
    const first = named(rule);
    const begin = step === -1 ? first.steps : Math.min(step ?? (this.#step || first.step), first.steps);
    const played = this.host.createPlayer(
      { ...first, step: begin },
      { chooseTieRule: (by) => void (Object.hasOwn(lessons, by) && played.update(named(by))), ...options },
    );
    return played;
  }

  /** Return the table for a learner's own text, if it is for this chapter. */
  #showCustomTable() {
    return this.#customTable?.key === this.#at?.key ? this.#customTable : null;
  }

  /** Return a chapter with the table and the pictures of the learner's own text, if there are any, and that text. @param {ChapterPayload} chapter */
  #ofText(chapter) {
    const own = this.#showCustomTable();
    const pictures = own?.pictures.length ? own.pictures : chapter.pictures;
    const text = own?.pictures.length && chapter.text === chapter.sample ? own.text : chapter.text;
    return { ...chapter, table: own?.table ?? chapter.table, pictures, text };
  }

  /** Draw the chapter's table, or the one for the learner's own text. @param {ChapterPayload} chapter */
  #drawTable({ table, sample, chart }) {
    if (!table) return;
    const { labels } = this.course;
    const own = this.#showCustomTable();
    const text = own?.text ?? sample;
    const shown = own?.problem
      ? make("p.notice", { role: "alert" }, own.problem)
      : !sample || text.trim()
        ? numbersTable(own?.table ?? table)
        : make("p", labels.noText);
    const { requestTable } = this.host;
    const before = this.#table.querySelector("textarea");
    if (chart) this.#table.replaceChildren(make("details", make("summary", labels.sameNumbers), shown));
    else if (before?.closest(":focus-within")) this.#table.lastElementChild?.replaceWith(shown);
    else if (sample && requestTable) {
      const box = make("textarea", { rows: 4, onchange: () => requestTable(box.value) });
      box.value = text;
      this.#table.replaceChildren(make("label.answer", make("span", labels.ownText), box), shown);
    } else this.#table.replaceChildren(shown);
  }

  /** @param {ChapterPayload} chapter */
  #drawExercises({ exercises }) {
    if (!this.#at || !exercises.length) return;
    const { labels } = this.course;
    const at = this.#at;
    const several = exercises.length > 1;
    const shown = exerciseNames({ key: at.key, exercises: exercises.length }).map((part, index) => {
      const drawn = exercises[index];
      const draw = at.seed % drawn.length;
      const label = several ? fillTemplate(labels.answerTo, { number: index + 1 }) : labels.answer;
      return this.#exercise(part, drawn[draw], draw, label, several ? `${index + 1}. ` : "");
    });
    const draws = Math.max(...exercises.map(({ length }) => length));
    const next = () => this.go({ ...at, seed: nextSeed(exercises, at.seed) });
    const more = make("button.more", { onclick: next }, labels.more);
    this.#exercises.replaceChildren(make("h3", labels.turn), ...shown, draws > 1 ? more : "");
  }

  /** @param {string} part @param {ExercisePayload} exercise @param {number} draw @param {string} label @param {string} number */
  #exercise(part, exercise, draw, label, number) {
    const { done } = this.#storedAnswers();
    const kept = answerTo(Object.hasOwn(done, part) ? done[part] : "", draw);
    const isKept = kept !== "" && checkAnswer(exercise.kind, kept, exercise.answer) === "right";
    this.#drawn.set(part, exercise.text);
    const text = number + exercise.text;
    return exerciseForm(exercise, text, label, this.course.labels, isKept ? kept : "", (typed, isRight, isFirst) => {
      if (isRight) progress.add({ ...NOTHING, done: { [part]: keptAnswer(typed, draw) } }, this.keys);
      if (isFirst) this.#box(part, isRight);
      if (this.#at) progress.stop(this.course.parameter, this.#at.key);
      this.#mark();
    });
  }

  /** Record an answer, so that a missed exercise comes back. @param {string} part @param {boolean} isRight */
  #box(part, isRight) {
    const before = this.#storedAnswers().boxes[part];
    const boxed = isRight && before && !isDue(before, now()) ? null : afterAnswer(before, isRight, now());
    if (boxed) progress.add({ ...NOTHING, boxes: { [part]: boxed } }, this.keys);
  }

  /** Find an exercise by its stored name, in one of its draws, with its chapter. @param {CoursePosition} at @param {string} part @param {number} turn */
  async #find(at, part, turn) {
    const from = this.course.chapters.find((chapter) => exerciseNames(chapter).includes(part));
    const chapter = from && (await this.#load(at, from.key));
    if (!from || !chapter) return null;
    const draws = chapter.exercises[exerciseNames(from).indexOf(part)];
    return { from, exercise: otherDraw(draws, turn, [draws[0].text, this.#drawn.get(part) ?? ""]) };
  }

  /** Draw the quiz on a chapter and those before it. @param {CoursePosition} at */
  async #drawMixed(at) {
    const { chapters, labels } = this.course;
    const index = this.keys.indexOf(at.key);
    const { boxes, done } = this.#storedAnswers();
    const asked = reviewExercises(chapters, index, boxes, at.seed, now());
    const found = await Promise.all(asked.map((part) => this.#find(at, part, index + at.seed + 1)));
    if (at !== this.#at) return;
    this.#stop();
    found.forEach((one, number) => one && this.#drawn.set(asked[number], one.exercise.text));
    /** @type {boolean[]} */ const verdicts = [];
    const before = storedResult(done[resultName(at.key)], labels.result);
    const summary = make("div", { role: "status" }, ...paragraphs([before]));
    const shown = found.flatMap((one, number) => {
      if (!one) return [];
      const label = fillTemplate(labels.answerTo, { number: number + 1 });
      /** @type {import("./exercise.js").OnAnswer} */
      const onAnswer = (_typed, isRight, isFirst) => {
        if (!isFirst) return;
        verdicts[number] = isRight;
        this.#box(asked[number], isRight);
        if (Object.keys(verdicts).length < shown.length) return;
        const right = verdicts.filter(Boolean).length;
        progress.add({ ...NOTHING, done: { [resultName(at.key)]: `${right}/${shown.length}` } }, this.keys);
        const missed = new Set(found.flatMap((each, index) => (each && !verdicts[index] ? [each.from] : [])));
        const again = [...missed].map((from) => this.#wayTo(from));
        summary.replaceChildren(result(verdicts, again, labels));
        this.#mark();
      };
      const text = `${number + 1}. ${one.exercise.text}`;
      return [exerciseForm(one.exercise, text, label, labels, "", onAnswer, false)];
    });
    const next = chapters[index + 1];
    const quiz = [
      make("h2", quizTitle(chapters, index, labels)),
      ...paragraphs([labels.aboutMixed]),
      ...shown,
      summary,
      make("button.more", { onclick: () => this.go({ ...at, seed: (at.seed + 1) % DRAWS }) }, labels.more),
      this.#on(next),
    ];
    this.#lay(null, true, quiz, "");
  }

  /** Draw an exercise of an earlier chapter: a missed one with new values, or else each in turn. @param {CoursePosition} at */
  async #opening(at) {
    const { labels } = this.course;
    const index = this.keys.indexOf(at.key);
    const chapters = this.course.chapters.slice(0, index);
    const earlier = chapters.flatMap(exerciseNames);
    if (!earlier.length) return null;
    let opening = this.#openings.get(at.key);
    if (!opening) {
      const { boxes } = this.#storedAnswers();
      const part = dueExercises(earlier, boxes, index, now(), progress.asked);
      progress.ask(part);
      opening = { part, turn: index + (Object.hasOwn(boxes, part) ? boxes[part][0] : 0) };
      this.#openings.set(at.key, opening);
    }
    const { part } = opening;
    const found = await this.#find(at, part, opening.turn);
    if (!found) return null;
    const { from, exercise } = found;
    const onAnswer = (/** @type {string} */ _typed, /** @type {boolean} */ isRight, /** @type {boolean} */ isFirst) => {
      if (isFirst) this.#box(part, isRight);
      this.#mark();
    };
    const title = make("summary", ...withUnbrokenNames(fillTemplate(labels.earlier, { title: from.title })));
    const form = exerciseForm(exercise, exercise.text, labels.memory, labels, "", onAnswer, false);
    return make("details.opening", title, form);
  }
}

const now = () => Math.floor(Date.now() / 1000);
