// Functions for a learner to write: each with an editor, the results of its tests, and what to do next.

import { drawOnChange } from "../component.js";
import { fillTemplate, make, megabytes, setAttributes } from "../dom.js";
import { BrowserStore, sharedStorage } from "../storage.js";
import { checkResult } from "./check_result.js";
import { ProgramRun } from "./program_run.js";

/** @import {CodingPage, FunctionTask} from "../contract" */
/** @import {Does, Editing} from "../browser_python/code_editor.js" */
/** @import {Cell, Judged} from "./check_result.js" */
/** @import {Ran} from "./program_run.js" */

const NAME = "bpe-lab-code";
const kept = new BrowserStore(sharedStorage);

/** Return the stored code, and which of it was right, by the keys of steps. @returns {{ typed: Record<string, string>, right: Record<string, string> }} */
function written() {
  try {
    const { typed, right } = JSON.parse(kept.get(NAME) ?? "{}");
    return { typed: { ...typed }, right: { ...right } };
  } catch {
    return { typed: {}, right: {} };
  }
}

/** Create a plain text box, if there is no better editor. @param {string} text @param {Record<string, string>} attributes @param {Does} does @returns {Editing} */
function plain(text, attributes, does) {
  const onkeydown = (/** @type {KeyboardEvent} */ event) => {
    if (event.key === "Escape") does.leave();
    else if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) does.run();
    else return;
    event.preventDefault();
  };
  const box = make("textarea", {
    ...attributes,
    spellcheck: "false",
    onkeydown,
    oninput: () => does.change(box.value),
  });
  const size = () => (box.rows = Math.max(8, box.value.split("\n").length + 1));
  const put = (/** @type {string} */ more) => {
    box.value = more;
    size();
    does.change(more);
  };
  box.value = text;
  size();
  const go = (/** @type {number} */ line) => {
    const lines = box.value.split("\n");
    const before = lines.slice(0, line - 1).join("\n").length + Number(line > 1);
    box.focus();
    box.setSelectionRange(before, before + (lines[line - 1] ?? "").length);
  };
  return { element: box, text: () => box.value, put, mark() {}, go, stop() {} };
}

/** Turn names between backticks into code elements. @type {(text: string) => (string | Node)[]} */
const inCode = (text) => text.split("\u0060").map((part, place) => (place % 2 ? make("code", part) : part));

class Step {
  #status = make("div.status", { role: "status" });
  #found = make("div.found");
  #help = make("div.help");
  #run;
  #stop;
  /** @type {Does} */ #does;
  isTried = false;

