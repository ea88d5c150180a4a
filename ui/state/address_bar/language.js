// The page's language, and the chosen one, stored for all pages and the next visit.

/** @import {Language} from "../../components/contract" */

const YEAR = 365 * 24 * 60 * 60; // seconds

/** @param {Language} language */
export function setPageLanguage({ tag, cookie, chosen }) {
  document.documentElement.lang = tag; // Streamlit's page says "en", whatever its content
  if (!chosen) return;
  const path = new URL(".", document.baseURI).pathname; // of the app, which may share its host
  document.cookie = `${cookie}=${chosen}; path=${path}; max-age=${YEAR}; samesite=lax`;
}
