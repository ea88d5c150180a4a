// Lays frames out and moves between them. What a frame says was decided in Python.

const players = new WeakMap();

export default function ({ data, parentElement, setStateValue, setTriggerValue }) {
  let player = players.get(parentElement);
  if (!player) {
    player = new Player(parentElement.querySelector(".player"));
    players.set(parentElement, player);
  }
  player.send = { state: setStateValue, trigger: setTriggerValue };
  player.update(data);
  return () => {
    player.leave();
    players.delete(parentElement);
  };
}

const SPEEDS = [0.5, 1, 2, 4];
const PLAY_MS = 1600;
const LOST_MS = 3000; // after that an answer is no longer waited for
const TELLING_MS = 50; // within it Streamlit has sent what it was told
const PREFETCH = 0.2; // of the frames that are here: so near the edge, more are asked for

/** A token with something written below it. */
function captioned(token, caption) {
  return make("span", "captioned", {}, token, make("span", "caption", {}, caption));
}

/**
 * Make the children of an element those of the entries, [key, build]. A child whose key was there before stays as it is,
 * and where it is: what moves up because one before it has gone is not drawn anew.
 */
function patch(parent, entries) {
  const before = shown.get(parent) ?? new Map();
  const builds = new Map();
  for (let [key, build] of entries) {
    while (builds.has(key)) key += "'"; // the same row twice
    builds.set(key, build);
  }
  for (const [key, child] of before) if (!builds.has(key)) child.remove();
  const now = new Map();
  let place = parent.firstElementChild;
  for (const [key, build] of builds) {
    const child = before.get(key) ?? build();
    if (child === place) place = place.nextElementSibling;
    else parent.insertBefore(child, place);
    now.set(key, child);
  }
  shown.set(parent, now);
}

const shown = new WeakMap(); // element -> its children, by their keys

