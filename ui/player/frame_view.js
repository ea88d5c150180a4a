// The picture of a step: the explanation, the words, the candidates, the vocabulary and the history.

import { make, nextPaint, setAttributes } from "../components/dom.js";
import { onHover } from "../components/items.js";
import { CandidateView, isGuessed } from "./candidates.js";
import { isUnchanged } from "./frame_window.js";
import { highlight, HIGHLIGHTABLE } from "./highlight.js";
import { Motion, measureTokens } from "./motion.js";
import { isLargeScreen } from "./presentation.js";
import { wordCuts, spaceNeeded } from "./space_needed.js";
import { RunningTextView } from "./running_text.js";
import { isLastStep, Explanation } from "./explanation.js";
import { fitHeadings, fitPairs, fitTree, fitWords } from "./presentation_fit.js";
import { isListed, VocabularyPanel } from "./vocabulary_panel.js";
import { CorpusView } from "./corpus_view.js";
import { wordTree } from "./word_tree.js";

/** @import {Notation} from "../components/notation.js" */
/** @import {Frame, Lesson, WordRow} from "../lessons/contract" */
/** @import {Placed} from "./motion.js" */
/** @import {Room} from "./space_needed.js" */
/** @import {Answer} from "./predictions.js" */
/** @import {Tree, TreeFit} from "./word_tree.js" */

// The beats of a step. `rest`: what was merged and what merges next are both shown; if each beat is a step of its own,
// `merged` shows only the former. `chosen`: what merges next is chosen. `start`: how a lesson opens alone on the
// screen.
/** @typedef {"rest" | "merged" | "chosen" | "start"} Beat */
// What is shown of a lesson, how, and the learner's prediction. At a question, nothing may give the answer away.
// `isEvidence`: the question is not which pair is next, and the pairs' numbers are needed to answer it.
/** @typedef {{lesson: Lesson, frame: Frame, step: number, notation: Notation, isQuestion: boolean, isEvidence: boolean, isLocked: boolean, beat: Beat, answer: Answer | null}} Asked */
// `version`: changes with the lesson and the notation, on which everything drawn depends. `window`: changes with the
// loaded frames, as token numbers are different in each window. `type`: its size in pixels if the lesson fills its
// place, else 0. `isAlone`: that place is the whole screen. `tree`: of the words, if there is room to draw it, and how it fits.
/** @typedef {Asked & {version: number, window: number, type: number, isAlone: boolean, tree: (Tree & TreeFit) | null}} View */
/** @typedef {{goToStep: (step: number) => void, answer: (answer: Answer) => void, chooseTieRule: (rule: string) => void, followLink: (to: string) => void}} Clicks */

const NAMES = 6.6; // em: names before words, if they have any
const WIDE = 24; // em: longer words get more room on a screen
const LONG = 9; // em: and beside a text
const COUNT = 0.62; // em: a character of a count
const NAME = 0.75; // type of names, relative to the words', as in the styles
const TIMES = 0.6; // type of counts, likewise
const MOST_FLOWING = 12; // numbers that move at once

export class FrameView {
  /** @type {View | null} */ #drawn = null;
  /** @type {View | null} */ #unfinished = null; // drawn only in part so far
  #version = 0;
  #window = 0;
  #type = 0;
  #isAlone = false;
  #isSized = false; // whether other steps' texts were drawn for measuring, which must not be painted
  /** @type {Room | null} */ #room = null;
  /** @type {Tree | null} */ #tree = null;
  /** @type {TreeFit | null} */ #treeFit = null; // null if there is no room for the tree
  #maxWords = Infinity; // rows of words that fit,
  #maxCandidates = Infinity; // and candidates
  #notice = make("p.notice", { role: "alert", hidden: true });
  #motion = new Motion();
  #runningText = new RunningTextView();
  #words = new CorpusView();
  explanation;
  candidates;
  #vocabulary;
  #picture;
  element;

