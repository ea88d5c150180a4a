// Functions for a learner to write: each with an editor, the results of its tests, and what to do next.

import { drawOnChange } from "../component.js";
import { fillTemplate, make, megabytes, setAttributes } from "../dom.js";
import { BrowserStore, sharedStorage } from "../storage.js";
import { checkResult } from "./check_result.js";
import { ProgramRun } from "./program_run.js";

/** @import {CodingPage, FunctionTask} from "../contract" */
/** @import {EditorHandlers, CodeEditor} from "../browser_python/code_editor.js" */
/** @import {Cell, CheckResult} from "./check_result.js" */
/** @import {RunResult} from "./program_run.js" */

const NAME = "bpe-lab-code";
const storage = new BrowserStore(sharedStorage);

/** Return the stored code, and which of it was right, by the keys of steps. @returns {{ typed: Record<string, string>, right: Record<string, string> }} */
function readStored() {
  try {
    const { typed, right } = JSON.parse(storage.get(NAME) ?? "{}");
    return { typed: { ...typed }, right: { ...right } };
  } catch {
    return { typed: {}, right: {} };
  }
}

/** Create a plain text box, if there is no better editor. @param {string} text @param {Record<string, string>} attributes @param {EditorHandlers} handlers @returns {CodeEditor} */
function createTextBox(text, attributes, handlers) {
  const onkeydown = (/** @type {KeyboardEvent} */ event) => {
    if (event.key === "Escape") handlers.leave();
    else if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) handlers.run();
    else return;
    event.preventDefault();
  };
  const box = make("textarea", {
    ...attributes,
    spellcheck: "false",
    onkeydown,
    oninput: () => handlers.change(box.value),
  });
  const resize = () => (box.rows = Math.max(8, box.value.split("\n").length + 1));
  const setText = (/** @type {string} */ code) => {
    box.value = code;
    resize();
    handlers.change(code);
  };
  box.value = text;
  resize();
  const goToLine = (/** @type {number} */ line) => {
    const lines = box.value.split("\n");
    const before = lines.slice(0, line - 1).join("\n").length + Number(line > 1);
    box.focus();
    box.setSelectionRange(before, before + (lines[line - 1] ?? "").length);
  };
  return { element: box, text: () => box.value, setText, markLine() {}, goToLine, stop() {} };
}

/** Turn names between backticks into code elements. @type {(text: string) => (string | Node)[]} */
const withCode = (text) => text.split("\u0060").map((part, place) => (place % 2 ? make("code", part) : part));

class Step {
  #status = make("div.status", { role: "status" });
  #results = make("div.found");
  #help = make("div.help");
  #run;
  #stop;
  /** @type {EditorHandlers} */ #handlers;
  hasRun = false;

