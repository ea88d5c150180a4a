// Runs a learner's program in a worker: reports its output, and ends it if it takes too long.

import { eventFailureReason } from "../browser_python/asset_loader.js";
import { ConfinedWorker } from "../browser_python/confined_worker.js";

/** @import {FailureReason} from "../browser_python/asset_loader.js" */
/** @typedef {{ source: string, line: number, message: string, wrong: boolean }} Problem */
/** @typedef {{ error: Problem | null, call: number | null, values: unknown[], cut: boolean }} RunResult */
/** @typedef {{ sources: [name: string, code: string, shown: boolean][], calls: unknown[] }} Program */

/**
 * @typedef {{
 *   onLoading: (bytes: { done: number, all: number }) => void,
 *   onRunning: () => void,
 *   onPrinted: (text: string) => void,
 * }} RunListener
 */

/** @typedef {RunResult | "slow" | "stopped" | FailureReason} RunOutcome */

export class ProgramRun {
  /** @type {ConfinedWorker | null} */ #worker = null;
  /** @type {((end: RunOutcome) => void) | null} */ #finish = null;
  #lastId = 0;

  /** @param {string} base address of Python's files, ending in a slash @param {number} seconds @param {(url: URL) => ConfinedWorker} startWorker */
  constructor(base, seconds, startWorker = (url) => new ConfinedWorker(url)) {
    this.base = base;
    this.seconds = seconds;
    this.startWorker = startWorker;
  }

  /** Run a program; resolves with its result, or with why there is none. @param {Program} program @param {RunListener} listener @returns {Promise<RunOutcome>} */
  run(program, listener) {
    this.stop();
    return new Promise((resolve) => {
      /** @type {ReturnType<typeof setTimeout> | undefined} */ let limit;
      const id = (this.#lastId += 1);
      const finish = (/** @type {RunOutcome} */ outcome) => {
        clearTimeout(limit);
        if (this.#finish !== finish) return;
        this.#finish = null;
        if (typeof outcome === "string") this.#endWorker(); // no longer trusted: the next run gets a new one
        resolve(outcome);
      };
      this.#finish = finish;
      try {
        this.#worker ??= this.startWorker(new URL("code.js", this.base));
      } catch {
        finish("unsupported");
        return;
      }
      let isRunning = false;
      const worker = this.#worker;
      worker.onerror = (event) => {
        event.preventDefault();
        finish(eventFailureReason(event, isRunning));
      };
      worker.onmessage = ({ data }) => {
        if (data.id !== id || this.#finish !== finish) return;
        if (data.progress) listener.onLoading(data.progress);
        else if (data.isRunning) {
          isRunning = true;
          limit = setTimeout(() => finish("slow"), this.seconds * 1000);
          listener.onRunning();
        } else if (data.text) listener.onPrinted(data.text);
        else finish(data.answer ? JSON.parse(data.answer) : data.why);
      };
      worker.postMessage({ id, task: program });
    });
  }

  /** End the program that is running. */
  stop() {
    this.#finish?.("stopped");
  }

  /** End the worker too, when the page is left. */
  dispose() {
    this.stop();
    this.#endWorker();
  }

  #endWorker() {
    this.#worker?.terminate();
    this.#worker = null;
  }
}
