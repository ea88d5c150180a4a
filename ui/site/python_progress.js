// A run of Python as a page shows it: progress, a button to stop it, and errors.

import { fillTemplate, make, megabytes } from "../components/dom.js";
import { isFile, siteUrl, ROOT } from "./site_urls.js";
import { Python, PythonUnavailable } from "./python/python.js";

/** @import {RunLabels} from "./contract" */
/** @import {Answer, Remedy} from "./python/contract" */
/** @import {Task} from "./python/python.js" */
/** @import {FailureReason} from "../components/browser_python/asset_loader.js" */

export class PythonRuns {
  element = make("div.python", { role: "status" });
  /** @type {AbortController | null} */ #stop = null;
  /** @type {Python | null} */ #python = null;

  /** @param {string} language @param {RunLabels} labels */
  constructor(language, labels) {
    this.language = language;
    this.labels = labels;
  }

  /** Run a task; resolves with its answer, or null if it was stopped or replaced by another. @param {Task} task @param {(remedy: Remedy) => void} onRemedy @param {File[]} [files] of the reader's own tokenizer @returns {Promise<Answer | null>} */
  async run(task, onRemedy = () => {}, files = undefined) {
    this.stop();
    const { labels } = this;
    if (isFile || !labels.working) return this.#announce(labels.file);
    const stop = (this.#stop = new AbortController());
    const text = make("span");
    const bar = make("progress", { max: 1 });
    const button = make("button", { onclick: () => this.#end(stop, labels.stopped) }, labels.stop);
    // Results that come at once need no progress.
    const showTimer = setTimeout(() => this.element.replaceChildren(make("p.notice", bar, text, button)), 150);
    text.textContent = labels.working;
    try {
      /** @type {(progress: import("./python/python.js").Progress) => void} */
      const onProgress = ({ phase, done, all, text: stage }) => {
        if (done) bar.value = done / all;
        else bar.removeAttribute("value"); // busy, without a known end
        const loaded =
          done < all ? fillTemplate(labels.loading, megabytes(this.language, { done, all })) : labels.starting;
        text.textContent = phase === "load" ? loaded : stage || labels.working;
      };
      const answer = await this.#startPython().run(task, { onProgress, signal: stop.signal, files });
      if (stop.signal.aborted) return null;
      this.showAnswer(answer, onRemedy);
      return answer.error ? null : answer;
    } catch (error) {
      if (stop.signal.aborted) return null;
      return this.#fail(error instanceof PythonUnavailable ? error.why : "ended");
    } finally {
      clearTimeout(showTimer);
    }
  }

  /** Start Python before it is needed. */
  warm() {
    if (!isFile) this.#startPython().warm();
  }

  #startPython() {
    return (this.#python ??= new Python(new URL("python/", ROOT)));
  }

  /** Request more of a result, such as frames around another step, without showing progress. @param {Task} task @param {File[]} [files] */
  async requestMore(task, files) {
    try {
      return (await this.#python?.run(task, { files })) ?? null;
    } catch {
      return null; // the caller keeps waiting, and asks again
    }
  }

  /** What the button Try again does; set by the page. */
  onTryAgain = () => {};

  /** End the current run without a message. */
  stop() {
    this.#stop?.abort();
    this.#stop = null;
    this.element.replaceChildren();
  }

  /** @param {string} text */
  #announce(text) {
    this.element.replaceChildren(make("p.notice", text));
    return null;
  }

  /** Show why Python is not available, and what to do. @param {FailureReason} why */
  #fail(why) {
    const { labels } = this;
    const action =
      why === "unsupported"
        ? make("a", { href: siteUrl("lessons") }, labels.lessons)
        : make("button", { onclick: () => void this.onTryAgain() }, labels.again);
    const text = labels[why === "loading" ? "unloaded" : why];
    this.element.replaceChildren(make("p.notice", `${text} `, action));
    return null;
  }

  /** @param {AbortController} stop @param {string} text */
  #end(stop, text) {
    stop.abort();
    this.#announce(text);
  }

  /** Show an answer's error, problems and notes. @param {Partial<Answer>} answer @param {(remedy: Remedy) => void} onRemedy */
  showAnswer({ error = null, problems = [], notes = [] }, onRemedy = () => {}) {
    const notices = problems.map((text) => make("p.notice", text));
    if (error) {
      const buttons = error.waysOut.map((remedy) => make("button", { onclick: () => onRemedy(remedy) }, remedy.text));
      notices.push(make("p.notice", error.message, ...buttons));
    }
    this.element.replaceChildren(...notices, ...notes.map((text) => make("p", text)));
  }
}
