// Which window of this browser leads the class: the first that showed it something, until it closes or another takes
// over.

/** @import {BrowserStore} from "../../components/storage.js" */

export const LEAD = "bpe_lab_class_lead";

export class Lead {
  /** @param {Pick<BrowserStore, "get" | "set" | "remove">} kept shared by all windows of this browser @param {string} name of this window */
  constructor(kept, name) {
    this.kept = kept;
    this.name = name;
  }

  /** Return the window that leads a class; empty if none does. @param {string} code */
  #leader(code) {
    const [led, leader] = (this.kept.get(LEAD) ?? "").split(" ");
    return led === code ? (leader ?? "") : "";
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
    this.kept.set(LEAD, `${code} ${this.name}`);
  }

  /** Stop leading, as this window closes. @param {string} code */
  release(code) {
    if (this.isMine(code)) this.kept.remove(LEAD);
  }
}
