// What a press does to the question that is before a class, and how questions are made. Without a server or a screen.

/** @import {CutPositions, Frame, Lesson} from "../../lessons/contract" */
/** @import {QuestionToAsk, TeacherQuestion} from "./contract" */
/** @typedef {"show" | "again" | "reveal" | "on"} Turn */

export const BALLOTS = 2;
export const ANSWERS = [2, 6];
const MOST_PAIRS = 40;

/** @type {Record<TeacherQuestion["phase"], Turn | null>} One press at a time leads through a question. */
const NEXT = { open: "show", shown: "reveal", revealed: "on", over: null };

/** @typedef {Pick<TeacherQuestion, "phase"> & Partial<Pick<TeacherQuestion, "right" | "solution">>} Phased */

/** Whether there is anything to reveal: a poll without an explanation has nothing. @param {Phased} question */
const hasAnswer = ({ right, solution }) => right?.length !== 0 || Boolean(solution);

/** What comes next of a question. @param {Phased} question */
export const nextAction = (question) =>
  NEXT[question.phase] === "reveal" && !hasAnswer(question) ? "on" : NEXT[question.phase];

// What a press back does: an open vote is taken back, one that is shown is voted on again.
/** @type {(question: Pick<TeacherQuestion, "phase" | "ballot">) => Turn | null} */
export function previousAction({ phase, ballot }) {
  if (phase === "shown") return ballot < BALLOTS ? "again" : null;
  if (phase === "open") return ballot === 1 ? "on" : null;
  return phase === "revealed" ? "on" : null;
}

// What may be done with a question, the usual first.
/** @type {(question: Phased & Pick<TeacherQuestion, "ballot">) => Turn[]} */
export function availableActions(question) {
  const { phase, ballot } = question;
  if (phase === "open") return ["show", "on"];
  if (phase === "shown") {
    const again = /** @type {Turn[]} */ (ballot < BALLOTS ? ["again"] : []);
    return hasAnswer(question) ? ["reveal", ...again, "on"] : ["on", ...again];
  }
  return phase === "revealed" ? ["on"] : [];
}

/** @typedef {Omit<QuestionToAsk, "letters"> & {lesson: string, step: number, size: number}} PairQuestion */

// The question which pair is next; null where there is nothing to choose. `name` writes a pair.
/** @type {(frame: Frame | undefined, lesson: string, step: number, language: string, name: (text: string) => string) => PairQuestion | null} */
export function pairQuestion(frame, lesson, step, language, name) {
  const board = frame?.candidates.slice(0, MOST_PAIRS) ?? [];
  const right = board.flatMap(({ winner, tied }, row) => (winner || tied ? [row] : []));
  if (board.length < 2 || !right.length) return null;
  const options = board.map((row) => name(row.name));
  return {
    ...{ kind: /** @type {const} */ ("pair"), lesson, step, size: board.length, right },
    told: { [language]: { text: "", options, why: [], solution: "" } },
  };
}

/** The step that a place of a plan begins at; its link may name none. @type {(named: number, lesson: Pick<Lesson, "step" | "steps">) => number} */
export const slideStep = (named, { step, steps }) => Math.min(named < 0 ? step : named, steps);

// What a place of a plan asks, with the pairs of the step and the word of the lesson where it leaves these to them; null
// where they are not there.
/** @type {(asks: QuestionToAsk, pair: PairQuestion | null, cut: CutPositions | null) => QuestionToAsk | PairQuestion | null} */
export function plannedQuestion(asks, pair, cut) {
  const { kind, told, letters, right } = asks;
  if (kind === "choice") return asks;
  if (kind === "cut") {
    if (letters.length) return { kind, told, letters, right };
    return cut && { kind, told, letters: cut.letters, right: [cut.right] };
  }
  if (!pair) return null;
  const [{ options }] = Object.values(pair.told);
  const inAll = Object.entries(told).map(([language, one]) => [language, { ...one, options }]);
  return { ...pair, told: Object.fromEntries(inAll) };
}

/** @typedef {{text: string, answers: string[], right: number, solution: string}} Draft A teacher's own question, as it is typed; `right` -1 for none. */

// A teacher's own question; null while it lacks its text or two answers. Empty fields are left out.
/** @type {(draft: Draft, language: string) => QuestionToAsk | null} */
export function ownQuestion({ text, answers, right, solution }, language) {
  const kept = answers.map((answer, place) => ({ answer: answer.trim(), place })).filter(({ answer }) => answer);
  if (!text.trim() || kept.length < ANSWERS[0]) return null;
  const place = kept.findIndex((one) => one.place === right);
  const told = { text: text.trim(), options: kept.map(({ answer }) => answer), why: [], solution: solution.trim() };
  return { kind: "choice", told: { [language]: told }, letters: [], right: place < 0 ? [] : [place] };
}

/** Whether a question has a right answer at all. @param {Pick<TeacherQuestion, "right">} question */
export const hasRightAnswer = ({ right }) => right.length > 0;

// Whether what is kept of a class is as new as what the server tells: a version, and how many votes are in.
/** @type {(kept: {version: number, votes: number} | null, version: number, votes: number) => boolean} */
export const isStored = (kept, version, votes) =>
  kept !== null && (kept.version > version || (kept.version === version && kept.votes >= votes));

/** A duration as it is read. @param {number} seconds */
export function clock(seconds) {
  const whole = Math.max(0, Math.floor(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

/** A code as it is read aloud. @param {string} code */
export const spacedCode = (code) => code.replace(/(\d{3})(?=\d)/g, "$1\u00a0");

/** A number of a text, the same for the same text. @param {string} text */
export function textHash(text) {
  let [one, two] = [0xdeadbeef, 0x41c6ce57];
  for (let place = 0; place < text.length; place++) {
    const sign = text.charCodeAt(place);
    one = Math.imul(one ^ sign, 2654435761);
    two = Math.imul(two ^ sign, 1597334677);
  }
  return `${one >>> 0} ${two >>> 0} ${text.length}`;
}
