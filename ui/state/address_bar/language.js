// The language that the page is in, and the one that was chosen, for all pages and for the next visit.

/** @import {Language} from "../../components/contract" */

const YEAR = 365 * 24 * 60 * 60; // seconds

/** @param {Language} language */
export function setPageLanguage({ tag, cookie, chosen }) {
  document.documentElement.lang = tag; // Streamlit's page says "en" whatever is in it
  if (!chosen) return;
  const path = new URL(".", document.baseURI).pathname; // of the app, which need not be all that its host serves
  document.cookie = `${cookie}=${chosen}; path=${path}; max-age=${YEAR}; samesite=lax`;
}
