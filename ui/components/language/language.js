// Says which language the page is in, and keeps the one that was chosen, for all pages and for the next visit.

/** @import {Language} from "../contract" */
/** @import {Component} from "../streamlit" */

const YEAR = 365 * 24 * 60 * 60; // seconds

/** @type {Component<Language>} */
export default function ({ data: { tag, cookie, chosen } }) {
  document.documentElement.lang = tag; // Streamlit's page says "en" whatever is in it
  if (chosen) {
    const path = new URL(".", document.baseURI).pathname; // of the app, which need not be all that its host serves
    document.cookie = `${cookie}=${chosen}; path=${path}; max-age=${YEAR}; samesite=lax`;
  }
  return () => {};
}
