// A learner's page in a class: events from the server, and what is shown.

import { fillTemplate, findOne, make, setAttributes, tint } from "../../components/dom.js";
import { NotationSwitch, effectiveNotation } from "../../components/notation.js";
import { EventStream, postJson } from "./event_stream.js";
import { ClassPlayer } from "./class_player.js";
import { QuestionPanel } from "./question_panel.js";
import { slideText } from "./slide_text.js";
import { withCurrentNames } from "./stored_lesson.js";

/** @import {Lesson} from "../../lessons/contract" */
/** @import {ConnectionState} from "./event_stream.js" */
/** @import {PhoneTexts, Refusal, ClassState, OwnVotes} from "./contract" */

const RETRY_MS = 4000;
const TOO_MANY_TRIES_MS = 10_000; // longer than wrong codes are remembered, so that others get their turn
const REPORT_MS = 400; // between two reports of the learner's step
const LARGE_TYPE = "bpe-lab-large";

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
function isLargeStored() {
  try {
    return sessionStorage.getItem(LARGE_TYPE) === "1";
  } catch {
    return false;
  }
}

class Phone {
  #mode = make("p.mode", { role: "status" });
  #dot = make("span.dot", { "aria-hidden": true });
  #connectionText = make("span");
  #connection = make("p.line", { role: "status" }, this.#dot, this.#connectionText);
  #largeButton = make("button.large", { "aria-pressed": false, "aria-label": texts.larger, title: texts.larger }, "A+");
  #note = make("p.note", { role: "status" });
  #teacherText = make("div.own", { dir: "auto", lang: "" }); // the teacher's own text, in any language
  #notations = make("div.writing");
  #events;
  /** @type {ClassState | undefined} */ #state;
  /** @type {ConnectionState} */ #connectionState = "connecting";
  #isAway = false;
  #hasJoined = false;
  #notation = "";
  /** @type {Map<string, Promise<Lesson>>} */ #requests = new Map();
  /** @type {Map<string, Lesson>} */ #lessons = new Map();
  /** @type {Record<string, string>} By question and ballot. */ #answers = {};
  /** @type {Set<string>} */ #unsent = new Set();
  /** @type {Set<string>} */ #sending = new Set();
  /** @type {Set<string>} */ #late = new Set();
  /** @type {ReturnType<typeof setTimeout> | undefined} */ #reportTimer;
  #reported = "";
  #shownText = ""; // the teacher's own text that is shown

  /** @param {HTMLElement} root @param {string} code */
  constructor(root, code) {
    this.root = root;
    this.code = code;
    this.follower = new ClassPlayer((step) => this.#report(step));
    this.panel = new QuestionPanel(texts, (answer) => this.#answer(answer));
    this.#largeButton.onclick = () => this.#setLargeType(this.#largeButton.getAttribute("aria-pressed") !== "true");
    this.#setLargeType(isLargeStored());
    const parts = [make("div.brand", wordmark(), make("p.number", grouped(code))), this.#connection, this.#largeButton];
    root.replaceChildren(
      make("header.bar", ...parts),
      make("h1.screen-reader-text", texts.class),
      make("div.top", this.#mode, this.#notations),
      this.#note,
      this.panel.element,
      this.#teacherText,
      this.follower.element,
    );
    this.#events = new EventStream(`${code}/events?lang=${language}`, {
      onEvent: (name, data) => this.#onEvent(name, data),
      onConnection: (state) => this.#showConnection(state),
      onRefusal: (refusal) => this.#onRefusal(refusal),
    });
  }

  // Events from the server

  /** @param {string} name @param {any} data */
  #onEvent(name, data) {
    if (name === "state") this.#setState(data);
    else if (name === "you") this.#mergeVotes(data);
    else if (name === "away" || name === "reachable") {
      this.#isAway = name === "away";
      this.#showConnection(this.#connectionState);
    } else if (name === "closed" || name === "removed") this.#end(texts[name]);
  }

  /** @param {ClassState} state */
  #setState(state) {
    this.#hasJoined = true;
    this.#state = state;
    this.#isAway = false;
    this.#dropLateAnswers();
    this.#draw();
    this.#sendPending();
  }

  // The server's record of this phone's answers is authoritative. An answer missing there, such as after a restart, is
  // sent again.
  /** @param {OwnVotes} you */
  #mergeVotes({ question, votes }) {
    for (const ballot of ["1", "2"]) {
      const name = `${question}.${ballot}`;
      if (votes[ballot] !== undefined) {
        this.#answers[name] = votes[ballot];
        this.#unsent.delete(name);
      } else if (this.#answers[name] !== undefined && !this.#late.has(name)) this.#unsent.add(name);
    }
    this.#sendPending();
  }

