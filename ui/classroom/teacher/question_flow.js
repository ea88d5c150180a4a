// How a question to a class proceeds, and how questions are made. Needs neither a server nor a screen.

/** @import {CutPositions, Frame, Lesson} from "../../lessons/contract" */
/** @import {QuestionToAsk, TeacherQuestion} from "./contract" */
/** @typedef {"show" | "again" | "reveal" | "on"} QuestionAction */

const BALLOTS = 2;
export const ANSWER_LIMITS = [2, 6];
const MAX_PAIRS = 40;

/** @type {Record<TeacherQuestion["phase"], QuestionAction | null>} What a press does in each phase. */
const NEXT = { open: "show", shown: "reveal", revealed: "on", over: null };

/** @typedef {Pick<TeacherQuestion, "phase"> & Partial<Pick<TeacherQuestion, "right" | "solution">>} QuestionPhase */

/** Whether there is anything to reveal: a poll without an explanation has nothing. @param {QuestionPhase} question */
const hasAnswer = ({ right, solution }) => right?.length !== 0 || Boolean(solution);

/** Return the next action of a question. @param {QuestionPhase} question */
export const nextAction = (question) =>
  NEXT[question.phase] === "reveal" && !hasAnswer(question) ? "on" : NEXT[question.phase];

// Return what a press back does: withdraw an open vote, or vote again on one that is shown.
/** @type {(question: Pick<TeacherQuestion, "phase" | "ballot">) => QuestionAction | null} */
export function previousAction({ phase, ballot }) {
  if (phase === "shown") return ballot < BALLOTS ? "again" : null;
  if (phase === "open") return ballot === 1 ? "on" : null;
  return phase === "revealed" ? "on" : null;
}

// Return the actions that a question allows, the usual one first.
/** @type {(question: QuestionPhase & Pick<TeacherQuestion, "ballot">) => QuestionAction[]} */
export function availableActions(question) {
  const { phase, ballot } = question;
  if (phase === "open") return ["show", "on"];
  if (phase === "shown") {
    const again = /** @type {QuestionAction[]} */ (ballot < BALLOTS ? ["again"] : []);
    return hasAnswer(question) ? ["reveal", ...again, "on"] : ["on", ...again];
  }
  return phase === "revealed" ? ["on"] : [];
}

/** @typedef {Omit<QuestionToAsk, "letters"> & {lesson: string, step: number, size: number}} PairQuestion */

// Return the question which pair is next; null if there is no choice. `name` formats a pair.
/** @type {(frame: Frame | undefined, lesson: string, step: number, language: string, name: (text: string) => string) => PairQuestion | null} */
export function pairQuestion(frame, lesson, step, language, name) {
  const board = frame?.candidates.slice(0, MAX_PAIRS) ?? [];
  const right = board.flatMap(({ winner, tied }, row) => (winner || tied ? [row] : []));
  if (board.length < 2 || !right.length) return null;
  const options = board.map((row) => name(row.name));
  return {
    ...{ kind: /** @type {const} */ ("pair"), lesson, step, size: board.length, right },
    told: { [language]: { text: "", options, why: [], solution: "" } },
  };
}

/** Return the step at which a slide begins; its link may name none. @type {(linkedStep: number, lesson: Pick<Lesson, "step" | "steps">) => number} */
export const slideStep = (linkedStep, { step, steps }) => Math.min(linkedStep < 0 ? step : linkedStep, steps);

// Return a slide's question, with the pairs of the step or the word of the lesson if it needs them; null if they are
// missing.
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
  const texts = Object.entries(told).map(([language, text]) => [language, { ...text, options }]);
  return { ...pair, told: Object.fromEntries(texts) };
}

/** @typedef {{text: string, answers: string[], right: number, solution: string}} Draft A teacher's own question while it is typed; `right` is -1 for none. */

// Return a teacher's own question without empty fields; null if its text or two answers are missing.
/** @type {(draft: Draft, language: string) => QuestionToAsk | null} */
export function ownQuestion({ text, answers, right, solution }, language) {
  const filled = answers.map((answer, place) => ({ answer: answer.trim(), place })).filter(({ answer }) => answer);
  if (!text.trim() || filled.length < ANSWER_LIMITS[0]) return null;
  const place = filled.findIndex((one) => one.place === right);
  const localized = {
    text: text.trim(),
    options: filled.map(({ answer }) => answer),
    why: [],
    solution: solution.trim(),
  };
  return { kind: "choice", told: { [language]: localized }, letters: [], right: place < 0 ? [] : [place] };
}

/** Whether a question has a right answer. @param {Pick<TeacherQuestion, "right">} question */
export const hasRightAnswer = ({ right }) => right.length > 0;

// Whether a snapshot is as new as the server's state: at least its version, and its number of votes.
/** @type {(kept: {version: number, votes: number} | null, version: number, votes: number) => boolean} */
export const isStored = (kept, version, votes) =>
  kept !== null && (kept.version > version || (kept.version === version && kept.votes >= votes));

/** Format a duration. @param {number} seconds */
export function formatDuration(seconds) {
  const total = Math.max(0, Math.floor(seconds));
  return `${Math.floor(total / 60)}:${String(total % 60).padStart(2, "0")}`;
}

/** Format a code in groups, for reading aloud. @param {string} code */
export const spacedCode = (code) => code.replace(/(\d{3})(?=\d)/g, "$1\u00a0");

/** Return a hash of a text. @param {string} text */
export function textHash(text) {
  let [first, second] = [0xdeadbeef, 0x41c6ce57];
  for (let place = 0; place < text.length; place++) {
    const code = text.charCodeAt(place);
    first = Math.imul(first ^ code, 2654435761);
    second = Math.imul(second ^ code, 1597334677);
  }
  return `${first >>> 0} ${second >>> 0} ${text.length}`;
}
