// Where the cells of a map of tokens are, and where keys lead.

import assert from "node:assert/strict";
import { test } from "node:test";

import { cellAfter, cellAt, gridFor, idAt, middle } from "../../ui/components/token_map/grid.js";

test("the cells fill the room in rows of equal length", () => {
  assert.deepEqual(gridFor(12, 300, 400), { columns: 3, rows: 4 });
  assert.deepEqual(gridFor(1, 300, 400), { columns: 1, rows: 1 });
  assert.deepEqual(gridFor(3, 9000, 10), { columns: 3, rows: 1 }); // no columns without cells
  const { columns, rows } = gridFor(200_000, 440, 476);
  assert.ok(columns * rows >= 200_000 && columns * (rows - 1) < 200_000);
  assert.ok(Math.abs(440 / columns - 476 / rows) < 0.02); // about square
});

test("a point belongs to the cell drawn there, and to none beyond the last", () => {
  const grid = { columns: 3, rows: 4 };
  for (let place = 0; place < 11; place += 1) assert.equal(cellAt(grid, 11, ...middle(grid, place)), place);
  assert.equal(cellAt(grid, 11, 0.99, 0.99), null); // the last row has two cells
  assert.equal(cellAt(grid, 11, 0.4, 0.99), 10);
  assert.equal(cellAt(grid, 11, -0.01, 0.5), null);
  assert.equal(cellAt(grid, 11, 0.5, 1), null);
});

test("arrow keys move to neighbouring cells and stop at the edges", () => {
  const grid = { columns: 3, rows: 4 };
  const after = (/** @type {number} */ place, /** @type {string} */ key) => cellAfter(grid, 11, place, key);
  assert.deepEqual(
    ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"].map((key) => after(4, key)),
    [3, 5, 1, 7],
  );
  assert.deepEqual(
    [after(0, "ArrowLeft"), after(1, "ArrowUp"), after(10, "ArrowRight"), after(8, "ArrowDown")],
    [0, 1, 10, 8],
  );
  assert.deepEqual([after(4, "Home"), after(4, "End")], [0, 10]);
  assert.deepEqual([after(4, "Tab"), after(4, "a"), after(4, "toString")], [null, null, null]);
  assert.equal(cellAfter({ columns: 10, rows: 50 }, 500, 5, "PageDown"), 105);
  assert.equal(cellAfter({ columns: 10, rows: 50 }, 500, 105, "PageUp"), 5);
});

test("ids continue after a gap", () => {
  /** @type {[number, number][]} */ const runs = [
    [0, 0],
    [3, 10],
    [5, 100],
  ];
  assert.deepEqual(
    [0, 2, 3, 4, 5, 9].map((place) => idAt(runs, place)),
    [0, 2, 10, 11, 100, 104],
  );
});
