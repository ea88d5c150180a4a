import assert from "node:assert/strict";
import { test } from "node:test";

import { reviewExercises, quizTitle, storedResult } from "../../ui/course/browser/review_quiz.js";

/** @type {any} */ const LABELS = { mixed: "{first}-{last}" };
const CHAPTERS = [..."abcdefgh"].map((key) => ({ key, exercises: 2 }));

test("a quiz follows every fourth chapter and the last ones", () => {
  const places = CHAPTERS.map((_, place) => quizTitle(CHAPTERS, place, LABELS));
  assert.deepEqual(places, ["", "", "", "1-4", "", "", "", "5-8"]);
  assert.equal(quizTitle([{ exercises: 0 }, ...CHAPTERS], 3, LABELS), "");
  const last = (/** @type {number} */ count) => quizTitle(CHAPTERS.slice(0, count), count - 1, LABELS);
  assert.deepEqual([6, 7, 8].map(last), ["5-6", "5-7", "5-8"]);
  assert.deepEqual(reviewExercises(CHAPTERS.slice(0, 6), 5, {}, 0, 9), ["e", "f/2", "e/2", "f"]);
  assert.equal(quizTitle(CHAPTERS.slice(0, 6), 4, LABELS), "");
});

test("a quiz has an exercise per chapter with a new seed, and at most two missed ones", () => {
  assert.deepEqual(reviewExercises(CHAPTERS, 3, {}, 0, 9), ["a", "b/2", "c", "d/2", "a/2"]);
  assert.deepEqual(reviewExercises(CHAPTERS, 7, {}, 1, 9), ["e/2", "f", "g/2", "h", "e"]);
  /** @type {Record<string, [number, number]>} */
  const boxes = { a: [1, 5], "b/2": [1, 5], c: [1, 5], "d/2": [5, 5], h: [1, 5] };
  assert.deepEqual(reviewExercises(CHAPTERS, 7, boxes, 1, 9), ["a", "b/2", "e/2", "f", "g/2"]);
  assert.deepEqual(reviewExercises(CHAPTERS, 3, { h: [1, 5] }, 0, 9), ["a", "b/2", "c", "d/2", "a/2"]); // of a later chapter
});

test("an invalid stored result is ignored", () => {
  assert.equal(storedResult("3/5", "{right} of {all}"), "3 of 5");
  for (const kept of [undefined, "", "x", "3/", "33/5"]) assert.equal(storedResult(kept, "{right} of {all}"), "");
});
