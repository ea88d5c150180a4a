import assert from "node:assert/strict";
import { test } from "node:test";

import { chapterProgress } from "../../ui/components/recap/recap.js";

const CHAPTER = { key: "bytes", part: 0, title: "", href: "", tiles: [], texts: [], exercises: ["bytes", "bytes/2"] };
const NOTHING = { answers: {}, done: {}, boxes: {} };

test("a chapter is either done or missed, by its last exercise or its question", () => {
  assert.equal(chapterProgress(CHAPTER, NOTHING), null);
  assert.equal(chapterProgress(CHAPTER, { ...NOTHING, answers: { bytes: 1 }, done: { bytes: "10" } }), null);
  const done = { ...NOTHING, done: { bytes: "10", "bytes/2": "3" } };
  assert.equal(chapterProgress(CHAPTER, done), "done");
  assert.equal(chapterProgress(CHAPTER, { ...done, boxes: { "bytes/2": [1, 9] } }), "missed");
  assert.equal(chapterProgress(CHAPTER, { ...NOTHING, boxes: { bytes: [1, 9] } }), "missed");
  for (const box of [2, 3, 4, 5])
    assert.equal(chapterProgress(CHAPTER, { ...done, boxes: { "bytes/2": [box, 9] } }), "done"); // right since
  const chapter = { ...CHAPTER, exercises: [] };
  assert.equal(chapterProgress(chapter, { ...NOTHING, answers: { bytes: 0 } }), "done");
});
