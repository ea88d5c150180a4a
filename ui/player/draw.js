// Draws a frame: what is said, the words, the candidates, the vocabulary and what happened so far.

import { fill, make, patch } from "../components/dom.js";

/** @typedef {import("./contract").Lesson} Lesson */
/** @typedef {import("./contract").Frame} Frame */
/** @typedef {import("./contract").WordRow} WordRow */
/** @typedef {import("./contract").BoardRow} BoardRow */
/** @typedef {import("./predict.js").Answer} Answer */

/**
 * What of a lesson is shown, and how.
 *
 * @typedef {object} View
 * @property {Lesson} lesson
 * @property {Frame} frame
 * @property {number} step
 * @property {boolean} asText
 * @property {boolean} isQuestion the learner is to predict: nothing may give the answer away
 * @property {Answer | null} answer what the learner predicted here
 */

/**
 * What a click in the picture does.
 *
 * @typedef {object} Clicks
 * @property {(step: number) => void} jump
 * @property {(answer: Answer) => void} answer
 * @property {(rule: string) => void} tie
 */

export class Picture {
  #version = 0; // of what all that is drawn depends on: the tokens, the texts and how tokens are shown
  #notice = make("p", "notice", { role: "alert", hidden: true });
  #done = make("p", "done");
  #next = make("p", "next");
  #tie = make("div", "tie", { hidden: true });
  #corpusTitle = make("h3");
  #legend = make("p", "more");
  #corpus = make("tbody");
  #boardTitle = make("h3");
  #board = make("div");
  #boardList = make("ol", "board");
  #boardMore = make("p", "more");
  #chipsTitle = make("h3");
  #chips = make("div", "chips", { tabindex: 0 });
  #mergesTitle = make("h3");
  #merges = make("ol", "merges");
  elements;

