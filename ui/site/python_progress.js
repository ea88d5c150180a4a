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

  /** Run a task; resolves with its answer, or null if it was stopped or replaced by another. @param {Task} task @param {(way: Remedy) => void} follow @param {File[]} [files] of the reader's own tokenizer @returns {Promise<Answer | null>} */
  async run(task, follow = () => {}, files = undefined) {
    this.stop();
    const { labels } = this;
    if (isFile || !labels.working) return this.#announce(labels.file);
    const stop = (this.#stop = new AbortController());
    const text = make("span");
    const bar = make("progress", { max: 1 });
    const button = make("button", { onclick: () => this.#end(stop, labels.stopped) }, labels.stop);
    // Results that come at once need no progress.
    const shows = setTimeout(() => this.element.replaceChildren(make("p.notice", bar, text, button)), 150);
    text.textContent = labels.working;
    try {
      /** @type {(progress: import("./python/python.js").Progress) => void} */
      const onProgress = ({ phase, done, all, text: stage }) => {
        if (done) bar.value = done / all;
        else bar.removeAttribute("value"); // busy, for nobody knows how long
        const loaded =
          done < all ? fillTemplate(labels.loading, megabytes(this.language, { done, all })) : labels.starting;
        text.textContent = phase === "load" ? loaded : stage || labels.working;
      };
      const answer = await this.#started().run(task, { onProgress, signal: stop.signal, files });
      if (stop.signal.aborted) return null;
      this.say(answer, follow);
      return answer.error ? null : answer;
    } catch (error) {
      if (stop.signal.aborted) return null;
      return this.#fail(error instanceof PythonUnavailable ? error.why : "ended");
    } finally {
      clearTimeout(shows);
    }
  }

  /** Start Python before it is needed. */
  warm() {
    if (!isFile) this.#started().warm();
  }

  #started() {
    return (this.#python ??= new Python(new URL("python/", ROOT)));
  }

  /** Request more of a result, such as frames around another step, without showing progress. @param {Task} task @param {File[]} [files] */
  async more(task, files) {
    try {
      return (await this.#python?.run(task, { files })) ?? null;
    } catch {
      return null; // the caller keeps waiting, and asks again
    }
  }

  /** What the button Try again does; set by the page. */
  again = () => {};

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

  /** Say why Python is not available, and what to do. @param {FailureReason} why */
  #fail(why) {
    const { labels } = this;
    const way =
      why === "unsupported"
        ? make("a", { href: siteUrl("lessons") }, labels.lessons)
        : make("button", { onclick: () => void this.again() }, labels.again);
    const text = labels[why === "loading" ? "unloaded" : why];
    this.element.replaceChildren(make("p.notice", `${text} `, way));
    return null;
  }

  /** @param {AbortController} stop @param {string} text */
  #end(stop, text) {
    stop.abort();
    this.#announce(text);
  }

  /** Show an answer's error, problems and notes. @param {Partial<Answer>} answer @param {(way: Remedy) => void} follow */
  say({ error = null, problems = [], notes: sentences = [] }, follow = () => {}) {
    const notices = problems.map((text) => make("p.notice", text));
    if (error) {
      const ways = error.waysOut.map((way) => make("button", { onclick: () => follow(way) }, way.text));
      notices.push(make("p.notice", error.message, ...ways));
    }
    this.element.replaceChildren(...notices, ...sentences.map((text) => make("p", text)));
  }
}
