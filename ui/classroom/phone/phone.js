// A learner's page in a class: events from the server, and what is shown.

import { fillTemplate, findOne, make, setAttributes, tint } from "../../components/dom.js";
import { NotationSwitch, effectiveNotation } from "../../components/notation.js";
import { EventStream, postJson } from "./event_stream.js";
import { ClassPlayer } from "./class_player.js";
import { QuestionPanel } from "./question_panel.js";
import { slideText } from "./slide_text.js";
import { withCurrentNames } from "./stored_lesson.js";

/** @import {Lesson} from "../../lessons/contract" */
/** @import {Line} from "./event_stream.js" */
/** @import {PhoneTexts, Refusal, ClassState, OwnVotes} from "./contract" */

const RETRY_MS = 4000;
const TRIES_MS = 10_000; // longer than wrong codes are remembered, so that others get their turn
const PACE_MS = 400; // between two reports of the learner's step
const LARGE = "bpe-lab-large";

/** @type {PhoneTexts} */
const texts = JSON.parse(findOne(document, "#texts").textContent ?? "");
const root = findOne(document, "#class");
const language = document.documentElement.lang;
/** The app's name in tokens. */
const wordmark = () => {
  const /** @type {[string, number][]} */ tokens = JSON.parse(root.dataset.name ?? "");
  const parts = tokens.map(([text, hue]) => make("span.token", tint(hue), text));
  return make("span.wordmark", { role: "img", "aria-label": "BPE Lab" }, ...parts);
};
const grouped = (/** @type {string} */ code) => code.replace(/(\d{3})(?=\d)/g, "$1\u2009");

/** Whether large type was chosen earlier in this tab. */
function keptLarge() {
  try {
    return sessionStorage.getItem(LARGE) === "1";
  } catch {
    return false;
  }
}

class Phone {
  #mode = make("p.mode", { role: "status" });
  #dot = make("span.dot", { "aria-hidden": true });
  #lineText = make("span");
  #line = make("p.line", { role: "status" }, this.#dot, this.#lineText);
  #large = make("button.large", { "aria-pressed": false, "aria-label": texts.larger, title: texts.larger }, "A+");
  #note = make("p.note", { role: "status" });
  #own = make("div.own", { dir: "auto", lang: "" }); // the teacher's own text, in any language
  #notations = make("div.writing");
  #events;
  /** @type {ClassState | undefined} */ #state;
  /** @type {Line} */ #isLine = "connecting";
  #isAway = false;
  #wasIn = false;
  #notation = "";
  /** @type {Map<string, Promise<Lesson>>} */ #lessons = new Map();
  /** @type {Map<string, Lesson>} */ #here = new Map();
  /** @type {Record<string, string>} By question and ballot. */ #mine = {};
  /** @type {Set<string>} */ #unsent = new Set();
  /** @type {Set<string>} */ #sending = new Set();
  /** @type {Set<string>} */ #late = new Set();
  /** @type {ReturnType<typeof setTimeout> | undefined} */ #telling;
  #told = "";
  #said = ""; // the teacher's own text that is shown

  /** @param {HTMLElement} root @param {string} code */
  constructor(root, code) {
    this.root = root;
    this.code = code;
    this.follower = new ClassPlayer((step) => this.#report(step));
    this.panel = new QuestionPanel(texts, (answer) => this.#answer(answer));
    this.#large.onclick = () => this.#enlarge(this.#large.getAttribute("aria-pressed") !== "true");
    this.#enlarge(keptLarge());
    const parts = [make("div.brand", wordmark(), make("p.number", grouped(code))), this.#line, this.#large];
    root.replaceChildren(
      make("header.bar", ...parts),
      make("h1.screen-reader-text", texts.class),
      make("div.top", this.#mode, this.#notations),
      this.#note,
      this.panel.element,
      this.#own,
      this.follower.element,
    );
    this.#events = new EventStream(`${code}/events?lang=${language}`, {
      told: (name, data) => this.#hear(name, data),
      line: (line) => this.#showLine(line),
      refused: (said) => this.#refused(said),
    });
  }

  // Events from the server

  /** @param {string} name @param {any} data */
  #hear(name, data) {
    if (name === "state") this.#take(data);
    else if (name === "you") this.#ownVotes(data);
    else if (name === "away" || name === "reachable") {
      this.#isAway = name === "away";
      this.#showLine(this.#isLine);
    } else if (name === "closed" || name === "removed") this.#end(texts[name]);
  }

  /** @param {ClassState} state */
  #take(state) {
    this.#wasIn = true;
    this.#state = state;
    this.#isAway = false;
    this.#giveUpLate();
    this.#draw();
    this.#sendAgain();
  }

  // The server's record of this phone's answers is authoritative. An answer missing there, such as after a restart, is
  // sent again.
  /** @param {OwnVotes} you */
  #ownVotes({ question, votes }) {
    for (const ballot of ["1", "2"]) {
      const name = `${question}.${ballot}`;
      if (votes[ballot] !== undefined) {
        this.#mine[name] = votes[ballot];
        this.#unsent.delete(name);
      } else if (this.#mine[name] !== undefined && !this.#late.has(name)) this.#unsent.add(name);
    }
    this.#sendAgain();
  }

