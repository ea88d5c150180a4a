// Draws the words, cut into the tokens of a step.

import { fillTemplate, findOne, isRightToLeft, make, setAttributes, setText } from "../components/dom.js";
import { patch, scrollIntoBox } from "../components/items.js";
import { measureTokens } from "./motion.js";
import {
  characterFrames,
  drawingUnits,
  hiddenCount,
  shownRow,
  spokenToken,
  tokenText,
  unbrokenUnits,
} from "./token_text.js";
import { chip, nameOf } from "./token.js";
import { treeSpans } from "./tree_spans.js";
import { firstSeen, linesOfWords, seenColumns } from "./word_tree.js";

/** @import {Entry} from "../components/items.js" */
/** @import {Notation} from "../components/notation.js" */
/** @import {Lesson, WordRow} from "../lessons/contract" */
/** @import {Placed} from "./motion.js" */
/** @import {View} from "./frame_view.js" */
/** @import {Stand, TreeFit} from "./word_tree.js" */

/** @type {WeakMap<Element, WordRow>} The word that each element shows. */
const rows = new WeakMap();
/** @type {WeakMap<Element, string>} The look of each element, as text. */
const looks = new WeakMap();

// Note the word of an element, and return whether the element's look changes. It may be the same word as before: each
// frame has its own row for it.
/** @type {(view: View, element: Element, row: WordRow) => boolean} */
export function isChanged({ isQuestion, window, tree, step }, element, row) {
  rows.set(element, row);
  const look = `${window} ${isQuestion} ${JSON.stringify([row, tree && step])}`;
  const isOther = looks.get(element) !== look;
  looks.set(element, look);
  return isOther;
}

const COLUMN = { role: "columnheader" };

