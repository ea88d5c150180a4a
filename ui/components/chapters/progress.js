// Which chapters were done, kept where all tabs of a browser find it.

/** @typedef {Pick<Storage, "getItem" | "setItem">} Place */

const NAME = "bpe-lab-course";

export class Progress {
  /** @type {Set<string>} */ #done = new Set(); // also where the browser keeps nothing
  #place;

  /** @param {Place | null} place what outlives the page, where the browser has that */
  constructor(place) {
    this.#place = place;
  }

  /** Note that these are done; all that are. @param {string[]} done */
  add(done) {
    const kept = this.#read();
    this.#done = new Set([...this.#done, ...kept, ...done]);
    if (this.#done.size > kept.length) this.#write();
    return this.#done;
  }

  /** What is kept; what makes no sense is nothing. @returns {string[]} */
  #read() {
    try {
      const kept = JSON.parse(this.#place?.getItem(NAME) ?? "[]");
      return Array.isArray(kept) ? kept.filter((key) => typeof key === "string") : [];
    } catch {
      return [];
    }
  }

  #write() {
    try {
      this.#place?.setItem(NAME, JSON.stringify([...this.#done]));
    } catch {
      // no room: it lasts as long as the page
    }
  }
}
