// Draws a frame: what is said, the words, the candidates, the vocabulary and what happened so far.

import { fill, find, make, moveFocus, onPoint, patch, setAttributes, tint } from "../components/dom.js";
import { Drawer } from "./drawer.js";
import { Motion } from "./motion.js";
import { inPlace, said, sentence, spoken as spokenOf, written } from "./names.js";
import { emsOf, LEAST_LABEL, roomOf } from "./room.js";
import { RunningText } from "./running.js";
import { columnsFor, fitType, hideAbove } from "./screen.js";

/** @import {Entry} from "../components/dom.js" */
/** @import {Notation} from "../components/notation.js" */
/** @import {BoardRow, Frame, Lesson, Past, WayOn, WordRow} from "./contract" */
/** @import {Placed} from "./motion.js" */
/** @import {Room} from "./room.js" */
/** @import {Answer} from "./predict.js" */

// The beats of a step: at rest, what was merged and what merges next are both shown; where each beat is a step of its
// own, only what was merged. Then what merges next is chosen.
/** @typedef {"rest" | "merged" | "chosen"} Beat */
// What of a lesson is shown, and how. At a question, nothing may give the answer away.
/** @typedef {{lesson: Lesson, frame: Frame, step: number, notation: Notation, isQuestion: boolean, beat: Beat}} Asked */
/** @typedef {Asked & {answer: Answer | null}} View With what the learner predicted at this step. */
/** @typedef {{jump: (step: number) => void, answer: (answer: Answer) => void, tie: (rule: string) => void, go: (to: string) => void}} Clicks */

const LIT = ".board li, .corpus .token, .text .token, .side .token, .corpus tbody tr:not(.group)"; // what can be pointed at
const LONG_VALUE = 4; // characters, as of a score, from which on it leaves more room to its sum
const LONG_TITLE = 30; // characters, from which on it is written in two lines
// On a screen, the sizes of type, in its own, of which the largest is taken that has room.
const SUM = [1.5, 1.3, 1.1, 0.95];
const NEXT = [1.3, 1.15, 1, 0.9, 0.82, 0.75];
const QUESTION = [1.9, 1.5, ...NEXT];
const TITLE = [1, 0.9, 0.82, 0.74];
const TURN_MS = 4;
const LONGEST_EMS = 26; // of a word, on a screen: longer ones are cut off

