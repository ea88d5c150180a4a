import assert from "node:assert/strict";
import { test } from "node:test";

import { answerTo, keptAnswer, nextSeed, otherDraw } from "../../ui/course/browser/draws.js";

/** Draws with these texts. @param {string} texts @returns {any} */
const draws = (texts) => [...texts].map((text) => ({ text }));

test("the next seed gives different values, and another draw is one not seen before", () => {
  assert.equal(nextSeed([draws("abc"), draws("x")], 0), 1);
  assert.equal(nextSeed([draws("aabc"), draws("xyyz")], 0), 2); // the first one would stay
  assert.equal(nextSeed([draws("abca")], 2), 3);
  assert.equal(nextSeed([draws("abca")], 3), 1); // past the end, the first is the same again
  assert.equal(nextSeed([draws("aaa")], 1), 2); // there is no other one
  assert.equal(otherDraw(draws("abcde"), 1, ["a", "c"]).text, "b");
  assert.equal(otherDraw(draws("abcde"), 20, ["a", "b"]).text, "c");
  assert.equal(otherDraw(draws("a"), 3, ["a"]).text, "a");
});

test("an answer belongs to the draw for which it was typed", () => {
  assert.equal(answerTo(keptAnswer("5", 3), 3), "5");
  assert.equal(answerTo(keptAnswer("5", 3), 0), "");
  assert.equal(answerTo(keptAnswer("5", 0), 0), "5");
  assert.equal(answerTo("5", 0), "5"); // as it was kept before
  assert.equal(answerTo("5", 1), "");
  assert.equal(answerTo(undefined, 0), "");
});
