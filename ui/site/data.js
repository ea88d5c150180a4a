// What a page is given, in a language: data in scripts of their own, since a page from a stick may fetch nothing.

import { unpack } from "../player/unpack.js";
import { ROOT } from "./site_urls.js";

/** @type {Map<string, (text: string) => void>} */ const waiting = new Map();

/** What the scripts with data call. */
Object.assign(globalThis, {
  bpeLabGives: (/** @type {string} */ name, /** @type {string} */ text) => waiting.get(name)?.(text),
});

/** The data of that name. Rejects where it does not come. @param {string} language @param {string} name @returns {Promise<any>} */
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
