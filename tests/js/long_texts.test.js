// Texts of the site that are too long for an address.

import assert from "node:assert/strict";
import { test } from "node:test";

import { LongTexts } from "../../ui/site/long_texts.js";
import { FakeStorage } from "./fake_storage.js";

test("each text has a unique name, even on another page of the tab", () => {
  const tab = new FakeStorage();
  const [first, second] = ["one", "two"].map((text) => new LongTexts(() => tab).add(text));
  assert.notEqual(first, second);
  assert.deepEqual(
    [first, second].map((name) => new LongTexts(() => tab).get(name)),
    ["one", "two"],
  );
});

test("beyond two million characters the oldest texts are removed, never the newest", () => {
  const tab = new FakeStorage();
  const texts = new LongTexts(() => tab);
  const names = [900_000, 900_000, 300_000, 1_500_000].map((length) => texts.add("x".repeat(length)));
  assert.deepEqual(
    names.map((name) => texts.get(name)?.length ?? null),
    [null, null, 300_000, 1_500_000],
  );
  assert.equal(new LongTexts(() => tab).get(names[0]), null);
  const whole = texts.add("x".repeat(3_000_000));
  assert.deepEqual(
    [...names, whole].map((name) => texts.get(name)?.length ?? null),
    [null, null, null, null, 3_000_000],
  );
});

test("without browser storage, texts last as long as the page", () => {
  const texts = new LongTexts(() => {
    throw new Error("refused");
  });
  assert.equal(texts.get(texts.add("one")), "one");
});