  /** @param {Refusal} refusal @returns {number | null} Milliseconds until the next request; null for never. */
  #onRefusal(refusal) {
    if (refusal.error === "none" && !this.#hasJoined) {
      this.#events?.end();
      askForCode(this.root, fillTemplate(texts.none, { code: grouped(this.code) }));
      return null;
    }
    if (refusal.error === "none") {
      this.#note.textContent = texts.interrupted;
      return RETRY_MS;
    }
    if (refusal.error === "removed") {
      this.#end(texts.removed);
      return null;
    }
    if (refusal.error === "tries") {
      this.#note.textContent = texts.tries;
      return TOO_MANY_TRIES_MS;
    }
    if (refusal.error === "full") {
      this.#note.textContent = fillTemplate(texts.full, { most: refusal.most });
      return 5 * RETRY_MS;
    }
    if (refusal.error === "server") {
      this.#note.textContent = refusal.message; // in this phone's language
      return 1000 * refusal.seconds;
    }
    if (refusal.error === "away") this.#isAway = true;
    return RETRY_MS;
  }

  /** @param {string} text */
  #end(text) {
    this.#events?.end();
    this.#requests.clear();
    const links = [
      make("a", { href: new URL("..", location.href).href }, texts.onward),
      make("a", { href: new URL(".", location.href).href }, texts.another),
    ];
    this.root.replaceChildren(make("div.ended", wordmark(), make("h1.over", { tabindex: -1 }, text), ...links));
    findOne(this.root, "h1").focus();
  }

  // Drawing

  #draw() {
    const state = this.#state;
    if (!state) return;
    const { where, question } = state;
    const mode = question ? "follow" : state.mode;
    this.root.dataset.mode = mode;
    const isAnswering = question !== null && question.phase !== "revealed";
    const name = question?.lesson || where.lesson;
    const lesson = name ? this.#lessons.get(name) : undefined;
    if (name && !lesson) void this.#loadLesson(name);
    const isEmpty = !name && !where.text && !question;
    this.#note.textContent = isEmpty ? texts.begin : name && !lesson && !question ? texts.loading : "";
    this.#mode.textContent = isEmpty && mode === "follow" ? "" : texts[mode];
    if (this.#shownText !== where.text) this.#teacherText.replaceChildren(...slideText((this.#shownText = where.text)));
    this.#teacherText.hidden = !where.text || question !== null;
    if (lesson && name !== this.follower.name) {
      this.follower.follow(this.#playerStateOf(state));
      this.follower.show(name, lesson);
      this.#offerNotations(lesson);
    } else if (lesson) this.follower.follow(this.#playerStateOf(state));
    const isEvidence = isAnswering && question.lesson !== "";
    const showsPlayer = isAnswering
      ? isEvidence
      : state.mode !== "frozen" && (where.lesson !== "" || question !== null);
    this.follower.element.hidden = !lesson || !showsPlayer;
    this.#notations.hidden = !lesson || (this.follower.element.hidden && question?.kind !== "pair");
    this.#drawQuestion(lesson);
    this.#placePlayer(isEvidence, question?.kind === "pair");
  }

  // While the class is asked, the words to count in or the pairs to compare are between the question and its answers.
  /** @param {boolean} isEvidence @param {boolean} isPair */
  #placePlayer(isEvidence, isPair) {
    const { element } = this.follower;
    if (isEvidence) element.dataset.evidence = isPair ? "words" : "pairs";
    else delete element.dataset.evidence;
    if (isEvidence !== (element.parentElement === this.panel.evidence)) {
      if (isEvidence) this.panel.evidence.append(element);
      else this.root.append(element);
    }
  }

  /** Return the state for the player: while there is a question, nobody can go ahead. @param {ClassState} state */
  #playerStateOf({ question, ...state }) {
    if (!question?.lesson) return { ...state, question };
    const where = { ...state.where, step: question.step, told: question.phase === "revealed" };
    return { ...state, question, mode: /** @type {const} */ ("follow"), where };
  }

  /** @param {Lesson | undefined} lesson */
  #drawQuestion(lesson) {
    const question = this.#state?.question;
    if (!question) return this.panel.show(null);
    const answers = Object.fromEntries(
      ["1", "2"].flatMap((ballot) => {
        const answer = this.#answers[`${question.number}.${ballot}`];
        return answer === undefined ? [] : [[ballot, answer]];
      }),
    );
    const name = `${question.number}.${question.ballot}`;
    const notation = lesson ? effectiveNotation(this.#notation, lesson.notations, lesson.usual) : "text";
    const status = { mine: answers, notation, isUnsent: this.#unsent.has(name), isLate: this.#late.has(name) };
    this.panel.show({ question, lesson, ...status });
  }

  /** @param {Lesson} lesson */
  #offerNotations(lesson) {
    const notations = new NotationSwitch(lesson.labels, (chosen) => {
      this.#notation = chosen === lesson.usual ? "" : chosen;
      notations.show(lesson.notations, chosen);
      this.follower.setNotation(this.#notation);
      this.#drawQuestion(lesson);
    });
    notations.show(lesson.notations, effectiveNotation(this.#notation, lesson.notations, lesson.usual));
    this.#notations.replaceChildren(notations.element);
    this.follower.setNotation(this.#notation);
  }

  /** @param {ConnectionState} connection */
  #showConnection(connection) {
    this.#connectionState = connection;
    const state = this.#isAway && connection === "connected" ? "away" : connection;
    if (this.#connection.dataset.line === state) return;
    this.#connection.dataset.line = state;
    this.#connectionText.textContent = texts[state];
  }

  /** @param {boolean} isLarge */
  #setLargeType(isLarge) {
    setAttributes(this.#largeButton, { "aria-pressed": isLarge });
    document.documentElement.classList.toggle("large", isLarge);
    try {
      sessionStorage.setItem(LARGE_TYPE, isLarge ? "1" : "0");
    } catch {
      // Without storage, the choice lasts until the page is closed.
    }
  }

  // Lessons

  /** @param {string} name */
  async #loadLesson(name) {
    if (this.#requests.has(name)) return;
    const request = this.#fetchLesson(name);
    this.#requests.set(name, request);
    try {
      this.#lessons.set(name, await request);
      this.#draw();
    } catch {
      this.#note.textContent = texts.noLesson;
      setTimeout(() => {
        this.#requests.delete(name);
        this.#draw();
      }, RETRY_MS);
    }
  }

  /** @param {string} name @returns {Promise<Lesson>} */
  async #fetchLesson(name) {
    const response = await fetch(`${this.code}/lesson/${encodeURIComponent(name)}?lang=${language}`);
    if (!response.ok) throw new Error(String(response.status));
    const lesson = withCurrentNames(await response.json());
    return { ...lesson, labels: { ...lesson.labels, guess: lesson.labels.question } }; // not all can be clicked
  }

  // Messages to the server

  /** @param {number | number[]} answer */
  #answer(answer) {
    const question = this.#state?.question;
    if (!question || question.phase !== "open") return;
    const name = `${question.number}.${question.ballot}`;
    if (this.#answers[name] !== undefined) return;
    this.#answers[name] = String(answer);
    this.#unsent.add(name);
    this.#draw();
    this.#sendPending();
  }

  #sendPending() {
    const name = this.#openBallot;
    if (name && this.#unsent.has(name) && !this.#sending.has(name))
      void this.#send(name, this.#state?.question?.kind ?? "");
  }

  /** The open ballot, by question and ballot number; empty if there is none. */
  get #openBallot() {
    const question = this.#state?.question;
    return question?.phase === "open" ? `${question.number}.${question.ballot}` : "";
  }

  // Answers to closed ballots did not count, so they are not shown as right.
  #dropLateAnswers() {
    for (const name of this.#unsent) if (name !== this.#openBallot) this.#markLate(name);
  }

  /** @param {string} name */
  #markLate(name) {
    this.#unsent.delete(name);
    this.#late.add(name);
    delete this.#answers[name];
  }

  /** @param {string} name @param {string} kind */
  async #send(name, kind) {
    const [number, ballot] = name.split(".").map(Number);
    const chosen = this.#answers[name];
    const answer = kind === "cut" ? chosen.split(",").filter(Boolean).map(Number) : Number(chosen);
    this.#sending.add(name); // a state that arrives meanwhile would otherwise send it once more
    try {
      const { status, body } = await postJson(`${this.code}/vote`, { question: number, ballot, answer });
      if (status === 200 || body.vote === "doubled") this.#unsent.delete(name);
      else if (body.vote === "late") this.#markLate(name);
      else if (body.error === "place")
        this.#events.reconnect(); // this renews the seat, and then the answer is sent
      else setTimeout(() => this.#sendPending(), RETRY_MS);
    } catch {
      setTimeout(() => this.#sendPending(), RETRY_MS); // connection lost: the state arrives again with the next one
    } finally {
      this.#sending.delete(name);
    }
    this.#draw();
  }

  /** @param {number} step */
  #report(step) {
    const { name } = this.follower;
    const position = `${name} ${step}`;
    if (position === this.#reported) return;
    clearTimeout(this.#reportTimer);
    this.#reportTimer = setTimeout(() => {
      this.#reported = position;
      postJson(`${this.code}/step`, { lesson: name, step }).catch(() => (this.#reported = ""));
    }, REPORT_MS);
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
