import assert from "node:assert/strict";
import { test } from "node:test";

import { buildByKey, fillTemplate, isLiteral, isolate } from "../../ui/components/dom.js";

test("values go into the places of their names", () => {
  assert.equal(fillTemplate("Step {step} of {steps}", { step: 1, steps: 7 }), "Step 1 of 7");
  assert.equal(fillTemplate("{a} and {a}", { a: "b" }), "b and b");
});

test("a value with braces or dollars in it stays as it is", () => {
  assert.equal(fillTemplate("“{text}”", { text: "{text} $& $1" }), "“{text} $& $1”");
});

test("a value that is written from right to left is isolated, once", () => {
  assert.equal(fillTemplate("{a} + {b} = {n}", { a: "مر", b: "x", n: 2 }), "\u2068مر\u2069 + x = 2");
  assert.equal(isolate(isolate("אב")), "\u2068אב\u2069");
  assert.equal(isolate("hug 你好 é"), "hug 你好 é");
});

test("browsers translate no token, no id and no code", () => {
  assert.ok(isLiteral("span", ["token", "unknown"]));
  assert.ok(isLiteral("button", ["token"]));
  assert.ok(isLiteral("span", ["id"]));
  assert.ok(isLiteral("code", []));
  assert.ok(!isLiteral("p", ["said"]));
});

test("two equal rows stay two", () => {
  const rows = buildByKey([
    ["hug", 1],
    ["pug", 2],
    ["hug", 3],
    ["hug", 4],
  ]);
  assert.deepEqual([...rows.values()], [1, 2, 3, 4]);
  assert.equal(rows.get("hug"), 1);
});

test("a row keeps its key where another, equal one comes after it", () => {
  const [alone, twice] = [
    buildByKey([["hug", 1]]),
    buildByKey([
      ["hug", 1],
      ["hug", 2],
    ]),
  ];
  assert.deepEqual([...alone.keys()], [...twice.keys()].slice(0, 1));
});