export class CorpusView {
  title = make("h2");
  #legend = make("p.more");
  #heads = [make("th", COLUMN), make("th", COLUMN), make("th.follow", COLUMN)];
  #list = make("tbody", { role: "rowgroup" });
  #more = make("p.more");
  #ids = make("p.more.under");
  /** @type {Element[]} The rows, those in which something happens first. */ #byImportance = [];
  #hidden = 0; // words of the corpus without a row
  #overflow = 0; // rows that had no room at the step before
  element = make(
    "section.corpus",
    this.title,
    this.#legend,
    make(
      "table",
      { role: "table" },
      make("thead", { role: "rowgroup" }, make("tr", { role: "row" }, ...this.#heads)),
      this.#list,
    ),
    this.#ids,
    this.#more,
  );

  /** Prepare for other tokens or texts; returns whether there is a legend. @param {View} view @param {string} ids what ids in a tree are called */
  begin({ lesson, notation }, ids) {
    this.#heads[0].textContent = lesson.labels.frequency;
    this.#heads[1].textContent = lesson.labels.word;
    this.#heads[2].textContent = lesson.labels.follow;
    this.#heads[2].hidden = !lesson.aligned;
    setAttributes(this.title, { "data-follow": lesson.labels.follow });
    this.#ids.textContent = ids;
    this.#legend.textContent = [legendOf(lesson, notation), readingOrder(lesson, notation)].filter(Boolean).join(" ");
    this.#legend.hidden = !this.#legend.textContent;
    return !this.#legend.hidden;
  }

  /** @param {View} view @param {number} most rows to draw, with their headings, if not all words have one */
  draw(view, most) {
    const { lesson, frame, isQuestion, version } = view;
    const { labels, moreWords } = lesson;
    this.title.textContent = frame.titles[1];
    // A word keeps its row while it is shown; a step only redraws what changes within a row.
    /** @type {(name: string, rows: WordRow[]) => Entry[]} */
    const entries = (name, rows) =>
      rows.map((_, index) => [`${version} ${name} ${index}`, () => createRow(lesson.aligned === true)]);
    /** @type {(title: string, rows: WordRow[]) => Entry[]} */
    const group = (title, rows) => {
      const head = () =>
        make("tr.group", { role: "row" }, make("th", { colspan: 2, scope: "colgroup", role: "columnheader" }, title));
      return rows.length ? [[title, head], ...entries(title, rows)] : [];
    };
    const groups = [frame.words, ...(moreWords ? [frame.changed, isQuestion ? [] : frame.places] : [])];
    const chosen = chooseRows(groups, most);
    const [words, changed, places] = chosen;
    const shown = chosen.flat();
    const isHeaded = shown.length === groups.flat().length;
    patch(
      this.#list,
      moreWords && isHeaded
        ? [...group(labels.frequentWords, words), ...group(labels.changed, changed), ...group(labels.places, places)]
        : ["words", "changed", "places"].flatMap((name, index) => entries(name, chosen[index] ?? [])),
    );
    const elements = [...this.#list.children].filter((element) => !element.classList.contains("group"));
    const importance = sortByImportance(shown);
    this.#byImportance = importance.map((row) => elements[shown.indexOf(row)]);
    this.#list.classList.toggle("still", !shown.some(isEventful));
    this.#hidden = frame.words.length + moreWords - differentWords(chosen).length;
    elements.forEach(
      (element, index) =>
        isChanged(view, element, shown[index]) &&
        drawRow(view, element, shown[index], view.tree?.stands[view.step][index]),
    );
    if (view.tree) this.#showLine(view, elements);
  }

  /** Of the lines that words in a tree take, show the one in which something happens. @type {(view: View, words: Element[]) => void} */
  #showLine({ tree, step, frame, lesson }, words) {
    if (!tree) return;
    const columns = tree.stands[step].map((stand) => stand.columns);
    const lines = linesOfWords(columns, tree);
    const indexOfWord = (/** @type {"fresh" | "hits"} */ what) => frame.words.findIndex((row) => row[what].length);
    const current = Math.max(indexOfWord("fresh") < 0 ? indexOfWord("hits") : indexOfWord("fresh"), 0);
    const [from, to] = /** @type {[number, number]} */ (lines.find(([, end]) => end > current));
    words.forEach((word, at) => word.toggleAttribute("hidden", at < from || at >= to));
    this.#more.textContent = hiddenCount(lesson, words.length - (to - from));
  }

  /** If the words scroll, as on a phone, bring the changes into view. */
  scrollToChange() {
    const change = this.#list.querySelector(".hit") ?? this.#list.querySelector(".new-token");
    const row = change?.closest("tr") ?? null;
    scrollIntoBox(this.#list, row && row.clientHeight <= this.#list.clientHeight ? row : change);
  }

  /** If the words scroll, let the keyboard scroll them too: nothing inside them takes the focus. */
  updateTabIndex() {
    const { scrollHeight, clientHeight } = this.#list;
    if (getComputedStyle(this.#list).overflowY === "auto" && scrollHeight > clientHeight) this.#list.tabIndex = 0;
    else this.#list.removeAttribute("tabindex");
  }

  /** Return the visible words that change at a step, with the positions of their tokens. */
  measureWords() {
    /** @type {Map<WordRow, Placed>} */ const found = new Map();
    const room = this.#list.getBoundingClientRect();
    for (const element of this.#list.children) {
      const row = rows.get(element);
      if (!row || !(row.hits.length || row.fresh.length)) continue;
      const { top, bottom, height } = element.getBoundingClientRect();
      if (!height || top < room.top - 1 || bottom > room.bottom + 1) continue;
      found.set(row, { row, tokens: measureTokens(element) });
    }
    return found;
  }

  /** Return what the visible words add to the count of the next pair, and their elements with that number; at most this many. */
  addedCounts(/** @type {number} */ most) {
    const room = this.#list.getBoundingClientRect();
    /** @type {[string, HTMLElement][]} */ const found = [];
    for (const element of this.#list.children) {
      const adds = rows.get(element)?.adds;
      if (!adds || found.length === most) continue;
      const { top, bottom, height } = element.getBoundingClientRect();
      if (height && top >= room.top - 1 && bottom <= room.bottom + 1)
        found.push([adds, findOne(element, ".frequency")]);
    }
    return found;
  }

  showAll() {
    this.#more.textContent = "";
    for (const row of this.#list.children) row.toggleAttribute("hidden", false);
  }

  /** Hide the least important rows that don't fit, and show the number of words without a row. @param {Lesson} lesson */
  fit(lesson) {
    const table = findOne(this.element, "table");
    const most = Math.max(0, this.#byImportance.length - 1);
    /** Hide this many rows; returns whether the others fit. The line with the number of hidden words takes some of the room. @param {number} count */
    const fits = (count) => {
      const first = this.#byImportance.length - count;
      this.#byImportance.forEach((row, place) => row.toggleAttribute("hidden", place >= first));
      this.#more.textContent = hiddenCount(lesson, this.#hidden + count);
      return table.scrollHeight <= table.clientHeight + 1;
    };
    // Mostly as many as at the step before: with one fewer they don't fit.
    const start = Math.max(0, Math.min(most, this.#overflow) - 1);
    let count = start;
    while (!fits(count) && count < most) count += 1;
    while (count > 0 && count <= start && fits(count - 1)) count -= 1;
    fits(count);
    this.#overflow = count;
    // If not even a single word fits, scroll to the part that changes.
    for (const box of [table, this.#list])
      scrollIntoBox(box, this.#list.querySelector("tr:has(.hit, .new-token)"), 0.5);
  }
}

/** Sort rows: those in which something happens come first. @param {WordRow[]} rows */
const sortByImportance = (rows) => [...rows.filter(isEventful), ...rows.filter((row) => !isEventful(row))];

/** Whether something happens in a row. @param {WordRow} row */
const isEventful = ({ hits, fresh }) => hits.length + fresh.length > 0;

/** Return the rows of groups; a frequent word that changes is in two of them, and has one row here. @param {WordRow[][]} groups */
function differentWords(groups) {
  /** @type {Set<string>} */ const seen = new Set();
  return groups.flatMap((rows) => {
    const others = rows.filter((row) => !seen.has(JSON.stringify(row)));
    for (const row of rows) seen.add(JSON.stringify(row));
    return others;
  });
}

// Choose at most this many rows of the groups, with a place for each group's heading. If not all fit, a word has one row,
// and words in which something happens come first.
/** @type {(groups: WordRow[][], most: number) => WordRow[][]} */
function chooseRows(groups, most) {
  const every = groups.flat();
  if (every.length + (groups.length > 1 ? groups.length : 0) <= most) return groups;
  const chosen = new Set(sortByImportance(differentWords(groups)).slice(0, most));
  return groups.map((rows) => rows.filter((row) => chosen.has(row)));
}

// Return the legend: the lesson's own for byte symbols.
/** @type {(lesson: Lesson, notation: Notation) => string} */
const legendOf = ({ legend, usual, labels }, notation) =>
  notation === "symbols" ? legend : legend && notation === "text" && usual === "text" ? labels.parts : "";

/** Return the reading order of tokens if letters written from right to left are shown, else "". @type {(lesson: Lesson, notation: Notation) => string} */
const readingOrder = ({ tokens, labels }, notation) =>
  notation === "text" && tokens.some(([, text]) => isRightToLeft(text)) ? labels.readingOrder : "";

// Return the spans of a word, or of a place in it. Tokens that cut a character are in one frame, which begins with that
// character. The next merge may begin or end inside the frame, so each token has its own part of it.
/** @type {(view: View, row: WordRow) => Entry[]} */
export function tokenSpans(view, row) {
  const { tokens, fresh, before, after, groups, kept } = shownRow(view, row);
  const frames = characterFrames(groups);
  /** @type {(index: number) => Entry} */
  const tokenEntry = (index) => {
    const [number, look, frame] = [
      tokens[index],
      fresh.includes(index) ? "new-token" : index < (kept ?? 0) ? "kept" : "",
      frames.get(index),
    ];
    const name = `${nameOf(view, number)} ${look}`;
    if (!frame) return [name, () => chip(view, number, look)];
    const end = index === frame[1] - 1;
    return [`${name} ${end}`, () => make("span.frame", { classes: { end } }, chip(view, number, look))];
  };
  /** @type {(index: number) => Entry[]} */
  const characterEntry = (index) => {
    const [first, last, text] = frames.get(index) ?? [];
    if (first !== index) return [];
    const parts = tokens.slice(first, last).map((number) => tokenText(view, number));
    const title = fillTemplate(view.lesson.labels.cut, { text, tokens: parts.join(" | ") });
    return [[title, () => make("span.frame.whole", { title }, text)]];
  };
  /** @type {(tag: "span.hit" | "span.together", entries: Entry[]) => Entry} */
  const groupEntry = (tag, entries) => [
    `${tag} (${entries.map(([key]) => key).join(" ")})`,
    () => make(tag, ...entries.map(([, build]) => build())),
  ];
  /** @type {(text: string) => Entry[]} */
  const textEntry = (text) => (text ? [[`"${text}`, () => make("span", text)]] : []);
  const units = unbrokenUnits(shownRow(view, row)).flatMap((all) => {
    const parts = all.flatMap(([one, two]) => [
      ...characterEntry(one),
      two === undefined
        ? tokenEntry(one)
        : groupEntry("span.hit", [tokenEntry(one), ...characterEntry(two), tokenEntry(two)]),
    ]);
    return parts.length > 1 && !view.lesson.aligned ? [groupEntry("span.together", parts)] : parts;
  });
  return [
    ...textEntry(before && (view.lesson.aligned ? before : `${before} `)),
    ...units,
    ...textEntry(after && (view.lesson.aligned ? after : ` ${after}`)),
  ];
}

// Return the cells of a row in columns: what has the same ones is in one cell.
/** @type {(view: View, row: WordRow) => Entry[]} */
const cellSpans = (view, { tokens, fresh, columns = [] }) =>
  [...new Set(columns)].map((start, at, starts) => {
    const style = `grid-column: ${start + 1} / ${(starts[at + 1] ?? view.lesson.columns?.length) + 1}`;
    const inside = tokens.flatMap((number, place) =>
      columns[place] === start ? [/** @type {const} */ ([number, fresh.includes(place) ? "new-token" : ""])] : [],
    );
    const key = inside.map(([number, look]) => `${nameOf(view, number)} ${look}`).join(" ");
    return [
      `${style} ${key}`,
      () => make("span.cell", { style }, ...inside.map(([number, look]) => chip(view, number, look))),
    ];
  });

/** @type {(view: View, row: WordRow, stand?: Stand) => string[]} Return a word as it is read out, with one text for what stays together. */
export function spokenWord(view, row, stand) {
  const { labels } = view.lesson;
  const frames = characterFrames(row.groups);
  const whole = row.whole ? [row.whole, row.before] : [];
  const spokenAt = (/** @type {number} */ index) => {
    const [first, , text] = frames.get(index) ?? [];
    const number = row.tokens[index];
    // In a conversation and in a tree, also the id below the token.
    const below = row.author ? view.lesson.tokens[number][4] : view.tree?.hasIds ? stand?.ids[index] : undefined;
    const token = [spokenToken(view, number), below].filter(Boolean).join(" ");
    return first === index ? fillTemplate(labels.cut, { text, tokens: token }) : token;
  };
  const units = drawingUnits(shownRow(view, row)).map(([one, two]) => {
    if (two !== undefined) return fillTemplate(labels.spokenHit, { tokens: `${spokenAt(one)} ${spokenAt(two)}` });
    return row.fresh.includes(one) ? fillTemplate(labels.spokenFresh, { token: spokenAt(one) }) : spokenAt(one);
  });
  return [...whole, ...units];
}

/** Create the row of a word; for a text, it also shows how many tokens may follow. @param {boolean} isAligned */
const createRow = (isAligned) =>
  make(
    "tr",
    { role: "row" },
    make("td.frequency", { role: "cell" }),
    make("td.row", { role: "cell" }, make("span.seen", { "aria-hidden": true }), make("span.screen-reader-text")),
    isAligned ? make("td.follow", { role: "cell" }, make("span.bar"), make("span.number")) : null,
  );

/** Return the style with the columns that are seen of a word. @type {(stand: Stand, row: WordRow, fit: TreeFit) => string} */
const columnsStyle = (stand, row, fit) =>
  `--symbols: ${seenColumns(stand.columns, fit)}; --all: ${stand.columns}; --from: ${firstSeen(stand, row, fit)}`;

/** @type {(view: View, element: Element, row: WordRow, stand?: Stand) => void} Show a word in its row. */
function drawRow(view, element, row, stand) {
  const { label, fresh, offered, author, said, share, follow = "" } = row;
  const { hits } = shownRow(view, row);
  const classes = {
    subdued: !offered && !view.isQuestion && !hits.length && !fresh.length,
    "was-edited": hits.length > 0,
    fresh: fresh.length > 0,
    cropped: stand !== undefined && view.tree !== null && seenColumns(stand.columns, view.tree) < stand.columns,
    unlabelled: !label,
    offered: offered === true,
  };
  const style =
    stand && view.tree
      ? columnsStyle(stand, shownRow(view, row), view.tree)
      : share === undefined
        ? ""
        : `--share: ${share}`;
  setAttributes(element, { classes, "data-author": author, style });
  const name = findOne(element, ".frequency");
  if (said === undefined) setText(name, label);
  else name.replaceChildren(make("span.said", make("span.name", label), make("bdi", { translate: "no" }, said)));
  const spans = stand ? treeSpans(view, row, stand) : row.columns ? cellSpans(view, row) : tokenSpans(view, row);
  patch(findOne(element, ".seen"), spans);
  const number = element.querySelector(".follow .number");
  if (number) setText(number, follow);
  setText(findOne(element, ".screen-reader-text"), spokenWord(view, row, stand).join(view.lesson.labels.comma));
}