  /** @param {Lab} lab @param {FunctionTask} step */
  constructor(lab, step) {
    this.lab = lab;
    this.step = step;
    const { labels } = lab.code;
    this.title = make("h2", step.title);
    this.keys = make("p.keys", { id: `keys-${step.key}`, hidden: true }, labels.keys);
    this.#run = make("button.main", { onclick: () => void lab.run(this) }, labels.run);
    this.#stop = make("button", { hidden: true, onclick: () => lab.stop() }, labels.stop);
    this.#handlers = { run: () => void lab.run(this), leave: () => this.#run.focus(), change: () => lab.save(this) };
    this.editing = createTextBox(
      lab.initialCode(step),
      { "aria-label": fillTemplate(labels.editor, { title: step.title }) },
      this.#handlers,
    );
    const reset = make("button", { onclick: () => this.editing.setText(step.stub) }, labels.reset);
    const line = make(
      "div.line",
      this.#run,
      this.#stop,
      reset,
      this.#toggleButton(labels.hint, () => make("p", ...withCode(step.hint))),
    );
    const solution = () => make("pre", { tabindex: 0, "aria-label": labels.solution }, step.solution);
    line.append(this.#toggleButton(labels.solution, solution, () => this.hasRun));
    const instructions = step.instructions.map((text) => make("p", ...withCode(text)));
    this.element = make(
      "section",
      this.title,
      make("div.task", ...instructions, this.editing.element, this.keys, line, this.#help),
      make("div.results", this.#status, this.#results),
    );
    // The tests are listed from the start.
    this.#drawChecks(step.checks.map(({ title }) => make("li.pending", make("p", title))));
  }

  /** @param {HTMLElement[]} items */
  #drawChecks(items) {
    this.#results.append(make("h3", this.lab.code.labels.checks), make("ul.checks", ...items));
  }

  /** Create a button that shows or hides something. @param {string} text @param {() => HTMLElement} build @param {() => boolean} isAllowed */
  #toggleButton(text, build, isAllowed = () => true) {
    /** @type {HTMLElement | null} */ let shown = null;
    const button = make("button", { "aria-expanded": "false" }, text);
    button.onclick = () => {
      if (!isAllowed()) return this.showStatus(this.lab.code.labels.tryFirst);
      if (shown) shown.remove();
      else this.#help.append((shown = build()));
      if (!shown.isConnected) shown = null;
      button.setAttribute("aria-expanded", String(shown !== null));
    };
    return button;
  }

  /** Replace the plain text box with an editor, keeping what was typed. @param {typeof import("../browser_python/code_editor.js").createEditor} createEditor @param {ShadowRoot | Document} root */
  useEditor(createEditor, root) {
    const previous = this.editing;
    const hadFocus = root.activeElement === previous.element;
    const label = previous.element.getAttribute("aria-label") ?? "";
    this.keys.hidden = false;
    const attributes = { "aria-label": label, "aria-describedby": this.keys.id };
    this.editing = createEditor(root, previous.text(), attributes, this.#handlers);
    previous.element.replaceWith(this.editing.element);
    if (hadFocus) this.editing.goToLine(1);
  }

  /** @param {...(string | Node)} parts */
  showStatus(...parts) {
    this.#status.replaceChildren(...(parts.length ? [make("p", ...parts)] : []));
  }

  /** @param {boolean} isRunning */
  setRunning(isRunning) {
    this.#stop.hidden = !isRunning;
    this.#results.classList.toggle("old", isRunning);
    if (isRunning) this.#results.replaceChildren();
  }

  /** Show printed text as it arrives. @param {string} text */
  print(text) {
    const { labels } = this.lab.code;
    let box = this.#results.querySelector("pre");
    if (!box) {
      box = make("pre", { tabindex: 0, role: "region", "aria-label": labels.output });
      this.#results.prepend(make("h3", labels.output), box);
    }
    box.textContent += text;
  }

  /** Show the result of a run. @param {RunResult} result @param {string[]} notes @returns {boolean} whether all is right */
  showResult(result, notes) {
    const { labels } = this.lab.code;
    const { checks } = this.step;
    if (result.cut) this.#results.append(make("p.subdued", labels.cut));
    this.#results.append(...notes.map((note) => make("p.subdued", note)));
    const checked = result.values.map((value, number) => checkResult(checks[number], value, labels));
    if (result.error) this.#results.append(this.#error(result));
    if (checked.length) this.#drawChecks(checked.map((one, number) => this.#checkItem(checks[number].title, one)));
    const isRight = !result.error && checked.every((one) => one.isRight);
    if (isRight) this.#offerNext();
    else this.showStatus(result.error ? labels.skipped : labels.wrong);
    return isRight;
  }

  #offerNext() {
    const { labels } = this.lab.code;
    const next = this.lab.nextStep(this);
    if (!next) return this.showStatus(make("strong", labels.allRight), ` ${labels.done}`);
    const onclick = () => {
      this.lab.scrollTo(next);
      next.editing.goToLine(3);
    };
    this.showStatus(make("strong", labels.allRight));
    this.#status.append(make("button", { onclick }, labels.next));
  }

  /** @param {RunResult} result */
  #error({ error, call }) {
    const { labels } = this.lab.code;
    const box = make("div.error", { role: "alert" });
    if (!error) return box;
    const check = call === null ? null : this.step.checks[call];
    const at = check && make("p", fillTemplate(labels.errorAt, { title: check.shown || check.title }));
    if (error.wrong && check) {
      const kinds = { counts: labels.kindCounts, symbols: labels.kindSymbols, merges: labels.kindMerges };
      box.append(make("p", fillTemplate(kinds[check.returns], { found: error.message })), at ?? "");
      return box;
    }
    const place = this.lab.stepByTitle(error.source) ?? this;
    const line = make("p");
    if (place !== this) line.append(fillTemplate(labels.errorIn, { title: error.source }), " ");
    if (error.line) {
      place.editing.markLine(error.line);
      const onclick = () => place.editing.goToLine(error.line);
      line.append(make("button.where", { onclick }, fillTemplate(labels.line, { line: error.line })), " ");
    }
    line.append(make("code", error.message));
    box.append(make("p", labels.error), line, at ?? "");
    return box;
  }

