// A teacher's presses: each one waits until the one before is done.

import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate } from "node:timers/promises";

const stored = new Map([["bpe_lab_class", JSON.stringify({ code: "123456789", secret: "s", join: [] })]]);
/** @type {ReadableStreamDefaultController<Uint8Array>} */ let events;
/** @type {((event: {key: null}) => void)[]} */ const storageListeners = [];
/** @type {{do: string, answer: (version: number) => void}[]} */ const presses = [];

Object.assign(globalThis, {
  addEventListener: (/** @type {string} */ name, /** @type {(event: object) => void} */ listener) =>
    name === "storage" && storageListeners.push(listener),
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
    getItem: (/** @type {string} */ name) => stored.get(name) ?? null,
    setItem: (/** @type {string} */ name, /** @type {string} */ text) => void stored.set(name, text),
    removeItem: (/** @type {string} */ name) => void stored.delete(name),
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

/** Send the page the class's state. @param {number} version @param {string} phase */
async function sendState(version, phase) {
  const question = phase === "over" ? null : { number: 1, phase, ballot: 1, since: 0, lesson: "", step: 0 };
  events.enqueue(new TextEncoder().encode(`event: state\ndata: ${JSON.stringify({ version, question })}\n\n`));
  await setImmediate();
}

test("an answer that arrives after the next press does not allow a third request", async ({ mock }) => {
  mock.timers.enable({ apis: ["setTimeout"] }); // no snapshot is due, however slow the machine
  const liveClass = new OpenClass();
  await setImmediate();
  await sendState(1, "open");
  void liveClass.act("show");
  await sendState(2, "shown"); // before the answer
  void liveClass.act("reveal");
  await sendState(3, "revealed");
  void liveClass.act("on");
  const [show, reveal, on] = presses;
  show.answer(2);
  reveal.answer(3);
  await setImmediate();
  assert.equal(liveClass.isWaiting, true);
  void liveClass.act("on"); // pressed twice: phones may be there already
  on.answer(4);
  await setImmediate();
  assert.equal(liveClass.isWaiting, true);
  await sendState(4, "over");
  assert.equal(liveClass.isWaiting, false);
  assert.deepEqual(
    presses.map((press) => press.do),
    ["show", "reveal", "on"],
  );
  stored.clear(); // another tab has ended the class
  for (const listener of storageListeners) listener({ key: null });
});
