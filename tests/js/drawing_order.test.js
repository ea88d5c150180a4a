import assert from "node:assert/strict";
import { test } from "node:test";

import { drawingOrder, byteLength, tokensSharingBytes } from "../../ui/components/token_view/drawing_order.js";

/** @typedef {import("../../ui/components/contract").TokenPanel} Panel */

/**
 * A panel of tokens with these texts and bytes; everything else is empty.
 *
 * @param {Array<[string, string]>} tokens
 * @param {Partial<Panel>} more
 * @returns {Panel}
 */
function panel(tokens, more = {}) {
  let place = 0;
  const starts = tokens.map(([, hex]) => {
    const start = place;
    place += hex.split(" ").length;
    return start;
  });
  return {
    title: "",
    count: "",
    rate: "",
    first: 0,
    total: tokens.length,
    kinds: tokens.map(([text, hex]) => [1, text, hex, 0, ""]),
    tokens: tokens.map((_, number) => number),
    bytes: starts,
    symbols: [],
    said: {},
    characters: [],
    groups: [],
    gaps: [],
    cuts: [],
    ...more,
  };
}

test("tokens are drawn in order, and a line ends after the token that breaks it", () => {
  const lines = panel([
    ["a", "61"],
    ["↵\n", "0A"],
    ["b", "62"],
  ]);
  assert.deepEqual(drawingOrder(lines), [{ token: 0 }, { token: 1 }, { line: true }, { token: 2 }]);
});

test("skipped text is drawn before its token, and at the end", () => {
  const gaps = panel(
    [
      ["a", "61"],
      ["b", "62"],
    ],
    {
      gaps: [
        [1, " "],
        [2, "\t"],
      ],
    },
  );
  assert.deepEqual(drawingOrder(gaps), [{ token: 0 }, { gap: " " }, { token: 1 }, { gap: "\t" }]);
});

test("the parts of a character are a group, which contains the cuts inside it", () => {
  const parts = panel(
    [
      ["E6", "E6"],
      ["9D", "9D"],
      ["B1", "B1"],
      ["x", "78"],
    ],
    { groups: [[0, 3, "東"]], cuts: [0, 2, 3] },
  );
  assert.deepEqual(drawingOrder(parts), [
    { cut: true },
    { group: "東", parts: [{ token: 0 }, { token: 1 }, { cut: true }, { token: 2 }] },
    { cut: true },
    { token: 3 },
  ]);
});

test("the bytes of a token are counted from their hex", () => {
  const one = panel([
    ["é", "C3 A9"],
    ["", ""],
  ]);
  assert.deepEqual([byteLength(one, 0), byteLength(one, 1)], [2, 0]);
});

test("tokens of another panel correspond if they overlap in bytes", () => {
  const left = panel([
    ["ab", "61 62"],
    ["c", "63"],
  ]);
  const right = panel([
    ["a", "61"],
    ["bc", "62 63"],
  ]);
  assert.deepEqual(tokensSharingBytes(left, 0, right), [0, 1]);
  assert.deepEqual(tokensSharingBytes(left, 1, right), [1]);
  assert.deepEqual(tokensSharingBytes(right, 0, left), [0]);
});
