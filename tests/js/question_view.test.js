// What the teacher sees of a vote that is open.

import assert from "node:assert/strict";
import { test } from "node:test";

import { answeredText, rightText, runningTally } from "../../ui/classroom/teacher/question_view.js";

const TEXTS = { locale: "en", answered: "{count} of {here} answered", second: "Second vote" };

test("votes are counted as they arrive, including those of phones that left", () => {
  assert.equal(answeredText({ ballot: 1 }, { here: 24, votes: 21 }, TEXTS), "21 of 24 answered");
  assert.equal(answeredText({ ballot: 2 }, { here: 1200, votes: 3 }, TEXTS), "Second vote · 3 of 1,200 answered");
  assert.equal(answeredText({ ballot: 1 }, { here: 2, votes: 3 }, TEXTS), "3 of 3 answered");
  const count = { votes: 3, answers: { 0: 1, 2: 2 } };
  assert.deepEqual(runningTally({ kind: "choice", size: 4 }, count).counts, [1, 0, 2, 0]);
});

test("cuts are counted by whole answers, the most frequent first", () => {
  const count = { votes: 4, answers: { "": 1, 2: 2, "1,3": 1 } };
  const { counts, answers } = runningTally({ kind: "cut", size: 5 }, count);
  assert.deepEqual(
    [counts, answers],
    [
      [],
      [
        ["2", 2],
        ["", 1],
        ["1,3", 1],
      ],
    ],
  );
});

test("each of two votes says which one it is", () => {
  const texts = {
    ...{ locale: "en", wereRight: "Right answers: {count}.", rightOf: "{right} of {votes}", voteOf: "{vote}: {count}" },
    ...{ first: "First vote", second: "Second vote" },
  };
  const [first, second] = [
    { right: 1, votes: 2 },
    { right: 2, votes: 3 },
  ];
  assert.equal(rightText([first], texts), "Right answers: 1 of 2.");
  assert.equal(rightText([first, second], texts), "Right answers: First vote: 1 of 2 · Second vote: 2 of 3.");
});
