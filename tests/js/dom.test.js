import assert from "node:assert/strict";
import { test } from "node:test";

import { fillTemplate, isLiteral, isolate, nameParts } from "../../ui/components/dom.js";
import { buildByKey } from "../../ui/components/items.js";

test("values replace their names unchanged, each isolated once", () => {
  assert.equal(fillTemplate("Step {step} of {steps}", { step: 1, steps: 7 }), "Step 1 of 7");
  assert.equal(fillTemplate("{a} and {a}", { a: "b" }), "b and b");
  assert.equal(fillTemplate("“{text}”", { text: "{text} $& $1" }), "“{text} $& $1”");
  assert.equal(fillTemplate("{a} + {b} = {n}", { a: "مر", b: "x", n: 2 }), "\u2068مر\u2069 + x = 2");
  assert.equal(isolate(isolate("אב")), "\u2068אב\u2069");
  assert.equal(isolate("hug 你好 é"), "hug 你好 é");
});

test("model names stay on one line, and browsers translate no token, id or code", () => {
  const names = (/** @type {string} */ text) => nameParts(text).filter((_, place) => place % 2);
  assert.deepEqual(names("GPT-2’s ids, as in GPT-3.5 and GPT-4o."), ["GPT-2", "GPT-3.5", "GPT-4o"]);
  assert.deepEqual(names("Словарь GPT-2, байты UTF-8."), ["GPT-2", "UTF-8"]);
  assert.deepEqual(names("从 vựng của GPT-2: 使用GPT-2的词表"), ["GPT-2", "GPT-2"]);
  assert.deepEqual(names("As text, “<|im_end|>” is 6 tokens: |>."), ["<|im_end|>"]);
  assert.deepEqual(names("“a··b”: T5 writes each space as ▁, as in “▁▁tea”; · is one."), ["··", "▁", "▁▁"]);
  assert.deepEqual(names("BPE-dropout, pre-tokenization, 10-16 and long-term"), []);
  assert.equal(nameParts("GPT-2 and UTF-8").join(""), "GPT-2 and UTF-8");
  assert.ok(isLiteral("span", ["token", "unknown"]));
  assert.ok(isLiteral("button", ["token"]));
  assert.ok(isLiteral("span", ["id"]));
  assert.ok(isLiteral("code", []));
  assert.ok(!isLiteral("p", ["said"]));
});

test("two equal rows stay two elements", () => {
  const rows = buildByKey([
    ["hug", 1],
    ["pug", 2],
    ["hug", 3],
    ["hug", 4],
  ]);
  assert.deepEqual([...rows.values()], [1, 2, 3, 4]);
  assert.equal(rows.get("hug"), 1);
});

test("a row keeps its key if an equal one follows it", () => {
  const [alone, twice] = [
    buildByKey([["hug", 1]]),
    buildByKey([
      ["hug", 1],
      ["hug", 2],
    ]),
  ];
  assert.deepEqual([...alone.keys()], [...twice.keys()].slice(0, 1));
});
