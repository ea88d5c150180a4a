import assert from "node:assert/strict";
import { test } from "node:test";

import { characterFrames, spokenSentence, sentence, spokenToken, tokenText } from "../../ui/player/token_text.js";

/** @type {any} */ const lesson = {
  tokens: [
    ["Ġi", "·i", 300, 0],
    ["s", "s", 115, 0],
    ["Ġis", "·is", null, null],
  ],
  hex: ["20 69", "73", "20 69 73"],
  spoken: { 0: "space i", 2: "space is" },
  labels: { pair: "“{left}” + “{right}”", idPair: "({left}, {right})" },
};
const MERGE = "Next: \ue0000 1\ue001, in “\ue0002\ue001” 2 times";

test("tokens and pairs are written and named in each notation", () => {
  /** @type {(notation: any) => string[]} */
  const all = (notation) => [0, 1, 2].map((number) => tokenText({ lesson, notation }, number));
  assert.deepEqual(all("text"), ["·i", "s", "·is"]);
  assert.deepEqual(all("symbols"), ["Ġi", "s", "Ġis"]);
  assert.deepEqual(all("hex"), ["20 69", "73", "20 69 73"]);
  assert.deepEqual(all("ids"), ["300", "115", "·is"]);
  assert.equal(sentence({ lesson, notation: "text" }, MERGE), "Next: “·i” + “s”, in “·is” 2 times");
  assert.equal(sentence({ lesson, notation: "ids" }, MERGE), "Next: (300, 115), in “·is” 2 times");
  assert.equal(sentence({ lesson, notation: "hex" }, "No 5 {left}"), "No 5 {left}");
});

test("in a sentence, the parts of a pair and right-to-left words are isolated", () => {
  /** @type {any} */ const arabic = {
    ...lesson,
    tokens: [
      ["Ø§", "ا", 300, 0],
      ["ÙĦ", "ل", 301, 0],
      ["Ø§ÙĦ", "ال", null, null],
    ],
    spoken: {},
  };
  const spoken = "Next: “\u2068ا\u2069” + “\u2068ل\u2069”, in “\u2068ال\u2069” 2 times";
  for (const write of [sentence, spokenSentence]) {
    assert.equal(write({ lesson: arabic, notation: "text" }, MERGE), spoken);
    assert.equal(write({ lesson: arabic, notation: "ids" }, MERGE), "Next: (300, 301), in “\u2068ال\u2069” 2 times");
  }
});

test("each token of a group is inside the group's frame", () => {
  /** @type {[number, number, string][]} */ const groups = [
    [1, 3, "đ"],
    [3, 6, "ấ"],
  ];
  const frames = characterFrames(groups);
  assert.deepEqual(
    [0, 1, 2, 3, 4, 5, 6].map((place) => frames.get(place)?.[2]),
    [undefined, "đ", "đ", "ấ", "ấ", "ấ", undefined],
  );
  assert.equal(characterFrames(undefined).size, 0);
});

test("spaces are named and numbers read aloud", () => {
  assert.equal(spokenSentence({ lesson, notation: "symbols" }, MERGE), "Next: “space i” + “s”, in “space is” 2 times");
  assert.equal(spokenSentence({ lesson, notation: "ids" }, MERGE), "Next: (300, 115), in “space is” 2 times");
  assert.equal(spokenToken({ lesson, notation: "hex" }, 0), "20 69");
});
