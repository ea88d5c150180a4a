import assert from "node:assert/strict";
import { test } from "node:test";

import { TabStore } from "../../ui/state/persistence/tab_store.js";

const nothing = { values: {}, long: {}, send: {}, files: {}, places: {}, taken: false, away: "" };

/** What a tab has, with room for texts up to so many characters. */
class Tab extends Map {
  constructor(room = Infinity) {
    super();
    this.room = room;
  }
  getItem(/** @type {string} */ name) {
    return this.get(name) ?? null;
  }
  setItem(/** @type {string} */ name, /** @type {string} */ text) {
    if (text.length > this.room) throw new Error("QuotaExceededError");
    this.set(name, text);
  }
  removeItem(/** @type {string} */ name) {
    this.delete(name);
  }
}

test("a session gets back another session's values, including long texts", () => {
  const store = new TabStore(() => new Tab());
  const first = {
    ...nothing,
    session: "one",
    values: { "train.scenario": "low" },
    long: { "train.text": "d1" },
    send: { d1: "a long text" },
    files: { train: "play.txt" },
    places: { train: { low: 3 } },
  };
  assert.equal(store.hasOtherState(first), false);
  assert.deepEqual(store.save(first), []);
  assert.equal(store.hasOtherState(first), false, "the session that it is of");
  assert.equal(store.hasOtherState({ ...nothing, session: "two" }), true);
  assert.deepEqual(store.storedState("?step=3", { lesson: "low", step: 3 }), {
    session: "one",
    search: "?step=3",
    values: { "train.scenario": "low", "train.text": "a long text" },
    files: { train: "play.txt" },
    places: { train: { low: 3 } },
    place: { lesson: "low", step: 3 },
  });
});

test("a session that has all values from the address gets no message", () => {
  const store = new TabStore(() => new Tab());
  store.save({ ...nothing, session: "one", values: { "train.scenario": "low" } });
  assert.equal(
    store.hasOtherState({ ...nothing, session: "two", values: { "train.scenario": "low", more: "1" } }),
    false,
  );
  assert.equal(store.hasOtherState({ ...nothing, session: "two", values: { "train.scenario": "hug" } }), true);
});

test("a reloaded page finds the tab's stored values", () => {
  const tab = new Tab();
  new TabStore(() => tab).save({
    ...nothing,
    session: "one",
    long: { "train.text": "d1" },
    send: { d1: "a long text" },
  });
  assert.deepEqual(new TabStore(() => tab).storedState("", null).values, { "train.text": "a long text" });
});

test("a stored text is not sent again, and is removed when no longer needed", () => {
  const tab = new Tab();
  const store = new TabStore(() => tab);
  const data = { ...nothing, session: "one", long: { "train.text": "d1" } };
  assert.deepEqual(store.save(data), ["d1"], "which has not arrived");
  store.save({ ...data, send: { d1: "a long text" } });
  assert.deepEqual(store.save(data), []);
  store.save({ ...nothing, session: "one" });
  assert.deepEqual([...tab.keys()], ["bpe-lab"]);
});

test("a text that could not be stored is returned as missing", () => {
  const store = new TabStore(() => new Tab());
  store.save({ ...nothing, session: "one", long: { "train.text": "" } });
  assert.deepEqual(store.storedState("", null).values, { "train.text": null });
});

test("values that the tab has no room for last as long as the page", () => {
  const small = new Tab(500);
  const refuse = () => {
    throw new Error("SecurityError");
  };
  for (const find of [() => small, refuse]) {
    const store = new TabStore(find);
    const text = "long ".repeat(200);
    assert.deepEqual(store.save({ ...nothing, session: "one", long: { "train.text": "d1" }, send: { d1: text } }), []);
    assert.deepEqual(store.storedState("", null).values, { "train.text": text });
  }
  assert.deepEqual(new TabStore(() => small).storedState("", null).values, { "train.text": null });
});

test("the names of stored values do not change, since they outlast a server update", () => {
  const tab = new Tab();
  new TabStore(() => tab).save({
    ...nothing,
    session: "one",
    values: { "train.scenario": "low" },
    long: { "train.text": "d1" },
    send: { d1: "a long text" },
    files: { train: "play.txt" },
    places: { train: { low: 3 } },
  });
  assert.deepEqual(JSON.parse(tab.get("bpe-lab") ?? ""), {
    session: "one",
    values: { "train.scenario": "low" },
    long: { "train.text": "d1" },
    files: { train: "play.txt" },
    places: { train: { low: 3 } },
  });
  assert.equal(tab.get("d1"), "a long text");
});
