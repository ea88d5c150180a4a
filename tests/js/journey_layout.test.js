import assert from "node:assert/strict";
import { test } from "node:test";

import { leastColumn, leastRoom, mergeTree, textWidth, tokenStems } from "../../ui/player/journey_layout.js";

/** @import {Scene} from "../../ui/lessons/contract" */

/** @type {Scene["merges"]} "Token" as GPT-2 merges it: e+n, o+k, ok+en, T+oken, by their places. */
const TOKEN = [
  [3, 4, 5, "12", 80, 4],
  [1, 2, 3, "226", 80, 5],
  [1, 3, 5, "3,977", 80, 6],
  [0, 1, 5, "30,386", 80, 7],
];

/** @type {(kind: Scene["rows"][number]["kind"], cells: Scene["rows"][number]["cells"]) => Scene["rows"][number]} */
const row = (kind, cells) => ({ kind, title: kind, asks: "", note: "", step: 0, cells });

test("a merge is centred below its two parts, in order", () => {
  const tree = mergeTree({ merges: TOKEN });
  const x = (/** @type {string} */ name) => tree.get(name)?.x;
  assert.deepEqual([x("3 5"), x("1 3"), x("1 5"), x("0 5")], [4, 2, 3, 1.75]); // bytes have their middles at 0.5, 1.5 …
  assert.deepEqual(tree.get("1 5")?.parts, [tree.get("1 3"), tree.get("3 5")]);
  assert.deepEqual(tree.get("3 5")?.parts, [{ x: 3.5, y: 0 }, { x: 4.5, y: 0 }]); // prettier-ignore
  const all = [...mergeTree({ merges: TOKEN }).values()];
  for (const { y, parts } of all) assert.ok(parts.every((part) => part.y < y));
  const heights = all.map(({ y }) => y);
  assert.deepEqual(heights, [...heights].sort());
  assert.ok(heights[0] > 0 && heights[3] < 1);
});

test("independent merges are side by side if there are many", () => {
  // Eight letters that merge in pairs, the pairs in pairs, and these: 4, 2 and 1.
  /** @type {Scene["merges"]} */ const merges = [
    ...[0, 2, 4, 6].map((at) => /** @type {const} */ ([at, at + 1, at + 2, "1", null, at])),
    ...[0, 4].map((at) => /** @type {const} */ ([at, at + 2, at + 4, "2", null, 8 + at])),
    /** @type {const} */ ([0, 4, 8, "3", null, 20]),
  ].map((merge) => [...merge]);
  const heights = [...mergeTree({ merges }).values()].map(({ y }) => y);
  assert.equal(new Set(heights).size, 3);
  assert.equal(new Set(heights.slice(0, 4)).size, 1);
});

test("a token is attached to its last merge, or to its only byte", () => {
  const bytes = row(
    "bytes",
    Array.from({ length: 6 }, (_, at) => [at, at + 1, "00", null]),
  );
  const tokens = row("tokens", [[0, 5, "Token", 80], [5, 6, "!", 0]]); // prettier-ignore
  const stems = tokenStems({ rows: [bytes, tokens] }, mergeTree({ merges: TOKEN }));
  assert.deepEqual([stems[0].x, stems[1]], [1.75, { x: 5.5, y: 0, hue: 0 }]);
  // A method without merges, such as WordPiece, has no tree.
  assert.deepEqual(tokenStems({ rows: [tokens] }, mergeTree({ merges: [] })), []);
});

test("columns and type fit their texts", () => {
  const one = textWidth("a");
  assert.equal(textWidth("a\u0301"), one);
  assert.ok(textWidth("你") > 1.5 * one);
  assert.ok(textWidth("abc") > 2.5 * one && textWidth("abc") < 3.5 * one);
  const wide = leastRoom([[0, 5, "Token", 1]]);
  assert.ok(leastRoom([[0, 5, "Token", 1], [5, 6, "<unk>", 2]]) < wide / 3); // prettier-ignore
  assert.ok(Number.isFinite(leastRoom([])));
  const narrow = leastColumn({ rows: [row("tokens", [[0, 5, "Token", 1]])] });
  const digits = leastColumn({ rows: [row("ids", [[0, 1, "12345", 1]])] });
  assert.ok(digits > narrow);
  assert.ok(leastColumn({ rows: [row("tokens", [[0, 1, "<|endoftext|>", 1]])] }) <= 4);
});
