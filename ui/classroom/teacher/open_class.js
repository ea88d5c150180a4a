// The class that is open in this browser, in whichever tab: its state on the server, and the requests that change it.
// The secret stays in the browser and is part of no address.

import { BrowserStore } from "../../components/storage.js";
import { EventStream, postJson } from "../phone/event_stream.js";
import { Lead, LEAD } from "./lead.js";
import { isStored, textHash } from "./question_flow.js";

/** @import {ConnectionState} from "../phone/event_stream.js" */
/** @import {Lesson} from "../../lessons/contract" */
/** @import {ClassCounts, QuestionResult, ClassState, Seat} from "./contract" */
/** @import {QuestionAction} from "./question_flow.js" */
/** @typedef {{code: string, secret: string, join: string[]}} OpenedClass */
// Errors: the server is unreachable, no longer has the class, or refused something and says why.
/** @typedef {"noServer" | "over" | "gone" | "closed" | "rooms" | "opened" | "taken" | "tooLarge" | "questions" | "late" | "refused"} Problem */
/** @typedef {{data: Lesson | null, step: number, isTold: boolean, text?: string}} ClassPosition A step of a lesson, or a text. */

const NAME = "bpe_lab_class";
const SNAPSHOT = "bpe_lab_class_kept";
const OPENING = "bpe_lab_class_opening";
const SNAPSHOT_MS = { state: 100, count: 700 }; // after a change
const HIDDEN_MS = 10_000; // browsers allow six connections per server: a hidden tab gives up its own
const RETRY_MS = 3000;
const MAX_TITLE = 500;
const ANNOUNCED_STATE_MS = 3000; // to wait for a state that the server announced
/** @type {ClassCounts} */
const NO_COUNTS = { here: 0, votes: 0, steps: {}, answers: {} };
/** @type {Record<string, Problem>} The server's error names, if they differ. */
const PROBLEMS = {
  away: "noServer",
  full: "rooms",
  size: "tooLarge",
  lesson: "tooLarge",
  none: "gone",
  over: "over",
  secret: "gone",
};

export class OpenClass {
  /** @type {OpenedClass | null} */ opened = null;
  /** @type {ClassState | null} */ state = null;
  /** @type {ClassCounts} */ count = NO_COUNTS;
  /** @type {ConnectionState | "away" | "back"} */ connection = "connecting";
  /** @type {Problem | ""} */ problem = "";
  problemDetail = ""; // the server's message
  voteOpenedAt = 0; // when the vote opened, by this browser's clock
  language = "en";
  #storage = new BrowserStore(() => localStorage);
  #lead = new Lead(this.#storage, crypto.getRandomValues(new Uint32Array(2)).join("-"));
  /** @type {Set<() => void>} */ #listeners = new Set();
  /** @type {EventStream | null} */ #events = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */ #snapshotTimer;
  /** @type {ReturnType<typeof setTimeout> | undefined} */ #hiddenTimer;
  /** @type {WeakMap<Lesson, Promise<string>>} */ #uploads = new WeakMap();
  /** @type {Map<string, Promise<string>>} By a hash of the content. */ #uploadsByHash = new Map();
  /** @type {WeakMap<Lesson, string>} */ #names = new WeakMap();
  /** @type {ClassPosition | null} */ #nextPosition = null;
  /** @type {ClassPosition | null} */ #lastPosition = null;
  #moving = Promise.resolve();
  #isAway = false;
  #announcedVersion = 0; // of the state that is to come
  #announcedUntil = 0;
  isBusy = false;
  #presses = 0;
  /** @type {{hash: string, id: string} | null} */ #unanswered = null; // the question being sent, until the server answers
  #stateAtPress = ""; // state of the question at the last press
  lessonResets = 0; // how often the class has lost its lessons
  /** @type {{data: Lesson, step: number} | null} */ #askedStep = null;
  /** @type {Set<string>} */ #revealed = new Set(); // lessons with steps

