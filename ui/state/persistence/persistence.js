// Stores the reader's choices, restores them in a new session, and reports a server that does not answer.

import { CONNECTED, CONNECTION, DIALOG_BUTTON } from "../../base/streamlit_internals/selectors.js";
import { component } from "../../components/component.js";
import { announceLeave } from "../../components/link.js";
import { UnsentInput } from "./unsent_input.js";
import { TabStore } from "./tab_store.js";

/** @import {StateToStore} from "../../components/contract" */
/** @import {ComponentArgs} from "../../components/streamlit" */

const NOTICE_MS = 700; // shorter interruptions are ignored
const RESTORE_MS = 2_000; // a session that has not restored it by then has lost it

const tabStore = new TabStore(() => sessionStorage);

export default component(
  ".offline > p",
  (line, /** @type {ComponentArgs<StateToStore>} */ { data, setTriggerValue: trigger }) => {
    const app = document.querySelector(`[${CONNECTION}]`);
    const unsentInput = new UnsentInput();
    let isAway = false;
    let isSent = false;
    let previousSession = ""; // the session before the connection was restored
    /** @type {ReturnType<typeof setTimeout> | undefined} */ let retryTimer;
    /** @type {ReturnType<typeof setTimeout> | undefined} */ let noticeTimer;

    const sendStored = () => {
      isSent = true;
      clearTimeout(retryTimer);
      trigger("given", tabStore.storedState(location.search, announceLeave()));
    };
    const checkConnection = () => {
      const isBack = app?.getAttribute(CONNECTION) === CONNECTED;
      if (isBack === !isAway) return;
      isAway = !isBack;
      clearTimeout(noticeTimer);
      if (isAway) {
        noticeTimer = setTimeout(() => (line.textContent = data.away), NOTICE_MS);
      } else {
        line.textContent = "";
        previousSession = data.session;
        unsentInput.rememberInput();
        sendStored(); // it may be a new server, to which Streamlit sends nothing before the next click
      }
    };
    // Streamlit's own dialog about it would take the keyboard from the player.
    const closeDialog = () => {
      const button = document.querySelector(DIALOG_BUTTON);
      if (!isAway || !(button instanceof HTMLElement)) return;
      // Stop the click here: outside an open popover, it would close the popover and lose the typed text.
      document.documentElement.addEventListener("click", (event) => event.stopPropagation(), { once: true });
      button.click();
    };
    const connectionObserver = new MutationObserver(checkConnection);
    const dialogObserver = new MutationObserver(closeDialog);
    if (app) connectionObserver.observe(app, { attributeFilter: [CONNECTION] });
    dialogObserver.observe(document.body, { childList: true });

    return {
      update(args) {
        ({ data, setTriggerValue: trigger } = args);
        clearTimeout(retryTimer);
        if (!data.taken && tabStore.hasOtherState(data)) {
          if (isSent) retryTimer = setTimeout(sendStored, RESTORE_MS);
          else sendStored();
          return;
        }
        const missing = tabStore.save(data);
        if (missing.length) trigger("missing", missing);
        if (!previousSession || previousSession === data.session) return; // the same server, which knows what it has drawn
        unsentInput.restore();
        previousSession = "";
      },
      stop() {
        connectionObserver.disconnect();
        dialogObserver.disconnect();
        unsentInput.stop();
        clearTimeout(noticeTimer);
        clearTimeout(retryTimer);
      },
    };
  },
);
