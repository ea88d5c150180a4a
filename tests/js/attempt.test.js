import assert from "node:assert/strict";
import { test } from "node:test";

import { Attempt, findScormApi, scormTime } from "../../ui/player/scorm/attempt.js";

/** A learning platform as simple as SCORM 1.2 allows, with the values set and those of the last commit. */
function fakeSystem(stored = {}, refused = /** @type {string[]} */ ([])) {
  const values = new Map(Object.entries(stored));
  return {
    values,
    finished: false,
    LMSInitialize: () => "true",
    LMSGetValue: (/** @type {string} */ name) => values.get(name) ?? "",
    LMSSetValue(/** @type {string} */ name, /** @type {string} */ value) {
      if (refused.includes(name)) return "false";
      values.set(name, value);
      return "true";
    },
    LMSCommit: () => (refused.includes("commit") ? "false" : "true"),
    LMSFinish() {
      this.finished = true;
      return "true";
    },
  };
}

/** The names of so many questions. @param {number} count */
const names = (count) => Array.from({ length: count }, (_, place) => String(place));

test("the score is the share of all questions whose first answer is right", () => {
  const system = fakeSystem();
  const attempt = new Attempt(system, [names(8)]);
  assert.equal(attempt.score, null);
  attempt.answer("0", true);
  attempt.answer("1", false);
  attempt.answer("1", true);
  attempt.answer("2", true);
  assert.equal(system.values.get("cmi.core.score.raw"), "25");
  assert.equal(system.values.get("cmi.core.lesson_status"), "incomplete");
});

test("reaching the end completes the lesson for good", () => {
  const system = fakeSystem();
  const attempt = new Attempt(system, [names(0)]);
  attempt.move("?step=7", 7, true);
  attempt.move("?step=2", 2, false);
  assert.equal(system.values.get("cmi.core.lesson_status"), "completed");
  assert.equal(system.values.get("cmi.core.lesson_location"), "2");
  assert.equal(system.values.has("cmi.core.score.raw"), false, "no question, no score");
  assert.equal(new Attempt(fakeSystem({ "cmi.core.lesson_status": "passed" }), [names(0)]).isDone, true);
});

test("a returning learner continues, even from data that another program wrote", () => {
  const first = fakeSystem();
  new Attempt(first, [names(4)]).answer("0", true);
  const again = new Attempt(fakeSystem(Object.fromEntries(first.values)), [names(4)]);
  again.answer("0", false);
  assert.equal(again.score, 25);
  for (const data of ["", "null", "[1]", "{", '{"here": 5, "answers": null}']) {
    const other = new Attempt(fakeSystem({ "cmi.suspend_data": data, "cmi.core.lesson_location": "3" }), [names(4)]);
    assert.equal(other.here, "?step=3", data);
    assert.equal(other.answers.size, 0);
  }
});

test("groups have equal weight, however many questions each has, and unscored answers are stored too", () => {
  const system = fakeSystem();
  const attempt = new Attempt(system, [["0.0", "0.1", "0.2", "0.3"], [], ["2.own"]], ["3.own"]);
  attempt.answer("3.own", false);
  assert.equal(attempt.score, 0);
  attempt.answer("0.1", true);
  assert.equal(attempt.score, 13); // half of a quarter
  attempt.answer("2.own", true);
  assert.equal(attempt.score, 63);
  const again = new Attempt(fakeSystem(Object.fromEntries(system.values)), attempt.groups, ["3.own"]);
  assert.deepEqual([...again.answers].sort(), [...attempt.answers].sort());
});

test("sixty slides with sixty predictions and a question each fit into SCORM 1.2's storage", () => {
  const groups = names(60).map((place) => [...names(60), "own"].map((name) => `${place}.${name}`));
  const system = fakeSystem();
  const attempt = new Attempt(system, groups);
  groups.flat().forEach((name) => attempt.answer(name, true));
  attempt.move("?predict=1&step=240&view=symbols&code=1&place=60", 60, true);
  assert.ok((system.values.get("cmi.suspend_data") ?? "").length <= 4096);
  assert.equal(system.values.get("cmi.core.score.raw"), "100");
});

test("the page is told whether anything can be stored", () => {
  assert.equal(new Attempt(null, [names(1)]).keep(), false);
  assert.equal(new Attempt({ ...fakeSystem(), LMSInitialize: () => "false" }, [names(1)]).isKept, false);
  assert.equal(new Attempt(fakeSystem(), [names(1)]).keep(), true);
  assert.equal(new Attempt(fakeSystem({}, ["commit"]), [names(1)]).keep(), false);
  assert.equal(new Attempt(fakeSystem({}, ["cmi.core.score.min"]), [names(1)]).answer("0", true), true);
});

test("each commit has the exit and the session time, since data sent while a page closes is lost", (context) => {
  context.mock.timers.enable({ apis: ["Date"], now: 0 });
  const system = fakeSystem();
  const attempt = new Attempt(system, [names(1)]);
  context.mock.timers.setTime(61_000);
  attempt.move("?step=1", 1, false);
  assert.equal(system.values.get("cmi.core.exit"), "suspend");
  assert.equal(system.values.get("cmi.core.session_time"), "0000:01:01");
  context.mock.timers.setTime(125_000);
  attempt.answer("0", true);
  assert.equal(system.values.get("cmi.core.session_time"), "0000:02:05");
});

test("nothing is reported after leaving", () => {
  const system = fakeSystem();
  const attempt = new Attempt(system, [names(1)]);
  attempt.leave();
  assert.equal(system.finished, true);
  assert.equal(system.values.get("cmi.core.exit"), "suspend");
  assert.equal(attempt.answer("0", true), false);
  assert.equal(system.values.has("cmi.core.score.raw"), false);
});

test("the learning platform is found in a parent or opener window, past windows of other sites", () => {
  const system = fakeSystem();
  const top = /** @type {any} */ ({ API: system });
  top.parent = top;
  const stranger = /** @type {any} */ ({
    parent: top,
    get API() {
      throw new Error("SecurityError");
    },
  });
  assert.equal(findScormApi(/** @type {any} */ ({ parent: { parent: top } })), system);
  assert.equal(findScormApi(/** @type {any} */ ({ parent: stranger, opener: top })), system);
  assert.equal(findScormApi(/** @type {any} */ ({ parent: stranger })), null);
});

test("time has the format of SCORM 1.2", () => {
  assert.equal(scormTime(3725.9), "0001:02:05");
});