  constructor() {
    addEventListener("storage", ({ key }) => (key === NAME || key === null) && this.#checkOpenClass());
    addEventListener("storage", ({ key }) => key === LEAD && this.#notify());
    addEventListener("pagehide", () => this.#lead.release(this.#code));
    document.addEventListener("visibilitychange", () => this.#onVisibilityChange());
    this.#checkOpenClass();
  }

  get isOpen() {
    return this.opened !== null;
  }

  get #code() {
    return this.opened?.code ?? "";
  }

  /** Whether this window leads the class. */
  get isLed() {
    return this.isOpen && this.#lead.isMine(this.#code);
  }

  /** Whether this window leads the class, or may start to because no other does. */
  get mayLead() {
    return this.isLed || (this.isOpen && this.#lead.isFree(this.#code));
  }

  /** Lead the class from this window. */
  takeOver() {
    this.#lead.takeOver(this.#code);
    this.#lastPosition = null; // phones are still at the other window's step
    this.#notify();
  }

  /** Start to lead, unless another window does or this one is hidden. */
  #claim() {
    if (this.isLed) return true;
    if (document.visibilityState === "hidden" || !this.#lead.claim(this.#code)) return false;
    this.#notify();
    return true;
  }

  get question() {
    return this.state?.question ?? null;
  }

  /** Whether a press must wait for the result of the one before. */
  get isWaiting() {
    return this.isBusy || ((this.state?.version ?? 0) < this.#announcedVersion && Date.now() < this.#announcedUntil);
  }

  /** Call a listener at each change; returns a function that stops it. @param {() => void} listener */
  onChange(listener) {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #notify() {
    for (const listener of this.#listeners) listener();
  }

  // Opening and closing

  async open() {
    this.#setProblem("");
    // If the answer was lost, the same secret leads to the class that was opened, not to a second one.
    const secret = this.#storage.get(OPENING) ?? newSecret();
    this.#storage.set(OPENING, secret);
    const opened = await this.#post("classes", { secret });
    if (opened || this.problem === "taken") this.#storage.remove(OPENING);
    if (!opened) return false;
    this.#storage.remove(SNAPSHOT);
    this.#storage.set(NAME, JSON.stringify({ code: opened.code, secret: opened.secret, join: opened.join }));
    this.#checkOpenClass();
    return true;
  }

  close() {
    return withLock(async () => {
      if (!(await this.#post(this.#path("/close"), {}))) return false;
      this.#forgetClass("closed");
      return true;
    });
  }

  /** Forget a class that the server no longer has. @param {Problem} problem */
  #forgetClass(problem) {
    this.#storage.remove(NAME);
    this.#storage.remove(SNAPSHOT);
    this.#checkOpenClass();
    this.#setProblem(problem);
  }

  /** Check which class is open in this browser. */
  #checkOpenClass() {
    const previous = this.opened;
    this.opened = readStoredClass(this.#storage.get(NAME));
    if (previous?.code === this.opened?.code) return;
    this.#events?.end();
    this.#events = null;
    clearTimeout(this.#snapshotTimer);
    this.#snapshotTimer = undefined;
    this.state = null;
    this.#announcedVersion = 0;
    this.count = NO_COUNTS;
    this.#forgetLessons();
    if (this.opened) this.#setProblem("");
    this.#onVisibilityChange();
    this.#notify();
  }

  #forgetLessons() {
    this.lessonResets += 1;
    this.#uploads = new WeakMap();
    this.#uploadsByHash.clear();
  }

  // Events from the server

  #onVisibilityChange() {
    clearTimeout(this.#hiddenTimer);
    if (document.visibilityState === "hidden") {
      this.#hiddenTimer = setTimeout(() => {
        this.#events?.end();
        this.#events = null;
      }, HIDDEN_MS);
    } else if (this.opened && !this.#events) {
      const language = document.documentElement.lang;
      this.#events = new EventStream(
        urlOf(this.#path(`/events?lang=${encodeURIComponent(language)}`)),
        {
          onEvent: (name, data) => this.#onEvent(name, data),
          onConnection: (state) => this.#setConnection(state),
          onRefusal: (refusal) => this.#onRefusal(refusal),
        },
        this.#headers(),
      );
    }
  }

  /** @param {string} name @param {any} data */
  #onEvent(name, data) {
    if (name === "closed") return this.#forgetClass("closed");
    if (name === "away" || name === "reachable") this.#isAway = name === "away";
    if (name === "count") this.count = data;
    if (name === "state") {
      this.state = data;
      // The pressed action has happened, even if its response is still on the way.
      if (questionState(data.question) !== this.#stateAtPress) this.isBusy = false;
      if (data.question?.phase === "revealed") this.#revealed.add(`${data.question.lesson} ${data.question.step}`);
      this.#isAway = false;
      if (this.question) this.voteOpenedAt = Date.now() - 1000 * this.question.since;
    }
    if (name === "count" || name === "state") {
      this.#scheduleSnapshot(name);
      if (this.problem === "noServer") this.#setProblem("");
    }
    this.#notify();
  }

  /** @param {ConnectionState} state */
  #setConnection(state) {
    if (this.connection === state) return;
    this.connection = state;
    this.#notify();
  }

  /** @param {{error: string, message: string}} refusal @returns {number | null} */
  #onRefusal({ error, message }) {
    if (error === "none") {
      void this.#restoreClass();
      return RETRY_MS / 2;
    }
    if (error === "secret") {
      this.#forgetClass("gone");
      return null;
    }
    this.#isAway = error === "away";
    if (!this.#isAway) this.#setProblem("refused", message);
    return RETRY_MS;
  }

  get isAway() {
    return this.#isAway;
  }

  // The server has restarted without the class: restore it under the same code.
  async #restoreClass() {
    const stored = readSnapshot(this.#storage.get(SNAPSHOT));
    if (!stored) return this.#forgetClass("gone");
    const { status, body } = await this.#send("classes", { snapshot: stored.snapshot });
    if (status === 201) {
      this.#forgetLessons();
      this.#events?.reconnect();
      this.#notify();
    } else if (status === 410) this.#forgetClass("over");
    else if (status === 409) this.#forgetClass("taken");
    else if (status) this.#setProblem(body.error === "rooms" ? "rooms" : "refused", body.message);
  }

  // Snapshots, in case the server stops

  // A steady flow of votes does not postpone a snapshot.
  /** @param {"state" | "count"} change */
  #scheduleSnapshot(change) {
    if (this.#snapshotTimer && change === "count") return;
    clearTimeout(this.#snapshotTimer);
    // Spread out, so that other tabs find it done.
    this.#snapshotTimer = setTimeout(() => void this.#storeSnapshot(), SNAPSHOT_MS[change] * (0.5 + Math.random()));
  }

  async #storeSnapshot() {
    this.#snapshotTimer = undefined;
    await withLock(async () => {
      const { state, count } = this;
      const code = this.opened?.code;
      // Another tab may have ended the class, or opened another, without this one knowing yet.
      const isOpen = () => this.opened?.code === code && readStoredClass(this.#storage.get(NAME))?.code === code;
      const isDone = () => !state || isStored(readSnapshot(this.#storage.get(SNAPSHOT)), state.version, count.votes);
      if (!state || !code || !isOpen() || isDone()) return;
      const snapshot = await this.get("/snapshot");
      if (!snapshot || !isOpen() || isDone()) return;
      this.#storage.set(SNAPSHOT, JSON.stringify({ version: state.version, votes: count.votes, snapshot }));
    });
  }

  // Moving the class

  // Move to a step of a lesson. If moves come faster than they can be sent, only the last one counts.
  /** @param {ClassPosition} position */
  moveTo(position) {
    if (!this.opened || !this.#claim()) return;
    const last = this.#nextPosition ?? this.#lastPosition;
    if (
      last &&
      last.data === position.data &&
      last.step === position.step &&
      last.isTold === position.isTold &&
      last.text === position.text
    )
      return;
    this.#nextPosition = position;
    this.#moving = this.#moving.then(() => this.#sendPosition());
  }

  async #sendPosition() {
    const position = this.#nextPosition;
    this.#nextPosition = null;
    if (!position || !this.isLed) return;
    this.#lastPosition = position;
    const send = async () => {
      if (!position.data) return this.#send(this.#path("/move"), { text: position.text });
      const lesson = await this.uploadLesson(position.data);
      return lesson ? this.#send(this.#path("/move"), { lesson, step: position.step, told: position.isTold }) : null;
    };
    let answer = await send();
    if (answer?.status === 409 && answer.body.error === "lesson") {
      this.#forgetLessons(); // the class was restored without its lessons
      answer = await send();
    }
    if (answer?.status === 200) return;
    this.#lastPosition = null;
    if (answer) this.#reportFailure(answer);
  }

  /** Upload a lesson to the class; resolves with its name there. @param {Lesson} data @returns {Promise<string>} */
  uploadLesson(data) {
    const earlier = this.#uploads.get(data);
    if (earlier) return earlier;
    // Without its starting step: after a reload it is the same lesson.
    const content = { ...data, step: 0, code: null, curves: null };
    const key = textHash(JSON.stringify(content));
    const address = `${location.pathname.split("/").pop() ?? ""}${location.search}`;
    const upload =
      this.#uploadsByHash.get(key) ??
      this.#send(this.#path("/lesson"), { language: this.language, address, data: content }).then((answer) => {
        if (answer.status === 201) return answer.body.lesson;
        this.#uploadsByHash.delete(key);
        this.#uploads.delete(data);
        this.#reportFailure(answer);
        return "";
      });
    this.#uploadsByHash.set(key, upload);
    this.#uploads.set(data, upload);
    void upload.then((name) => {
      if (!name) return;
      this.#names.set(data, name);
      this.#notify();
    });
    return upload;
  }

  /** Return the name of a lesson in the class; empty if it is not there yet. @param {Lesson} data */
  nameOf(data) {
    return this.#names.get(data) ?? "";
  }

  /** @param {string} mode */
  setMode(mode) {
    return this.#sendPress("/mode", { mode });
  }

  /** Note the step that a question being sent is about; null for none. @param {Lesson | null} data @param {number} step */
  setAskedStep(data, step) {
    this.#askedStep = data && { data, step };
    this.#notify();
  }

  // Return whether to hide what comes after a step: true while it is asked about, false once revealed, null otherwise.
  /** @param {Lesson} data @param {number} step */
  hidesNext(data, step) {
    if (!this.mayLead) return null;
    if (this.#askedStep?.data === data && this.#askedStep.step === step) return true;
    const name = this.nameOf(data);
    const { question } = this;
    // The teacher's own question is asked at whatever step is shown.
    const isHere = question && (!question.lesson || (question.lesson === name && question.step === step));
    if (isHere && (question.phase === "open" || question.phase === "shown")) return true;
    return this.#revealed.has(`${name} ${step}`) ? false : null;
  }

  // Ask a question, once the class has moved. Repeated after a lost response, it has the same id, as it may have
  // arrived.
  /** @param {object} question */
  async ask(question) {
    this.#startPress();
    this.#notify();
    await this.#moving;
    await this.#moving; // moves that were queued meanwhile
    const hash = textHash(JSON.stringify(question));
    if (this.#unanswered?.hash !== hash)
      this.#unanswered = { hash, id: crypto.getRandomValues(new Uint32Array(3)).join("-") };
    const title = document.title.slice(0, MAX_TITLE);
    const isAsked = await this.#sendPress("/question", {
      do: "ask",
      question: { title, ...question, id: this.#unanswered.id },
    });
    if (isAsked) this.#unanswered = null;
    return isAsked;
  }

  /** @param {QuestionAction} action */
  act(action) {
    const number = this.question?.number;
    return number && !this.isWaiting ? this.#sendPress("/question", { do: action, number }) : Promise.resolve(false);
  }

  #startPress() {
    this.isBusy = true;
    this.#stateAtPress = questionState(this.question);
    return (this.#presses += 1);
  }

  /** @param {string} path @param {object} message */
  async #sendPress(path, message) {
    const press = this.#startPress();
    const result = await this.#post(this.#path(path), message);
    // The state may arrive before the response, and the next press between them: that press waits for its own response.
    if (press === this.#presses) this.isBusy = false;
    if (result) {
      this.#announcedVersion = Math.max(this.#announcedVersion, result.version);
      this.#announcedUntil = Date.now() + ANNOUNCED_STATE_MS;
      this.#setProblem("");
    }
    this.#notify();
    return result !== null;
  }

  // Requests to the server

  #headers() {
    return { Authorization: `Bearer ${this.opened?.secret ?? ""}` };
  }

  /** @param {string} rest */
  #path(rest) {
    return `classes/${this.opened?.code ?? ""}${rest}`;
  }

  /** Request data of the class; null if unavailable. @param {string} rest @returns {Promise<any>} */
  async get(rest) {
    const answer = await this.fetch(rest);
    return answer ? answer.json().catch(() => null) : null;
  }

  /** @param {string} rest @returns {Promise<Response | null>} */
  async fetch(rest) {
    try {
      const answer = await fetch(urlOf(this.#path(rest)), { headers: this.#headers(), cache: "no-store" });
      return answer.ok ? answer : null;
    } catch {
      return null;
    }
  }

  /** @returns {Promise<{questions: QuestionResult[]} | null>} */
  results() {
    return this.get(`/results?lang=${encodeURIComponent(document.documentElement.lang)}`);
  }

  /** @returns {Promise<{seats: Seat[]} | null>} */
  seats() {
    return this.get("/seats");
  }

  /** Remove phones, or let them back in. @param {{do: "remove" | "restore", phone?: string, source?: number}} message */
  changeSeats(message) {
    return this.#post(this.#path("/seats"), message);
  }

  /** @param {string} path @param {object} message @returns {Promise<{status: number, body: any}>} Status 0: unreachable. */
  async #send(path, message) {
    try {
      return await postJson(urlOf(path), message, this.opened ? this.#headers() : {});
    } catch {
      return { status: 0, body: {} };
    }
  }

  /** Return the server's response; null if it refuses, which is reported. @param {string} path @param {object} message */
  async #post(path, message) {
    const answer = await this.#send(path, message);
    if (answer.status === 200 || answer.status === 201) return answer.body;
    this.#reportFailure(answer);
    return null;
  }

  /** @param {{status: number, body: any}} answer */
  #reportFailure({ status, body }) {
    if (!status) return this.#setProblem("noServer");
    if (body.error === "none") return void this.#restoreClass();
    const known = /** @type {Problem[]} */ (["rooms", "opened", "taken", "questions", "late"]);
    this.#setProblem(known.find((name) => name === body.error) ?? PROBLEMS[body.error] ?? "refused", body.message);
  }

  /** Report that the server did not answer. */
  handleUnreachable() {
    this.#setProblem("noServer");
  }

  /** @param {Problem | ""} problem */
  #setProblem(problem, detail = "") {
    this.problem = problem;
    this.problemDetail = detail;
    this.#notify();
  }
}

// Keep a snapshot, or end the class, while no other tab of this browser does either: a class that is over has none.
// Browsers have locks on secure pages only; elsewhere the server refuses a snapshot that comes too late.
/** @template T @param {() => Promise<T>} work @returns {Promise<T>} */
const withLock = (work) => (navigator.locks ? navigator.locks.request("keep or end the class", work) : work());

/** Return a secret that cannot be guessed. */
const newSecret = () =>
  [...crypto.getRandomValues(new Uint8Array(32))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** Return the state of a class's question, as text to compare. @param {ClassState["question"]} question */
const questionState = (question) => (question ? `${question.number} ${question.phase} ${question.ballot}` : "");

/** Resolve a path relative to the app: every page is directly below it. @param {string} path */
const urlOf = (path) => new URL(path, document.baseURI).href;

/** @type {(text: string | null) => any} */
function parseJson(text) {
  try {
    return JSON.parse(text ?? "null");
  } catch {
    return null;
  }
}

/** @type {(text: string | null) => OpenedClass | null} */
function readStoredClass(text) {
  const found = parseJson(text);
  const isClass = typeof found?.code === "string" && typeof found.secret === "string" && Array.isArray(found.join);
  return isClass ? { ...found, join: found.join.map(String) } : null;
}

/** @type {(text: string | null) => {version: number, votes: number, snapshot: unknown} | null} */
function readSnapshot(text) {
  const found = parseJson(text);
  return found && typeof found.version === "number" && found.snapshot ? found : null;
}

/** @type {OpenClass | undefined} */ let opened;

/** Return the class of this browser. */
export const openClass = () => (opened ??= new OpenClass());
