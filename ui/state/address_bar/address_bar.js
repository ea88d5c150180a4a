// Keeps the address up to date, sets the page's language, opens the links to other pages in a page's HTML, and
// reports a player's position when a link leaves the page.

import { HTML, LOGO, NAVIGATION_GROUP, NAVIGATION_LINK, VIEW } from "../../base/streamlit_internals/selectors.js";
import { listening } from "../../components/component.js";
import { isPlainClick } from "../../components/dom.js";
import { setLinkSettings, announceLeave, openPage } from "../../components/link.js";
import { nextPagePath } from "../../components/page_skeleton.js";
import { setPageLanguage } from "./language.js";
import { withQuery } from "./query.js";

/** @import {AddressBar} from "../../components/contract" */
/** @import {ComponentArgs} from "../../components/streamlit" */

let reportedPlace = ""; // of the player, as reported last

export default listening((/** @type {ComponentArgs<AddressBar>} */ { data, setStateValue }) => {
  writeAddress(data);
  const markNavigation = () => {
    markGroup(data.group);
    markPage(data.within);
    markView(data.page);
    for (const logo of document.querySelectorAll(LOGO)) logo.setAttribute("aria-label", data.home);
  };
  markNavigation();
  const observer = new MutationObserver(markNavigation); // links may be drawn later, or redrawn
  observer.observe(document.body, { childList: true, subtree: true });
  setLinkSettings(data);
  setPageLanguage(data.language);
  const onClick = (/** @type {MouseEvent} */ event) => {
    const link = event.composedPath().find((element) => element instanceof HTMLAnchorElement && element.href);
    if (!(link instanceof HTMLAnchorElement)) return;
    if (!isPlainClick(event)) return;
    const place = announceLeave();
    if (!place || JSON.stringify(place) === reportedPlace) {
      if (!link.closest(HTML) || !nextPagePath(event)) return;
      event.preventDefault();
      openPage(link.href);
      return;
    }
    reportedPlace = JSON.stringify(place);
    event.preventDefault();
    event.stopImmediatePropagation();
    setStateValue("left", place);
    // Streamlit sends values in a later task: sent after the new page, it would lead back to this one.
    setTimeout(() => link.click());
  };
  document.addEventListener("click", onClick, true);
  return () => {
    observer.disconnect();
    document.removeEventListener("click", onClick, true);
  };
});

/** @param {AddressBar} data */
function writeAddress({ page, query, played }) {
  // A page that has been left meanwhile writes too late.
  if ((location.pathname.split("/").pop() || "home") !== page) return;
  const address = withQuery(location.href, query, played);
  if (address !== location.href) history.replaceState(history.state, "", address);
}

/** Mark the page's group in the navigation, even while the group is closed. @param {string} group */
function markGroup(group) {
  const groups = [...document.querySelectorAll(NAVIGATION_GROUP)];
  // Groups without room stay in the document, and the last button holds their pages.
  const shown = groups.filter((button) => !button.closest('[aria-hidden="true"]'));
  const named = shown.find((button) => button.firstElementChild?.textContent === group);
  const current = group ? (named ?? shown.at(-1)) : null;
  for (const button of groups) {
    if (button === current) button.setAttribute("aria-current", "true");
    else button.removeAttribute("aria-current");
  }
}

/** Mark the view of its page that is shown. @param {string} name */
function markView(name) {
  for (const link of document.querySelectorAll(VIEW)) {
    if (link.getAttribute("href") === name) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
}

/** Mark the navigation link whose page contains the current one. @param {string} name of a page, or empty */
function markPage(name) {
  for (const link of document.querySelectorAll(NAVIGATION_LINK)) {
    const isPage = link instanceof HTMLAnchorElement && new URL(link.href).pathname.split("/").pop() === name;
    if (name && isPage) link.setAttribute("aria-current", "true");
    else if (link.getAttribute("aria-current") === "true") link.removeAttribute("aria-current");
  }
}
