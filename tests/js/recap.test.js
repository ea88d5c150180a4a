import assert from "node:assert/strict";
import { test } from "node:test";

import { chapterProgress } from "../../ui/components/recap/recap.js";

const CHAPTER = { key: "bytes", title: "", href: "", texts: [], exercises: ["bytes", "bytes/2"] };
const NOTHING = { answers: {}, done: {}, boxes: {} };

test("a chapter is done with its last exercise, and comes back as long as it was missed", () => {
  assert.deepEqual(chapterProgress(CHAPTER, NOTHING), []);
  assert.deepEqual(chapterProgress(CHAPTER, { ...NOTHING, answers: { bytes: 1 }, done: { bytes: "10" } }), []);
  const done = { ...NOTHING, done: { bytes: "10", "bytes/2": "3" } };
  assert.deepEqual(chapterProgress(CHAPTER, done), ["done"]);
  assert.deepEqual(chapterProgress(CHAPTER, { ...done, boxes: { "bytes/2": [1, 9] } }), ["done", "missed"]);
  assert.deepEqual(chapterProgress(CHAPTER, { ...done, boxes: { "bytes/2": [5, 9] } }), ["done"]); // known by now
});

test("a chapter without exercises is done with its question", () => {
  const chapter = { ...CHAPTER, exercises: [] };
  assert.deepEqual(chapterProgress(chapter, { ...NOTHING, answers: { bytes: 0 } }), ["done"]);
});
