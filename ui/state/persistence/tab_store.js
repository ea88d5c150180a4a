// A tab's copy of its session: values, and long texts separately by digest.

import { BrowserStore } from "../../components/storage.js";

/** @import {StateToStore, RestoredState as All, LeftPlayer} from "../../components/contract" */
/** @import {StorageLike} from "../../components/storage.js" */
/** @typedef {Pick<StateToStore, "session" | "values" | "long" | "files" | "places">} Index */

const INDEX = "bpe-lab";

export class TabStore {
  #storage;

  /** @param {() => StorageLike} find storage that outlives the page */
  constructor(find) {
    this.#storage = new BrowserStore(find);
  }

  /** Whether it has something that the session does not have. @param {StateToStore} data */
  hasOtherState(data) {
    const { session, values, long, files, places } = this.#index();
    if (!session || session === data.session) return false;
    const isKnown = Object.entries(values).every(([key, text]) => data.values[key] === text);
    return !isKnown || [long, files, places].some((entries) => Object.keys(entries).length > 0);
  }

  /** Store exactly this; returns the digests of texts that are missing here. @param {StateToStore} data */
  save({ session, values, long, send, files, places }) {
    const earlier = Object.values(this.#index().long);
    const digests = new Set(Object.values(long).filter(Boolean));
    for (const digest of earlier) if (!digests.has(digest)) this.#storage.remove(digest);
    for (const [digest, text] of Object.entries(send)) this.#storage.set(digest, text);
    this.#storage.set(INDEX, JSON.stringify({ session, values, long, files, places }));
    return [...digests].filter((digest) => this.#storage.get(digest) === null);
  }

  /** Return everything stored, for a session. @type {(search: string, place: LeftPlayer | null) => All} */
  storedState(search, place) {
    const { session, values, long, files, places } = this.#index();
    const texts = Object.entries(long).map(([key, digest]) => [key, digest ? this.#storage.get(digest) : null]);
    return { session, search, values: { ...values, ...Object.fromEntries(texts) }, files, places, place };
  }

  /** @returns {Index} */
  #index() {
    const text = this.#storage.get(INDEX);
    return text ? JSON.parse(text) : { session: "", values: {}, long: {}, files: {}, places: {} };
  }
}