  constructor(/** @type {Clicks} */ clicks) {
    // On a phone, words and pairs get the room that the explanation leaves; elsewhere this would restyle everything for
    // nothing.
    this.explanation = new Explanation(clicks, (height) => {
      if (!isLargeScreen()) this.element.style.setProperty("--told", `${height}px`);
      this.#words.updateTabIndex();
    });
    this.candidates = new CandidateView(clicks.answer);
    this.#vocabulary = new VocabularyPanel(clicks.goToStep);
    const parts = [this.#runningText, this.#words, this.candidates, this.#vocabulary].map(({ element }) => element);
    this.#picture = make("div.picture", ...parts, this.#motion.layer);
    this.element = make("div.stage", this.#notice, this.explanation.element, this.#picture);
    onHover(this.#picture, HIGHLIGHTABLE, (item) => highlight(this.#picture, item));
  }

  /** Show a message above the picture; an empty text hides it. */
  showNotice(/** @type {string} */ text) {
    this.#notice.hidden = !text;
    this.#notice.textContent = text;
  }

  /** Add an element over the candidates, or over the whole picture. @param {Element} over */
  addOverlay(over) {
    this.#picture.append(over);
  }

  /** Where the words, the candidates and the vocabulary are, below the explanation. */
  get bounds() {
    return { top: this.#picture.offsetTop, height: this.#picture.offsetHeight };
  }

  get #shownTree() {
    return this.#tree && this.#treeFit ? { ...this.#tree, ...this.#treeFit } : null;
  }

  stopMotion() {
    this.#motion.stop();
  }

  // Draw a step, and let tokens move there from the neighbouring step, which is shown.
  /** @param {Asked} asked @param {number} ms */
  async move(asked, ms) {
    const before = this.#drawn;
    if (!before) return this.draw(asked);
    this.#drawRest();
    const isBack = asked.step < before.step;
    const old = this.#words.measureWords();
    const titles = [this.#words.title, this.#vocabulary.title];
    const texts = titles.map((title) => title.textContent);
    const view = this.#drawFirst(asked);
    this.#drawRest();
    const now = this.#words.measureWords();
    const moving = matchWords(before, view, isBack).flatMap(([was, is]) => {
      const [from, to] = [old.get(was), now.get(is)];
      return from && to ? [/** @type {[Placed, Placed]} */ ([from, to])] : [];
    });
    const made = [...now.values()].flatMap(({ tokens }) => tokens).find(({ chip }) => chip.matches(".new-token"));
    const [newTokens] = view.tree?.hasIds ? [] : measureTokens(this.#vocabulary.known, ".new-token");
    this.#motion.begin(ms);
    this.#picture.classList.add("merged"); // show the next step once everything has arrived
    this.#motion.moveWords(moving, isBack);
    if (!isBack && made && newTokens) this.#motion.fly(made, newTokens);
    titles.forEach((title, index) => title.textContent !== texts[index] && this.#motion.tick(title));
    await this.#motion.done();
    if (this.#drawn === view) this.#picture.classList.toggle("merged", isLastStep(view));
  }

  // Draw a step: at once what a learner looks at when pressing a key, and the rest after that paint. If steps come
  // faster, only the rest of the last one is drawn.
  async draw(/** @type {Asked} */ asked) {
    const { version } = this.#drawn ?? {};
    const view = this.#drawFirst(asked);
    const isAnother = view.version !== version;
    if (!isAnother && !view.isAlone && !this.#isSized) await nextPaint();
    if (this.#unfinished === view) this.#drawRest();
    if (isAnother) this.#words.updateTabIndex();
  }

  /** Draw the explanation and the words. @param {Asked} asked */
  #drawFirst(asked) {
    this.stopMotion();
    const before = this.#drawn;
    const isAnother = asked.lesson !== before?.lesson || asked.notation !== before.notation;
    if (isAnother) this.#window += 1;
    if (!isUnchanged(before?.lesson, asked.lesson) || asked.notation !== before?.notation) this.#version += 1;
    const [type, isAlone] = [this.#type, this.#isAlone];
    const version = this.#version;
    if (isAnother) this.#begin({ ...asked, version, window: this.#window, type, isAlone, tree: null });
    const view = { ...asked, version, window: this.#window, type, isAlone, tree: this.#shownTree };
    this.#drawn = this.#unfinished = view;
    this.element.classList.toggle("start", view.beat === "start");
    const classes = { chosen: view.beat === "chosen", merged: isLastStep(view), guessed: isGuessed(view) };
    setAttributes(this.#picture, { classes });
    if (this.#picture.classList.contains("has-highlight")) highlight(this.#picture, null);
    this.explanation.draw(view);
    this.#words.draw(view, view.type ? this.#maxWords : Infinity);
    if (!view.type) this.#words.scrollToChange();
    return view;
  }

  /** Draw the candidates, the running text, the vocabulary and the history. */
  #drawRest() {
    const view = this.#unfinished;
    if (!view) return;
    this.#unfinished = null;
    this.#isSized = false;
    this.candidates.draw(view);
    this.#runningText.draw(view);
    this.#vocabulary.draw(view);
    if (view.type) {
      // First what only writes: whatever is measured makes the browser lay out all changes.
      this.candidates.fit(this.#maxCandidates, view);
      if (!view.tree && !view.lesson.columns?.length) this.#words.fit(view.lesson);
      this.#runningText.fit(view.lesson);
      this.#vocabulary.fit(view);
    } else {
      // Last and together, because scrolling makes the browser lay out all changes.
      this.#runningText.follow();
      this.#vocabulary.follow(view);
    }
  }

  /** Highlight the choice for the next step in the same picture, and dim the rest. */
  choose() {
    if (!this.#drawn) return;
    this.#drawn = { ...this.#drawn, beat: "chosen" };
    this.element.classList.remove("start");
    setAttributes(this.#picture, { classes: { chosen: true, merged: false } });
    this.explanation.headline(this.#drawn);
  }

  // Let what the words add to the chosen pair's count flow into its bar, once the choice is painted.
  /** @param {number} ms */
  async flow(ms) {
    const drawn = this.#drawn;
    await nextPaint();
    const { bar } = this.candidates;
    if (this.#drawn !== drawn || drawn?.beat !== "chosen" || !bar) return;
    this.#motion.begin(ms);
    this.#motion.flow(this.#words.addedCounts(MOST_FLOWING), bar);
    await this.#motion.done();
  }

  /** Prepare for other tokens or texts: redraw what depends on them, with the room that the lesson needs at any step. */
  #begin(/** @type {View} */ view) {
    const { lesson } = view;
    this.#room = spaceNeeded(view);
    this.#tree = wordTree(lesson);
    const { texts, rowEms, followEms, labelEms, pairEms, rows, words } = this.#room;
    this.explanation.begin(view, texts);
    const legend = this.#words.begin(view, this.#tree?.hasIds ? lesson.frames[0].titles[0] : "");
    this.#runningText.begin(lesson.text);
    this.candidates.begin(view);
    this.#vocabulary.begin(view);
    const { columns = [] } = lesson;
    const ems = columns.reduce((sum, width) => sum + width, 0);
    setAttributes(this.#picture, {
      style: `--row-em: ${rowEms}; --follow-em: ${followEms}; --label-em: ${labelEms}; --pair-em: ${pairEms}; --rows: ${rows}; --symbols: ${this.#tree?.columns}; --levels: ${this.#tree?.levels}; --words: ${words}; --ems: ${ems}; --cells: ${columns.map((width) => `${width}fr`).join(" ")}`,
      classes: {
        ...{
          legend,
          many: words > 10,
          wide: rowEms > WIDE,
          long: rowEms > LONG,
          "without-candidates": !rows,
          running: !!lesson.text,
        },
        ...{
          "merge-result": isBecoming(lesson),
          named: isNamed(lesson),
          chat: isChat(lesson),
          aligned: lesson.aligned === true,
          columned: ems > 0,
          listed: isListed(lesson),
        },
        sentences:
          rowEms > WIDE && rows > 0 && !lesson.text && !lesson.frames.some(({ languages }) => languages?.length),
      },
    });
    this.fill({ type: this.#type, isOn: this.#isAlone }, view);
  }

  // Fill the place in type of this size, in pixels; 0 for the normal flow of a page. `isOn`: the place is the whole
  // screen.
  /** @param {{type: number, isOn: boolean}} place @param {View | null} [shown] */
  fill({ type, isOn }, shown = this.#drawn) {
    [this.#type, this.#isAlone] = [type, isOn];
    for (const part of [this.explanation, this.#runningText, this.#words, this.candidates, this.#vocabulary])
      part.showAll();
    this.#picture.classList.remove("follows");
    if (!shown || !this.#room) return;
    const { lesson } = shown;
    const { columns = [] } = lesson;
    const { followEms } = this.#room;
    const [tree, had] = [this.#tree, JSON.stringify(this.#treeFit)];
    const { pairs, guess, noPairs } = lesson.labels;
    const fitAllHeads = () =>
      fitHeadings(this.#picture, [pairs, guess, noPairs], (name) => this.candidates.setTitle(name));
    setAttributes(this.#picture, { classes: { tree: tree !== null, "with-ids": tree?.hasIds === true } });
    const longest = (/** @type {0 | 1} */ index) =>
      lesson.frames.reduce((one, { titles }) => (titles[index].length > one.length ? titles[index] : one), "");
    if (type) {
      [this.#vocabulary.title.textContent, this.#words.title.textContent] = [longest(0), longest(1)];
      this.explanation.size(type, isOn);
      fitAllHeads();
    }
    this.#treeFit = tree ? fitTree(this.#picture, type, tree, shown, this.#room) : null;
    if (had !== JSON.stringify(this.#treeFit)) this.#window += 1;
    if (!type) return;
    if (tree && !this.#picture.matches(".with-ids")) fitAllHeads();
    const view = { ...shown, type, isAlone: isOn, tree: this.#shownTree };
    const heads = lesson.moreWords ? 3 : 0;
    const signs = Math.max(...lesson.frames.flatMap(({ words }) => words.map(({ label }) => label.length)));
    const [label, share] = isNamed(lesson) ? [NAMES, NAME] : [COUNT * signs, TIMES];
    const row = { label, share, heads, isCaptioned: isBecoming(lesson), isChat: isChat(lesson), follow: followEms };
    this.#maxWords =
      view.tree || columns.length ? Infinity : fitWords(this.#picture, type, wordCuts(view), row) + heads;
    const { shown: pairsShown, track } = fitPairs(this.#picture, type, this.#room);
    [this.#maxCandidates, this.candidates.track] = [pairsShown, track];
    this.#vocabulary.size(view);
    this.#isSized = true;
  }
}

// Pair the words of two steps that may be the same: all of a small corpus; of a large one the frequent ones, and those
// that a merge will change with the ones it has changed.
/** @type {(before: View, after: View, isBack: boolean) => [WordRow, WordRow][]} */
function matchWords({ frame: before }, { frame: after }, isBack) {
  /** @type {(was: WordRow[], is: WordRow[]) => [WordRow, WordRow][]} */
  const zip = (was, is) => was.slice(0, is.length).map((row, index) => [row, is[index]]);
  const touched = isBack ? zip(before.changed, after.places) : zip(before.places, after.changed);
  return [...zip(before.words, after.words), ...touched];
}

/** Whether something is written below the tokens of words. @param {Lesson} lesson */
const isBecoming = (lesson) => lesson.tokens.some(([, , , , becomes]) => becomes);

/** Whether rows are messages, and a template's text around them. @param {Lesson} lesson */
const isChat = ({ frames }) => frames[0].words.some(({ author }) => author);

/** Whether rows have names instead of counts. @param {Lesson} lesson */
const isNamed = ({ frames }) => /^\D+$/.test(frames.flatMap(({ words }) => words.map(({ label }) => label)).join(""));
