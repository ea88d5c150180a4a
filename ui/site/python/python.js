// The page's side of Python: starts the worker when there is a task, and ends it when it should stop.

import { eventFailureReason } from "../../components/browser_python/asset_loader.js";

/** @import {Answer} from "./contract" */
/** @import {FailureReason} from "../../components/browser_python/asset_loader.js" */

/** @typedef {{ phase: "load" | "work", done: number, all: number, text: string }} Progress */

/**
 * @typedef {{
 *   page: string,
 *   query: string | Record<string, string>,
 *   lang: string,
 *   at?: number,
 *   frames?: [number, number],
 *   file?: string,
 *   open?: boolean,
 *   opened?: string,
 *   pattern?: string,
 * }} Task
 */

/** @typedef {{ done: (answer: Answer) => void, failed: (error: Error) => void, onProgress: (progress: Progress) => void }} Waiting */

/** Why Python is not available; the message is for developers. */
export class PythonUnavailable extends Error {
  /** @param {FailureReason} why @param {string} message */
  constructor(why, message) {
    super(message);
    this.name = "PythonUnavailable";
    this.why = why;
  }
}

/** Python in a worker. */
export class Python {
  /** @param {URL | string} base folder written by `write_python`, ending in a slash */
  constructor(base) {
    this.base = new URL(base);
    /** @type {Worker | null} */
    this.worker = null;
    /** @type {Map<number, Waiting>} */
    this.waiting = new Map();
    this.last = 0;
    this.ready = false;
  }

  /**
   * Run a task. Expected errors are part of the answer; for others the promise is rejected, and the next task restarts
   * Python. `files` are those of the reader's own tokenizer, whose content `task.opened` stands for.
   * @param {Task} task
   * @param {{ onProgress?: (progress: Progress) => void, signal?: AbortSignal, files?: File[] }} [how]
   * @returns {Promise<Answer>}
   */
  run(task, { onProgress = () => {}, signal, files } = {}) {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) {
        reject(signal.reason);
        return;
      }
      const id = (this.last += 1);
      const stop = () => this.end(signal?.reason);
      const removeAbortListener = () => signal?.removeEventListener("abort", stop);
      /** @type {Waiting} */
      const waiting = {
        done: (answer) => (removeAbortListener(), resolve(answer)),
        failed: (error) => (removeAbortListener(), reject(error)),
        onProgress,
      };
      try {
        this.worker ??= this.startWorker();
      } catch (error) {
        reject(new PythonUnavailable("unsupported", String(error)));
        return;
      }
      signal?.addEventListener("abort", stop);
      this.waiting.set(id, waiting);
      this.worker.postMessage({ id, task, files });
    });
  }

  /** Start Python before there is a task, so that the task waits for less. */
  warm() {
    if (this.worker) return;
    try {
      this.worker = this.startWorker();
      this.worker.postMessage({ warm: true });
    } catch {
      // The task reports why there is no Python.
    }
  }

  /**
   * End the worker, whatever it is doing; waiting tasks are rejected. The next task starts a new one.
   * @param {Error} [why]
   */
  end(why = new PythonUnavailable("ended", "Python was ended.")) {
    this.worker?.terminate();
    this.worker = null;
    this.ready = false;
    const waiting = [...this.waiting.values()];
    this.waiting.clear();
    for (const task of waiting) task.failed(why);
  }

  startWorker() {
    if (this.base.protocol === "file:") throw new Error("a page from a file has no workers");
    const name = `bpe-lab-python-${performance.timeOrigin}-${Math.random()}`;
    const worker = new Worker(new URL("worker.js", this.base), { type: "module", name });
    worker.addEventListener("message", ({ data: { isHeld, id, progress, answer, problem, why } }) => {
      if (isHeld) {
        // The lock is free once the worker has ended. If the browser ended it, no event reports that.
        void navigator.locks.request(name, () => {
          if (worker === this.worker) this.end();
        });
        return;
      }
      const waiting = this.waiting.get(id);
      if (!waiting || worker !== this.worker) return;
      if (progress) {
        waiting.onProgress(progress);
        return;
      }
      this.waiting.delete(id);
      if (answer) {
        this.ready = true;
        waiting.done(JSON.parse(answer));
      } else {
        // A failed worker cannot be trusted: the next task starts a new one.
        waiting.failed(new PythonUnavailable(why, problem));
        this.end();
      }
    });
    worker.addEventListener("error", (event) => {
      if (worker !== this.worker) return;
      event.preventDefault();
      const why = eventFailureReason(event, this.ready);
      this.end(new PythonUnavailable(why, event.message || "The worker could not be loaded."));
    });
    return worker;
  }
}
