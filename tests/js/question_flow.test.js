import assert from "node:assert/strict";
import { test } from "node:test";

import {
  previousAction,
  formatDuration,
  spacedCode,
  isStored,
  nextAction,
  ownQuestion,
  pairQuestion,
  slideStep,
  plannedQuestion,
  textHash,
  availableActions,
} from "../../ui/classroom/teacher/question_flow.js";

/** @import {CandidateRow, Frame} from "../../ui/lessons/contract" */
/** @typedef {"open" | "shown" | "revealed" | "over"} Phase */
/** @type {(phase: Phase, ballot?: number) => {phase: Phase, ballot: number}} */
const at = (phase, ballot = 1) => ({ phase, ballot });

test("presses lead from the vote to the result, with at most one second vote", () => {
  assert.deepEqual(
    /** @type {Phase[]} */ (["open", "shown", "revealed", "over"]).map((phase) => nextAction({ phase })),
    ["show", "reveal", "on", null],
  );
  const poll = { ...at("shown"), right: [], solution: "" };
  assert.equal(nextAction(poll), "on");
  assert.deepEqual(availableActions(poll), ["on", "again"]);
  assert.equal(nextAction({ ...poll, solution: "Libraries differ." }), "reveal");
  assert.equal(nextAction({ ...poll, right: ["0"] }), "reveal");
  assert.equal(previousAction(at("open")), "on");
  assert.equal(previousAction(at("open", 2)), null);
  assert.equal(previousAction(at("shown")), "again");
  assert.equal(previousAction(at("shown", 2)), null);
  assert.equal(previousAction(at("revealed")), "on");
});

test("the first button does the same as a press", () => {
  for (const phase of /** @type {Phase[]} */ (["open", "shown", "revealed"])) {
    for (const ballot of [1, 2]) assert.equal(availableActions(at(phase, ballot))[0], nextAction({ phase }));
  }
  assert.deepEqual(availableActions(at("shown")), ["reveal", "again", "on"]);
  assert.deepEqual(availableActions(at("shown", 2)), ["reveal", "on"]);
  assert.deepEqual(availableActions(at("over")), []);
});

/** @type {(name: string, is?: Partial<CandidateRow>) => CandidateRow} */
const row = (name, is) => ({
  ...{ pair: [], name, value: "", spoken: "", share: null, tally: "", winner: false, tied: false, verdict: "" },
  ...is,
});
/** @param {CandidateRow[]} board */
const frame = (board) => /** @type {Frame} */ (/** @type {unknown} */ ({ candidates: board }));

test("the winner is right, and so are pairs that tie with it", () => {
  const board = [row("p ug", { winner: true }), row("hug s", { tied: true }), row("b un")];
  assert.deepEqual(
    pairQuestion(frame(board), "name", 4, "vi", (text) => `“${text}”`),
    {
      ...{ kind: "pair", lesson: "name", step: 4, size: 3, right: [0, 1] },
      told: { vi: { text: "", options: ["“p ug”", "“hug s”", "“b un”"], why: [], solution: "" } },
    },
  );
});

test("nothing is asked if there is nothing to choose", () => {
  const asIs = (/** @type {string} */ text) => text;
  assert.equal(pairQuestion(undefined, "name", 0, "en", asIs), null);
  assert.equal(pairQuestion(frame([]), "name", 0, "en", asIs), null);
  assert.equal(pairQuestion(frame([row("a b", { winner: true })]), "name", 0, "en", asIs), null);
});

const TOLD = { text: "", options: [], why: [], solution: "As in the course." };

test("a planned question about pairs takes the step's pairs and its own words in each language", () => {
  const board = [row("p ug", { winner: true }), row("hug s")];
  const pair = pairQuestion(frame(board), "name", 4, "en", (text) => text);
  const told = { vi: { ...TOLD, text: "?" }, en: TOLD };
  assert.deepEqual(plannedQuestion({ kind: "pair", told, letters: [], right: [] }, pair, null), {
    ...{ kind: "pair", lesson: "name", step: 4, size: 2, right: [0] },
    told: {
      vi: { text: "?", options: ["p ug", "hug s"], why: [], solution: "As in the course." },
      en: { text: "", options: ["p ug", "hug s"], why: [], solution: "As in the course." },
    },
  });
  assert.equal(plannedQuestion({ kind: "pair", told, letters: [], right: [] }, null, null), null);
});

test("a slide asks about a word or starts at a step within the lesson", () => {
  const asks = { kind: /** @type {const} */ ("cut"), told: { en: TOLD }, letters: [], right: [] };
  const cut = { letters: ["u", "n", "h"], right: [2] };
  assert.deepEqual(plannedQuestion(asks, null, cut), { ...asks, letters: ["u", "n", "h"], right: [[2]] });
  assert.equal(plannedQuestion(asks, null, null), null);
  const own = { ...asks, letters: ["a", "b"], right: [[1]] };
  assert.deepEqual(plannedQuestion(own, null, cut), own);
  assert.equal(slideStep(4, { step: 0, steps: 7 }), 4);
  assert.equal(slideStep(40, { step: 0, steps: 7 }), 7);
  assert.equal(slideStep(-1, { step: 2, steps: 7 }), 2);
  assert.equal(slideStep(0, { step: 2, steps: 7 }), 0);
});

test("a custom question needs a text and two answers, and keeps the right one", () => {
  const draft = { text: " How many? ", answers: ["", "two ", " ", "three"], right: 3, solution: "" };
  const asked = ownQuestion(draft, "en");
  assert.deepEqual(asked?.told.en.options, ["two", "three"]);
  assert.equal(asked?.told.en.text, "How many?");
  assert.deepEqual(asked?.right, [1]);
  assert.deepEqual(ownQuestion({ ...draft, right: 0 }, "en")?.right, []); // that answer is empty
  assert.deepEqual(ownQuestion({ ...draft, right: -1 }, "en")?.right, []);
  assert.equal(ownQuestion({ text: " ", answers: ["a", "b"], right: 0, solution: "" }, "en"), null);
  assert.equal(ownQuestion({ text: "?", answers: ["a", " "], right: 0, solution: "" }, "en"), null);
});

test("stored state is compared by version, and durations, codes and hashes have their formats", () => {
  assert.equal(isStored(null, 1, 0), false);
  assert.equal(isStored({ version: 3, votes: 2 }, 3, 2), true);
  assert.equal(isStored({ version: 3, votes: 2 }, 3, 3), false);
  assert.equal(isStored({ version: 3, votes: 9 }, 4, 0), false);
  assert.equal(isStored({ version: 4, votes: 0 }, 3, 9), true);
  assert.equal(formatDuration(0.4), "0:00");
  assert.equal(formatDuration(61), "1:01");
  assert.equal(formatDuration(-2), "0:00");
  assert.equal(spacedCode("123456789"), "123\u00a0456\u00a0789");
  assert.equal(textHash("hug"), textHash("hug"));
  assert.notEqual(textHash("hug"), textHash("hgu"));
  assert.notEqual(textHash(""), textHash("\0"));
});
