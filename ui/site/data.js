// The data of pages in a language, as scripts, since a page opened from a folder cannot fetch files.

import { unpack } from "../player/unpack.js";
import { ROOT } from "./site_urls.js";

/** @type {Map<string, (text: string) => void>} */ const waiting = new Map();

/** Called by the scripts that contain data. */
Object.assign(globalThis, {
  bpeLabGives: (/** @type {string} */ name, /** @type {string} */ text) => waiting.get(name)?.(text),
});

/** Load the data with that name. Rejects if it cannot be loaded. @param {string} language @param {string} name @returns {Promise<any>} */
export async function load(language, name) {
  /** @type {string} */
  const text = await new Promise((resolve, reject) => {
    const script = document.createElement("script");
    waiting.set(name, resolve);
    script.src = new URL(`data/${language}/${name}.js`, ROOT).href;
    script.onload = () => script.remove();
    script.onerror = () => reject(new Error(name));
    document.head.append(script);
  });
  return unpack(text);
}
