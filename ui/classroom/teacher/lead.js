// Which window of this browser leads the class: the first that showed something to it, until it closes or another takes
// over.

/** @import {BrowserStore} from "../../components/storage.js" */

export const LEAD = "bpe_lab_class_lead";

export class Lead {
  /** @param {Pick<BrowserStore, "get" | "set" | "remove">} storage shared by all windows of this browser @param {string} name of this window */
  constructor(storage, name) {
    this.storage = storage;
    this.name = name;
  }

  /** Return the window that leads a class; empty if none does. @param {string} code */
  #leader(code) {
    const [ledCode, leader] = (this.storage.get(LEAD) ?? "").split(" ");
    return ledCode === code ? (leader ?? "") : "";
  }

  /** @param {string} code */
  isMine(code) {
    return this.#leader(code) === this.name;
  }

  /** Whether no window leads the class. @param {string} code */
  isFree(code) {
    return this.#leader(code) === "";
  }

  /** Lead the class, unless another window does. @param {string} code */
  claim(code) {
    if (this.isFree(code)) this.takeOver(code);
    return this.isMine(code);
  }

  /** @param {string} code */
  takeOver(code) {
    this.storage.set(LEAD, `${code} ${this.name}`);
  }

  /** Stop leading, as this window closes. @param {string} code */
  release(code) {
    if (this.isMine(code)) this.storage.remove(LEAD);
  }
}
