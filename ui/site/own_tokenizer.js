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
  #patterns;
  #pattern;

  /** @param {NonNullable<FormPage["ownLabels"]>} labels @param {FormPage["ownPatterns"]} patterns @param {StoredFiles | undefined} kept */
  constructor(labels, patterns, kept) {
    this.#labels = labels;
    const options = patterns.map(([value, text]) => make("option", { value }, text));
    this.#patterns = make("select", { onchange: () => this.#cut(this.#patterns.value) }, ...options);
    this.#pattern = make("label", ` ${labels.pattern}: `, this.#patterns);
    this.kept = kept;
    this.element.append(
      this.#notice,
      " ",
      make("button", { type: "button", onclick: () => this.#clear() }, labels.clear),
      this.#pattern,
    );
    this.#show();
  }

  /** Called when there is no tokenizer any more, or it cuts texts by another pattern; set by the page. */
  changed = () => {};

  /** Keep files from now on. @param {string} digest that identifies them @param {File[]} files @param {boolean} lacksPattern whether they don't say how a text is cut */
  keep(digest, files, lacksPattern) {
    this.kept = { digest, names: files.map(({ name }) => name), pattern: "", lacksPattern, files };
    void store.set(this.kept);
    this.#show();
  }

  #clear() {
    this.kept = undefined;
    void store.clear();
    this.#show();
    this.changed();
  }

  /** Cut texts by another pattern. @param {string} pattern */
  #cut(pattern) {
    if (!this.kept) return;
    this.kept = { ...this.kept, pattern, digest: `${Date.now()}-${Math.random()}` };
    void store.set(this.kept);
    this.changed();
  }

  #show() {
    this.element.hidden = !this.kept;
    this.#pattern.hidden = !this.kept?.lacksPattern;
    this.#patterns.value = this.kept?.pattern ?? "";
    const names = this.kept?.names.join(" + ") ?? "";
    this.#notice.textContent = fillTemplate(this.#labels.opened, { names });
  }

  /** Let the reader choose files. @param {(files: File[]) => void} take */
  pick(take) {
    const box = make("input", { type: "file", multiple: true });
    box.onchange = () => take([...(box.files ?? [])]);
    box.click();
  }

  /** Handle files that are dropped on the page. @param {() => void} near called while they are held over it @param {(files: File[]) => void} take */
  watchDrops(near, take) {
    const shade = make("div.drop", { hidden: true }, make("p", this.#labels.drop));
    document.body.append(shade);
    /** @param {"dragover" | "dragleave" | "drop"} name @param {(event: DragEvent) => void} heard */
    const listen = (name, heard) =>
      addEventListener(name, (event) => event.dataTransfer?.types.includes("Files") && heard(event));
    listen("dragover", (event) => {
      event.preventDefault();
      if (shade.hidden) near();
      shade.hidden = false;
    });
    listen("dragleave", ({ relatedTarget }) => {
      if (relatedTarget === null) shade.hidden = true; // left the window
    });
    listen("drop", (event) => {
      event.preventDefault();
      shade.hidden = true;
      take([...(event.dataTransfer?.files ?? [])]);
    });
  }
}

Object(globalThis).bpeLabGives(
  "own_tokenizer",
  async (/** @type {NonNullable<FormPage["ownLabels"]>} */ labels, /** @type {FormPage["ownPatterns"]} */ patterns) =>
    new OwnTokenizer(labels, patterns, await store.get()),
);
