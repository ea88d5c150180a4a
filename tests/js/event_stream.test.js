// The events of a class: what a server sends in pieces, and what happens when the line is lost.

import assert from "node:assert/strict";
import { test } from "node:test";

const listeners = new Map();
Object.assign(globalThis, {
  document: { visibilityState: "visible", addEventListener: () => {}, removeEventListener: () => {} },
  addEventListener: (/** @type {string} */ name, /** @type {() => void} */ listener) => listeners.set(name, listener),
  removeEventListener: () => {},
});
const { EventStream: Events } = await import("../../ui/classroom/phone/event_stream.js");

/** A server that answers with these, one after the other. @param {Array<Response | Error>} answers */
function serve(answers) {
  /** @type {Array<Record<string, string>>} */ const requests = [];
  Object.assign(globalThis, {
    fetch: async (/** @type {string} */ _address, /** @type {any} */ { headers }) => {
      requests.push(headers);
      const answer = answers.shift() ?? new Error("no more");
      if (answer instanceof Error) throw answer;
      return answer;
    },
  });
  return requests;
}

/** @param {string[]} parts */
const stream = (parts) =>
  new Response(
    new ReadableStream({
      start(controller) {
        for (const part of parts) controller.enqueue(new TextEncoder().encode(part));
        controller.close();
      },
    }),
  );

/** @param {number | null} wait */
function listen(wait = null) {
  /** @type {unknown[]} */ const received = [];
  const done = new Promise((resolve) => {
    const events = new Events("events", {
      onEvent: (name, data) => {
        received.push([name, data]);
        if (name === "last") {
          events.end();
          resolve(undefined);
        }
      },
      onConnection: (line) => received.push(line),
      onRefusal: (refusal) => {
        received.push(refusal.error);
        if (wait === null) resolve(undefined);
        return wait;
      },
    });
  });
  return { received, done };
}

test("events may arrive in pieces, with heartbeats between them", async () => {
  serve([stream(["event: sta", 'te\nid: 7\ndata: {"a":"b: c"}\n', "\n:\n\n", "event: last\ndata: {}\n\n"])]);
  const { received, done } = listen();
  await done;
  const events = received.filter((entry) => Array.isArray(entry));
  assert.deepEqual(events, [
    ["state", { a: "b: c" }],
    ["last", {}],
  ]);
});

test("after a lost connection, it requests the events that it has missed", async () => {
  const requests = serve([
    stream(["event: state\nid: 7\ndata: 1\n\n"]),
    new Error("the line is lost"),
    stream(["event: last\ndata: 2\n\n"]),
  ]);
  const { received, done } = listen();
  await done;
  assert.deepEqual(
    requests.map((headers) => headers["Last-Event-ID"]),
    [undefined, "7", "7"],
  );
  assert.ok(received.includes("lost"));
});

test("a phone that slept for an hour reconnects as soon as it wakes", async () => {
  /** @type {any} */ const events = new TextEncoder().encode("event: state\nid: 3\ndata: 1\n\n");
  const silent = new Response(new ReadableStream({ start: (controller) => controller.enqueue(events) }));
  const requests = serve([silent, stream(["event: last\ndata: 2\n\n"])]);
  const { received, done } = listen();
  while (!received.some(Array.isArray)) await new Promise((resolve) => setTimeout(resolve, 5));
  listeners.get("pageshow")();
  assert.equal(requests.length, 1); // its line is not silent
  const { now } = Date;
  Date.now = () => now() + 3_600_000;
  listeners.get("pageshow")();
  Date.now = now;
  await done;
  assert.equal(requests[1]["Last-Event-ID"], "3");
});

test("refusals are reported, and retried only if that can help", async () => {
  const no = () => new Response(JSON.stringify({ error: "none" }), { status: 404 });
  const requests = serve([no(), no()]);
  const { received, done } = listen();
  await done;
  assert.equal(requests.length, 1);
  assert.ok(received.includes("none"));
});
