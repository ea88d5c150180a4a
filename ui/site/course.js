// The chapters of the course, or the topics of Why models stumble: one at a time, from its question to its exercises.

import { answered, comesBack } from "../components/chapters/boxes.js";
import chapters from "../components/chapters/chapters.js";
import { Progress } from "../components/chapters/progress.js";
import { checkbox, fill, make } from "../components/dom.js";
import quiz from "../components/quiz/quiz.js";
import tokenRows from "../components/token_rows/token_rows.js";
import { isRight } from "../playing/judge.js";
import { load } from "./data.js";
import { begin } from "./frame.js";
import { mounted } from "./mount.js";
import { numbersTable } from "./numbers.js";
import { placeOf, said, say } from "./places.js";
import { Watched } from "./watch.js";

/** @import {ChapterOfSite, CoursePage, Exercise} from "./contract" */
/** @import {LessonFile} from "../player/contract" */

const SHOWN = -1; // in the place of an option: the answer was shown to who chose none
const progress = new Progress(() => localStorage);

const paragraphs = (/** @type {string[]} */ texts) => texts.map((text) => make("p.course-text", text));

class Course {
  /** @type {Watched | null} */ #watched = null;
  /** @type {() => void} */ #stop = () => {};
  /** @type {Map<string, {part: string, turn: number}>} What comes before a chapter, and which of its draws. */
  #openings = new Map();
  #drawn = ""; // the chapter that is drawn, and whether it asks first
  #list;
  #place = make("div.chapter");

