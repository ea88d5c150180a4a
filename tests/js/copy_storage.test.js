// What copies of the site on one host keep in a browser.

import assert from "node:assert/strict";
import { test } from "node:test";

import { CopyStorage } from "../../ui/site/copy_storage.js";
import { FakeStorage } from "./fake_storage.js";

const BEFORE = {
  "bpe-lab-course": '{"done":{"bytes/1":"65"}}',
  "bpe-lab-course-stopped-chapter": "bytes",
  "bpe-lab-language": "vi",
  "bpe-lab-code": "{}",
  "bpe-lab-plan": "of the app",
  other: "of another site",
};

test("two copies of the site on one host store their data separately", () => {
  const host = new FakeStorage();
  const [one, other] = ["/~a/", "/~b/"].map((path) => new CopyStorage(host, path));
  one.setItem("bpe-lab-theme", "dark");
  assert.equal(other.getItem("bpe-lab-theme"), null);
  other.setItem("bpe-lab-theme", "light");
  other.removeItem("bpe-lab-theme");
  assert.equal(one.getItem("bpe-lab-theme"), "dark");
});

test("data stored without a path is available in each copy, and stays for the app on the same host", () => {
  const host = new FakeStorage(BEFORE);
  for (const path of ["/~a/", "/~b/"]) {
    const copy = new CopyStorage(host, path);
    assert.equal(copy.getItem("bpe-lab-course"), '{"done":{"bytes/1":"65"}}');
    assert.equal(copy.getItem("bpe-lab-course-stopped-chapter"), "bytes");
    assert.equal(copy.getItem("bpe-lab-language"), "vi");
    assert.equal(copy.getItem("bpe-lab-code"), "{}");
    assert.deepEqual([copy.getItem("bpe-lab-plan"), copy.getItem("other")], [null, null]);
  }
  for (const [name, text] of Object.entries(BEFORE)) assert.equal(host.getItem(name), text);
});

test("old data is copied only once, so a learner's later changes stay", () => {
  const host = new FakeStorage(BEFORE);
  const first = new CopyStorage(host, "/");
  first.removeItem("bpe-lab-course");
  first.setItem("bpe-lab-language", "ru");
  const again = new CopyStorage(host, "/");
  assert.deepEqual([again.getItem("bpe-lab-course"), again.getItem("bpe-lab-language")], [null, "ru"]);
});
