import assert from "node:assert/strict";
import { test } from "node:test";

import { lessonUrl, pageAddress, readPlayerQuery, urlWithState } from "../../ui/player/player_query.js";

const AT_START = { step: 0, predict: false, present: false, notation: "", code: false };

test("an empty address names no step", () => {
  assert.deepEqual(readPlayerQuery("?scenario=low"), {
    step: null,
    predict: false,
    present: false,
    notation: "",
    code: false,
  });
});

test("step, predict, present, view and code are read", () => {
  assert.deepEqual(readPlayerQuery("?step=12&predict=1&present=1&view=text&code=1"), {
    step: 12,
    predict: true,
    present: true,
    notation: "text",
    code: true,
  });
  assert.equal(readPlayerQuery("?step=0").step, 0);
});

test("invalid values are no step", () => {
  for (const step of ["last", "-1", "1.5", "1e3", "", "٣", "9999999999"]) {
    assert.equal(readPlayerQuery(`?step=${encodeURIComponent(step)}`).step, null, step);
  }
  assert.deepEqual(readPlayerQuery("?predict=yes&view=glyphs"), {
    step: null,
    predict: false,
    present: false,
    notation: "",
    code: false,
  });
});

test("defaults are left out of an address, and other parameters stay", () => {
  const before =
    "http://127.0.0.1:8501/lab/train?scenario=text&text=a%2Bb+c&step=3&predict=1&present=1&view=text&code=1&large=1#top";
  assert.equal(
    urlWithState(before, AT_START),
    "http://127.0.0.1:8501/lab/train?scenario=text&text=a%2Bb+c&large=1#top",
  );
});

test("written values are read back, and the rest of an address stays", () => {
  const state = { step: 7, predict: true, present: true, notation: "text", code: true };
  const written = urlWithState("http://127.0.0.1/train?scenario=low", state);
  assert.deepEqual(readPlayerQuery(new URL(written).search), state);
  assert.equal(urlWithState(written, state), written);
  assert.equal(
    lessonUrl("?step=3&scenario=low&present=1&view=text&code=1&tie=smallest-id&predict=1&place=2"),
    "scenario=low&tie=smallest-id",
  );
  assert.notEqual(lessonUrl("?scenario=low"), lessonUrl("?scenario=hug"));
});

test("the address of a page is written only where it changes", (context) => {
  context.after(() => void ["location", "history"].forEach((name) => Reflect.deleteProperty(globalThis, name)));
  /** @type {string[]} */ const written = [];
  const place = new URL("http://127.0.0.1/train?scenario=low&step=2");
  const replaceState = (/** @type {null} */ _state, /** @type {string} */ _title, /** @type {string} */ href) =>
    void written.push((place.href = href));
  Object.assign(globalThis, { location: place, history: { state: null, replaceState } });
  for (const step of [2, 3, 3]) pageAddress.write({ ...AT_START, step });
  assert.deepEqual(written, ["http://127.0.0.1/train?scenario=low&step=3"]);
});
