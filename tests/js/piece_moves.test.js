import assert from "node:assert/strict";
import { test } from "node:test";

import { pieceMoves } from "../../ui/player/piece_moves.js";

test("what overlaps became each other", () => {
  /** @type {[number, number][]} */ const letters = [
    [0, 1],
    [1, 3],
  ]; // "a", "é"
  /** @type {[number, number][]} */ const bytes = [
    [0, 1],
    [1, 2],
    [2, 3],
  ];
  assert.deepEqual(pieceMoves(letters, bytes), [
    { from: [0], to: [0] },
    { from: [1], to: [1, 2] },
  ]);
  assert.deepEqual(pieceMoves(bytes, [[0, 3]]), [{ from: [0, 1, 2], to: [0] }]);
});

test("what came from nowhere, and what is gone", () => {
  assert.deepEqual(pieceMoves([[0, 1]], [[0, 1], [1, 2]])[1], { from: [], to: [1] }); // prettier-ignore
  assert.deepEqual(pieceMoves([[0, 1], [1, 2]], [[1, 2]])[0], { from: [0], to: [] }); // prettier-ignore
  assert.deepEqual(pieceMoves([], []), []);
});

test("pieces that overlap by halves belong together", () => {
  assert.deepEqual(pieceMoves([[0, 2], [2, 4]], [[0, 3], [3, 4]]), [{ from: [0, 1], to: [0, 1] }]); // prettier-ignore
});
