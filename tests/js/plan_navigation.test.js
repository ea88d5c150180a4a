// The way through the places of a plan.

import assert from "node:assert/strict";
import { test } from "node:test";

import { slideUrl, slideAt } from "../../ui/components/plan_navigation.js";

test("navigation skips removed slides and stops at the ends", () => {
  const addresses = ["train", "", "", "encode"];
  assert.equal(slideAt(addresses, 0, 1), 1);
  assert.equal(slideAt(addresses, 1, 1), 4);
  assert.equal(slideAt(addresses, 4, -1), 1);
  assert.equal(slideAt(addresses, 4, 1), 0);
  assert.equal(slideAt(addresses, 1, -1), 0);
  assert.equal(slideAt(["", ""], 0, 1), 0);
  assert.equal(slideAt([], 0, 1), 0);
});

test("a slide is opened below the app's URL, with the visitor's settings", () => {
  const here = "http://lab.example/bpe/train?scenario=hug&lang=vi&step=3";
  const settings = ["lang", "large"];
  assert.equal(
    slideUrl("encode?word=a+b", 2, here, settings),
    "http://lab.example/bpe/encode?word=a+b&lang=vi&place=2",
  );
  assert.equal(slideUrl("./?say=hi", 3, here, settings), "http://lab.example/bpe/?say=hi&lang=vi&place=3");
  assert.equal(slideUrl("plans", 4, "http://127.0.0.1:8501/", settings), "http://127.0.0.1:8501/plans?place=4");
});
