// Runs a learner's program in a worker: reports its output, and ends it if it takes too long.

import { whyFailed } from "../browser_python/asset_loader.js";
import { ConfinedWorker } from "../browser_python/confined_worker.js";

/** @import {Why} from "../browser_python/asset_loader.js" */
/** @typedef {{ source: string, line: number, message: string, wrong: boolean }} Problem */
/** @typedef {{ error: Problem | null, call: number | null, values: unknown[], cut: boolean }} Ran */
/** @typedef {{ sources: [name: string, code: string, shown: boolean][], calls: unknown[] }} Program */

/**
 * @typedef {{
 *   loading: (bytes: { done: number, all: number }) => void,
 *   running: () => void,
 *   printed: (text: string) => void,
 * }} Listener
 */

/** @typedef {Ran | "slow" | "stopped" | Why} End */

export class ProgramRun {
  /** @type {ConfinedWorker | null} */ #worker = null;
  /** @type {((end: End) => void) | null} */ #end = null;
  #last = 0;

  /** @param {string} base address of Python's files, ending in a slash @param {number} seconds @param {(url: URL) => ConfinedWorker} begin */
  constructor(base, seconds, begin = (url) => new ConfinedWorker(url)) {
    this.base = base;
    this.seconds = seconds;
    this.begin = begin;
  }

  /** Run a program; resolves with its result, or with why there is none. @param {Program} program @param {Listener} listener @returns {Promise<End>} */
  run(program, listener) {
    this.stop();
    return new Promise((resolve) => {
      /** @type {ReturnType<typeof setTimeout> | undefined} */ let limit;
      const id = (this.#last += 1);
      const end = (/** @type {End} */ how) => {
        clearTimeout(limit);
        if (this.#end !== end) return;
        this.#end = null;
        if (typeof how === "string") this.#leave(); // no longer trusted: the next run gets a new one
        resolve(how);
      };
      this.#end = end;
      try {
        this.#worker ??= this.begin(new URL("code.js", this.base));
      } catch {
        end("unsupported");
        return;
      }
      let isRunning = false;
      const worker = this.#worker;
      worker.onerror = (event) => {
        event.preventDefault();
        end(whyFailed(event, isRunning));
      };
      worker.onmessage = ({ data }) => {
        if (data.id !== id || this.#end !== end) return;
        if (data.progress) listener.loading(data.progress);
        else if (data.isRunning) {
          isRunning = true;
          limit = setTimeout(() => end("slow"), this.seconds * 1000);
          listener.running();
        } else if (data.text) listener.printed(data.text);
        else end(data.answer ? JSON.parse(data.answer) : data.why);
      };
      worker.postMessage({ id, task: program });
    });
  }

  /** End the program that is running. */
  stop() {
    this.#end?.("stopped");
  }

  /** End the worker too, when the page is left. */
  leave() {
    this.stop();
    this.#leave();
  }

  #leave() {
    this.#worker?.terminate();
    this.#worker = null;
  }
}