  /** @param {string} title @param {CheckResult} result */
  #checkItem(title, { isRight, messages, table }) {
    const { labels } = this.lab.code;
    const mark = make("strong", isRight ? `✓ ${labels.right}` : `✗ ${labels.wrong}`);
    const item = make("li", { classes: { right: isRight, wrong: !isRight } });
    item.append(make("p", mark, ` ${title}`));
    if (table) {
      const heads = table.heads.map((text) => make("th", { scope: "col" }, text));
      const rows = table.rows.map(([head, cells, count]) =>
        make("tr", make("th", { scope: "row" }, head), make("td", tokenCells(cells)), count ? make("td", count) : null),
      );
      const head = heads.length ? make("tr", ...heads) : null;
      item.append(make("p", messages[0]), make("div.difference", make("table", head, ...rows)));
      item.append(...messages.slice(1).map((text) => make("p", text)));
    } else item.append(...messages.map((text) => make("p", text)));
    return item;
  }
}

/** Draw tokens as wide as their characters, so that those of two rows line up. @param {Cell[]} cells */
const tokenCells = (cells) =>
  make(
    "span.cells",
    ...cells.map(({ text, differs }) =>
      make("span.token", { classes: { differs }, style: `--cells: ${[...text].length || 1}` }, text || "\u00a0"),
    ),
  );

