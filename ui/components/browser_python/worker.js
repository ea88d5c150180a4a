// The worker that runs a learner's Python: it loads the files beside it, then runs tasks.
//
// In: {id, task}; `learner_code.py` describes tasks. Out: {id, progress} while Python loads, {id, isRunning} when the
// learner's code starts, {id, text} for what it prints, then {id, answer} with JSON text, or {id, problem, why}. The
// page ends a worker that takes too long.

import { AssetLoader, failureReason } from "./asset_loader.js";

const LEARNER_CODE = "learner_code.py";

// Removed before the learner's code runs: it may be copied from anywhere, and must reach nothing outside the worker.
const NETWORK_APIS = [
  ...["fetch", "XMLHttpRequest", "WebSocket", "WebSocketStream", "EventSource", "WebTransport", "Worker"],
  ...["SharedWorker", "BroadcastChannel", "importScripts", "indexedDB", "caches", "navigator", "cookieStore"],
];

let current = 0;
/** @type {any} Python, and the function to call for a task. */
let python = null;

/** @param {object} message */
const post = (message) => self.postMessage({ id: current, ...message });

async function start() {
  const loader = new AssetLoader(new URL(".", import.meta.url), (bytes) => post({ progress: { ...bytes } }));
  const pyodide = await loader.startPython(LEARNER_CODE);
  const names = pyodide.toPy({ __name__: "learner_code" });
  pyodide.runPython(new TextDecoder().decode(loader.take(LEARNER_CODE)), { globals: names });
  python = names.get("run");
  for (let object = self; object; object = Object.getPrototypeOf(object)) {
    for (const name of NETWORK_APIS) Reflect.deleteProperty(object, name);
  }
}

/** Runs tasks one after the other. @type {Promise<void>} */
let queue = Promise.resolve();

self.addEventListener("message", (/** @type {MessageEvent<{ id: number, task: object }>} */ { data: { id, task } }) => {
  queue = queue.then(async () => {
    current = id;
    try {
      if (!python) await start();
      post({ isRunning: true });
      post({ answer: python(JSON.stringify(task), (/** @type {string} */ text) => post({ text })) });
    } catch (error) {
      post({ problem: String(error), why: failureReason(error, python !== null) });
    }
  });
});