class Player {
  constructor(root) {
    this.root = root;
    this.version = 0; // of what all that is drawn depends on: the tokens and the texts
    this.step = 0;
    this.wanted = null; // a step outside of the frames that are here
    this.asked = null; // the step that more frames were asked for
    this.playing = null;
    this.settling = null;
    this.speed = 1;
    const query = new URLSearchParams(location.search);
    this.predict = query.get("predict") === "1";
    this.asText = query.get("view") === "text";
    this.answers = new Map(); // step -> row of the leaderboard that the learner chose, null for none
    this.onKey = (event) => this.key(event);
    document.addEventListener("keydown", this.onKey);
    // A link leads away: what the server is to know goes before that. Told after it, the server would take it for a
    // call from this page and come back here.
    this.onLink = (event) => {
      const link = event.target.closest?.("a[href]");
      if (!link || this.settling === null || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      this.settle();
      setTimeout(() => link.click(), TELLING_MS);
    };
    document.addEventListener("click", this.onLink, true);
    this.onHistory = () => this.forget();
    addEventListener("popstate", this.onHistory);
    this.stopListening = onAddressWritten(() => { if (!this.isInAddress()) this.remember(); });
  }

  leave() {
    document.removeEventListener("keydown", this.onKey);
    document.removeEventListener("click", this.onLink, true);
    removeEventListener("popstate", this.onHistory);
    this.stopListening();
    clearInterval(this.playing);
    this.forget();
    clearTimeout(this.asking);
  }

  update(data) {
    const before = this.data;
    this.data = data;
    this.version += 1;
    if (!before || JSON.stringify(before.labels) !== JSON.stringify(data.labels)) this.build();
    if (before?.id !== data.id) {
      this.answers.clear();
      this.stop();
      if (!before) this.step = data.initialStep;
      else if (before.opening !== data.opening) this.step = data.initialStep; // a link, or the browser's own way back
      else if (before.corpus !== data.corpus) { this.step = 0; this.remember(); }
      // A lesson was chosen: from here on the keys are for the player.
      if (before && document.activeElement?.closest("[role=radio], [role=radiogroup]")) this.mainButton().focus({ preventScroll: true });
      this.step = Math.min(this.step, data.steps);
      this.wanted = null;
    }
    clearTimeout(this.asking);
    this.asking = null;
    this.scrubber.max = data.steps;
    this.asTextLabel.hidden = !data.byteLevel;
    const target = this.wanted ?? this.step;
    if (!this.frame(target) && !this.predict) this.approach(target);
    this.go(target, !before && this.step === 0);
  }

  /** A key that is held may be past the frames when they come: the picture goes as near as they reach. */
  approach(target) {
    const { first, frames } = this.data;
    this.step = Math.max(first, Math.min(target, first + frames.length - 1));
    this.render();
  }

  build() {
    const { labels } = this.data;
    const button = (name, arrow, onclick, className = "") =>
      make("button", className, { type: "button", "aria-label": labels[name], title: labels[`${name}Key`], onclick },
        ...(arrow.startsWith("→") ? [make("span", "word", {}, `${labels[name]} `), arrow] : [`${arrow} `, make("span", "word", {}, labels[name])]));
    this.playButton = make("button", "", { type: "button", onclick: () => this.toggle(), title: labels.playKey });
    this.backButtons = [button("first", "⇤", () => this.jump(0)), button("back", "←", () => this.jump(this.target() - 1))];
    this.onButtons = [button("next", "→", () => this.forward(), "main"), button("last", "→|", () => this.jump(this.data.steps))];
    this.where = make("span", "where");
    this.scrubber = make("input", "", { type: "range", min: 0, step: 1, "aria-label": labels.scrubber,
      oninput: () => { this.stop(); this.go(Number(this.scrubber.value)); } });
    const speed = make("select", "", { "aria-label": labels.speed, onchange: () => { this.speed = Number(speed.value); if (this.playing) this.play(); } },
      ...SPEEDS.map((value) => make("option", "", { value, selected: value === this.speed }, `${value} ×`)));
    const check = (label, checked, change) =>
      make("label", "", {}, make("input", "", { type: "checkbox", checked, onchange: (event) => change(event.target.checked) }), label);
    this.asTextLabel = check(labels.asText, this.asText, (on) => { this.asText = on; this.version += 1; this.render(); this.remember(); });
    this.score = make("span", "score");
    this.linkBox = make("input", "link", { readonly: true, hidden: true, "aria-label": labels.link });
    this.copied = make("span", "", { role: "status" });

    this.notice = make("p", "notice", { role: "alert", hidden: true });
    this.done = make("p", "done");
    this.next = make("p", "next");
    this.said = make("div", "", { role: "status", "aria-live": "polite" }, this.done, this.next);
    this.tie = make("div", "tie", { hidden: true });
    this.corpus = make("tbody");
    this.boardTitle = make("h3");
    this.board = make("div");
    this.boardList = make("ol", "board");
    this.boardMore = make("p", "more");
    this.chipsTitle = make("h3");
    this.chips = make("div", "chips", { tabindex: 0 });
    this.merges = make("ol", "merges");
    this.corpusTitle = make("h3");
    this.legend = make("p", "more");

    this.root.replaceChildren(
      make("div", "controls", { role: "group", "aria-label": labels.controls },
        ...this.backButtons, this.playButton, ...this.onButtons,
        make("div", "scrub", {}, this.scrubber, this.where)),
      make("div", "options", {},
        check(labels.predict, this.predict, (on) => { this.predict = on; this.stop(); this.render(); this.remember(); }),
        this.score, this.asTextLabel,
        make("label", "", {}, labels.speed, speed),
        make("button", "", { type: "button", onclick: () => this.copyLink() }, labels.copyLink), this.copied, this.linkBox),
      this.notice,
      make("div", "said", {}, this.said, this.tie),
      make("div", "picture", {},
        make("section", "corpus", {}, this.corpusTitle, this.legend, make("table", "", {}, this.corpus)),
        make("section", "pairs", {}, this.boardTitle, this.board),
        make("section", "known", {}, this.chipsTitle, this.chips),
        make("section", "past", {}, make("h3", "", {}, labels.merges), this.merges)));
  }

  // Moving

  /** The step that was asked for last, though its frame may still be on its way. */
  target() {
    return this.wanted ?? this.step;
  }

  jump(step) {
    this.stop();
    this.go(step);
  }

  forward() {
    if (this.isQuestion()) {
      this.stop();
      this.answer(null);
    } else this.go(this.target() + 1);
  }

  go(step, silent = false) {
    step = Math.max(0, Math.min(step, this.data.steps));
    if (this.frame(step)) {
      this.step = step;
      this.wanted = null;
      this.render();
      this.fetchAhead();
    } else {
      this.wanted = step;
      this.ask(step);
      this.place(step);
      this.root.setAttribute("aria-busy", "true");
      this.next.textContent = fill(this.data.labels.loading, { step: step.toLocaleString() });
    }
    if (!silent) this.remember();
  }

  frame(step) {
    return this.data.frames[step - this.data.first];
  }

  fetchAhead() {
    const { first, frames, steps } = this.data;
    const last = first + frames.length - 1;
    const near = frames.length * PREFETCH;
    const nearEnd = last < steps && this.step > last - near;
    const nearStart = first > 0 && this.step < first + near;
    if (nearEnd || nearStart) this.ask(this.step);
  }

  ask(step) {
    this.asked = step;
    // One question at a time: a key that is held would put it off for ever, or ask again and again.
    if (this.asking) return;
    this.asking = setTimeout(() => {
      this.send.trigger("want", this.asked);
      this.asking = setTimeout(() => { this.asking = null; }, LOST_MS);
    }, 60);
  }

  key(event) {
    if (event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented) return;
    const target = event.composedPath()[0];
    const mine = target === this.scrubber;
    if (!mine && target.closest?.("input:not([type=checkbox]), textarea, select, [contenteditable], [role=slider], [role=tab], [role=radio], [role=dialog], [role=grid], [role=listbox], [role=menu], canvas")) return;
    const actions = {
      ArrowRight: () => this.forward(), PageDown: () => this.forward(),
      ArrowLeft: () => this.jump(this.target() - 1), PageUp: () => this.jump(this.target() - 1),
      Home: () => this.jump(0), End: () => this.jump(this.data.steps),
    };
    if (!target.closest?.("button, a, summary, input[type=checkbox], [role=button]")) actions[" "] = () => this.toggle();
    if (!actions[event.key]) return;
    event.preventDefault();
    actions[event.key]();
  }

  toggle() {
    if (this.playing) this.stop();
    else {
      if (this.step === this.data.steps) this.go(0);
      this.play();
    }
    this.renderPlay();
  }

  play() {
    clearInterval(this.playing);
    this.playing = setInterval(() => {
      if (this.wanted !== null) return; // the frame is on its way
      if (this.isQuestion()) return this.stop();
      this.go(this.step + 1);
      if (this.step === this.data.steps) this.stop();
    }, PLAY_MS / this.speed);
  }

  stop() {
    clearInterval(this.playing);
    this.playing = null;
    if (this.playButton) this.renderPlay();
  }

  /** Keep the address and the server up with the learner, once the learner rests. */
  remember() {
    this.forget();
    this.settling = setTimeout(() => this.settle(), 450);
  }

  forget() {
    clearTimeout(this.settling);
    this.settling = null;
  }

  settle() {
    if (this.settling === null) return;
    this.forget();
    history.replaceState(history.state, "", this.address());
    if (this.reported === this.step) return;
    this.reported = this.step;
    this.send.state("step", this.step);
  }

  /** What the address says of the player: [name, value, usual value]; what is usual is left out. */
  parameters() {
    return [["step", String(this.step), "0"], ["predict", this.predict ? "1" : "0", "0"], ["view", this.asText ? "text" : "symbols", "symbols"]];
  }

  isInAddress() {
    const query = new URLSearchParams(location.search);
    return this.parameters().every(([name, value, usual]) => (query.get(name) ?? usual) === value);
  }

  address() {
    const url = new URL(location.href);
    for (const [name, value, usual] of this.parameters()) {
      if (value === usual) url.searchParams.delete(name);
      else url.searchParams.set(name, value);
    }
    return url.toString();
  }

  async copyLink() {
    const { labels, linkNote } = this.data;
    const address = this.address();
    history.replaceState(history.state, "", address);
    const done = await copyText(address, this.linkBox);
    this.copied.textContent = `${done ? labels.copied : labels.copyThis} ${linkNote}`.trim();
  }

  // Predict, then reveal

  isQuestion() {
    return this.predict && this.step < this.data.steps && !this.answers.has(this.step) && this.wanted === null;
  }

  answer(row) {
    this.answers.set(this.step, row);
    this.render();
    this.mainButton().focus({ preventScroll: true });
  }

  mainButton() {
    return this.root.querySelector(".controls .main");
  }

  renderScore() {
    const guesses = [...this.answers].filter(([, answer]) => answer !== null);
    const right = guesses.filter(([, answer]) => answer.right).length;
    this.score.textContent = this.predict && guesses.length ? fill(this.data.labels.score, { right, asked: guesses.length }) : "";
  }

  // Drawing

  place(step) {
    const { labels, steps } = this.data;
    const text = fill(labels.where, { step: step.toLocaleString(), steps: steps.toLocaleString() });
    this.where.textContent = text;
    this.scrubber.value = step;
    this.scrubber.setAttribute("aria-valuetext", text);
    // Not `disabled`, which would take the focus from who presses the last time.
    for (const button of this.backButtons) button.setAttribute("aria-disabled", String(step === 0));
    for (const button of this.onButtons) button.setAttribute("aria-disabled", String(step === steps));
    this.playButton.setAttribute("aria-disabled", String(!steps));
  }

  renderPlay() {
    const { labels } = this.data;
    this.playButton.textContent = this.playing ? `⏸\ufe0e ${labels.pause}` : `▶\ufe0e ${labels.play}`;
  }

  token(number, className = "") {
    const [symbols, text, id, hue, becomes] = this.data.tokens[number];
    const shown = this.asText ? text : symbols;
    const known = id === null ? "unknown " : "";
    const token = make("span", `token ${known}${className}${shown.length > 30 ? " long" : ""}`,
      { style: hue === null ? null : `--hue: ${hue}`, title: id === null ? null : fill(this.data.labels.token, { id }) }, shown);
    return becomes ? captioned(token, becomes) : token;
  }

  render() {
    const frame = this.frame(this.step);
    const question = this.isQuestion();
    const answer = this.predict ? this.answers.get(this.step) : undefined;
    const { labels } = this.data;
    this.root.removeAttribute("aria-busy");
    this.notice.hidden = !this.data.notice;
    this.notice.textContent = this.data.notice;
    this.place(this.step);
    this.renderPlay();
    this.renderScore();
    this.done.textContent = frame.done;
    this.next.textContent = question ? labels.question : answer ? answer.verdict : frame.next;
    this.renderTie(question ? null : frame.tie);
    this.renderCorpus(frame, question);
    this.renderBoard(frame, question, answer);
    this.chipsTitle.textContent = frame.titles[0];
    patch(this.chips, [
      ...(frame.hidden ? [[frame.hidden, () => make("p", "more", {}, frame.hidden)]] : []),
      ...frame.chips.map(([number, caption]) => {
        const look = number === frame.fresh ? "fresh" : frame.dropped.includes(number) ? "dropped" : "";
        return [`${this.version} ${number} ${look} ${caption}`, () => {
          const token = this.token(number, look);
          return caption ? captioned(token, caption) : token;
        }];
      })]);
    this.renderMerges();
  }

  renderTie(tie) {
    const { labels, rules } = this.data;
    this.tie.hidden = !tie;
    if (!tie) return this.tie.replaceChildren();
    this.tie.replaceChildren(
      make("span", "badge", {}, tie.badge), make("span", "", {}, labels.replay),
      ...rules.map(([key, name]) =>
        make("button", "", { type: "button", "aria-pressed": String(key === tie.rule), onclick: () => this.send.trigger("tie", key) }, name)));
  }

  renderCorpus(frame, question) {
    const { labels, all } = this.data;
    this.corpusTitle.textContent = frame.titles[1];
    this.legend.textContent = this.data.legend;
    const entry = (row) => [`${this.version} ${question} ${JSON.stringify(row)}`, () => this.row(row, question)];
    const group = (title, rows) =>
      rows.length ? [[title, () => make("tr", "", {}, make("th", "", { colspan: 2, scope: "colgroup" }, title))], ...rows.map(entry)] : [];
    patch(this.corpus, all
      ? frame.words.map(entry)
      : [...group(labels.frequentWords, frame.words), ...group(labels.changed, frame.changed),
         ...(question ? [] : group(labels.places, frame.places))]);
  }

  row(row, question) {
    const hits = new Set(question ? [] : row.hits);
    const fresh = new Set(row.fresh);
    const children = row.before ? [`… (${row.before}) `] : [];
    for (let index = 0; index < row.tokens.length; index++) {
      const chip = (at) => this.token(row.tokens[at], fresh.has(at) ? "fresh" : "");
      if (hits.has(index)) children.push(make("span", "hit", {}, chip(index), chip(++index)));
      else children.push(chip(index));
    }
    if (row.after) children.push(` … (${row.after})`);
    return make("tr", question || hits.size || fresh.size ? "" : "quiet", {},
      make("td", "frequency", {}, row.label), make("td", "row", {}, ...children));
  }

  renderBoard(frame, question, answer) {
    const { labels } = this.data;
    this.boardTitle.textContent = frame.board.length ? (question ? labels.guess : labels.pairs) : labels.noPairs;
    if (question) {
      this.board.replaceChildren(make("div", "guesses", {},
        ...frame.pairOrder.map((index) => {
          const row = frame.board[index];
          return make("button", "", { type: "button", "aria-label": row.name,
            onclick: () => this.answer({ row: index, right: row.winner || row.tied, verdict: row.verdict }) },
            ...row.pair.map((number) => this.token(number)));
        })), make("p", "more", {}, frame.morePairs));
      return;
    }
    if (this.boardList.parentElement !== this.board) this.board.replaceChildren(this.boardList, this.boardMore);
    this.boardMore.textContent = frame.morePairs;
    patch(this.boardList, frame.board.map(({ share, ...row }, index) => {
      const chosen = answer?.row === index;
      return [`${this.version} ${chosen} ${share === null} ${JSON.stringify(row)}`, () =>
        make("li", "", {}, make("div", `pair${row.winner ? " winner" : ""}${chosen ? " chosen" : ""}`, {},
          make("span", "label", {}, ...row.pair.map((number) => this.token(number))),
          make(share === null ? "span" : "div", share === null ? "" : "bar"),
          make("span", "count", {}, row.value),
          make("span", "tally", {},
            ...(row.winner ? [make("span", "badge", {}, labels.winner)] : []),
            ...(row.tied ? [make("span", "badge", {}, labels.tied)] : []),
            ...(chosen ? [make("span", "badge", {}, labels.chosen)] : []),
            row.tally)))];
    }));
    // All bars are measured by the first, so they may change where the rest of a row does not.
    frame.board.forEach(({ share }, index) => {
      if (share !== null) this.boardList.children[index].querySelector(".bar").style.width = `${100 * share}%`;
    });
  }

  renderMerges() {
    const { merges, firstMerge, labels } = this.data;
    const done = merges.slice(0, Math.max(0, this.step - firstMerge));
    const items = done.map(({ parts, made, value }, index) => {
      const rank = firstMerge + index + 1;
      const current = rank === this.step;
      return [`${this.version} ${rank} ${current}`, () => {
        const joined = parts.flatMap((number, place) => (place && made !== null ? ["+", this.token(number)] : [this.token(number)]));
        return make("li", "", {}, make("button", "", { type: "button", "aria-current": current ? "step" : null, onclick: () => this.jump(rank) },
          make("span", "rank", {}, rank.toLocaleString()), ...joined, ...(made === null ? [] : ["→", this.token(made)]),
          make("span", "count", {}, value)));
      }];
    });
    const more = (text) => [text, () => make("li", "more", {}, text)];
    const earlier = firstMerge ? [more(fill(labels.earlier, { count: firstMerge.toLocaleString() }))] : [];
    const none = !this.data.steps ? labels.noSteps : this.isQuestion() ? labels.noneBeforeGuess : labels.noMerges;
    patch(this.merges, done.length || firstMerge ? [...earlier, ...items] : [more(none)]);
    this.merges.scrollTop = this.merges.scrollHeight;
  }
}
