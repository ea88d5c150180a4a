// Draws a frame: what is said, the words, the candidates, the vocabulary and what happened so far.

import { fill, find, make, patch, tint } from "../components/dom.js";

/** @import {Entry} from "../components/dom.js" */
/** @import {BoardRow, Frame, Lesson, Past, WordRow} from "./contract" */
/** @import {Answer} from "./predict.js" */

// What of a lesson is shown, and how. At a question, nothing may give the answer away.
/** @typedef {{lesson: Lesson, frame: Frame, step: number, asText: boolean, isQuestion: boolean}} Asked */
/** @typedef {Asked & {answer: Answer | null}} View With what the learner predicted at this step. */
/** @typedef {{jump: (step: number) => void, answer: (answer: Answer) => void, tie: (rule: string) => void}} Clicks */

export class Picture {
  /** @type {View | null} */ #drawn = null;
  #version = 0; // of what all that is drawn depends on: the tokens, the texts and how tokens are shown
  #notice = make("p.notice", { role: "alert", hidden: true });
  #done = make("p.done");
  #next = make("p.next");
  #tie = make("div.tie", { hidden: true });
  #corpusTitle = make("h3");
  #legend = make("p.more");
  #corpus = make("tbody");
  #boardTitle = make("h3");
  #board = make("div");
  #boardList = make("ol.board");
  #boardMore = make("p.more");
  #chipsTitle = make("h3");
  #chips = make("div.chips", { tabindex: 0 });
  #mergesTitle = make("h3");
  #merges = make("ol.merges");
  elements = [
    this.#notice,
    make("div.said", make("div", { role: "status", "aria-live": "polite" }, this.#done, this.#next), this.#tie),
    make(
      "div.picture",
      make("section.corpus", this.#corpusTitle, this.#legend, make("table", this.#corpus)),
      make("section.pairs", this.#boardTitle, this.#board),
      make("section.known", this.#chipsTitle, this.#chips),
      make("section.past", this.#mergesTitle, this.#merges),
    ),
  ];

  constructor(/** @type {Clicks} */ clicks) {
    this.clicks = clicks;
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

  draw(/** @type {View} */ view) {
    const { lesson, frame, isQuestion, answer } = view;
    if (lesson !== this.#drawn?.lesson || view.asText !== this.#drawn.asText) this.#version += 1;
    this.#drawn = view;
    this.#done.textContent = frame.done;
    this.#next.textContent = isQuestion ? lesson.labels.question : answer ? answer.verdict : frame.next;
    this.#drawTie(view);
    this.#drawCorpus(view);
    if (isQuestion) this.#drawGuesses(view);
    else this.#drawBoard(view);
    this.#drawChips(view);
    this.#drawMerges(view);
  }

  #drawTie(/** @type {View} */ { lesson, frame, isQuestion }) {
    const tie = isQuestion ? null : frame.tie;
    this.#tie.hidden = !tie;
    this.#tie.replaceChildren();
    if (!tie) return;
    const rules = lesson.rules.map(([key, name]) =>
      make("button", { "aria-pressed": key === tie.rule, onclick: () => this.clicks.tie(key) }, name),
    );
    this.#tie.append(make("span.badge", tie.badge), make("span", lesson.labels.replay), ...rules);
  }

  #drawCorpus(/** @type {View} */ view) {
    const { lesson, frame, isQuestion } = view;
    const { labels } = lesson;
    this.#corpusTitle.textContent = frame.titles[1];
    this.#legend.textContent = lesson.legend;
    /** @type {(row: WordRow) => Entry} */
    const entry = (row) => [`${this.#version} ${isQuestion} ${JSON.stringify(row)}`, () => wordRow(view, row)];
    /** @type {(title: string, rows: WordRow[]) => Entry[]} */
    const group = (title, rows) => {
      const head = () => make("tr", make("th", { colspan: 2, scope: "colgroup" }, title));
      return rows.length ? [[title, head], ...rows.map(entry)] : [];
    };
    const groups = () => [
      ...group(labels.frequentWords, frame.words),
      ...group(labels.changed, frame.changed),
      ...(isQuestion ? [] : group(labels.places, frame.places)),
    ];
    patch(this.#corpus, lesson.all ? frame.words.map(entry) : groups());
  }

  #drawGuesses(/** @type {View} */ view) {
    const { lesson, frame } = view;
    this.#boardTitle.textContent = frame.board.length ? lesson.labels.guess : lesson.labels.noPairs;
    const guesses = frame.pairOrder.map((row) => {
      const { name, pair, winner, tied, verdict } = frame.board[row];
      const onclick = () => this.clicks.answer({ row, right: winner || tied, verdict });
      return make("button", { "aria-label": name, onclick }, ...pair.map((number) => chip(view, number)));
    });
    this.#board.replaceChildren(make("div.guesses", ...guesses), make("p.more", frame.morePairs));
  }

  #drawBoard(/** @type {View} */ view) {
    const { lesson, frame, answer } = view;
    this.#boardTitle.textContent = frame.board.length ? lesson.labels.pairs : lesson.labels.noPairs;
    if (this.#boardList.parentElement !== this.#board) this.#board.replaceChildren(this.#boardList, this.#boardMore);
    this.#boardMore.textContent = frame.morePairs;
    /** @type {Entry[]} */
    const rows = frame.board.map(({ share, ...row }, index) => {
      const chosen = answer?.row === index;
      const key = `${this.#version} ${chosen} ${share === null} ${JSON.stringify(row)}`;
      return [key, () => boardRow(view, row, share !== null, chosen)];
    });
    patch(this.#boardList, rows);
    // All bars are measured by the first, so they may change where the rest of a row does not.
    this.#boardList.querySelectorAll("li").forEach((row, index) => {
      const { share } = frame.board[index];
      if (share !== null) find(row, ".bar").style.width = `${100 * share}%`;
    });
  }

  #drawChips(/** @type {View} */ view) {
    const { frame } = view;
    this.#chipsTitle.textContent = frame.titles[0];
    const dropped = new Set(frame.dropped);
    /** @type {Entry[]} */
    const chips = frame.chips.map(([number, caption]) => {
      const look = number === frame.fresh ? "fresh" : dropped.has(number) ? "dropped" : "";
      const key = `${this.#version} ${number} ${look} ${caption}`;
      return [key, () => captioned(chip(view, number, look), caption)];
    });
    patch(this.#chips, frame.hidden ? [more(frame.hidden), ...chips] : chips);
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
    const earlier = firstMerge ? [more(fill(labels.earlier, { count: firstMerge.toLocaleString() }), "li.more")] : [];
    const none = !steps ? labels.noSteps : isQuestion ? labels.noneBeforeGuess : labels.noMerges;
    patch(this.#merges, done.length || firstMerge ? [...earlier, ...items] : [more(none, "li.more")]);
    this.#merges.scrollTop = this.#merges.scrollHeight;
  }

  #past(/** @type {View} */ view, /** @type {Past} */ { parts, made, value }, /** @type {number} */ rank) {
    const tokens = parts.map((number) => chip(view, number));
    const joined = made === null ? tokens : tokens.flatMap((token, place) => (place ? ["+", token] : [token]));
    const result = made === null ? [] : ["→", chip(view, made)];
    const attributes = { "aria-current": rank === view.step ? "step" : null, onclick: () => this.clicks.jump(rank) };
    const [number, count] = [make("span.rank", rank.toLocaleString()), make("span.count", value)];
    return make("li", make("button", attributes, number, ...joined, ...result, count));
  }
}

/** @type {(view: View, number: number, look?: string) => Element} A token, with what it becomes below it. */
function chip({ lesson, asText }, number, look = "") {
  const [symbols, text, id, hue, becomes] = lesson.tokens[number];
  const shown = asText ? text : symbols;
  const classes = { unknown: id === null, long: shown.length > 30 };
  const title = id === null ? null : fill(lesson.labels.token, { id });
  return captioned(make(`span.token.${look}`, tint(hue), { classes, title }, shown), becomes);
}

/** @type {(token: Element, caption: string | undefined) => Element} A token with something written below it. */
function captioned(token, caption) {
  return caption ? make("span.captioned", token, make("span.caption", caption)) : token;
}

/** @type {(view: View, row: WordRow) => Element} A word, or a place in it. */
function wordRow(view, { label, tokens, before, after, ...row }) {
  const hits = new Set(view.isQuestion ? [] : row.hits);
  const fresh = new Set(row.fresh);
  const at = (/** @type {number} */ index) => chip(view, tokens[index], fresh.has(index) ? "fresh" : "");
  /** @type {Array<Element | string>} */ const children = before ? [`… (${before}) `] : [];
  for (let index = 0; index < tokens.length; index++) {
    children.push(hits.has(index) ? make("span.hit", at(index), at(++index)) : at(index));
  }
  if (after) children.push(` … (${after})`);
  const isQuiet = !view.isQuestion && !hits.size && !fresh.size;
  return make(isQuiet ? "tr.quiet" : "tr", make("td.frequency", label), make("td.row", ...children));
}

/** @type {(view: View, row: Omit<BoardRow, "share">, hasBar: boolean, chosen: boolean) => Element} */
function boardRow(view, { pair, value, tally, winner, tied }, hasBar, chosen) {
  const { labels } = view.lesson;
  const badges = [winner ? labels.winner : "", tied ? labels.tied : "", chosen ? labels.chosen : ""].filter(Boolean);
  const row = make(
    "div.pair",
    { classes: { winner, chosen } },
    make("span.label", ...pair.map((number) => chip(view, number))),
    make(hasBar ? "div.bar" : "span"),
    make("span.count", value),
    make("span.tally", ...badges.map((text) => make("span.badge", text)), tally),
  );
  return make("li", row);
}

/** @type {(text: string, tag?: "p.more" | "li.more") => Entry} A line that says what is not shown. */
function more(text, tag = "p.more") {
  return [text, () => make(tag, text)];
}