  /** @param {Lab} lab @param {FunctionTask} step */
  constructor(lab, step) {
    this.lab = lab;
    this.step = step;
    const { labels } = lab.code;
    this.title = make("h2", step.title);
    this.keys = make("p.keys", { id: `keys-${step.key}`, hidden: true }, labels.keys);
    this.#run = make("button.main", { onclick: () => void lab.run(this) }, labels.run);
    this.#stop = make("button", { hidden: true, onclick: () => lab.stop() }, labels.stop);
    this.#does = { run: () => void lab.run(this), leave: () => this.#run.focus(), change: () => lab.keep(this) };
    this.editing = plain(
      lab.typed(step),
      { "aria-label": fillTemplate(labels.editor, { title: step.title }) },
      this.#does,
    );
    const reset = make("button", { onclick: () => this.editing.put(step.stub) }, labels.reset);
    const line = make(
      "div.line",
      this.#run,
      this.#stop,
      reset,
      this.#shows(labels.hint, () => make("p", ...inCode(step.hint))),
    );
    const solution = () => make("pre", { tabindex: 0, "aria-label": labels.solution }, step.solution);
    line.append(this.#shows(labels.solution, solution, () => this.isTried));
    const instructions = step.instructions.map((text) => make("p", ...inCode(text)));
    this.element = make(
      "section",
      this.title,
      make("div.task", ...instructions, this.editing.element, this.keys, line, this.#help),
      make("div.results", this.#status, this.#found),
    );
    // What it will be tried on stands there from the start.
    this.#list(step.checks.map(({ title }) => make("li.pending", make("p", title))));
  }

  /** @param {HTMLElement[]} items */
  #list(items) {
    this.#found.append(make("h3", this.lab.code.labels.checks), make("ul.checks", ...items));
  }

  /** Create a button that shows or hides something. @param {string} text @param {() => HTMLElement} build @param {() => boolean} may */
  #shows(text, build, may = () => true) {
    /** @type {HTMLElement | null} */ let shown = null;
    const button = make("button", { "aria-expanded": "false" }, text);
    button.onclick = () => {
      if (!may()) return this.tell(this.lab.code.labels.tryFirst);
      if (shown) shown.remove();
      else this.#help.append((shown = build()));
      if (!shown.isConnected) shown = null;
      button.setAttribute("aria-expanded", String(shown !== null));
    };
    return button;
  }

  /** Replace the plain text box with an editor, keeping what was typed. @param {typeof import("../browser_python/code_editor.js").editing} editing @param {ShadowRoot | Document} root */
  edit(editing, root) {
    const before = this.editing;
    const hadFocus = root.activeElement === before.element;
    const label = before.element.getAttribute("aria-label") ?? "";
    this.keys.hidden = false;
    const attributes = { "aria-label": label, "aria-describedby": this.keys.id };
    this.editing = editing(root, before.text(), attributes, this.#does);
    before.element.replaceWith(this.editing.element);
    if (hadFocus) this.editing.go(1);
  }

  /** @param {...(string | Node)} parts */
  tell(...parts) {
    this.#status.replaceChildren(...(parts.length ? [make("p", ...parts)] : []));
  }

  /** @param {boolean} runs */
  runs(runs) {
    this.#stop.hidden = !runs;
    this.#found.classList.toggle("old", runs);
    if (runs) this.#found.replaceChildren();
  }

  /** Show printed text as it arrives. @param {string} text */
  print(text) {
    const { labels } = this.lab.code;
    let box = this.#found.querySelector("pre");
    if (!box) {
      box = make("pre", { tabindex: 0, role: "region", "aria-label": labels.output });
      this.#found.prepend(make("h3", labels.output), box);
    }
    box.textContent += text;
  }

  /** Show the result of a run. @param {Ran} ran @param {string[]} notes @returns {boolean} whether all is right */
  show(ran, notes) {
    const { labels } = this.lab.code;
    const { checks } = this.step;
    if (ran.cut) this.#found.append(make("p.subdued", labels.cut));
    this.#found.append(...notes.map((note) => make("p.subdued", note)));
    const found = ran.values.map((value, number) => checkResult(checks[number], value, labels));
    if (ran.error) this.#found.append(this.#error(ran));
    if (found.length) this.#list(found.map((one, number) => this.#judged(checks[number].title, one)));
    const isRight = !ran.error && found.every((one) => one.isRight);
    if (isRight) this.#goOn();
    else this.tell(ran.error ? labels.skipped : labels.wrong);
    return isRight;
  }

  #goOn() {
    const { labels } = this.lab.code;
    const next = this.lab.after(this);
    if (!next) return this.tell(make("strong", labels.allRight), ` ${labels.done}`);
    const onclick = () => {
      this.lab.lead(next);
      next.editing.go(3);
    };
    this.tell(make("strong", labels.allRight));
    this.#status.append(make("button", { onclick }, labels.next));
  }

  /** @param {Ran} ran */
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
    const place = this.lab.titled(error.source) ?? this;
    const line = make("p");
    if (place !== this) line.append(fillTemplate(labels.errorIn, { title: error.source }), " ");
    if (error.line) {
      place.editing.mark(error.line);
      const onclick = () => place.editing.go(error.line);
      line.append(make("button.where", { onclick }, fillTemplate(labels.line, { line: error.line })), " ");
    }
    line.append(make("code", error.message));
    box.append(make("p", labels.error), line, at ?? "");
    return box;
  }

