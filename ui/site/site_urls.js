// Maps the app's addresses (page?query) to files of the site. Works below any path, and from a folder on disk.

import { currentQuery, urlWithQuery } from "../components/page_query.js";

const script = document.currentScript;
if (!(script instanceof HTMLScriptElement)) throw new Error("This is a script of a page.");

/** The address of Home. */
export const ROOT = new URL("..", script.src);

export const isFile = location.protocol === "file:";

/** Return the URL of an app address on the site, in the current language. @param {string} address */
export function siteUrl(address) {
  const [page, query = ""] = address.split("?");
  const url = new URL(!page || page === "home" ? "." : `${page}/`, ROOT);
  if (isFile) url.pathname += "index.html";
  url.search = query;
  const language = currentQuery().get("lang");
  if (language && !url.searchParams.has("lang")) url.searchParams.set("lang", language);
  return url.href;
}

/** Write a query to the address as a new history entry with this state. @param {URLSearchParams} query @param {Record<string, string>} state */
export function pushUrl(query, state) {
  history.pushState(state, "", urlWithQuery(query));
}

/** Write a query to the address: as a new history entry if it differs and `isEntry` is true, or without one. @param {URLSearchParams} query @param {boolean} isEntry */
export function setUrl(query, isEntry = false) {
  if (isEntry && urlWithQuery(query) !== location.href) history.pushState(null, "", urlWithQuery(query));
  else history.replaceState(history.state, "", urlWithQuery(query));
}
