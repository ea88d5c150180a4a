// Which window of this browser leads the class: the first that showed it something, until it goes or another takes over.

/** @import {BrowserStore} from "../../components/storage.js" */

export const LEAD = "bpe_lab_class_lead";

export class Lead {
  /** @param {Pick<BrowserStore, "get" | "set" | "remove">} kept what all windows of this browser see @param {string} name of this window */
  constructor(kept, name) {
    this.kept = kept;
    this.name = name;
  }

  /** The window that leads a class; empty for none. @param {string} code */
  #leader(code) {
    const [led, leader] = (this.kept.get(LEAD) ?? "").split(" ");
    return led === code ? (leader ?? "") : "";
  }

  /** @param {string} code */
  isMine(code) {
    return this.#leader(code) === this.name;
  }

  /** Whether no window leads it yet, or any more. @param {string} code */
  isFree(code) {
    return this.#leader(code) === "";
  }

  /** Lead, unless another window does. @param {string} code */
  claim(code) {
    if (this.isFree(code)) this.takeOver(code);
    return this.isMine(code);
  }

  /** @param {string} code */
  takeOver(code) {
    this.kept.set(LEAD, `${code} ${this.name}`);
  }

  /** This window goes. @param {string} code */
  release(code) {
    if (this.isMine(code)) this.kept.remove(LEAD);
  }
}
