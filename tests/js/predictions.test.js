import assert from "node:assert/strict";
import { test } from "node:test";

import { Predictions } from "../../ui/player/predictions.js";

const RIGHT = { row: 0, right: true, verdict: "Right!" };
const WRONG = { row: 2, right: false, verdict: "Not this one." };

test("there is no score before the first prediction, and looking at the answer is not one", () => {
  const predictions = new Predictions();
  assert.equal(predictions.score(), null);
  predictions.answer(0, null);
  assert.equal(predictions.has(0), true);
  assert.equal(predictions.get(0), null);
  assert.equal(predictions.score(), null);
});

test("the score counts right answers and questions", () => {
  const predictions = new Predictions();
  predictions.answer(0, RIGHT);
  predictions.answer(1, null);
  predictions.answer(2, WRONG);
  assert.deepEqual(predictions.score(), { right: 1, asked: 2 });
  assert.equal(predictions.get(2), WRONG);
});

test("the first answer counts", () => {
  const predictions = new Predictions();
  predictions.answer(0, WRONG);
  predictions.answer(0, RIGHT);
  assert.deepEqual(predictions.score(), { right: 0, asked: 1 });
});

test("another lesson starts without answers", () => {
  const predictions = new Predictions();
  predictions.answer(0, RIGHT);
  predictions.clear();
  assert.equal(predictions.has(0), false);
  assert.equal(predictions.score(), null);
});
