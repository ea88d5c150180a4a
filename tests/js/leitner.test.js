import assert from "node:assert/strict";
import { test } from "node:test";

import { afterAnswer, dueExercises } from "../../ui/components/progress/leitner.js";

const DAY = 24 * 60 * 60;

test("right answers move up a box, wrong ones back to the first, and exercises never missed are in none", () => {
  assert.deepEqual(afterAnswer(undefined, false, 5), [1, 5]);
  assert.deepEqual(afterAnswer([1, 5], true, 9), [2, 9]);
  assert.deepEqual(afterAnswer([4, 5], true, 9), [5, 9]);
  assert.deepEqual(afterAnswer([3, 5], false, 9), [1, 9]);
  assert.equal(afterAnswer(undefined, true, 5), null);
});

test("missed exercises come before others, from later boxes after more days", () => {
  const parts = ["a", "a/2", "b"];
  assert.equal(dueExercises(parts, {}, 2, 0), "a");
  assert.equal(dueExercises(parts, { "a/2": [1, 5] }, 2, 5), "a/2");
  for (const [box, days] of [
    [2, 1],
    [3, 3],
    [4, 7],
  ]) {
    assert.equal(dueExercises(parts, { b: [box, 5] }, 2, 4 + days * DAY), "a");
    assert.equal(dueExercises(parts, { b: [box, 5] }, 2, 5 + days * DAY), "b");
  }
  assert.equal(dueExercises(parts, { b: [5, 5] }, 2, 100 * DAY), "a");
  assert.equal(dueExercises(parts, { a: [2, 0], b: [1, 3], "a/2": [1, 2] }, 0, 9 * DAY), "a/2");
});

test("of what was never missed, the exercises before neighbouring chapters are from different ones", () => {
  const chapters = Array.from({ length: 34 }, (_, at) => {
    const earlier = Array.from({ length: at + 1 }, (_, chapter) => [`${chapter}`, `${chapter}/2`, `${chapter}/3`]);
    return dueExercises(earlier.flat(), {}, at + 1, 0).replace(/\/.*/, "");
  });
  const neighbours = chapters.filter((chapter, at) => at > 2 && chapter === chapters[at - 1]);
  assert.deepEqual(neighbours, []);
  assert.ok(new Set(chapters).size >= 17);
});

test("missed exercises return oldest first, a different one in each chapter, none twice in a row", () => {
  // Of many chapters with two exercises each, the first exercise of every one is missed.
  /** @type {Record<string, [number, number]>} */ const boxes = {};
  /** @type {string[]} */ let asked = [];
  for (let place = 1; place < 34; place++) {
    boxes[`c${place - 1}`] = [1, place];
    const earlier = Array.from({ length: place }, (_, at) => [`c${at}`, `c${at}/2`]).flat();
    asked = [...asked, dueExercises(earlier, boxes, place, 99, asked)];
  }
  assert.deepEqual(asked, Object.keys(boxes)); // each comes once, in the order in which they were missed
  // With two left they alternate; the only one that is left comes every other time.
  const [one, other] = ["a", "b"];
  const two = { a: /** @type {[number, number]} */ ([1, 1]), b: /** @type {[number, number]} */ ([1, 2]) };
  assert.equal(dueExercises(["a", "b", "c"], two, 5, 9, [one, other]), "a");
  assert.equal(dueExercises(["a", "b", "c"], two, 5, 9, [other, one]), "b");
  assert.notEqual(dueExercises(["a", "b", "c"], { a: [1, 1] }, 3, 9, [one]), "a");
  assert.equal(dueExercises(["a"], { a: [1, 1] }, 3, 9, [one]), "a"); // there is no other
});