  /** @param {string} title @param {Judged} judgement */
  #judged(title, { isRight, messages, table }) {
    const { labels } = this.lab.code;
    const mark = make("strong", isRight ? `✓ ${labels.right}` : `✗ ${labels.wrong}`);
    const item = make("li", { classes: { right: isRight, wrong: !isRight } });
    item.append(make("p", mark, ` ${title}`));
    if (table) {
      const heads = table.heads.map((text) => make("th", { scope: "col" }, text));
      const rows = table.rows.map(([head, cells, count]) =>
        make("tr", make("th", { scope: "row" }, head), make("td", tokensOf(cells)), count ? make("td", count) : null),
      );
      const head = heads.length ? make("tr", ...heads) : null;
      item.append(make("p", messages[0]), make("div.difference", make("table", head, ...rows)));
      item.append(...messages.slice(1).map((text) => make("p", text)));
    } else item.append(...messages.map((text) => make("p", text)));
    return item;
  }
}

/** Tokens, each as wide as its characters, so that those of two rows stand one below the other. @param {Cell[]} cells */
const tokensOf = (cells) =>
  make(
    "span.cells",
    ...cells.map(({ text, differs }) =>
      make("span.token", { classes: { differs }, style: `--cells: ${[...text].length || 1}` }, text || "\u00a0"),
    ),
  );