  /** @param {string} name @param {string} language @param {CoursePage} page @param {HTMLElement} shown */
  constructor(name, language, page, shown) {
    this.name = name;
    this.language = language;
    this.page = page;
    this.keys = page.chapters.map(({ key }) => key);
    this.#list = mounted("chapters", make("nav.chapters"), chapters, {
      go: (key) => this.#go(key),
      forget: () => {
        this.#openings.clear();
        return this.#draw(true);
      },
    });
    const { box, element } = checkbox(page.labels.answerFirst, (on) => {
      const query = said();
      if (on) query.delete("quiz");
      else query.set("quiz", "0");
      say(query, true);
      void this.#draw();
    });
    this.box = box;
    shown.append(...paragraphs(page.about ? [page.about] : []), this.#list.host, element, this.#place);
    addEventListener("popstate", () => void this.#draw());
    void this.#draw();
  }

  get #key() {
    const asked = said().get(this.page.parameter) ?? "";
    return this.keys.includes(asked) ? asked : this.keys[0];
  }

  /** @param {string} key */
  #go(key) {
    const query = new URLSearchParams({ [this.page.parameter]: key });
    for (const name of ["quiz", "lang", "large", "view"]) {
      const value = said().get(name);
      if (value !== null) query.set(name, value);
    }
    say(query, true);
    void this.#draw();
    scrollTo({ top: 0 });
  }

  /** @param {boolean} anew */
  async #draw(anew = false) {
    const key = this.#key;
    const asksFirst = said().get("quiz") !== "0";
    this.box.checked = asksFirst;
    this.#show();
    const drawn = `${key} ${asksFirst} ${seed()}`;
    if (drawn === this.#drawn && !anew) return;
    this.#drawn = drawn;
    /** @type {ChapterOfSite} */ const chapter = await load(this.language, `${this.name}/${key}`);
    const opening = asksFirst ? await this.#opening(key) : [];
    if (drawn !== this.#drawn) return; // another one was chosen meanwhile
    this.#watched?.leave();
    this.#watched = null;
    this.#stop();
    const rest = make("div");
    /** @type {HTMLElement[]} */
    const before = [make("h2", chapter.heading), ...opening, ...paragraphs(chapter.idea)];
    for (const text of chapter.given) before.push(make("pre", { tabindex: 0 }, text));
    const { answers, done } = this.#held();
    const isAnswered = Object.hasOwn(answers, key);
    const chosen = isAnswered ? answers[key] : Object.hasOwn(done, key) ? SHOWN : null;
    if (!asksFirst) {
      this.#place.replaceChildren(...before, ...paragraphs([chapter.question]), rest);
      return this.#tell(key, chapter, rest, null);
    }
    const { question, right } = chapter;
    const asked = { question, options: chapter.options.map(({ text }) => text), right, told: {} };
    const choose = (/** @type {number} */ index) => {
      progress.add({ answers: { [key]: index }, done: {}, boxes: {} }, this.keys);
      if (chapter.exercises.length && index !== SHOWN && index !== right) this.#box(key, false);
      this.#show();
      this.#tell(key, chapter, rest, index);
    };
    const turn = (/** @type {number} */ by) => {
      const place = this.keys.indexOf(key) + by;
      if (this.keys[place]) this.#go(this.keys[place]);
    };
    const mount = mounted("quiz", make("div.quiz"), quiz, { choose, turn });
    this.#place.replaceChildren(...before, mount.host, rest);
    this.#stop = mount.show({ ...asked, chosen, labels: this.page.quizLabels });
    if (chosen !== null) this.#tell(key, chapter, rest, chosen);
  }

  #held() {
    return progress.add({ answers: {}, done: {}, boxes: {} }, this.keys);
  }

  /** The list of chapters, with what is done. */
  #show() {
    const held = this.#held();
    const isDone = (/** @type {string} */ key, /** @type {number} */ exercises) =>
      exercises
        ? parts(key, exercises).every((part) => Object.hasOwn(held.done, part))
        : Object.hasOwn(held.answers, key);
    this.#list.show({
      chapters: this.page.chapters.map(({ key, title, href }) => ({ key, title, href: placeOf(href) })),
      current: this.#key,
      done: this.page.chapters.filter(({ key, exercises }) => isDone(key, exercises)).map(({ key }) => key),
      progress: this.page.progress,
      held,
      session: "",
      labels: this.page.chaptersLabels,
    });
  }

  /** What comes once the question is answered. @param {string} key @param {ChapterOfSite} chapter @param {HTMLElement} rest @param {number | null} chosen */
  #tell(key, chapter, rest, chosen) {
    const { labels, rowsLabels } = this.page;
    const why = chosen === null || chosen === SHOWN ? "" : chapter.options[chosen]?.why;
    /** @type {HTMLElement[]} */
    const shown = [...paragraphs(why ? [why] : []), ...paragraphs(chapter.explanation)];
    if (chapter.rows.length) {
      const rows = mounted("token_rows", make("div.rows"), tokenRows);
      rows.show({ rows: chapter.rows, labels: rowsLabels });
      shown.push(rows.host);
    }
    if (chapter.lesson) {
      this.#watched = watched(chapter.lesson, key);
      shown.push(make("h3", labels.watch), ...paragraphs([chapter.watch]), this.#watched.element);
    }
    if (chapter.table) shown.push(numbersTable(chapter.table));
    if (chapter.exercises.length) shown.push(...this.#exercises(key, chapter.exercises));
    if (chapter.remember.length) {
      shown.push(make("h3", labels.along), make("ul", ...chapter.remember.map((text) => make("li.course-text", text))));
    }
    const ways = chapter.ways.map(({ text, href }) => make("li", make("a", { href: placeOf(href) }, text)));
    if (ways.length) shown.push(make("ul.links", ...ways));
    const next = this.page.chapters[this.keys.indexOf(key) + 1];
    if (next) {
      const onclick = (/** @type {MouseEvent} */ event) => {
        event.preventDefault();
        this.#go(next.key);
      };
      shown.push(
        make("p", make("a.next", { href: placeOf(next.href), onclick }, fill(labels.next, { title: next.title }))),
      );
    }
    rest.replaceChildren(...shown);
  }

  /** @param {string} key @param {Exercise[][]} exercises */
  #exercises(key, exercises) {
    const { labels } = this.page;
    const several = exercises.length > 1;
    const shown = parts(key, exercises.length).flatMap((part, place) => {
      const drawn = exercises[place];
      const label = several ? fill(labels.answerTo, { number: String(place + 1) }) : labels.answer;
      return this.#exercise(part, drawn[seed() % drawn.length], label, several ? `${place + 1}. ` : "");
    });
    const draws = Math.max(...exercises.map(({ length }) => length));
    const more = () => {
      const query = said();
      query.set("seed", String((seed() + 1) % draws));
      say(query, true);
      void this.#draw();
    };
    return [make("h3", labels.turn), ...shown, ...(draws > 1 ? [make("button", { onclick: more }, labels.more)] : [])];
  }

  /** @param {string} part @param {Exercise} exercise @param {string} label @param {string} number */
  #exercise(part, exercise, label, number) {
    const { kind, answer, solution } = exercise;
    const before = this.#held().done;
    const kept = Object.hasOwn(before, part) && isRight(kind, before[part], answer) ? before[part] : "";
    const told = (/** @type {string} */ typed, /** @type {boolean} */ right, /** @type {boolean} */ isFirst) => {
      if (right) progress.add({ answers: {}, done: { [part]: typed }, boxes: {} }, this.keys);
      else if (isFirst) this.#box(part, false);
      this.#show();
    };
    return [
      ...paragraphs([number + exercise.text]),
      ...this.#typed(exercise, label, kept, told),
      make("details", make("summary", this.page.labels.show), ...paragraphs([solution])),
    ];
  }

  /** A box for the answer, and what is said to it. @param {Exercise} exercise @param {string} label @param {string} kept @param {(typed: string, right: boolean, isFirst: boolean) => void} told */
  #typed({ kind, answer, hint, solution }, label, kept, told) {
    const { labels } = this.page;
    const box = make("input", { autocomplete: "off", value: kept });
    const verdict = make("div", { role: "status" });
    let isFirst = !kept;
    const judge = () => {
      if (!box.value.trim()) return verdict.replaceChildren();
      const right = isRight(kind, box.value, answer);
      told(box.value, right, isFirst);
      isFirst = false;
      const said = make(`p.course-verdict.${right ? "right" : "wrong"}`, right ? labels.right : labels.notYet);
      verdict.replaceChildren(said, ...paragraphs([right ? solution : hint]));
    };
    box.onchange = judge;
    if (box.value) judge();
    return [make("label.answer", make("span", label), box), verdict];
  }

  /** Note an answer to an exercise, so that it comes back if it was missed. @param {string} part @param {boolean} right */
  #box(part, right) {
    const boxed = answered(this.#held().boxes[part], right, now());
    if (boxed) progress.add({ answers: {}, done: {}, boxes: { [part]: boxed } }, this.keys);
  }

  /** An exercise on an earlier chapter: one that was missed, with other values, else one by turns. @param {string} key */
  async #opening(key) {
    const { labels } = this.page;
    const place = this.keys.indexOf(key);
    const chapters = this.page.chapters.slice(0, place);
    const earlier = chapters.flatMap((chapter) => parts(chapter.key, chapter.exercises));
    if (!earlier.length) return [];
    let opening = this.#openings.get(key);
    if (!opening) {
      const { boxes } = this.#held();
      const part = comesBack(earlier, boxes, place, now());
      opening = { part, turn: place + (Object.hasOwn(boxes, part) ? boxes[part][0] : 0) };
      this.#openings.set(key, opening);
    }
    const { part, turn } = opening;
    const from = chapters.find((chapter) => parts(chapter.key, chapter.exercises).includes(part));
    if (!from) return [];
    /** @type {ChapterOfSite} */ const chapter = await load(this.language, `${this.name}/${from.key}`);
    const draws = chapter.exercises[parts(from.key, from.exercises).indexOf(part)];
    const exercise = draws[turn % draws.length];
    const told = (/** @type {string} */ _typed, /** @type {boolean} */ right, /** @type {boolean} */ isFirst) => {
      if (isFirst) this.#box(part, right);
      this.#show();
    };
    const title = make("p.course-text", fill(labels.earlier, { title: from.title }));
    return [
      make("div.opening", title, ...paragraphs([exercise.text]), ...this.#typed(exercise, labels.memory, "", told)),
    ];
  }
}

const now = () => Math.floor(Date.now() / 1000);

/** The names by which the exercises of a chapter are kept. @param {string} key @param {number} count */
const parts = (key, count) => Array.from({ length: count }, (_each, place) => (place ? `${key}/${place + 1}` : key));

/** Which draw of the exercises the address names: a whole number, 0 where it names none. */
const seed = () => (/^\d{1,3}$/.test(said().get("seed") ?? "") ? Number(said().get("seed")) : 0);

/** A chapter's lesson, under each of its rules. @param {LessonFile} file @param {string} key */
function watched({ rule, lessons }, key) {
  const named = (/** @type {string} */ by) => ({ ...lessons[by], subject: key, id: `${key} ${by}` });
  const shown = new Watched(named(rule), { tie: (by) => Object.hasOwn(lessons, by) && shown.update(named(by)) });
  return shown;
}

async function course() {
  const { page, language, data, shown } = await begin();
  new Course(page, language, data, shown);
}

void course();
