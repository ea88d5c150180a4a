// Loads what pages need later, such as their data in a language. It comes as scripts, because a page opened from a
// folder cannot fetch files.

import { bytesFromBase64 } from "../components/inflate.js";
import { unpack } from "../player/unpack.js";
import { ROOT } from "./site_urls.js";

/** @type {Map<string, (value: any) => void>} */ const resolvers = new Map();

/** Called by the scripts that are loaded. */
Object.assign(globalThis, {
  bpeLabGives: (/** @type {string} */ name, /** @type {unknown} */ value) => resolvers.get(name)?.(value),
});

/** Load the data with that name. Rejects if it cannot be loaded. @param {string} language @param {string} name @returns {Promise<any>} */
export const load = async (language, name) => unpack(await loadFromScript(`data/${language}`, name));

/** Load deflated bytes, which are the same in all languages. Rejects if they cannot be loaded. @param {string} folder @param {string} name */
export const loadPacked = async (folder, name) => bytesFromBase64(await loadFromScript(folder, name));

/** Load what a script of the site provides. Rejects if it cannot be loaded. @param {string} name @returns {Promise<any>} */
export const loadScript = (name) => loadFromScript("scripts", name);

/** @type {(folder: string, name: string) => Promise<any>} */
const loadFromScript = (folder, name) =>
  new Promise((resolve, reject) => {
    const script = document.createElement("script");
    resolvers.set(name, resolve);
    script.src = new URL(`${folder}/${name}.js`, ROOT).href;
    script.onload = () => script.remove();
    script.onerror = () => reject(new Error(name));
    document.head.append(script);
  });
