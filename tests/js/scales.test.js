import assert from "node:assert/strict";
import { test } from "node:test";

import { heightAt, nearestPlace, scale, ticks } from "../../ui/player/scales.js";

test("ticks are round numbers from end to end", () => {
  assert.deepEqual(ticks(0, 7, 8), [0, 1, 2, 3, 4, 5, 6, 7]);
  assert.deepEqual(ticks(0, 7, 5), [0, 2, 4, 6]);
  assert.deepEqual(ticks(0, 113, 6), [0, 50, 100]);
  assert.deepEqual(ticks(0, 1000, 6), [0, 200, 400, 600, 800, 1000]);
  assert.deepEqual(ticks(470, 530, 4), [480, 500, 520]);
});

test("ticks are a few whole numbers", () => {
  assert.deepEqual(ticks(0, 1, 6), [0, 1]);
  assert.deepEqual(ticks(0, 0, 6), [0]);
  for (let highest = 0; highest < 5_000; highest += 7) {
    for (const most of [2, 3, 6, 12]) {
      const found = ticks(0, highest, most);
      assert.ok(found.length <= most, `${highest} ${most}: ${found}`);
      assert.ok(found.every(Number.isInteger), `${highest} ${most}: ${found}`);
      assert.equal(found[0], 0);
    }
  }
});

test("a scale maps ends to ends, and beyond them the nearest value is found", () => {
  const y = scale([0, 200], [220, 20]);
  assert.deepEqual([0, 100, 200].map(y), [220, 120, 20]);
  assert.equal(scale([3, 3], [10, 90])(3), 10);
  assert.deepEqual(
    [-5, 0, 1, 2, 9].map((wanted) => nearestPlace([0, 2, 4], wanted)),
    [0, 0, 0, 1, 2],
  );
});

test("a marker is on the line, even between two points", () => {
  const [steps, values] = [
    [0, 10, 20],
    [100, 50, 30],
  ];
  assert.deepEqual(
    [0, 5, 10, 15, 20, 25].map((step) => heightAt(steps, values, step)),
    [100, 75, 50, 40, 30, 30],
  );
  assert.equal(heightAt([0], [1], 0), 1);
});
