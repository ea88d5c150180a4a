import assert from "node:assert/strict";
import { test } from "node:test";

import { roomOf } from "../../ui/player/room.js";
import { columnsFor, typeFor } from "../../ui/player/screen.js";

/** @type {any} */ const BARE = { places: [], changed: [], board: [], morePairs: "", words: [] };
/** @type {[string, string, number, number][]} */ const TOKENS = [
  ["a", "a", 0, 0],
  ["long", "l", 1, 1],
];

test("a lesson has the room of its longest sentences, widest word and longest list", () => {
  const row = { label: "", hits: [], fresh: [], before: "", after: "" };
  const pair = { pair: [1, 1] };
  const frames = [
    { ...BARE, done: "one as long", next: "a longer one", words: [{ ...row, tokens: [0, 0] }], board: [pair] },
    { ...BARE, done: "a longer one", next: "short", words: [{ ...row, tokens: [1, 1, 1] }], morePairs: "more" },
  ];
  /** @type {any} */ const lesson = { frames, tokens: TOKENS, hex: [], spoken: {}, labels: {} };
  const room = roomOf({ lesson, notation: "symbols" });
  assert.deepEqual(room.texts, [["a longer one", "one as long"], ["a longer one"]]);
  assert.equal(room.rowEms, Math.ceil(3 * (1 + 4 * 0.6)));
  assert.equal(room.labelEms, 3.2);
  frames[1].words[0].label = "12,345,678 ×";
  assert.ok(roomOf({ lesson, notation: "symbols" }).labelEms > 5);
  assert.equal(room.pairEms, Math.ceil(2 * (1 + 4 * 0.6)));
  assert.deepEqual([room.rows, room.words], [1, 1]);
  assert.ok(roomOf({ lesson, notation: "text" }).rowEms < room.rowEms);
});

test("type fills the screen, and is never too small to read", () => {
  assert.equal(typeFor(3840, 2160), 3 * typeFor(1280, 720));
  assert.ok(typeFor(1024, 768) < typeFor(1280, 768));
  assert.ok(typeFor(100, 100) >= 8);
});

test("many words get columns, few get large type, and what has no room is left out", () => {
  assert.deepEqual(columnsFor(5, 0, 8, 25, 25), { columns: 1, size: 25 / (8 + 4.2), shown: 5 });
  const many = columnsFor(26, 0, 20, 40, 26);
  assert.ok(many.columns === 2 && many.size > 0.6 && many.shown === 26);
  const most = columnsFor(400, 0, 20, 40, 26);
  assert.ok(most.shown < 400 && most.shown > 10);
});