class Lab {
  #stored = readStored();
  #program;
  #note = make("p.subdued", { role: "status" });
  #isRunning = false;
  /** @type {HTMLElement[]} */ #stations;
  // The function in the middle of the screen is the current one.
  #observer = new IntersectionObserver(
    (entries) => {
      const current = this.steps.find(({ element }) =>
        entries.some((one) => one.isIntersecting && one.target === element),
      );
      if (current) this.#setCurrent(current);
    },
    { rootMargin: "-45% 0px -54% 0px" },
  );

  /** @param {HTMLElement} root @param {CodingPage} code */
  constructor(root, code) {
    this.code = code;
    const { labels } = code;
    const base = code.base && new URL(code.base, document.baseURI).href;
    this.#program = new ProgramRun(base, code.seconds);
    this.steps = code.steps.map((step) => new Step(this, step));
    const clear = make("button", { onclick: () => this.#clear() }, labels.forget);
    const notice = base ? make("p", labels.private) : make("p.absent", labels.absent);
    this.#stations = this.steps.map((step) => make("button", { onclick: () => this.scrollTo(step) }));
    this.#markSolved();
    this.#setCurrent(this.steps[0]);
    const rail = make(
      "nav.rail",
      { "aria-label": labels.rail },
      make("ol", ...this.#stations.map((one) => make("li", one))),
    );
    const sections = this.steps.map(({ element }) => element);
    const all = make("div", ...sections, make("div.line", clear), this.#note);
    root.replaceChildren(
      make("div.tasks", make("div.side", make("div.about", make("p", code.intro), notice), rail), all),
    );
    for (const section of sections) this.#observer.observe(section);
    if (base) void this.#loadEditor(new URL("editor/code_editor.js", base), root);
  }

  /** Mark the solved functions in the rail. */
  #markSolved() {
    for (const [place, { step }] of this.steps.entries()) {
      const isDone = this.#isSolved(this.steps[place]);
      const name = make("span", step.title.replace(/^\d+\.\s*/, ""));
      const station = this.#stations[place];
      station.replaceChildren(make("i", { "aria-hidden": true }, isDone ? "✓" : String(place + 1)), name);
      setAttributes(station, { classes: { done: isDone } });
      if (isDone) name.append(make("span.state", ` ${this.code.labels.right}`));
    }
  }

  /** @param {Step} step */
  #isSolved = ({ step, editing }) => this.#stored.right[step.key] === editing.text();

  /** @param {Step} step */
  #setCurrent(step) {
    for (const station of this.#stations) station.removeAttribute("aria-current");
    this.#stations[this.steps.indexOf(step)].setAttribute("aria-current", "step");
  }

  /** Bring a function to the top of the screen. @param {Step} step */
  scrollTo(step) {
    step.title.scrollIntoView({ block: "start" });
    this.#setCurrent(step);
  }

  /** @param {URL} address @param {HTMLElement} root */
  async #loadEditor(address, root) {
    /** @type {typeof import("../browser_python/code_editor.js")} */ let module;
    try {
      module = await import(address.href);
    } catch {
      return; // not installed or not loaded: the plain text box stays
    }
    const place = root.getRootNode();
    if (!(place instanceof ShadowRoot || place instanceof Document)) return;
    for (const step of this.steps) step.useEditor(module.createEditor, place);
  }

  /** Return the code an editor begins with: what was typed before, or the stub. @param {FunctionTask} step */
  initialCode({ key, stub }) {
    const typed = Object.hasOwn(this.#stored.typed, key) ? this.#stored.typed[key] : stub;
    return String(typed);
  }

  /** @param {Step} step */
  save({ step, editing }) {
    const text = editing.text();
    if (text === step.stub) delete this.#stored.typed[step.key];
    else this.#stored.typed[step.key] = text;
    this.#store();
  }

  #store() {
    this.#markSolved();
    const { typed, right } = this.#stored;
    if (Object.keys(typed).length + Object.keys(right).length) storage.set(NAME, JSON.stringify(this.#stored));
    else storage.remove(NAME);
  }

  #clear() {
    for (const { editing, step } of this.steps) editing.setText(step.stub);
    this.#stored = { typed: {}, right: {} };
    this.#store();
    this.#note.textContent = this.code.labels.forgotten;
  }

  /** @param {Step} step */
  nextStep = (step) => this.steps[this.steps.indexOf(step) + 1];

  /** @param {string} title */
  stepByTitle = (title) => this.steps.find(({ step }) => step.title === title);

  stop() {
    this.#program.stop();
  }

  dispose() {
    this.#observer.disconnect();
    this.#program.dispose();
    for (const { editing } of this.steps) editing.stop();
  }

  /** Run the code of an editor, after the earlier functions that it needs. @param {Step} step */
  async run(step) {
    const { labels, base } = this.code;
    if (!base) return step.showStatus(labels.absent);
    const text = step.editing.text();
    const [sources, notes] = this.#neededSources(step);
    const program = {
      sources: [...sources, /** @type {[string, string, boolean]} */ ([step.step.title, text, true])],
      calls: step.step.checks.map(({ call }) => JSON.parse(call)),
    };
    for (const { editing } of this.steps) editing.markLine(0);
    if (this.#isRunning) this.stop();
    this.#isRunning = true;
    const outcome = this.#program.run(program, {
      onLoading: (bytes) =>
        step.showStatus(
          bytes.done < bytes.all ? fillTemplate(labels.loading, megabytes(labels.locale, bytes)) : labels.starting,
        ),
      onRunning: () => step.showStatus(labels.running),
      onPrinted: (more) => step.print(more),
    });
    step.setRunning(true);
    step.showStatus(labels.starting);
    const result = await outcome;
    step.setRunning(false);
    this.#isRunning = false;
    if (typeof result === "string") {
      step.hasRun ||= result === "slow";
      step.showStatus(labels[result === "loading" ? "unloaded" : result]);
      return;
    }
    step.hasRun = true;
    const isRight = step.showResult(result, notes);
    if (isRight) this.#stored.right[step.step.key] = text;
    this.#store();
  }

  /** Return the code of the functions that a step needs, and notes on it: the learner's own if right, else the solution. @param {Step} step @returns {[[string, string, boolean][], string[]]} */
  #neededSources(step) {
    const { labels } = this.code;
    /** @type {[string, string, boolean][]} */ const sources = [];
    const notes = [];
    for (const one of this.steps) {
      const { step: before, editing } = one;
      if (!step.step.needs.includes(before.key)) continue;
      const isRight = this.#isSolved(one);
      if (!isRight) notes.push(fillTemplate(labels.given, { title: before.title }));
      sources.push([before.title, isRight ? editing.text() : before.solution, false]);
    }
    return [sources, notes];
  }
}

export default drawOnChange(".editor", (root, /** @type {CodingPage} */ code) => {
  setAttributes(root, { lang: code.labels.locale });
  const lab = new Lab(root, code);
  return () => lab.dispose();
});
