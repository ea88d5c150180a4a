// Where things lie on the site, by the addresses of the app: page?query. Below whatever path the site stands, and in a
// folder that was opened from a stick too.

import { urlWithQuery as hereSaying, currentQuery as saidHere } from "../components/page_query.js";

const script = document.currentScript;
if (!(script instanceof HTMLScriptElement)) throw new Error("This is a script of a page.");

/** Home. */
export const ROOT = new URL("..", script.src);

export const isFile = location.protocol === "file:";

export const said = saidHere;
export const currentUrl = hereSaying;

/** Where an address of the app lies here, in the language that this page is in. @param {string} address */
export function siteUrl(address) {
  const [page, query = ""] = address.split("?");
  const url = new URL(!page || page === "home" ? "." : `${page}/`, ROOT);
  if (isFile) url.pathname += "index.html";
  url.search = query;
  const language = said().get("lang");
  if (language && !url.searchParams.has("lang")) url.searchParams.set("lang", language);
  return url.href;
}

/** Say this in the address, with an entry of its own in the history, which has this besides. @param {URLSearchParams} query @param {Record<string, string>} state */
export function pushUrl(query, state) {
  history.pushState(state, "", currentUrl(query));
}

/** Say this in the address: with an entry of its own in the history, where it is another, or without. @param {URLSearchParams} query @param {boolean} isEntry */
export function setUrl(query, isEntry = false) {
  if (isEntry && currentUrl(query) !== location.href) history.pushState(null, "", currentUrl(query));
  else history.replaceState(history.state, "", currentUrl(query));
}
