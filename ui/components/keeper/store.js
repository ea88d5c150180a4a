// What a tab keeps of its session: values, and long texts apart, each under its digest.

/** @import {Keep, Kept, Left} from "../contract" */
/** @typedef {Pick<Keep, "session" | "values" | "long" | "files" | "places">} Index */
/** @typedef {Pick<Storage, "getItem" | "setItem" | "removeItem">} Place */

const INDEX = "bpe-lab";

export class Store {
  /** @type {Map<string, string>} */ #held = new Map(); // also what the tab's own place had no room for
  #place;

  /** @param {Place | null} place what outlives the page, where the browser has that */
  constructor(place) {
    this.#place = place;
  }

  /** Whether it has something that a session does not know. @param {Keep} data */
  hasMore(data) {
    const { session, values, long, files, places } = this.#index();
    if (!session || session === data.session) return false;
    const isKnown = Object.entries(values).every(([key, text]) => data.values[key] === text);
    return !isKnown || [long, files, places].some((one) => Object.keys(one).length > 0);
  }

  /** Keep this, and nothing else. The digests of the texts that are not here. @param {Keep} data */
  keep({ session, values, long, send, files, places }) {
    const before = Object.values(this.#index().long);
    const digests = new Set(Object.values(long).filter(Boolean));
    for (const one of before) if (!digests.has(one)) this.#remove(one);
    for (const [digest, text] of Object.entries(send)) this.#set(digest, text);
    this.#set(INDEX, JSON.stringify({ session, values, long, files, places }));
    return [...digests].filter((digest) => this.#get(digest) === null);
  }

  /** All that is kept, for a session. @type {(search: string, place: Left | null) => Kept} */
  all(search, place) {
    const { session, values, long, files, places } = this.#index();
    const texts = Object.entries(long).map(([key, digest]) => [key, digest ? this.#get(digest) : null]);
    return { session, search, values: { ...values, ...Object.fromEntries(texts) }, files, places, place };
  }

  /** @returns {Index} */
  #index() {
    const text = this.#get(INDEX);
    return text ? JSON.parse(text) : { session: "", values: {}, long: {}, files: {}, places: {} };
  }

  /** @param {string} name */
  #get(name) {
    return this.#held.get(name) ?? this.#place?.getItem(name) ?? null;
  }

  /** @type {(name: string, text: string) => void} */
  #set(name, text) {
    this.#held.set(name, text);
    try {
      this.#place?.setItem(name, text);
    } catch {
      this.#place?.removeItem(name); // no room: it lasts as long as the page
    }
  }

  /** @param {string} name */
  #remove(name) {
    this.#held.delete(name);
    this.#place?.removeItem(name);
  }
}
