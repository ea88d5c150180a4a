// The class that is open in this browser, in whichever tab: its state on the server, and the requests that change it.
// The secret stays in the browser and is part of no address.

import { BrowserStore } from "../../components/storage.js";
import { EventStream, postJson } from "../phone/event_stream.js";
import { Lead, LEAD } from "./lead.js";
import { isStored, textHash } from "./question_flow.js";

/** @import {Line} from "../phone/event_stream.js" */
/** @import {Lesson} from "../../lessons/contract" */
/** @import {ClassCounts, QuestionResult, ClassState, Seat} from "./contract" */
/** @import {Turn} from "./question_flow.js" */
/** @typedef {{code: string, secret: string, join: string[]}} Opened */
// Errors: the server is unreachable, no longer has the class, or refused something, with its message.
/** @typedef {"noServer" | "over" | "gone" | "closed" | "rooms" | "opened" | "taken" | "tooLarge" | "questions" | "late" | "refused"} Problem */
/** @typedef {{data: Lesson | null, step: number, isTold: boolean, text?: string}} Where A step of a lesson, or a text. */

const NAME = "bpe_lab_class";
const SNAPSHOT = "bpe_lab_class_kept";
const OPENING = "bpe_lab_class_opening";
const KEEP_MS = { state: 100, count: 700 }; // after a change
const HIDDEN_MS = 10_000; // browsers allow six connections per server: a hidden tab gives up its own
const RETRY_MS = 3000;
const LONGEST_TITLE = 500;
const ANSWERED_MS = 3000; // how long to wait for a state that the server announced
/** @type {ClassCounts} */
const NOBODY = { here: 0, votes: 0, steps: {}, answers: {} };
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
  /** @type {Opened | null} */ opened = null;
  /** @type {ClassState | null} */ state = null;
  /** @type {ClassCounts} */ count = NOBODY;
  /** @type {Line | "away" | "back"} */ line = "connecting";
  /** @type {Problem | ""} */ problem = "";
  detail = ""; // the server's message
  asked = 0; // when the vote opened, by this browser's clock
  language = "en";
  #kept = new BrowserStore(() => localStorage);
  #lead = new Lead(this.#kept, crypto.getRandomValues(new Uint32Array(2)).join("-"));
  /** @type {Set<() => void>} */ #told = new Set();
  /** @type {EventStream | null} */ #events = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */ #keeping;
  /** @type {ReturnType<typeof setTimeout> | undefined} */ #hiding;
  /** @type {WeakMap<Lesson, Promise<string>>} */ #handed = new WeakMap();
  /** @type {Map<string, Promise<string>>} By a hash of the content. */ #names = new Map();
  /** @type {WeakMap<Lesson, string>} */ #known = new WeakMap();
  /** @type {Where | null} */ #wanted = null;
  /** @type {Where | null} */ #last = null;
  #moving = Promise.resolve();
  #isAway = false;
  #due = 0; // the announced version
  #dueUntil = 0;
  isBusy = false;
  #presses = 0;
  /** @type {{sum: string, id: string} | null} */ #trying = null; // the question being sent, until the server answers
  #pressedAt = ""; // state of the question at the last press
  lessons = 0; // how often the class has lost its lessons
  /** @type {{data: Lesson, step: number} | null} */ #asking = null;
  /** @type {Set<string>} */ #revealed = new Set(); // lessons with steps

  constructor() {
    addEventListener("storage", ({ key }) => (key === NAME || key === null) && this.#checkOpenClass());
    addEventListener("storage", ({ key }) => key === LEAD && this.#tell());
    addEventListener("pagehide", () => this.#lead.release(this.#code));
    document.addEventListener("visibilitychange", () => this.#seen());
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
    this.#last = null; // phones are where the other window was
    this.#tell();
  }

  /** Start to lead, unless another window does or this one is hidden. */
  #claim() {
    if (this.isLed) return true;
    if (document.visibilityState === "hidden" || !this.#lead.claim(this.#code)) return false;
    this.#tell();
    return true;
  }

  get question() {
    return this.state?.question ?? null;
  }

  /** Whether a press must wait for the result of the one before. */
  get isWaiting() {
    return this.isBusy || ((this.state?.version ?? 0) < this.#due && Date.now() < this.#dueUntil);
  }

  /** Call `tell` at each change; returns a function that stops it. @param {() => void} tell */
  listen(tell) {
    this.#told.add(tell);
    return () => this.#told.delete(tell);
  }

  #tell() {
    for (const tell of this.#told) tell();
  }

  // Opening and closing

  async open() {
    this.#fail("");
    // If the answer was lost, the same secret leads to the class that was opened, not to a second one.
    const secret = this.#kept.get(OPENING) ?? newSecret();
    this.#kept.set(OPENING, secret);
    const said = await this.#post("classes", { secret });
    if (said || this.problem === "taken") this.#kept.remove(OPENING);
    if (!said) return false;
    this.#kept.remove(SNAPSHOT);
    this.#kept.set(NAME, JSON.stringify({ code: said.code, secret: said.secret, join: said.join }));
    this.#checkOpenClass();
    return true;
  }

  close() {
    return inTurn(async () => {
      if (!(await this.#post(this.#path("/close"), {}))) return false;
      this.#forget("closed");
      return true;
    });
  }

  /** Forget a class that the server no longer has. @param {Problem} problem */
  #forget(problem) {
    this.#kept.remove(NAME);
    this.#kept.remove(SNAPSHOT);
    this.#checkOpenClass();
    this.#fail(problem);
  }

  /** Check which class is open in this browser. */
  #checkOpenClass() {
    const before = this.opened;
    this.opened = readStoredClass(this.#kept.get(NAME));
    if (before?.code === this.opened?.code) return;
    this.#events?.end();
    this.#events = null;
    clearTimeout(this.#keeping);
    this.#keeping = undefined;
    this.state = null;
    this.#due = 0;
    this.count = NOBODY;
    this.#forgetLessons();
    if (this.opened) this.#fail("");
    this.#seen();
    this.#tell();
  }

  #forgetLessons() {
    this.lessons += 1;
    this.#handed = new WeakMap();
    this.#names.clear();
  }

  // Events from the server

  #seen() {
    clearTimeout(this.#hiding);
    if (document.visibilityState === "hidden") {
      this.#hiding = setTimeout(() => {
        this.#events?.end();
        this.#events = null;
      }, HIDDEN_MS);
    } else if (this.opened && !this.#events) {
      const language = document.documentElement.lang;
      this.#events = new EventStream(
        urlOf(this.#path(`/events?lang=${encodeURIComponent(language)}`)),
        {
          told: (name, data) => this.#hear(name, data),
          line: (line) => this.#showLine(line),
          refused: (said) => this.#refused(said),
        },
        this.#headers(),
      );
    }
  }

  /** @param {string} name @param {any} data */
  #hear(name, data) {
    if (name === "closed") return this.#forget("closed");
    if (name === "away" || name === "reachable") this.#isAway = name === "away";
    if (name === "count") this.count = data;
    if (name === "state") {
      this.state = data;
      // The pressed action has happened, even if its response is still on the way.
      if (pointOf(data.question) !== this.#pressedAt) this.isBusy = false;
      if (data.question?.phase === "revealed") this.#revealed.add(`${data.question.lesson} ${data.question.step}`);
      this.#isAway = false;
      if (this.question) this.asked = Date.now() - 1000 * this.question.since;
    }
    if (name === "count" || name === "state") {
      this.#scheduleSnapshot(name);
      if (this.problem === "noServer") this.#fail("");
    }
    this.#tell();
  }

  /** @param {Line} line */
  #showLine(line) {
    if (this.line === line) return;
    this.line = line;
    this.#tell();
  }

  /** @param {{error: string, message: string}} said @returns {number | null} */
  #refused({ error, message }) {
    if (error === "none") {
      void this.#restoreClass();
      return RETRY_MS / 2;
    }
    if (error === "secret") {
      this.#forget("gone");
      return null;
    }
    this.#isAway = error === "away";
    if (!this.#isAway) this.#fail("refused", message);
    return RETRY_MS;
  }

  get isAway() {
    return this.#isAway;
  }

  // The server has restarted without the class: restore it under the same code.
  async #restoreClass() {
    const kept = readKept(this.#kept.get(SNAPSHOT));
    if (!kept) return this.#forget("gone");
    const { status, said } = await this.#send("classes", { snapshot: kept.snapshot });
    if (status === 201) {
      this.#forgetLessons();
      this.#events?.reconnect();
      this.#tell();
    } else if (status === 410) this.#forget("over");
    else if (status === 409) this.#forget("taken");
    else if (status) this.#fail(said.error === "rooms" ? "rooms" : "refused", said.message);
  }

  // Snapshots, in case the server stops

  // A steady flow of votes does not postpone a snapshot.
  /** @param {"state" | "count"} news */
  #scheduleSnapshot(news) {
    if (this.#keeping && news === "count") return;
    clearTimeout(this.#keeping);
    // Spread out, so that other tabs find it done.
    this.#keeping = setTimeout(() => void this.#keep(), KEEP_MS[news] * (0.5 + Math.random()));
  }

  async #keep() {
    this.#keeping = undefined;
    await inTurn(async () => {
      const { state, count } = this;
      const code = this.opened?.code;
      // Another tab may have ended the class, or opened another, without this one knowing yet.
      const isOpen = () => this.opened?.code === code && readStoredClass(this.#kept.get(NAME))?.code === code;
      const isDone = () => !state || isStored(readKept(this.#kept.get(SNAPSHOT)), state.version, count.votes);
      if (!state || !code || !isOpen() || isDone()) return;
      const snapshot = await this.get("/snapshot");
      if (!snapshot || !isOpen() || isDone()) return;
      this.#kept.set(SNAPSHOT, JSON.stringify({ version: state.version, votes: count.votes, snapshot }));
    });
  }

  // Moving the class

  // Move to a step of a lesson. If moves come faster than they can be sent, only the last one counts.
  /** @param {Where} where */
  move(where) {
    if (!this.opened || !this.#claim()) return;
    const last = this.#wanted ?? this.#last;
    if (
      last &&
      last.data === where.data &&
      last.step === where.step &&
      last.isTold === where.isTold &&
      last.text === where.text
    )
      return;
    this.#wanted = where;
    this.#moving = this.#moving.then(() => this.#moveOn());
  }

  async #moveOn() {
    const where = this.#wanted;
    this.#wanted = null;
    if (!where || !this.isLed) return;
    this.#last = where;
    const moved = async () => {
      if (!where.data) return this.#send(this.#path("/move"), { text: where.text });
      const lesson = await this.uploadLesson(where.data);
      return lesson ? this.#send(this.#path("/move"), { lesson, step: where.step, told: where.isTold }) : null;
    };
    let answer = await moved();
    if (answer?.status === 409 && answer.said.error === "lesson") {
      this.#forgetLessons(); // the class was restored without its lessons
      answer = await moved();
    }
    if (answer?.status === 200) return;
    this.#last = null;
    if (answer) this.#note(answer);
  }

  /** Upload a lesson to the class; resolves with its name there. @param {Lesson} data @returns {Promise<string>} */
  uploadLesson(data) {
    const found = this.#handed.get(data);
    if (found) return found;
    // Without its starting step: after a reload it is the same lesson.
    const sent = { ...data, step: 0, code: null, curves: null };
    const key = textHash(JSON.stringify(sent));
    const address = `${location.pathname.split("/").pop() ?? ""}${location.search}`;
    const handing =
      this.#names.get(key) ??
      this.#send(this.#path("/lesson"), { language: this.language, address, data: sent }).then((answer) => {
        if (answer.status === 201) return answer.said.lesson;
        this.#names.delete(key);
        this.#handed.delete(data);
        this.#note(answer);
        return "";
      });
    this.#names.set(key, handing);
    this.#handed.set(data, handing);
    void handing.then((name) => {
      if (!name) return;
      this.#known.set(data, name);
      this.#tell();
    });
    return handing;
  }

  /** Return the name of a lesson in the class; empty if it is not there yet. @param {Lesson} data */
  nameOf(data) {
    return this.#known.get(data) ?? "";
  }

  /** @param {string} mode */
  inMode(mode) {
    return this.#do("/mode", { mode });
  }

  /** Note the step that a question being sent is about; null for none. @param {Lesson | null} data @param {number} step */
  asks(data, step) {
    this.#asking = data && { data, step };
    this.#tell();
  }

  // Return whether to hide what comes after a step: true while it is asked about, false once revealed, null otherwise.
  /** @param {Lesson} data @param {number} step */
  keeps(data, step) {
    if (!this.mayLead) return null;
    if (this.#asking?.data === data && this.#asking.step === step) return true;
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
    this.#press();
    this.#tell();
    await this.#moving;
    await this.#moving; // moves that were queued meanwhile
    const sum = textHash(JSON.stringify(question));
    if (this.#trying?.sum !== sum) this.#trying = { sum, id: crypto.getRandomValues(new Uint32Array(3)).join("-") };
    const title = document.title.slice(0, LONGEST_TITLE);
    const isAsked = await this.#do("/question", { do: "ask", question: { title, ...question, id: this.#trying.id } });
    if (isAsked) this.#trying = null;
    return isAsked;
  }

  /** @param {Turn} turn */
  turn(turn) {
    const number = this.question?.number;
    return number && !this.isWaiting ? this.#do("/question", { do: turn, number }) : Promise.resolve(false);
  }

  #press() {
    this.isBusy = true;
    this.#pressedAt = pointOf(this.question);
    return (this.#presses += 1);
  }

  /** @param {string} path @param {object} sent */
  async #do(path, sent) {
    const press = this.#press();
    const said = await this.#post(this.#path(path), sent);
    // The state may arrive before the response, and the next press between them: that press waits for its own response.
    if (press === this.#presses) this.isBusy = false;
    if (said) {
      this.#due = Math.max(this.#due, said.version);
      this.#dueUntil = Date.now() + ANSWERED_MS;
      this.#fail("");
    }
    this.#tell();
    return said !== null;
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

  /** Remove phones, or let them back in. @param {{do: "remove" | "restore", phone?: string, source?: number}} sent */
  moveSeats(sent) {
    return this.#post(this.#path("/seats"), sent);
  }

  /** @param {string} path @param {object} sent @returns {Promise<{status: number, said: any}>} Status 0: unreachable. */
  async #send(path, sent) {
    try {
      return await postJson(urlOf(path), sent, this.opened ? this.#headers() : {});
    } catch {
      return { status: 0, said: {} };
    }
  }

  /** Return the server's response; null if it refuses, which is reported. @param {string} path @param {object} sent */
  async #post(path, sent) {
    const answer = await this.#send(path, sent);
    if (answer.status === 200 || answer.status === 201) return answer.said;
    this.#note(answer);
    return null;
  }

  /** @param {{status: number, said: any}} answer */
  #note({ status, said }) {
    if (!status) return this.#fail("noServer");
    if (said.error === "none") return void this.#restoreClass();
    const known = /** @type {Problem[]} */ (["rooms", "opened", "taken", "questions", "late"]);
    this.#fail(known.find((name) => name === said.error) ?? PROBLEMS[said.error] ?? "refused", said.message);
  }

  /** Report that the server did not answer. */
  handleUnreachable() {
    this.#fail("noServer");
  }

  /** @param {Problem | ""} problem */
  #fail(problem, detail = "") {
    this.problem = problem;
    this.detail = detail;
    this.#tell();
  }
}

// Keep a snapshot, or end the class, while no other tab of this browser does either: a class that is over has none.
// Browsers have locks on secure pages only; elsewhere the server refuses a snapshot that comes too late.
/** @template T @param {() => Promise<T>} work @returns {Promise<T>} */
const inTurn = (work) => (navigator.locks ? navigator.locks.request("keep or end the class", work) : work());

/** Return a secret that cannot be guessed. */
const newSecret = () =>
  [...crypto.getRandomValues(new Uint8Array(32))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** Return the state of a class's question, as text to compare. @param {ClassState["question"]} question */
const pointOf = (question) => (question ? `${question.number} ${question.phase} ${question.ballot}` : "");

/** Resolve a path relative to the app: every page is directly below it. @param {string} path */
const urlOf = (path) => new URL(path, document.baseURI).href;

/** @type {(text: string | null) => any} */
function parsed(text) {
  try {
    return JSON.parse(text ?? "null");
  } catch {
    return null;
  }
}

/** @type {(text: string | null) => Opened | null} */
function readStoredClass(text) {
  const found = parsed(text);
  const isOne = typeof found?.code === "string" && typeof found.secret === "string" && Array.isArray(found.join);
  return isOne ? { ...found, join: found.join.map(String) } : null;
}

/** @type {(text: string | null) => {version: number, votes: number, snapshot: unknown} | null} */
function readKept(text) {
  const found = parsed(text);
  return found && typeof found.version === "number" && found.snapshot ? found : null;
}

/** @type {OpenClass | undefined} */ let one;

/** Return the class of this browser. */
export const openClass = () => (one ??= new OpenClass());