class Lab {
  #written = written();
  #running;
  #note = make("p.subdued", { role: "status" });
  #isRunning = false;
  /** @type {HTMLElement[]} */ #stations;
  // The function that stands at the middle of the screen.
  #watch = new IntersectionObserver(
    (seen) => {
      const here = this.steps.find(({ element }) => seen.some((one) => one.isIntersecting && one.target === element));
      if (here) this.#stand(here);
    },
    { rootMargin: "-45% 0px -54% 0px" },
  );

  /** @param {HTMLElement} root @param {CodingPage} code */
  constructor(root, code) {
    this.code = code;
    const { labels } = code;
    const base = code.base && new URL(code.base, document.baseURI).href;
    this.#running = new ProgramRun(base, code.seconds);
    this.steps = code.steps.map((step) => new Step(this, step));
    const forget = make("button", { onclick: () => this.#forget() }, labels.forget);
    const notice = base ? make("p", labels.private) : make("p.absent", labels.absent);
    this.#stations = this.steps.map((step) => make("button", { onclick: () => this.lead(step) }));
    this.#mark();
    this.#stand(this.steps[0]);
    const rail = make(
      "nav.rail",
      { "aria-label": labels.rail },
      make("ol", ...this.#stations.map((one) => make("li", one))),
    );
    const sections = this.steps.map(({ element }) => element);
    const all = make("div", ...sections, make("div.line", forget), this.#note);
    root.replaceChildren(
      make("div.tasks", make("div.side", make("div.about", make("p", code.intro), notice), rail), all),
    );
    for (const section of sections) this.#watch.observe(section);
    if (base) void this.#edit(new URL("editor/code_editor.js", base), root);
  }

  /** Mark in the rail what is right. */
  #mark() {
    for (const [place, { step }] of this.steps.entries()) {
      const isDone = this.#isRight(this.steps[place]);
      const name = make("span", step.title.replace(/^\d+\.\s*/, ""));
      const station = this.#stations[place];
      station.replaceChildren(make("i", { "aria-hidden": true }, isDone ? "✓" : String(place + 1)), name);
      setAttributes(station, { classes: { done: isDone } });
      if (isDone) name.append(make("span.state", ` ${this.code.labels.right}`));
    }
  }

  /** @param {Step} step */
  #isRight = ({ step, editing }) => this.#written.right[step.key] === editing.text();

  /** @param {Step} here */
  #stand(here) {
    for (const station of this.#stations) station.removeAttribute("aria-current");
    this.#stations[this.steps.indexOf(here)].setAttribute("aria-current", "step");
  }

  /** Bring a function to the top of the screen. @param {Step} step */
  lead(step) {
    step.title.scrollIntoView({ block: "start" });
    this.#stand(step);
  }

  /** @param {URL} address @param {HTMLElement} root */
  async #edit(address, root) {
    /** @type {typeof import("../browser_python/code_editor.js")} */ let module;
    try {
      module = await import(address.href);
    } catch {
      return; // not installed or not loaded: the plain text box does as well
    }
    const place = root.getRootNode();
    if (!(place instanceof ShadowRoot || place instanceof Document)) return;
    for (const step of this.steps) step.edit(module.editing, place);
  }

  /** Return the code an editor begins with: what was typed before, or the stub. @param {FunctionTask} step */
  typed({ key, stub }) {
    const typed = Object.hasOwn(this.#written.typed, key) ? this.#written.typed[key] : stub;
    return String(typed);
  }

  /** @param {Step} step */
  keep({ step, editing }) {
    const text = editing.text();
    if (text === step.stub) delete this.#written.typed[step.key];
    else this.#written.typed[step.key] = text;
    this.#save();
  }

  #save() {
    this.#mark();
    const { typed, right } = this.#written;
    if (Object.keys(typed).length + Object.keys(right).length) kept.set(NAME, JSON.stringify(this.#written));
    else kept.remove(NAME);
  }

  #forget() {
    for (const { editing, step } of this.steps) editing.put(step.stub);
    this.#written = { typed: {}, right: {} };
    this.#save();
    this.#note.textContent = this.code.labels.forgotten;
  }

  /** @param {Step} step */
  after = (step) => this.steps[this.steps.indexOf(step) + 1];

  /** @param {string} title */
  titled = (title) => this.steps.find(({ step }) => step.title === title);

  stop() {
    this.#running.stop();
  }

  leave() {
    this.#watch.disconnect();
    this.#running.leave();
    for (const { editing } of this.steps) editing.stop();
  }

  /** Run the code of an editor, after the earlier functions that it needs. @param {Step} step */
  async run(step) {
    const { labels, base } = this.code;
    if (!base) return step.tell(labels.absent);
    const text = step.editing.text();
    const [sources, notes] = this.#needed(step);
    const program = {
      sources: [...sources, /** @type {[string, string, boolean]} */ ([step.step.title, text, true])],
      calls: step.step.checks.map(({ call }) => JSON.parse(call)),
    };
    for (const one of this.steps) one.editing.mark(0);
    if (this.#isRunning) this.stop();
    this.#isRunning = true;
    const ended = this.#running.run(program, {
      loading: (bytes) =>
        step.tell(
          bytes.done < bytes.all ? fillTemplate(labels.loading, megabytes(labels.locale, bytes)) : labels.starting,
        ),
      running: () => step.tell(labels.running),
      printed: (more) => step.print(more),
    });
    step.runs(true);
    step.tell(labels.starting);
    const ran = await ended;
    step.runs(false);
    this.#isRunning = false;
    if (typeof ran === "string") {
      step.isTried ||= ran === "slow";
      step.tell(labels[ran === "loading" ? "unloaded" : ran]);
      return;
    }
    step.isTried = true;
    const isRight = step.show(ran, notes);
    if (isRight) this.#written.right[step.step.key] = text;
    this.#save();
  }

  /** Return the code of the functions that a step needs, and notes on it: the learner's own if right, else the solution. @param {Step} step @returns {[[string, string, boolean][], string[]]} */
  #needed(step) {
    const { labels } = this.code;
    /** @type {[string, string, boolean][]} */ const sources = [];
    const notes = [];
    for (const one of this.steps) {
      const { step: before, editing } = one;
      if (!step.step.needs.includes(before.key)) continue;
      const isRight = this.#isRight(one);
      if (!isRight) notes.push(fillTemplate(labels.given, { title: before.title }));
      sources.push([before.title, isRight ? editing.text() : before.solution, false]);
    }
    return [sources, notes];
  }
}

export default drawOnChange(".editor", (root, /** @type {CodingPage} */ code) => {
  setAttributes(root, { lang: code.labels.locale });
  const lab = new Lab(root, code);
  return () => lab.leave();
});
