// The sentences about a text's tokens are true.

import assert from "node:assert/strict";
import { test } from "node:test";

import { surprise } from "../../ui/components/home/surprise.js";

// Each chunk with the ends of its tokens within it, in bytes; ids count on.
/** @param {...[string, ...number[]]} texts */
function chunks(...texts) {
  let [start, id] = [0, 0];
  return texts.map(([text, ...ends]) => {
    const begin = start;
    start += new TextEncoder().encode(text).length;
    const places = [...ends.map((end) => begin + end), start];
    return { text, tokens: places.map((end, at) => ({ id: id++, start: at ? places[at - 1] : begin, end })) };
  });
}

const ids = (/** @type {{id: number}[]} */ tokens) => tokens.map(({ id }) => id);

test("a word that occurs with and without a space comes first", () => {
  const found = surprise(chunks(["straw", 2], [","], [" straw"], [" Straw"]));
  assert.equal(found?.kind, "spaced");
  assert.equal(found.word, "straw");
  assert.deepEqual(ids(found.tokens), [3]);
  assert.deepEqual(ids("others" in found ? found.others : []), [0, 1]);
});

test("next comes a word in upper and lower case, both with or both without a space", () => {
  const found = surprise(chunks(["a"], [" Ada", 2], [" ada"]));
  assert.equal(found?.kind, "cased");
  assert.deepEqual([found.word, "other" in found && found.other], [" Ada", " ada"]);
  assert.equal(surprise(chunks(["Ada"], [" ada"])), null);
});

test("last comes a character of several tokens; other texts have no surprise", () => {
  const found = surprise(chunks(["a"], [" 🍓", 4], ["é"]));
  assert.equal(found?.kind, "cut");
  assert.equal(found.word, "🍓");
  assert.deepEqual(ids(found.tokens), [1, 2]);
  assert.equal(surprise([]), null);
  assert.equal(surprise(chunks(["one"], [" two"])), null);
  assert.equal(surprise(chunks(["1"], [" 1"], ["!"], [" !"])), null);
});
