// Keeps what was chosen, gives it back to a session that begins anew, and says so while the server does not answer.

import { component } from "../component.js";
import { Boxes } from "./boxes.js";
import { Store } from "./store.js";

/** @import {Keep, Left} from "../contract" */
/** @import {Given} from "../streamlit" */

const MOMENT_MS = 700; // a shorter silence is none
const ANSWER_MS = 2_000; // a session that has not taken it by then has lost it
const STATE = "data-test-connection-state"; // Streamlit's own word for it, on the outermost element of the app

const store = new Store(tabStorage());

export default component(".away > p", (line, /** @type {Given<Keep>} */ { data, setTriggerValue: tell }) => {
  const app = document.querySelector(`[${STATE}]`);
  const boxes = new Boxes();
  let isAway = false;
  let isGiven = false;
  let before = ""; // the session that was there when the server came back
  /** @type {ReturnType<typeof setTimeout> | undefined} */ let again;
  /** @type {ReturnType<typeof setTimeout> | undefined} */ let moment;

  const giveBack = () => {
    isGiven = true;
    clearTimeout(again);
    tell("given", store.all(location.search, place()));
  };
  const look = () => {
    const isBack = app?.getAttribute(STATE) === "CONNECTED";
    if (isBack === !isAway) return;
    isAway = !isBack;
    clearTimeout(moment);
    if (isAway) {
      moment = setTimeout(() => (line.textContent = data.away), MOMENT_MS);
    } else {
      line.textContent = "";
      before = data.session;
      boxes.see();
      giveBack(); // it may be another server, and Streamlit tells it nothing before the next click
    }
  };
  // What Streamlit has to say of it would take the keys from the player.
  const close = () => {
    const button = document.querySelector("body > [data-testid=stDialog] button");
    if (isAway && button instanceof HTMLElement) button.click();
  };
  const states = new MutationObserver(look);
  const dialogs = new MutationObserver(close);
  if (app) states.observe(app, { attributeFilter: [STATE] });
  dialogs.observe(document.body, { childList: true });

  return {
    update(given) {
      ({ data, setTriggerValue: tell } = given);
      clearTimeout(again);
      if (!data.taken && store.hasMore(data)) {
        if (isGiven) again = setTimeout(giveBack, ANSWER_MS);
        else giveBack();
        return;
      }
      const missing = store.keep(data);
      if (missing.length) tell("missing", missing);
      if (before && before !== data.session) boxes.putBack();
      else if (before) boxes.forget(); // it is the same server, which knows what it has drawn
      before = "";
    },
    stop() {
      states.disconnect();
      dialogs.disconnect();
      boxes.stop();
      clearTimeout(moment);
      clearTimeout(again);
    },
  };
});

/** Where a player on the page stands. @returns {Left | null} */
function place() {
  /** @type {CustomEvent<{place?: Left}>} */ const asked = new CustomEvent("bpe-lab:leave", { detail: {} });
  document.dispatchEvent(asked);
  return asked.detail.place ?? null;
}

/** What this tab alone has; a browser may refuse it. */
function tabStorage() {
  try {
    return sessionStorage;
  } catch {
    return null;
  }
}