export class Picture {
  /** @type {View | null} */ #drawn = null;
  /** @type {View | null} */ #coming = null; // what is drawn in part as yet
  #version = 0; // of what all that is drawn depends on: the tokens, the texts and how tokens are shown
  #notice = make("p.notice", { role: "alert", hidden: true });
  #headline = make("p.headline", { "aria-hidden": true });
  #sum = make("p.sum");
  #done = make("p.done");
  #next = make("p.next");
  #longest = make("div.longest", { "aria-hidden": true });
  #tieWhy = make("p.why");
  #tieRules = make("div.rules");
  #tie = new Drawer([this.#tieWhy, this.#tieRules]);
  #corpusTitle = make("h2");
  #legend = make("p.more");
  #corpus = make("tbody", { role: "rowgroup" });
  #heads = [make("th", { role: "columnheader" }), make("th", { role: "columnheader" })];
  #boardTitle = make("h2");
  #boardHead = make("div.head", this.#boardTitle);
  #board = make("div.candidates");
  #boardList = make("ol.board");
  #boardMore = make("p.more");
  #chipsTitle = make("h2");
  #chips = make("div.chips", { tabindex: 0, role: "group" });
  #mergesTitle = make("h2");
  #merges = make("ol.merges");
  #chipsMore = make("p.more");
  #mergesMore = make("p.more");
  #wordsMore = make("p.more");
  #motion = new Motion();
  #running = new RunningText();
  /** @type {Room | null} */ #room = null;
  #most = Infinity; // rows of words that have room there
  #type = 0; // the size of type, in pixels, where the player is alone on the screen; else 0
  #picture = make(
    "div.picture",
    this.#running.element,
    make(
      "section.corpus",
      this.#corpusTitle,
      this.#legend,
      make(
        "table",
        { role: "table" },
        make("thead", { role: "rowgroup" }, make("tr", { role: "row" }, ...this.#heads)),
        this.#corpus,
      ),
      this.#wordsMore,
    ),
    make("section.pairs", this.#boardHead, this.#board),
    make(
      "div.side",
      make("section.known", this.#chipsTitle, this.#chipsMore, this.#chips),
      make("section.past", this.#mergesTitle, this.#mergesMore, this.#merges),
    ),
    this.#motion.layer,
  );
  element = make(
    "div.stage",
    this.#notice,
    make(
      "div.said",
      make("div.event", this.#headline, this.#sum),
      make(
        "div.told",
        make("div", { role: "status", "aria-live": "polite" }, this.#done, this.#tie.element, this.#next),
        this.#longest,
      ),
    ),
    this.#picture,
  );

  constructor(/** @type {Clicks} */ clicks) {
    this.clicks = clicks;
    this.#tie.element.classList.add("tie");
    this.#tie.button.className = "badge";
    // On a phone words and pairs have the room that is left by what is said.
    const sizes = new ResizeObserver(([{ contentRect }]) => {
      this.element.style.setProperty("--told", `${contentRect.height}px`);
      this.#reachWords();
    });
    sizes.observe(this.#longest);
    onPoint(this.#picture, LIT, (item) => this.#light(item));
    this.#boardList.onkeydown = ({ key, target }) => {
      const item = target instanceof HTMLElement && target.closest("li");
      const next = item && { ArrowDown: item.nextElementSibling, ArrowUp: item.previousElementSibling }[key];
      if (item && next instanceof HTMLElement) moveFocus(item, next);
    };
  }

  /** Show where what is pointed at stands: a candidate, a word, or a token. @param {HTMLElement | null} item */
  #light(item) {
    for (const lit of this.#picture.querySelectorAll(".lit")) lit.classList.remove("lit");
    this.#picture.classList.toggle("lighting", item !== null);
    if (!item) return;
    item.classList.add("lit");
    const wanted = numbers.get(item);
    const row = rows.get(item);
    if (row) {
      for (const candidate of this.#boardList.children) {
        if (placesOf(row.tokens, numbers.get(candidate) ?? []).length) candidate.classList.add("lit");
      }
    } else if (wanted?.length === 1 && item.matches(".token")) {
      for (const token of this.#picture.querySelectorAll(".token")) {
        if (numbers.get(token)?.[0] === wanted[0]) token.classList.add("lit");
      }
    } else if (wanted) {
      const words = [...this.#corpus.children, ...this.#running.words.keys()];
      for (const word of words) {
        const places = placesOf((rows.get(word) ?? this.#running.words.get(word))?.tokens ?? [], wanted);
        const tokens = word.querySelectorAll(".token");
        for (const place of places) wanted.forEach((_, offset) => tokens[place + offset].classList.add("lit"));
        word.classList.toggle("lit", places.length > 0);
      }
    }
  }

  /** What stands beside the head of the candidates, and below them. @param {Element} beside @param {Element} below */
  give(beside, below) {
    this.#boardHead.replaceChildren(this.#boardTitle, beside);
    find(this.element, ".pairs").replaceChildren(this.#boardHead, this.#board, below);
  }

  /** Tell something above the picture; an empty text for nothing. */
  notice(/** @type {string} */ text) {
    this.#notice.hidden = !text;
    this.#notice.textContent = text;
  }

  /** Say that a frame is on its way. */
  wait(/** @type {string} */ text) {
    this.#next.textContent = text;
  }

  /** End what moves. */
  still() {
    this.#motion.stop();
  }

  get isMoving() {
    return this.#motion.isRunning;
  }

  // Draw a step, and let its tokens move there from the step beside it that is shown.
  /** @param {View} view @param {number} ms */
  async move(view, ms) {
    const before = this.#drawn;
    if (!before) return this.draw(view);
    this.#drawRest();
    const isBack = view.step < before.step;
    const old = this.#placed();
    const texts = [this.#corpusTitle, this.#chipsTitle].map((title) => title.textContent);
    this.#drawFirst(view);
    this.#drawRest();
    const now = this.#placed();
    const moving = pairsOf(before, view, isBack).flatMap(([was, is]) => {
      const [from, to] = [old.get(was), now.get(is)];
      return from && to ? [/** @type {[Placed, Placed]} */ ([from, to])] : [];
    });
    const [made, kept] = [this.#corpus.querySelector(".fresh"), this.#chips.querySelector(".fresh")];
    const [from, to] = [made?.getBoundingClientRect(), kept?.getBoundingClientRect()];
    this.#motion.begin(ms);
    this.#picture.classList.add("merged"); // what comes next is shown once all is where it belongs
    this.#motion.words(moving, isBack);
    if (!isBack && from && to && kept instanceof HTMLElement) this.#motion.fly(kept, from, to);
    [this.#corpusTitle, this.#chipsTitle].forEach((title, place) => {
      if (title.textContent !== texts[place]) this.#motion.tick(title);
    });
    await this.#motion.done();
    if (this.#drawn === view) this.#picture.classList.toggle("merged", view.beat === "merged");
  }

  /** The words that change at a step, and where their tokens are. */
  #placed() {
    /** @type {Map<WordRow, Placed>} */ const found = new Map();
    for (const element of this.#corpus.children) {
      const row = rows.get(element);
      if (!row || !(row.hits.length || row.fresh.length)) continue;
      const chips = [...element.querySelectorAll(".token")].filter((chip) => chip instanceof HTMLElement);
      found.set(row, { row, chips, boxes: chips.map((chip) => chip.getBoundingClientRect()) });
    }
    return found;
  }

  // Draw a step: at once what is looked at when a key is pressed, and after that frame the rest. Of steps that come
  // faster, the rest is drawn of the last one.
  async draw(/** @type {View} */ view) {
    const isAnother = view.lesson !== this.#drawn?.lesson || view.notation !== this.#drawn.notation;
    this.#drawFirst(view);
    if (!isAnother && !this.#type) await painted();
    if (this.#coming === view) this.#drawRest();
    if (isAnother) this.#reachWords();
  }

  /** Where the words scroll, as on a phone, the keyboard reaches them: nothing in them takes it. */
  #reachWords() {
    const words = this.#corpus;
    const scrolls = getComputedStyle(words).overflowY === "auto" && words.scrollHeight > words.clientHeight;
    if (scrolls) words.tabIndex = 0;
    else words.removeAttribute("tabindex");
  }

  /** Whether all of a step is drawn. */
  get isWhole() {
    return this.#coming === null;
  }

  /** What happens: the sentences and the words. @param {View} view */
  #drawFirst(view) {
    const { lesson, frame, isQuestion, answer } = view;
    this.still();
    if (lesson !== this.#drawn?.lesson || view.notation !== this.#drawn.notation) this.#begin(view);
    this.#drawn = this.#coming = view;
    this.#done.replaceChildren(...inPlace(view, frame.done));
    const next = isQuestion ? lesson.labels.question : answer ? answer.verdict : frame.next;
    this.#next.replaceChildren(...inPlace(view, next));
    if (view.step === lesson.steps) this.#next.append(...lesson.waysOn.map((way) => this.#wayOn(way)));
    this.#next.classList.toggle("question", isQuestion);
    this.#next.classList.toggle("right", answer?.right ?? false);
    this.#next.classList.toggle("wrong", answer ? !answer.right : false);
    // Of two beats, each has a sentence of its own.
    this.#done.hidden = view.beat === "chosen";
    this.#next.hidden = view.beat === "merged" && !isQuestion;
    this.#picture.classList.toggle("chosen", view.beat === "chosen");
    this.#picture.classList.toggle("merged", view.beat === "merged");
    if (this.#picture.classList.contains("lighting")) this.#light(null);
    this.#drawHeadline(view);
    this.#drawTie(view);
    if (this.#type) fitType(this.#next, isQuestion ? QUESTION : NEXT);
    this.#drawCorpus(view);
    if (!this.#type) this.#follow();
  }

  /** The candidates, and what it makes of the text, of the vocabulary, and of what happened so far. */
  #drawRest() {
    const view = this.#coming;
    if (!view) return;
    this.#coming = null;
    if (view.isQuestion) this.#drawGuesses(view);
    else this.#drawBoard(view);
    this.#running.draw(view.lesson.text, view.step, `${this.#version} ${view.isQuestion}`, {
      cut: (row) => cut(view, row),
      readOut: (row) => readOut(view, row),
      comma: view.lesson.labels.comma,
    });
    this.#drawChips(view);
    this.#drawMerges(view);
    if (this.#type) return this.#fit(view.lesson.labels.more);
    // Last, and all at once: the browser lays out all that was changed.
    // Where the tokens become fewer, as in a word whose symbols merge, the newest is not at the end.
    const growing = view.frame.fresh !== null || view.frame.chips.length > view.lesson.frames[0].chips.length;
    const heights = [growing ? this.#chips.scrollHeight : 0, this.#merges.scrollHeight];
    this.#running.follow();
    [this.#chips.scrollTop, this.#merges.scrollTop] = heights;
  }

  /** A link from the end of a lesson; in another tab or window it opens as every link does. @param {WayOn} way */
  #wayOn({ to, text, address }) {
    const onclick = (/** @type {MouseEvent} */ event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
      event.preventDefault();
      this.clicks.go(to);
    };
    return make("a.way", { href: address, onclick }, `→ ${text}`);
  }

  /** Show what is chosen for the next step: the same picture, and what is not chosen steps back. */
  choose() {
    if (!this.#drawn) return;
    this.#drawn = { ...this.#drawn, beat: "chosen" };
    this.#picture.classList.remove("merged");
    this.#picture.classList.add("chosen");
    this.#drawHeadline(this.#drawn);
  }

  /** Other tokens or texts: what depends on them is drawn anew, with as much room as the lesson ever needs. */
  #begin(/** @type {View} */ view) {
    const { lesson, notation } = view;
    this.#version += 1;
    const { labels } = lesson;
    this.#heads[0].textContent = labels.frequency;
    this.#heads[1].textContent = labels.word;
    const room = (this.#room = roomOf(view));
    const { texts, rowEms, labelEms, pairEms, rows: most, words } = room;
    this.#longest.replaceChildren(...texts.map((all) => make("div", ...all.map((text) => make("p", text)))));
    const end = lesson.frames[lesson.frames.length - 1].next;
    const ways = lesson.waysOn.map(({ text }) => make("span.way", `→ ${text}`));
    this.#longest.lastElementChild?.append(make("p", sentence(view, end), ...ways));
    this.#longest.classList.toggle(
      "ties",
      lesson.frames.some(({ tie }) => tie),
    );
    const ems = `--row-em: ${rowEms}; --label-em: ${labelEms}; --pair-em: ${pairEms}`;
    setAttributes(this.#picture, { style: `${ems}; --rows: ${most}` });
    this.#picture.classList.toggle("many", words > 10);
    this.#picture.classList.toggle("boardless", !most);
    this.#legend.textContent = legendOf(lesson, notation);
    this.#legend.hidden = !this.#legend.textContent;
    this.#picture.classList.toggle("legend", !this.#legend.hidden);
    this.#running.begin(lesson.text);
    this.#picture.classList.toggle("running", !!lesson.text);
    this.#picture.classList.toggle("becoming", isBecoming(lesson));
    this.#picture.classList.toggle("named", isNamed(lesson));
    this.fill(this.#type, lesson);
  }

  // Fill the screen in type of that size, in pixels; 0: stand on a page.
  /** @param {number} type @param {Lesson} [lesson] */
  fill(type, lesson = this.#drawn?.lesson) {
    this.#type = type;
    this.#hideRows(Infinity);
    this.#running.unfit();
    this.#wordsMore.textContent = this.#mergesMore.textContent = "";
    for (const { style } of [this.#sum, this.#next, this.#boardTitle]) style.fontSize = "";
    for (const item of find(this.#picture, ".side").querySelectorAll(".unseen")) item.classList.remove("unseen");
    if (!type || !this.#room || !lesson) return;
    const place = find(this.#picture, "table").getBoundingClientRect();
    const heads = lesson.all ? 0 : 3;
    const ems = Math.min(this.#room.rowEms, LONGEST_EMS) + this.#room.labelEms - LEAST_LABEL;
    const found = columnsFor(this.#room.words, heads, ems, place.width / type, place.height / type, isBecoming(lesson));
    this.#picture.style.setProperty("--columns", String(found.columns));
    this.#picture.style.setProperty("--words-size", `${found.size}rem`);
    this.#most = found.shown + heads;
  }

  /** On a screen: say how much of what happened and is known has no room. @param {string} label */
  #fit(label) {
    const view = this.#drawn;
    const words = this.#hideRows(this.#most);
    const left = (/** @type {number} */ count) =>
      count ? fill(label, { count: count.toLocaleString(view?.lesson.labels.locale) }) : "";
    this.#running.fit(left);
    this.#wordsMore.textContent = left(words);
    const chips = hideAbove(this.#chips) + (view?.frame.hidden ?? 0);
    const merges = hideAbove(this.#merges);
    fitType(this.#boardTitle, TITLE);
    this.#chipsMore.textContent = left(chips);
    this.#mergesMore.textContent = left(merges);
  }

  /** Hide the rows of words after so many. How many these are. @param {number} most */
  #hideRows(most) {
    const all = [...this.#corpus.children];
    all.forEach((row, place) => row.toggleAttribute("hidden", place >= most));
    return Math.max(0, all.length - most);
  }

  #drawHeadline(/** @type {View} */ view) {
    const { lesson, frame, step, beat, isQuestion } = view;
    const shown = beat === "chosen" ? step + 1 : step;
    const past = isQuestion && beat === "chosen" ? undefined : lesson.merges[shown - lesson.firstMerge - 1];
    if (!past) this.#headline.replaceChildren(lesson.labels.start);
    else {
      const value = past.headline ?? past.value;
      this.#headline.replaceChildren(...equation(view, past), ...(value ? ["·", make("b", value)] : []));
    }
    setAttributes(this.#headline, { style: `--ems: ${emsOf(this.#headline)}` });
    const sum = past ? past.sum : frame.titles[1];
    this.#sum.replaceChildren(...inPlace(view, sum));
    this.#sum.title = sentence(view, sum);
    if (this.#type) fitType(this.#sum, SUM);
  }

  #drawTie(/** @type {View} */ view) {
    const { lesson, frame, isQuestion, beat } = view;
    const tie = isQuestion || beat === "merged" ? null : frame.tie;
    this.#tie.element.classList.toggle("none", !tie);
    if (!tie) return this.#tie.show(false);
    this.#tie.button.textContent = tie.badge;
    this.#tieWhy.replaceChildren(...inPlace(view, tie.reason));
    const again = lesson.rules.map(([key, name]) =>
      make("button", { "aria-pressed": key === tie.rule, onclick: () => this.clicks.tie(key) }, name),
    );
    this.#tieRules.replaceChildren(...(again.length ? [make("span", lesson.labels.replay), ...again] : []));
  }

  #drawCorpus(/** @type {View} */ view) {
    const { lesson, frame, isQuestion } = view;
    const { labels } = lesson;
    this.#corpusTitle.textContent = frame.titles[1];
    /** @type {(row: WordRow) => Entry} */
    const entry = (row) => [`${this.#version} ${isQuestion} ${JSON.stringify(row)}`, () => wordRow(view, row)];
    /** @type {(title: string, rows: WordRow[]) => Entry[]} */
    const group = (title, rows) => {
      const head = () =>
        make("tr.group", { role: "row" }, make("th", { colspan: 2, scope: "colgroup", role: "columnheader" }, title));
      return rows.length ? [[title, head], ...rows.map(entry)] : [];
    };
    const groups = () => [
      ...group(labels.frequentWords, frame.words),
      ...group(labels.changed, frame.changed),
      ...(isQuestion ? [] : group(labels.places, frame.places)),
    ];
    patch(this.#corpus, lesson.all ? frame.words.map(entry) : groups());
    const shown = lesson.all ? frame.words : [frame.words, frame.changed, isQuestion ? [] : frame.places].flat();
    [...this.#corpus.children]
      .filter(({ className }) => className !== "group")
      .forEach((element, place) => rows.set(element, shown[place]));
  }

  #nameBoard(/** @type {string} */ name) {
    this.#boardTitle.textContent = name;
    this.#boardTitle.classList.toggle("long", name.length > LONG_TITLE);
  }

  #drawGuesses(/** @type {View} */ view) {
    const { lesson, frame } = view;
    this.#nameBoard(frame.board.length ? lesson.labels.guess : lesson.labels.noPairs);
    const guesses = frame.pairOrder.map((row) => {
      const { name, pair, winner, tied, verdict } = frame.board[row];
      const onclick = () => this.clicks.answer({ row, right: winner || tied, verdict });
      return make("button", { "aria-label": said(view, name), onclick }, ...pair.map((number) => chip(view, number)));
    });
    this.#board.replaceChildren(make("div.guesses", ...guesses), make("p.more", frame.morePairs));
  }

  #drawBoard(/** @type {View} */ view) {
    const { lesson, frame, answer } = view;
    this.#nameBoard(frame.board.length ? lesson.labels.pairs : lesson.labels.noPairs);
    if (this.#boardList.parentElement !== this.#board) this.#board.replaceChildren(this.#boardList, this.#boardMore);
    this.#boardMore.textContent = frame.morePairs;
    /** @type {Entry[]} */
    const entries = frame.board.map((row, index) => {
      const chosen = answer?.row === index;
      // What is said of it names the winner, another one at each step: it is no part of the picture.
      const look = JSON.stringify({ ...row, verdict: "" });
      return [`${this.#version} ${chosen} ${look}`, () => boardRow(view, row, chosen)];
    });
    patch(this.#boardList, entries);
  }

  #drawChips(/** @type {View} */ view) {
    const { frame } = view;
    this.#chipsTitle.textContent = frame.titles[0];
    setAttributes(this.#chips, { "aria-label": frame.titles[0] });
    const dropped = new Set(frame.dropped);
    /** @type {Entry[]} */
    const chips = frame.chips.map(([number, caption]) => {
      const look = number === frame.fresh ? "fresh" : dropped.has(number) ? "dropped" : "";
      const key = `${this.#version} ${number} ${look} ${caption}`;
      return [key, () => captioned(chip(view, number, look), caption)];
    });
    this.#chipsMore.textContent = frame.hidden ? notShown(view, frame.hidden) : "";
    patch(this.#chips, chips);
  }

  #drawMerges(/** @type {View} */ view) {
    const { lesson, step, isQuestion } = view;
    const { merges, firstMerge, labels, steps } = lesson;
    this.#mergesTitle.textContent = labels.merges;
    const done = merges.slice(0, Math.max(0, step - firstMerge));
    /** @type {Entry[]} */
    const items = done.map((past, index) => {
      const rank = firstMerge + index + 1;
      return [`${this.#version} ${rank} ${rank === step}`, () => this.#past(view, past, rank)];
    });
    const earlier = firstMerge
      ? [more(fill(labels.earlier, { count: firstMerge.toLocaleString(labels.locale) }), "li.more")]
      : [];
    const none = !steps ? labels.noSteps : isQuestion ? labels.noneBeforeGuess : labels.noMerges;
    patch(this.#merges, done.length || firstMerge ? [...earlier, ...items] : [more(none, "li.more")]);
  }

  /** Where the words scroll, as on a phone: bring what happens into sight, within their place. */
  #follow() {
    const place = this.#corpus;
    if (place.scrollHeight <= place.clientHeight) return;
    const happens = place.querySelector(".hit") ?? place.querySelector(".fresh");
    if (!happens) return;
    const [here, room] = [happens.getBoundingClientRect(), place.getBoundingClientRect()];
    if (here.top < room.top || here.bottom > room.bottom) place.scrollTop += here.top - room.top;
  }

  #past(/** @type {View} */ view, /** @type {Past} */ past, /** @type {number} */ rank) {
    const now = rank === view.step ? "step" : null;
    const attributes = {
      "aria-current": now,
      "aria-label": past.spoken && said(view, past.spoken),
      onclick: () => this.clicks.jump(rank),
    };
    const [number, count] = [
      make("span.rank", rank.toLocaleString(view.lesson.labels.locale)),
      make("span.count", past.value),
    ];
    return make("li", make("button", attributes, number, ...equation(view, past), count));
  }
}

/** When the next frame is painted, and what waited for it, as another key, had its turn. */
const painted = () =>
  new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve, TURN_MS));
  });

// Where some tokens stand side by side in a word.
/** @type {(tokens: number[], wanted: number[]) => number[]} */
const placesOf = (tokens, wanted) =>
  tokens.flatMap((_, place) =>
    wanted.length && wanted.every((one, next) => tokens[place + next] === one) ? [place] : [],
  );

/** @type {WeakMap<Element, WordRow>} What the rows of words show. */
const rows = new WeakMap();

// The words of two steps that may be the same: all of a small corpus; of a large one the frequent ones, and those that
// a merge will change with those that it has changed.
/** @type {(before: View, after: View, isBack: boolean) => [WordRow, WordRow][]} */
function pairsOf({ frame: before }, { frame: after }, isBack) {
  /** @type {(was: WordRow[], is: WordRow[]) => [WordRow, WordRow][]} */
  const zip = (was, is) => was.slice(0, is.length).map((row, place) => [row, is[place]]);
  const touched = isBack ? zip(before.changed, after.places) : zip(before.places, after.changed);
  return [...zip(before.words, after.words), ...touched];
}

/** @type {(view: View, past: Past) => Array<Element | string>} What became what. */
function equation(view, { parts, made }) {
  const tokens = parts.map((number) => chip(view, number));
  const isIds = view.notation === "ids";
  const sum = tokens.flatMap((token, place) => (place ? [isIds ? "," : "+", token] : [token]));
  const joined = made === null ? tokens : isIds ? ["(", ...sum, ")"] : sum;
  return made === null ? joined : [...joined, "→", chip(view, made)];
}

/** @type {(view: View, number: number, look?: string) => Element} A token, with what it becomes below it. */
function chip(view, number, look = "") {
  const { lesson } = view;
  const [, , id, hue, becomes] = lesson.tokens[number];
  const shown = written(view, number);
  const classes = { unknown: id === null, long: shown.length > 30 };
  const title = id === null ? null : fill(lesson.labels.token, { id });
  const token = make(`span.token.${look}`, tint(hue), { classes, title, lang: lesson.language || null }, shown);
  numbers.set(token, [number]);
  return captioned(token, becomes);
}

// How to read what is written; the lesson says it for byte symbols.
/** @type {(lesson: Lesson, notation: Notation) => string} */
const legendOf = ({ legend, usual, labels }, notation) =>
  notation === "symbols" ? legend : legend && notation === "text" && usual === "text" ? labels.parts : "";

/** @type {WeakMap<Element, number[]>} The tokens that elements show. */
const numbers = new WeakMap();

/** @type {(token: Element, caption: string | undefined) => Element} A token with something written below it. */
function captioned(token, caption) {
  return caption ? make("span.captioned", token, make("span.caption", caption)) : token;
}

/** @type {(view: View, row: WordRow) => Array<Element | string>} A word, or a place in it, in tokens. */
function cut(view, { tokens, before, after, ...row }) {
  const hits = new Set(view.isQuestion ? [] : row.hits);
  const fresh = new Set(row.fresh);
  const at = (/** @type {number} */ index) => chip(view, tokens[index], fresh.has(index) ? "fresh" : "");
  /** @type {Array<Element | string>} */ const children = before ? [`${before} `] : [];
  for (let index = 0; index < tokens.length; index++) {
    children.push(hits.has(index) ? make("span.hit", at(index), at(++index)) : at(index));
  }
  if (after) children.push(` ${after}`);
  return children;
}

/** @type {(view: View, row: WordRow) => string[]} The same as it is read out, a text for each token. */
function readOut(view, { tokens, fresh, ...row }) {
  const { labels } = view.lesson;
  const hits = new Set(view.isQuestion ? [] : row.hits);
  /** @type {string[]} */ const said = [];
  for (let index = 0; index < tokens.length; index++) {
    const token = spokenOf(view, tokens[index]);
    if (hits.has(index)) said.push(fill(labels.spokenHit, { tokens: `${token} ${spokenOf(view, tokens[++index])}` }));
    else said.push(fresh.includes(index) ? fill(labels.spokenFresh, { token }) : token);
  }
  return said;
}

/** @type {(view: View, row: WordRow) => Element} A row with a word. */
function wordRow(view, row) {
  const { label, hits, fresh } = row;
  const { labels } = view.lesson;
  const classes = {
    quiet: !view.isQuestion && !hits.length && !fresh.length,
    touched: !view.isQuestion && hits.length > 0,
    unlabelled: !label,
  };
  const cell = (/** @type {"td.frequency" | "td.row"} */ name, /** @type {Array<Element | string>} */ parts) =>
    make(name, { role: "cell" }, ...parts);
  return make(
    "tr",
    { role: "row", classes },
    cell("td.frequency", label ? [label] : []),
    cell("td.row", [
      make("span", { "aria-hidden": true }, ...cut(view, row)),
      make("span.read", readOut(view, row).join(labels.comma)),
    ]),
  );
}

/** @type {(view: View, row: BoardRow, chosen: boolean) => Element} */
function boardRow(view, { pair, value, spoken, share, tally, winner, tied }, chosen) {
  const { labels } = view.lesson;
  const badges = [winner ? labels.winner : "", tied ? labels.tied : "", chosen ? labels.chosen : ""].filter(Boolean);
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
        ...badges.map((text) => make("span.badge", text)),
        make("span.terms", ...inPlace(view, tally)),
      ),
    ),
    make("span.count", { "aria-hidden": true, classes: { long: value.length > LONG_VALUE } }, value),
  );
  const item = make("li", { tabindex: winner ? 0 : -1 }, row);
  numbers.set(item, pair);
  return item;
}

/** Whether something is written below the tokens of words. @param {Lesson} lesson */
const isBecoming = (lesson) => lesson.tokens.some(([, , , , becomes]) => becomes);

/** Whether rows have names, and not how often a word occurs. @param {Lesson} lesson */
const isNamed = ({ frames }) => frames.some(({ words }) => words.some(({ label }) => /^\D+$/.test(label)));

/** @type {(view: View, count: number) => string} That there is more than is shown. */
const notShown = ({ lesson }, count) => fill(lesson.labels.more, { count: count.toLocaleString(lesson.labels.locale) });

/** @type {(text: string, tag?: "p.more" | "li.more") => Entry} A line that says what is not shown. */
function more(text, tag = "p.more") {
  return [text, () => make(tag, text)];
}
