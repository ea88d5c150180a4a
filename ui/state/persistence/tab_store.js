// A tab's copy of its session: values, and long texts separately by digest.

import { BrowserStore } from "../../components/storage.js";

/** @import {StateToStore, RestoredState as All, LeftPlayer} from "../../components/contract" */
/** @import {StorageLike} from "../../components/storage.js" */
/** @typedef {Pick<StateToStore, "session" | "values" | "long" | "files" | "places">} Index */

const INDEX = "bpe-lab";

export class TabStore {
  #kept;

  /** @param {() => StorageLike} find storage that outlives the page */
  constructor(find) {
    this.#kept = new BrowserStore(find);
  }

  /** Whether it has something that the session does not have. @param {StateToStore} data */
  hasMore(data) {
    const { session, values, long, files, places } = this.#index();
    if (!session || session === data.session) return false;
    const isKnown = Object.entries(values).every(([key, text]) => data.values[key] === text);
    return !isKnown || [long, files, places].some((one) => Object.keys(one).length > 0);
  }

  /** Store exactly this; returns the digests of texts that are missing here. @param {StateToStore} data */
  keep({ session, values, long, send, files, places }) {
    const before = Object.values(this.#index().long);
    const digests = new Set(Object.values(long).filter(Boolean));
    for (const one of before) if (!digests.has(one)) this.#kept.remove(one);
    for (const [digest, text] of Object.entries(send)) this.#kept.set(digest, text);
    this.#kept.set(INDEX, JSON.stringify({ session, values, long, files, places }));
    return [...digests].filter((digest) => this.#kept.get(digest) === null);
  }

  /** Return everything stored, for a session. @type {(search: string, place: LeftPlayer | null) => All} */
  all(search, place) {
    const { session, values, long, files, places } = this.#index();
    const texts = Object.entries(long).map(([key, digest]) => [key, digest ? this.#kept.get(digest) : null]);
    return { session, search, values: { ...values, ...Object.fromEntries(texts) }, files, places, place };
  }

  /** @returns {Index} */
  #index() {
    const text = this.#kept.get(INDEX);
    return text ? JSON.parse(text) : { session: "", values: {}, long: {}, files: {}, places: {} };
  }
}
