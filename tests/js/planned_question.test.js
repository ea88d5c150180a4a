// The question of a plan's place: once to a class, whichever tab asks it, and kept back until then.

import assert from "node:assert/strict";
import { test } from "node:test";

/** @type {Map<string, string>} */ const stored = new Map();
Object.assign(globalThis, {
  localStorage: {
    getItem: (/** @type {string} */ name) => stored.get(name) ?? null,
    setItem: (/** @type {string} */ name, /** @type {string} */ text) => stored.set(name, text),
    removeItem: (/** @type {string} */ name) => stored.delete(name),
  },
});
const { PlannedQuestion: Planned } = await import("../../ui/classroom/teacher/planned_question.js");

const TOLD = { text: "Who decides?", options: ["Chance", "A rule"], why: [], solution: "" };
const CHOICE = { kind: "choice", told: { en: TOLD }, letters: [], right: [1] };
const BOARD = [{ name: "u g", winner: true }, { name: "u n" }];
/** @type {any} */ const LESSON = {
  ...{ step: 0, steps: 2, first: 0, cut: { letters: ["a", "b"], right: [1] } },
  frames: [{ candidates: BOARD }, { candidates: BOARD }, { candidates: [] }],
};

/** @param {object} note @param {string} code */
function at(note, code = "123456789") {
  /** @type {object[]} */ const asked = [];
  let isAnswered = true;
  /** @type {any} */ const led = {
    ...{ isOpen: true, language: "en", opened: { code } },
    ask: (/** @type {object} */ question) => {
      asked.push(question);
      return Promise.resolve(isAnswered);
    },
  };
  const planned = new Planned(led);
  planned.note = /** @type {any} */ ({ place: 1, step: -1, ...note });
  return { planned, led, asked, lose: () => (isAnswered = false) };
}

test("a slide's question is due until any tab has asked it, in this class and on this slide", async () => {
  const { planned, lose } = at({ asks: CHOICE });
  assert.equal(planned.isDue, true);
  await planned.ask(CHOICE);
  assert.equal(planned.isDue, false);
  assert.equal(at({ asks: CHOICE }).planned.isDue, false);
  assert.equal(at({ asks: CHOICE, place: 2 }).planned.isDue, true);
  assert.equal(at({ asks: { ...CHOICE, right: [0] } }).planned.isDue, true);
  assert.equal(at({ asks: CHOICE }, "987654321").planned.isDue, true);
  assert.equal(at({ asks: null }).planned.isDue, false);
  lose();
});

test("a question that the server refused is still due", async () => {
  const { planned, lose } = at({ asks: CHOICE, place: 3 });
  lose();
  assert.equal(await planned.ask(CHOICE), false);
  assert.equal(planned.isDue, true);
});

test("without a class, nothing is asked or hidden", () => {
  const { planned, led } = at({ asks: CHOICE, place: 4 });
  led.isOpen = false;
  assert.deepEqual([planned.isDue, planned.question, planned.questionAt(LESSON, 0)], [false, null, null]);
  assert.equal(planned.hidesNext(LESSON, 0), false);
});

test("the answer is hidden at the slide's first step if the class is to predict it", async () => {
  const { planned } = at({ asks: { ...CHOICE, kind: "pair", right: [] }, place: 5, step: 1 });
  assert.deepEqual(
    [0, 1, 2].map((step) => planned.hidesNext(LESSON, step)),
    [false, true, false],
  );
  assert.equal(at({ asks: { ...CHOICE, kind: "pair" }, place: 5, step: 2 }).planned.hidesNext(LESSON, 2), false); // its end
  assert.equal(at({ asks: { ...CHOICE, kind: "cut" }, place: 5 }).planned.hidesNext(LESSON, 0), false);
  await planned.ask({});
  assert.equal(planned.hidesNext(LESSON, 1), false);
});

test("on a slide for counting, the next pair of each later step is hidden until revealed", () => {
  const lesson = { ...LESSON, steps: 9 };
  const { planned } = at({ asks: { ...CHOICE, kind: "pair", right: [] }, place: 6, step: 1 });
  assert.deepEqual(
    [0, 2, 3, 9].map((step) => planned.hidesNext(lesson, step)),
    [false, true, true, false],
  );
  planned.markRevealed(lesson, 2);
  assert.deepEqual([planned.hidesNext(lesson, 2), planned.hidesNext(lesson, 3)], [false, true]);
  assert.equal(at({ asks: CHOICE, place: 6, step: 1 }).planned.hidesNext(lesson, 2), false); // it counts nothing
});

test("the player asks nothing on a slide with a different question", () => {
  assert.equal(at({ asks: CHOICE, place: 7, step: 1 }).planned.isOtherQuestion(LESSON, 1), true);
  assert.equal(at({ asks: CHOICE, place: 7, step: 1 }).planned.isOtherQuestion(LESSON, 2), false);
  assert.equal(
    at({ asks: { ...CHOICE, kind: "pair", right: [] }, place: 7, step: 1 }).planned.isOtherQuestion(LESSON, 1),
    false,
  );
});
