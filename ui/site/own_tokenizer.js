// The reader's own tokenizer: files that are dropped on a page or chosen, and kept by this browser. Loaded by pages with a
// choice of tokenizers.

import { fillTemplate, make } from "../components/dom.js";
import { FileStore } from "../components/own_files/file_store.js";
import { ROOT } from "./site_urls.js";

/** @import {FormPage} from "./contract" */
/** @import {StoredFiles} from "../components/own_files/file_store.js" */
/** @typedef {OwnTokenizer} Own */

// A host may have several copies of the site.
const store = new FileStore(() => indexedDB, `bpe-lab ${ROOT.pathname}`);

class OwnTokenizer {
  element = make("p.own", { hidden: true });
  #notice = make("span");
  #labels;
  #patternSelect;
  #patternLabel;

  /** @param {NonNullable<FormPage["ownLabels"]>} labels @param {FormPage["ownPatterns"]} patterns @param {StoredFiles | undefined} stored */
  constructor(labels, patterns, stored) {
    this.#labels = labels;
    const options = patterns.map(([value, text]) => make("option", { value }, text));
    this.#patternSelect = make("select", { onchange: () => this.#setPattern(this.#patternSelect.value) }, ...options);
    this.#patternLabel = make("label", ` ${labels.pattern}: `, this.#patternSelect);
    this.stored = stored;
    this.element.append(
      this.#notice,
      " ",
      make("button", { type: "button", onclick: () => this.#clear() }, labels.clear),
      this.#patternLabel,
    );
    this.#show();
  }

  /** Called when there is no tokenizer any more, or it cuts texts by another pattern; set by the page. */
  onChange = () => {};

  /** Store files. @param {string} digest that identifies them @param {File[]} files @param {boolean} lacksPattern whether they don't say how a text is cut */
  store(digest, files, lacksPattern) {
    this.stored = { digest, names: files.map(({ name }) => name), pattern: "", lacksPattern, files };
    void store.set(this.stored);
    this.#show();
  }

  #clear() {
    this.stored = undefined;
    void store.clear();
    this.#show();
    this.onChange();
  }

  /** Cut texts by another pattern. @param {string} pattern */
  #setPattern(pattern) {
    if (!this.stored) return;
    this.stored = { ...this.stored, pattern, digest: `${Date.now()}-${Math.random()}` };
    void store.set(this.stored);
    this.onChange();
  }

  #show() {
    this.element.hidden = !this.stored;
    this.#patternLabel.hidden = !this.stored?.lacksPattern;
    this.#patternSelect.value = this.stored?.pattern ?? "";
    const names = this.stored?.names.join(" + ") ?? "";
    this.#notice.textContent = fillTemplate(this.#labels.opened, { names });
  }

  /** Let the reader choose files. @param {(files: File[]) => void} onFiles */
  pick(onFiles) {
    const box = make("input", { type: "file", multiple: true });
    box.onchange = () => onFiles([...(box.files ?? [])]);
    box.click();
  }

  /** Handle files that are dropped on the page. @param {() => void} onDragOver called while they are held over it @param {(files: File[]) => void} onFiles */
  watchDrops(onDragOver, onFiles) {
    const shade = make("div.drop", { hidden: true }, make("p", this.#labels.drop));
    document.body.append(shade);
    /** @param {"dragover" | "dragleave" | "drop"} name @param {(event: DragEvent) => void} handler */
    const listen = (name, handler) =>
      addEventListener(name, (event) => event.dataTransfer?.types.includes("Files") && handler(event));
    listen("dragover", (event) => {
      event.preventDefault();
      if (shade.hidden) onDragOver();
      shade.hidden = false;
    });
    listen("dragleave", ({ relatedTarget }) => {
      if (relatedTarget === null) shade.hidden = true; // left the window
    });
    listen("drop", (event) => {
      event.preventDefault();
      shade.hidden = true;
      onFiles([...(event.dataTransfer?.files ?? [])]);
    });
  }
}

Object(globalThis).bpeLabGives(
  "own_tokenizer",
  async (/** @type {NonNullable<FormPage["ownLabels"]>} */ labels, /** @type {FormPage["ownPatterns"]} */ patterns) =>
    new OwnTokenizer(labels, patterns, await store.get()),
);
