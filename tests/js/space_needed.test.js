import assert from "node:assert/strict";
import { test } from "node:test";

import { symbolWidth, wordCuts, spaceNeeded } from "../../ui/player/space_needed.js";
import { fitColumns, countLines, fitRows, typeSizeFor } from "../../ui/player/presentation_fit.js";

/** @type {any} */ const BARE = { places: [], changed: [], candidates: [], morePairs: 0, words: [] };
/** @type {[string, string, number, number][]} */ const TOKENS = [
  ["a", "a", 0, 0],
  ["long", "l", 1, 1],
];

test("a lesson reserves room for its longest sentences, widest word and longest list", () => {
  const row = { label: "", hits: [], fresh: [], before: "", after: "" };
  const pair = { pair: [1, 1], tally: "in 2 words" };
  const frames = [
    { ...BARE, done: "the start", next: "has its own room", words: [{ ...row, tokens: [0, 0] }], candidates: [pair] },
    { ...BARE, done: "short", next: "one as long" },
    { ...BARE, done: "a longer one", next: "short", words: [{ ...row, tokens: [1, 1, 1] }], morePairs: 2 },
  ];
  /** @type {any} */ const lesson = { frames, tokens: TOKENS, hex: [], spoken: {}, labels: {} };
  const room = spaceNeeded({ lesson, notation: "symbols" });
  assert.deepEqual(room.texts, [
    ["a longer one", "short"],
    ["short", "one as long"],
  ]);
  assert.equal(room.rowEms, Math.ceil(3 * (1 + 4 * 0.6)));
  assert.equal(room.labelEms, 3.2);
  assert.equal(room.tally, 10);
  assert.equal(room.hasSums, false);
  pair.tally = "15 ÷ (15 × 36)";
  assert.equal(spaceNeeded({ lesson, notation: "symbols" }).hasSums, true);
  frames[2].words[0].label = "12,345,678 ×";
  assert.ok(spaceNeeded({ lesson, notation: "symbols" }).labelEms > 5);
  assert.equal(room.pairEms, Math.ceil(2 * (1 + 4 * 0.6)));
  assert.deepEqual([room.rows, room.words], [1, 1]);
  assert.ok(spaceNeeded({ lesson, notation: "text" }).rowEms < room.rowEms);
});

test("a symbol's prefix takes six tenths of the room of letters, but number signs in text do not", () => {
  const texts = ["##n", "n", "##", "###"];
  /** @type {any} */ const lesson = { tokens: texts.map((text, id) => [text, text, id, id]), labels: {} };
  const widths = texts.map((_, number) => symbolWidth({ lesson, notation: "text" }, number).toFixed(2));
  assert.deepEqual(widths, ["1.32", "0.60", "1.20", "1.32"]);
});

test("a character’s tokens stay on one line, with room for the character before them", () => {
  const row = { label: "", before: "", after: "", fresh: [], tokens: [0, 1, 1], groups: [[1, 3, "ab"]] };
  const frame = (/** @type {number[]} */ hits) => ({ ...BARE, words: [{ ...row, hits }] });
  /** @type {any} */ const lesson = { frames: [frame([]), frame([1]), frame([0])], tokens: TOKENS };
  const [token, letter] = [1.6, 2.2];
  assert.deepEqual(wordCuts({ lesson, notation: "text" }), [
    [[token, letter + 2 * token], [token, letter + 2 * token], [2 * token + letter + token]],
  ]);
});

test("type fills the screen in the lines and columns that the words need", () => {
  assert.equal(typeSizeFor(3840, 2160), 3 * typeSizeFor(1280, 720));
  assert.ok(typeSizeFor(1024, 768) < typeSizeFor(1280, 768));
  assert.ok(typeSizeFor(100, 100) >= 8);
  assert.equal(countLines([2, 2, 2], 6), 1);
  assert.equal(countLines([2, 2, 2, 2], 6), 2);
  assert.equal(countLines([4, 4, 4], 6), 3);
  assert.equal(countLines([2, 13], 6), 4);
  const words = (/** @type {number} */ count) => Array.from({ length: count }, () => [[2, 2], [3]]);
  assert.deepEqual(fitColumns(words(5), { label: 2, width: 25, height: 27 }), {
    columns: 1,
    size: 2.4,
    lines: [1, 1, 1, 1, 1],
    shown: 5,
  });
  const many = fitColumns(words(26), { label: 2, width: 40, height: 26 });
  assert.ok(many.columns > 1 && many.size >= 1 && many.shown === 26);
  const most = fitColumns(words(400), { label: 2, width: 40, height: 26 });
  assert.ok(most.size >= 1 && most.shown < 400 && most.shown > 10);
  const long = fitColumns([[Array(30).fill(2)]], { label: 2, width: 25, height: 25 });
  assert.ok(long.size > 1.4 && long.lines[0] > 2);
  assert.deepEqual(fitColumns([[[5, 5, 5]]], { label: 2, width: 27, height: 25 }).lines, [1]);
});

test("as many candidates are shown as fit in two lines each; if not all, one fewer and a note", () => {
  assert.deepEqual(fitRows(5, 25, 1), { height: 5, shown: 5 });
  assert.deepEqual(fitRows(12, 25, 1), { height: 3, shown: 7 });
  assert.ok(fitRows(12, 25, 2).shown < 7);
  assert.equal(fitRows(6, 7.8, 1, 2).shown, 3); // three rows of 2 leave room for a line
});
