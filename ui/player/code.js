// The code being taught, below the picture: the lines of the current beat are marked, with the values of their names.

import { icon } from "../components/icons.js";
import { copyText, make, setAttributes } from "../components/dom.js";

/** @import {Code, Frame, Labels, Lesson, CodePosition} from "../lessons/contract" */
/** @import {Beat} from "./frame_view.js" */
/** @typedef {{line: number, names: string[], values: Record<string, string>}} Marked A line, its names, and their values. */

// Return the lines to mark at a beat: those that led to the frame, and those that run next. At a question, the latter
// have no values, which would give the answer away.
/** @type {(code: Code, frame: Frame, beat: Beat, isQuestion: boolean) => Record<"ran" | "runs", Marked[]>} */
export function markedLines(code, { codeAfter: ran, codeBefore: runs }, beat, isQuestion) {
  const marked = (/** @type {CodePosition | undefined} */ place, /** @type {boolean} */ isSaid) =>
    place
      ? (code.beats[place.beat] ?? []).map(([line, names]) => ({ line, names, values: isSaid ? place.values : {} }))
      : [];
  return { ran: beat === "chosen" ? [] : marked(ran, true), runs: beat === "merged" ? [] : marked(runs, !isQuestion) };
}

/** Return a line's names with their values, as Python would write them. @type {(marked: Marked) => string} */
export const lineValues = ({ names, values }) =>
  names
    .filter((name) => Object.hasOwn(values, name))
    .map((name) => `${name} = ${values[name]}`)
    .join("   ");

/** Return the code as a runnable notebook cell. @param {Code} code */
export const notebookCell = ({ lines, lesson }) => `${lines.join("\n").trimEnd()}\n\n\n${lesson}`;

export class CodePanel {
  /** @type {Code | undefined} */ #code;
  /** @type {ReturnType<typeof markedLines> | null} */ #marks = null;
  #list = make("ol");
  #ran = make("span.key.ran");
  #runs = make("span.key.runs");
  #copy = make("button", { onclick: () => this.#copyCell() });
  #status = make("span", { role: "status" });
  #box = make("textarea.link", { readonly: true, hidden: true, rows: 4 });
  #names = make("p.names");
  #scroller = make("div.lines", { tabindex: 0, role: "group" }, this.#list, this.#names);
  #labels = /** @type {Labels} */ ({});
  element = make(
    "section.code",
    { hidden: true },
    make("div.code-heading", this.#ran, this.#runs, this.#copy, this.#status),
    this.#box,
    this.#scroller,
  );
  button = make("button.drawer-button", { "aria-expanded": false, onclick: () => this.#toggle() });

  /** @param {() => void} onToggle called when it is opened or closed */
  constructor(onToggle) {
    this.onToggle = onToggle;
  }

  get isOpen() {
    return !this.element.hidden;
  }

  say(/** @type {Labels} */ labels) {
    this.#labels = labels;
    this.button.replaceChildren(icon("code"), make("span.word", labels.code));
    setAttributes(this.button, { "aria-label": labels.codeTitle, title: labels.codeTitle });
    setAttributes(this.element, { "aria-label": labels.codeTitle });
    setAttributes(this.#scroller, { "aria-label": labels.codeLines });
    setAttributes(this.#box, { "aria-label": labels.codeCopyThis });
    this.#ran.textContent = labels.codeRan;
    this.#runs.textContent = labels.codeRuns;
    this.#copy.textContent = labels.codeCopy;
  }

  open(/** @type {boolean} */ on) {
    this.element.hidden = !on;
    setAttributes(this.button, { "aria-expanded": on });
    if (on) this.#draw();
  }

  /** @param {Lesson["code"]} code @param {Frame} frame @param {Beat} beat @param {boolean} isQuestion */
  show(code, frame, beat, isQuestion) {
    this.button.hidden = !code;
    this.element.classList.toggle("none", !code);
    this.#marks = code ? markedLines(code, frame, beat, isQuestion) : null;
    if (code && code !== this.#code) this.#begin(code);
    if (this.isOpen) this.#draw();
  }

  #draw() {
    const marks = this.#marks;
    if (!marks) return;
    const items = [...this.#list.children];
    for (const item of items) {
      item.classList.remove("ran", "runs");
      item.removeAttribute("aria-current");
      item.lastElementChild?.replaceChildren();
    }
    /** @type {number[]} */ const marked = [];
    for (const [kind, lines] of Object.entries(marks)) {
      for (const line of lines) {
        const item = items[line.line];
        const values = lineValues(line);
        item.classList.add(kind);
        if (kind === "runs" || !marks.runs.length) setAttributes(item, { "aria-current": "step" });
        if (values) item.lastElementChild?.replaceChildren(`# ${values}`);
        if (line.names.length) marked.push(line.line);
      }
    }
    this.#scrollTo(items, Math.min(...marked), Math.max(...marked));
  }

  #begin(/** @type {Code} */ code) {
    this.#code = code;
    this.#list.replaceChildren(
      ...code.lines.map((line) => make("li", make("code.text", line || "\u200b"), make("span.values"))),
    );
    this.#names.textContent = code.names;
    this.#status.textContent = code.lesson ? "" : this.#labels.codeTooLong;
    this.#copy.hidden = !code.lesson;
    this.#box.hidden = true;
  }

  // Scroll the marked lines into view, in the middle if they all fit; nothing else moves.
  /** @param {Element[]} items @param {number} first @param {number} last */
  #scrollTo(items, first, last) {
    const [top, bottom] = [items[first], items[last]];
    if (!(top instanceof HTMLElement) || !(bottom instanceof HTMLElement)) return;
    const from = top.offsetTop;
    const height = bottom.offsetTop + bottom.offsetHeight - from;
    const { clientHeight, scrollTop } = this.#scroller;
    if (from >= scrollTop && from + height <= scrollTop + clientHeight) return;
    this.#scroller.scrollTop = from - Math.max(0, (clientHeight - height) / 2);
  }

  #toggle() {
    this.open(!this.isOpen);
    this.onToggle();
  }

  async #copyCell() {
    if (!this.#code) return;
    const done = await copyText(notebookCell(this.#code), this.#box);
    this.#status.textContent = done ? this.#labels.codeCopied : this.#labels.codeCopyThis;
  }
}
