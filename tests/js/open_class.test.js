// The presses of a teacher, each of which waits for what the one before has done.

import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate } from "node:timers/promises";

const kept = new Map([["bpe_lab_class", JSON.stringify({ code: "123456789", secret: "s", join: [] })]]);
/** @type {ReadableStreamDefaultController<Uint8Array>} */ let events;
/** @type {((event: {key: null}) => void)[]} */ const storage = [];
/** @type {{do: string, answer: (version: number) => void}[]} */ const presses = [];

Object.assign(globalThis, {
  addEventListener: (/** @type {string} */ name, /** @type {(event: object) => void} */ heard) =>
    name === "storage" && storage.push(heard),
  removeEventListener: () => {},
  document: {
    visibilityState: "visible",
    baseURI: "http://app/teach",
    title: "",
    documentElement: { lang: "en" },
    addEventListener: () => {},
    removeEventListener: () => {},
  },
  localStorage: {
    getItem: (/** @type {string} */ name) => kept.get(name) ?? null,
    setItem: (/** @type {string} */ name, /** @type {string} */ text) => void kept.set(name, text),
    removeItem: (/** @type {string} */ name) => void kept.delete(name),
  },
  fetch: (/** @type {string} */ address, /** @type {{body?: string}} */ { body }) => {
    if (address.includes("/events")) return new Response(new ReadableStream({ start: (to) => void (events = to) }));
    if (!address.endsWith("/question")) return Response.json({}, { status: 404 });
    return new Promise((resolve) => {
      const answer = (/** @type {number} */ version) => resolve(Response.json({ version, number: 1 }));
      presses.push({ do: JSON.parse(body ?? "{}").do, answer });
    });
  },
});

const { OpenClass } = await import("../../ui/classroom/teacher/open_class.js");

/** Tell the page of the class's state. @param {number} version @param {string} phase */
async function tell(version, phase) {
  const question = phase === "over" ? null : { number: 1, phase, ballot: 1, since: 0, lesson: "", step: 0 };
  events.enqueue(new TextEncoder().encode(`event: state\ndata: ${JSON.stringify({ version, question })}\n\n`));
  await setImmediate();
}

test("an answer that comes after the next press does not let a third one through", async ({ mock }) => {
  mock.timers.enable({ apis: ["setTimeout"] }); // no snapshot is due, however slow the machine
  const led = new OpenClass();
  await setImmediate();
  await tell(1, "open");
  void led.act("show");
  await tell(2, "shown"); // before the answer
  void led.act("reveal");
  await tell(3, "revealed");
  void led.act("on");
  const [show, reveal, on] = presses;
  show.answer(2);
  reveal.answer(3);
  await setImmediate();
  assert.equal(led.isWaiting, true);
  void led.act("on"); // pressed twice: phones may be there already
  on.answer(4);
  await setImmediate();
  assert.equal(led.isWaiting, true);
  await tell(4, "over");
  assert.equal(led.isWaiting, false);
  assert.deepEqual(
    presses.map((press) => press.do),
    ["show", "reveal", "on"],
  );
  kept.clear(); // another tab has ended the class
  for (const heard of storage) heard({ key: null });
});
