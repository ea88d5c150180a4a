// The worker that runs a learner's Python: it loads the files beside it, then runs tasks.
//
// In: {id, task}; `learner_code.py` describes tasks. Out: {id, progress} while Python loads, {id, isRunning} when the
// learner's code starts, {id, text} for what it prints, then {id, answer} with JSON text, or {id, problem, why}. The
// page ends a worker that takes too long.

import { Loading, whyNot } from "./asset_loader.js";

const LEARNER_CODE = "learner_code.py";

// Ways out of a worker, which code copied from anywhere must not have.
const REACHES = [
  ...["fetch", "XMLHttpRequest", "WebSocket", "WebSocketStream", "EventSource", "WebTransport", "Worker"],
  ...["SharedWorker", "BroadcastChannel", "importScripts", "indexedDB", "caches", "navigator", "cookieStore"],
];

let current = 0;
/** @type {any} Python, and the function to call for a task. */
let python = null;

/** @param {object} message */
const post = (message) => self.postMessage({ id: current, ...message });

async function start() {
  const loading = new Loading(new URL(".", import.meta.url), (bytes) => post({ progress: { ...bytes } }));
  const pyodide = await loading.python(LEARNER_CODE);
  const names = pyodide.toPy({ __name__: "learner_code" });
  pyodide.runPython(new TextDecoder().decode(loading.take(LEARNER_CODE)), { globals: names });
  python = names.get("run");
  for (let place = self; place; place = Object.getPrototypeOf(place)) {
    for (const name of REACHES) Reflect.deleteProperty(place, name);
  }
}

/** Runs tasks one after the other. @type {Promise<void>} */
let before = Promise.resolve();

self.addEventListener("message", (/** @type {MessageEvent<{ id: number, task: object }>} */ { data: { id, task } }) => {
  before = before.then(async () => {
    current = id;
    try {
      if (!python) await start();
      post({ isRunning: true });
      post({ answer: python(JSON.stringify(task), (/** @type {string} */ text) => post({ text })) });
    } catch (error) {
      post({ problem: String(error), why: whyNot(error, python !== null) });
    }
  });
});
