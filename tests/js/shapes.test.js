import assert from "node:assert/strict";
import { test } from "node:test";

import { partsOf } from "../../ui/components/picture/shapes.js";

/** @type {(given: object) => any} */
const shape = (overrides) => ({
  key: "a",
  at: [100, 50],
  size: [40, 20],
  text: "",
  note: "",
  hue: null,
  mark: "",
  ...overrides,
});

test("a shape is centred on its point, with its note below its text", () => {
  const [[tag, edge], text, note] = partsOf(shape({ shape: "tile", text: "un", note: "0.0762" }));
  assert.equal(tag, "rect");
  assert.deepEqual([edge.x, edge.y, edge.width, edge.height], [-20, -10, 40, 20]);
  assert.deepEqual([text[2], note[2]], ["un", "0.0762"]);
  assert.ok(Number(text[1].y) < 0 && Number(note[1].y) > 0);
  assert.equal(partsOf(shape({ shape: "tile", text: "un" }))[1][1].y, 0); // in the middle, alone
});

test("a circle is as wide as it is high", () => {
  assert.equal(partsOf(shape({ shape: "disc", text: "6" }))[0][1].rx, 10);
});

test("a line extends from its point by its size, with its text on the side to which it leans", () => {
  const [[tag, ends], label] = partsOf(shape({ shape: "line", size: [-40, 20], text: "0" }));
  assert.deepEqual([tag, ends], ["line", { x2: -40, y2: 20 }]);
  assert.ok(Number(label[1].x) < -20 && label[1].y === 10);
  assert.equal(partsOf(shape({ shape: "line" })).length, 1);
});

test("a tile in two lines starts with its first line and ends with its last", () => {
  const [[tag, { d }]] = partsOf(shape({ shape: "tile", size: [100, 70], lines: [60, 40, 40] }));
  // The first line from 60 to the right edge, 30 high; the second, 40 further down, from the left edge to 40.
  assert.deepEqual([tag, d], ["path", "M10 -35H50v30H-10V35H-50v-30H10z"]);
});

test("an arrow has its head at its end", () => {
  assert.deepEqual(partsOf(shape({ shape: "arrow", size: [-90, 0] }))[0][1], { d: "M0 0h-90m8-6l-8 6l8 6" });
  assert.deepEqual(partsOf(shape({ shape: "arrow", size: [90, 0] }))[0][1], { d: "M0 0h90m-8-6l8 6l-8 6" });
});

test("bricks are boxes drawn as one path, each from its top left corner", () => {
  const wall = [
    [0, 5, 10, 20],
    [12, 5.5, 3, 1],
  ];
  assert.deepEqual(partsOf(shape({ shape: "bricks", bricks: wall })), [
    ["path", { d: "M0 5h10v20h-10zM12 5.5h3v1h-3z" }],
  ]);
});
