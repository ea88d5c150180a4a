import assert from "node:assert/strict";
import { test } from "node:test";

import { afterAnswer, dueExercises } from "../../ui/components/progress/leitner.js";

const DAY = 24 * 60 * 60;

test("what is known moves on, what is missed goes back, and what was never missed is in no box", () => {
  assert.deepEqual(afterAnswer(undefined, false, 5), [1, 5]);
  assert.deepEqual(afterAnswer([1, 5], true, 9), [2, 9]);
  assert.deepEqual(afterAnswer([4, 5], true, 9), [5, 9]);
  assert.deepEqual(afterAnswer([3, 5], false, 9), [1, 9]);
  assert.equal(afterAnswer(undefined, true, 5), null);
});

test("what was missed comes before what is asked by turns, from the first box at once, from later ones later", () => {
  const parts = ["a", "a/2", "b"];
  assert.equal(dueExercises(parts, {}, 2, 0), "b"); // the fourteenth of three
  assert.equal(dueExercises(parts, { "a/2": [1, 5] }, 2, 5), "a/2");
  for (const [box, days] of [
    [2, 1],
    [3, 3],
    [4, 7],
  ]) {
    assert.equal(dueExercises(parts, { a: [box, 5] }, 2, 4 + days * DAY), "b");
    assert.equal(dueExercises(parts, { a: [box, 5] }, 2, 5 + days * DAY), "a");
  }
  assert.equal(dueExercises(parts, { a: [5, 5] }, 2, 100 * DAY), "b");
  assert.equal(dueExercises(parts, { a: [2, 0], b: [1, 3], "a/2": [1, 2] }, 0, 9 * DAY), "a/2");
});