  /** @param {Refusal} said @returns {number | null} Milliseconds until the next request; null for never. */
  #refused(said) {
    if (said.error === "none" && !this.#wasIn) {
      this.#events?.end();
      askForCode(this.root, fillTemplate(texts.none, { code: grouped(this.code) }));
      return null;
    }
    if (said.error === "none") {
      this.#note.textContent = texts.interrupted;
      return RETRY_MS;
    }
    if (said.error === "removed") {
      this.#end(texts.removed);
      return null;
    }
    if (said.error === "tries") {
      this.#note.textContent = texts.tries;
      return TRIES_MS;
    }
    if (said.error === "full") {
      this.#note.textContent = fillTemplate(texts.full, { most: said.most });
      return 5 * RETRY_MS;
    }
    if (said.error === "server") {
      this.#note.textContent = said.message; // in this phone's language
      return 1000 * said.seconds;
    }
    if (said.error === "away") this.#isAway = true;
    return RETRY_MS;
  }

  /** @param {string} text */
  #end(text) {
    this.#events?.end();
    this.#lessons.clear();
    const ways = [
      make("a", { href: new URL("..", location.href).href }, texts.onward),
      make("a", { href: new URL(".", location.href).href }, texts.another),
    ];
    this.root.replaceChildren(make("div.ended", wordmark(), make("h1.over", { tabindex: -1 }, text), ...ways));
    findOne(this.root, "h1").focus();
  }

  // Drawing

  #draw() {
    const state = this.#state;
    if (!state) return;
    const { where, question } = state;
    const mode = question ? "follow" : state.mode;
    this.root.dataset.mode = mode;
    const isAsked = question !== null && question.phase !== "revealed";
    const name = question?.lesson || where.lesson;
    const lesson = name ? this.#here.get(name) : undefined;
    if (name && !lesson) void this.#fetch(name);
    const isEmpty = !name && !where.text && !question;
    this.#note.textContent = isEmpty ? texts.begin : name && !lesson && !question ? texts.loading : "";
    this.#mode.textContent = isEmpty && mode === "follow" ? "" : texts[mode];
    if (this.#said !== where.text) this.#own.replaceChildren(...slideText((this.#said = where.text)));
    this.#own.hidden = !where.text || isAsked;
    if (lesson && name !== this.follower.name) {
      this.follower.follow(this.#at(state));
      this.follower.show(name, lesson);
      this.#offerNotations(lesson);
    } else if (lesson) this.follower.follow(this.#at(state));
    const isEvidence = isAsked && question.lesson !== "";
    const isLooking = isAsked ? isEvidence : state.mode !== "frozen" && (where.lesson !== "" || question !== null);
    this.follower.element.hidden = !lesson || !isLooking;
    this.#notations.hidden = !lesson || (this.follower.element.hidden && question?.kind !== "pair");
    this.#drawQuestion(lesson);
    this.#place(isEvidence, question?.kind === "pair");
  }

  // While the class is asked, the words to count in or the pairs to compare are between the question and its answers.
  /** @param {boolean} isEvidence @param {boolean} isPair */
  #place(isEvidence, isPair) {
    const { element } = this.follower;
    if (isEvidence) element.dataset.evidence = isPair ? "words" : "pairs";
    else delete element.dataset.evidence;
    if (isEvidence !== (element.parentElement === this.panel.evidence)) {
      if (isEvidence) this.panel.evidence.append(element);
      else this.root.append(element);
    }
  }

  /** Return the state for the player: while there is a question, nobody can go ahead. @param {ClassState} state */
  #at({ question, ...state }) {
    if (!question?.lesson) return { ...state, question };
    const where = { ...state.where, step: question.step, told: question.phase === "revealed" };
    return { ...state, question, mode: /** @type {const} */ ("follow"), where };
  }

  /** @param {Lesson | undefined} lesson */
  #drawQuestion(lesson) {
    const question = this.#state?.question;
    if (!question) return this.panel.show(null);
    const mine = Object.fromEntries(
      ["1", "2"].flatMap((ballot) => {
        const answer = this.#mine[`${question.number}.${ballot}`];
        return answer === undefined ? [] : [[ballot, answer]];
      }),
    );
    const name = `${question.number}.${question.ballot}`;
    const notation = lesson ? effectiveNotation(this.#notation, lesson.notations, lesson.usual) : "text";
    const about = { mine, notation, isUnsent: this.#unsent.has(name), isLate: this.#late.has(name) };
    this.panel.show({ question, lesson, ...about });
  }

  /** @param {Lesson} lesson */
  #offerNotations(lesson) {
    const offered = new NotationSwitch(lesson.labels, (chosen) => {
      this.#notation = chosen === lesson.usual ? "" : chosen;
      offered.show(lesson.notations, chosen);
      this.follower.write(this.#notation);
      this.#drawQuestion(lesson);
    });
    offered.show(lesson.notations, effectiveNotation(this.#notation, lesson.notations, lesson.usual));
    this.#notations.replaceChildren(offered.element);
    this.follower.write(this.#notation);
  }

  /** @param {Line} line */
  #showLine(line) {
    this.#isLine = line;
    const state = this.#isAway && line === "connected" ? "away" : line;
    if (this.#line.dataset.line === state) return;
    this.#line.dataset.line = state;
    this.#lineText.textContent = texts[state];
  }

  /** @param {boolean} on */
  #enlarge(on) {
    setAttributes(this.#large, { "aria-pressed": on });
    document.documentElement.classList.toggle("large", on);
    try {
      sessionStorage.setItem(LARGE, on ? "1" : "0");
    } catch {
      // Without storage, the choice lasts until the page is closed.
    }
  }

  // Lessons

  /** @param {string} name */
  async #fetch(name) {
    if (this.#lessons.has(name)) return;
    const coming = this.#ask(name);
    this.#lessons.set(name, coming);
    try {
      this.#here.set(name, await coming);
      this.#draw();
    } catch {
      this.#note.textContent = texts.noLesson;
      setTimeout(() => {
        this.#lessons.delete(name);
        this.#draw();
      }, RETRY_MS);
    }
  }

  /** @param {string} name @returns {Promise<Lesson>} */
  async #ask(name) {
    const answer = await fetch(`${this.code}/lesson/${encodeURIComponent(name)}?lang=${language}`);
    if (!answer.ok) throw new Error(String(answer.status));
    const lesson = withCurrentNames(await answer.json());
    return { ...lesson, labels: { ...lesson.labels, guess: lesson.labels.question } }; // not all can be clicked
  }

  // Messages to the server

  /** @param {number | number[]} answer */
  #answer(answer) {
    const question = this.#state?.question;
    if (!question || question.phase !== "open") return;
    const name = `${question.number}.${question.ballot}`;
    if (this.#mine[name] !== undefined) return;
    this.#mine[name] = String(answer);
    this.#unsent.add(name);
    this.#draw();
    this.#sendAgain();
  }

  #sendAgain() {
    const name = this.#openVote;
    if (name && this.#unsent.has(name) && !this.#sending.has(name))
      void this.#send(name, this.#state?.question?.kind ?? "");
  }

  /** The open ballot, by question and ballot number; empty if there is none. */
  get #openVote() {
    const question = this.#state?.question;
    return question?.phase === "open" ? `${question.number}.${question.ballot}` : "";
  }

  // Answers to closed ballots did not count, so they are not shown as right.
  #giveUpLate() {
    for (const name of this.#unsent) if (name !== this.#openVote) this.#isTooLate(name);
  }

  /** @param {string} name */
  #isTooLate(name) {
    this.#unsent.delete(name);
    this.#late.add(name);
    delete this.#mine[name];
  }

  /** @param {string} name @param {string} kind */
  async #send(name, kind) {
    const [number, ballot] = name.split(".").map(Number);
    const kept = this.#mine[name];
    const answer = kind === "cut" ? kept.split(",").filter(Boolean).map(Number) : Number(kept);
    this.#sending.add(name); // a state that arrives meanwhile would otherwise send it once more
    try {
      const { status, said } = await postJson(`${this.code}/vote`, { question: number, ballot, answer });
      if (status === 200 || said.vote === "doubled") this.#unsent.delete(name);
      else if (said.vote === "late") this.#isTooLate(name);
      else if (said.error === "place")
        this.#events.reconnect(); // it brings the position again, and then the answer is sent
      else setTimeout(() => this.#sendAgain(), RETRY_MS);
    } catch {
      setTimeout(() => this.#sendAgain(), RETRY_MS); // connection lost: the state arrives again with the next one
    } finally {
      this.#sending.delete(name);
    }
    this.#draw();
  }

  /** @param {number} step */
  #report(step) {
    const { name } = this.follower;
    const told = `${name} ${step}`;
    if (told === this.#told) return;
    clearTimeout(this.#telling);
    this.#telling = setTimeout(() => {
      this.#told = told;
      postJson(`${this.code}/step`, { lesson: name, step }).catch(() => (this.#told = ""));
    }, PACE_MS);
  }
}

/** Ask for the code of a class. @param {HTMLElement} root @param {string} problem */
function askForCode(root, problem) {
  const field = make("input", {
    name: "code",
    id: "code",
    inputmode: "numeric",
    autocomplete: "off",
    maxlength: 24,
    required: true,
    "aria-describedby": "help",
  });
  const join = make("button.main", texts.join);
  join.type = "submit";
  const form = make(
    "form.join",
    { action: ".", method: "get" },
    make("h1", wordmark()),
    make("p.problem", { role: "alert", hidden: !problem }, problem),
    make("label", { for: "code" }, texts.code),
    field,
    make("p.more", { id: "help" }, texts.codeHelp),
    join,
  );
  root.replaceChildren(form);
  field.focus();
}

const code = location.pathname.split("/").pop() ?? "";
if (/^\d+$/.test(code)) new Phone(root, code);
else {
  const typed = new URLSearchParams(location.search).get("code")?.trim() ?? "";
  askForCode(root, typed && fillTemplate(texts.short, { code: typed }));
}