  /** @param {Clicks} clicks */
  constructor(clicks) {
    this.clicks = clicks;
    this.elements = [
      this.#notice,
      make(
        "div",
        "said",
        make("div", "", { role: "status", "aria-live": "polite" }, this.#done, this.#next),
        this.#tie,
      ),
      make(
        "div",
        "picture",
        make("section", "corpus", this.#corpusTitle, this.#legend, make("table", "", this.#corpus)),
        make("section", "pairs", this.#boardTitle, this.#board),
        make("section", "known", this.#chipsTitle, this.#chips),
        make("section", "past", this.#mergesTitle, this.#merges),
      ),
    ];
  }

  /** Nothing that is drawn can stay: tokens or texts are others. */
  renew() {
    this.#version += 1;
  }

  /** @param {string} text empty for none */
  notice(text) {
    this.#notice.hidden = !text;
    this.#notice.textContent = text;
  }

  /** @param {string} text what is said where a frame is on its way */
  wait(text) {
    this.#next.textContent = text;
  }

  /** @param {View} view */
  draw(view) {
    const { lesson, frame, isQuestion, answer } = view;
    this.#done.textContent = frame.done;
    this.#next.textContent = isQuestion ? lesson.labels.question : answer ? answer.verdict : frame.next;
    this.#drawTie(view);
    this.#drawCorpus(view);
    if (isQuestion) this.#drawGuesses(view);
    else this.#drawBoard(view);
    this.#drawChips(view);
    this.#drawMerges(view);
  }

  /**
   * @param {View} view
   * @param {number} number
   * @param {string} look
   */
  #token({ lesson, asText }, number, look = "") {
    const [symbols, text, id, hue, becomes] = lesson.tokens[number];
    const shown = asText ? text : symbols;
    const token = make(
      "span",
      `token ${id === null ? "unknown " : ""}${look}${shown.length > 30 ? " long" : ""}`,
      {
        style: hue === null ? null : `--hue: ${hue}`,
        title: id === null ? null : fill(lesson.labels.token, { id }),
      },
      shown,
    );
    return becomes ? captioned(token, becomes) : token;
  }

  /** @param {View} view */
  #drawTie({ lesson, frame, isQuestion }) {
    const tie = isQuestion ? null : frame.tie;
    this.#tie.hidden = !tie;
    this.#tie.replaceChildren();
    if (!tie) return;
    const rules = lesson.rules.map(([key, name]) => {
      const pressed = String(key === tie.rule);
      return make("button", "", { type: "button", "aria-pressed": pressed, onclick: () => this.clicks.tie(key) }, name);
    });
    this.#tie.append(make("span", "badge", tie.badge), make("span", "", lesson.labels.replay), ...rules);
  }

  /** @param {View} view */
  #drawCorpus(view) {
    const { lesson, frame, isQuestion } = view;
    const { labels } = lesson;
    this.#corpusTitle.textContent = frame.titles[1];
    this.#legend.textContent = lesson.legend;
    /** @type {(row: WordRow) => [string, () => Element]} */
    const entry = (row) => [`${this.#version} ${isQuestion} ${JSON.stringify(row)}`, () => this.#row(view, row)];
    /** @type {(title: string, rows: WordRow[]) => Array<[string, () => Element]>} */
    const group = (title, rows) => {
      if (!rows.length) return [];
      const head = () => make("tr", "", make("th", "", { colspan: 2, scope: "colgroup" }, title));
      return [[title, head], ...rows.map(entry)];
    };
    const groups = () => [
      ...group(labels.frequentWords, frame.words),
      ...group(labels.changed, frame.changed),
      ...(isQuestion ? [] : group(labels.places, frame.places)),
    ];
    patch(this.#corpus, lesson.all ? frame.words.map(entry) : groups());
  }

  /**
   * @param {View} view
   * @param {WordRow} row
   */
  #row(view, row) {
    const hits = new Set(view.isQuestion ? [] : row.hits);
    const fresh = new Set(row.fresh);
    /** @type {(at: number) => Element} */
    const chip = (at) => this.#token(view, row.tokens[at], fresh.has(at) ? "fresh" : "");
    /** @type {Array<Element | string>} */
    const children = row.before ? [`… (${row.before}) `] : [];
    for (let index = 0; index < row.tokens.length; index++) {
      children.push(hits.has(index) ? make("span", "hit", chip(index), chip(++index)) : chip(index));
    }
    if (row.after) children.push(` … (${row.after})`);
    return make(
      "tr",
      view.isQuestion || hits.size || fresh.size ? "" : "quiet",
      make("td", "frequency", row.label),
      make("td", "row", ...children),
    );
  }

  /** @param {View} view */
  #drawGuesses(view) {
    const { lesson, frame } = view;
    this.#boardTitle.textContent = frame.board.length ? lesson.labels.guess : lesson.labels.noPairs;
    const guesses = frame.pairOrder.map((index) => {
      const row = frame.board[index];
      const answer = { row: index, right: row.winner || row.tied, verdict: row.verdict };
      return make(
        "button",
        "",
        { type: "button", "aria-label": row.name, onclick: () => this.clicks.answer(answer) },
        ...row.pair.map((number) => this.#token(view, number)),
      );
    });
    this.#board.replaceChildren(make("div", "guesses", ...guesses), make("p", "more", frame.morePairs));
  }

  /** @param {View} view */
  #drawBoard(view) {
    const { lesson, frame, answer } = view;
    this.#boardTitle.textContent = frame.board.length ? lesson.labels.pairs : lesson.labels.noPairs;
    if (this.#boardList.parentElement !== this.#board) this.#board.replaceChildren(this.#boardList, this.#boardMore);
    this.#boardMore.textContent = frame.morePairs;
    patch(
      this.#boardList,
      frame.board.map(({ share, ...row }, index) => {
        const chosen = answer?.row === index;
        const key = `${this.#version} ${chosen} ${share === null} ${JSON.stringify(row)}`;
        return [key, () => this.#boardRow(view, row, share !== null, chosen)];
      }),
    );
    // All bars are measured by the first, so they may change where the rest of a row does not.
    this.#boardList.querySelectorAll("li").forEach((row, index) => {
      const share = frame.board[index].share;
      const bar = row.querySelector(".bar");
      if (share !== null && bar instanceof HTMLElement) bar.style.width = `${100 * share}%`;
    });
  }

  /**
   * @param {View} view
   * @param {Omit<BoardRow, "share">} row
   * @param {boolean} hasBar
   * @param {boolean} chosen
   */
  #boardRow(view, row, hasBar, chosen) {
    const { labels } = view.lesson;
    const badges = [row.winner ? labels.winner : "", row.tied ? labels.tied : "", chosen ? labels.chosen : ""];
    const className = `pair${row.winner ? " winner" : ""}${chosen ? " chosen" : ""}`;
    return make(
      "li",
      "",
      make(
        "div",
        className,
        make("span", "label", ...row.pair.map((number) => this.#token(view, number))),
        hasBar ? make("div", "bar") : make("span"),
        make("span", "count", row.value),
        make("span", "tally", ...badges.filter(Boolean).map((text) => make("span", "badge", text)), row.tally),
      ),
    );
  }

  /** @param {View} view */
  #drawChips(view) {
    const { frame } = view;
    this.#chipsTitle.textContent = frame.titles[0];
    const dropped = new Set(frame.dropped);
    /** @type {Array<[string, () => Element]>} */
    const chips = frame.chips.map(([number, caption]) => {
      const look = number === frame.fresh ? "fresh" : dropped.has(number) ? "dropped" : "";
      const build = () => {
        const token = this.#token(view, number, look);
        return caption ? captioned(token, caption) : token;
      };
      return [`${this.#version} ${number} ${look} ${caption}`, build];
    });
    patch(this.#chips, frame.hidden ? [more(frame.hidden), ...chips] : chips);
  }

  /** @param {View} view */
  #drawMerges(view) {
    const { lesson, step, isQuestion } = view;
    const { merges, firstMerge, labels, steps } = lesson;
    this.#mergesTitle.textContent = labels.merges;
    const done = merges.slice(0, Math.max(0, step - firstMerge));
    /** @type {Array<[string, () => Element]>} */
    const items = done.map((past, index) => {
      const rank = firstMerge + index + 1;
      return [`${this.#version} ${rank} ${rank === step}`, () => this.#past(view, past, rank)];
    });
    const earlier = firstMerge ? [more(fill(labels.earlier, { count: firstMerge.toLocaleString() }), "li")] : [];
    const none = !steps ? labels.noSteps : isQuestion ? labels.noneBeforeGuess : labels.noMerges;
    patch(this.#merges, done.length || firstMerge ? [...earlier, ...items] : [more(none, "li")]);
    this.#merges.scrollTop = this.#merges.scrollHeight;
  }

  /**
   * @param {View} view
   * @param {import("./contract").Past} past
   * @param {number} rank
   */
  #past(view, { parts, made, value }, rank) {
    const tokens = parts.map((number) => this.#token(view, number));
    const joined = made === null ? tokens : tokens.flatMap((token, place) => (place ? ["+", token] : [token]));
    return make(
      "li",
      "",
      make(
        "button",
        "",
        {
          type: "button",
          "aria-current": rank === view.step ? "step" : null,
          onclick: () => this.clicks.jump(rank),
        },
        make("span", "rank", rank.toLocaleString()),
        ...joined,
        ...(made === null ? [] : ["→", this.#token(view, made)]),
        make("span", "count", value),
      ),
    );
  }
}

/**
 * A line that says what is not shown.
 *
 * @param {string} text
 * @param {"p" | "li"} tag
 * @returns {[string, () => Element]}
 */
function more(text, tag = "p") {
  return [text, () => make(tag, "more", text)];
}

/**
 * A token with something written below it.
 *
 * @param {Element} token
 * @param {string} caption
 */
function captioned(token, caption) {
  return make("span", "captioned", token, make("span", "caption", caption));
}
