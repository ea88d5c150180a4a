// What a phone says of its own answer.

import assert from "node:assert/strict";
import { test } from "node:test";

import { verdictOf, votesText } from "../../ui/classroom/phone/question_panel.js";

/** @type {(phase: "open" | "shown" | "revealed", right: string[], mine: Record<string, string>) => ReturnType<typeof verdictOf>} */
const verdict = (phase, right, mine) =>
  verdictOf({
    question: { phase, ballot: 1, poll: !right.length, right: phase === "revealed" ? right : [] },
    ...{ mine, isUnsent: false, isLate: false },
  });

test("an answer is right or wrong, except in a poll", () => {
  assert.deepEqual(verdict("revealed", ["1"], { 1: "1" }), { look: "right", message: "isRight" });
  assert.deepEqual(verdict("revealed", ["1"], { 1: "0" }), { look: "wrong", message: "isWrong" });
  assert.deepEqual(verdict("shown", ["1"], { 1: "0" }), { look: "", message: "wait" });
  assert.deepEqual(verdict("shown", [], { 1: "0" }), { look: "", message: "noRight" });
  assert.deepEqual(verdict("revealed", [], { 1: "0" }), { look: "", message: "noRight" });
  assert.deepEqual(verdict("revealed", [], {}), { look: "", message: "noAnswer" });
});

test("each of two votes says which one it is", () => {
  const texts = {
    locale: "en",
    votes: "Votes: {count}",
    voteOf: "{vote}: {count}",
    first: "First",
    secondShort: "Second",
  };
  assert.equal(votesText([{ votes: 1200 }], texts), "Votes: 1,200");
  assert.equal(votesText([{ votes: 2 }, { votes: 3 }], texts), "First: 2 · Second: 3");
});
