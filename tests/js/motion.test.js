import assert from "node:assert/strict";
import { test } from "node:test";

import { tokensAfterMerge } from "../../ui/player/motion.js";

/** @param {number[]} tokens @param {number[]} hits */
const word = (tokens, hits = []) => ({ label: "", tokens, hits, fresh: [], before: "", after: "" });

test("two tokens of a word become one, and their neighbours stay", () => {
  assert.deepEqual(tokensAfterMerge(word([1, 2, 3, 4], [1]), word([1, 9, 4])), [[0], [1, 2], [3]]);
  assert.deepEqual(tokensAfterMerge(word([1, 1, 1], [0]), word([9, 1])), [[0, 1], [2]]);
  assert.equal(tokensAfterMerge(word([1, 2, 3], [0]), word([9, 4])), null);
  assert.equal(tokensAfterMerge(word([1, 2, 3]), word([1, 2])), null);
});
