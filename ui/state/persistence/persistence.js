// Stores what was chosen, restores it in a new session, and shows when the server does not answer.

import { CONNECTED, CONNECTION, DIALOG_BUTTON } from "../../base/streamlit_internals/selectors.js";
import { component } from "../../components/component.js";
import { announceLeave } from "../../components/link.js";
import { UnsentInput } from "./unsent_input.js";
import { TabStore } from "./tab_store.js";

/** @import {StateToStore} from "../../components/contract" */
/** @import {ComponentArgs} from "../../components/streamlit" */

const MOMENT_MS = 700; // shorter interruptions are ignored
const ANSWER_MS = 2_000; // a session that has not restored it by then has lost it

const store = new TabStore(() => sessionStorage);

export default component(
  ".offline > p",
  (line, /** @type {ComponentArgs<StateToStore>} */ { data, setTriggerValue: trigger }) => {
    const app = document.querySelector(`[${CONNECTION}]`);
    const boxes = new UnsentInput();
    let isAway = false;
    let isGiven = false;
    let before = ""; // the session before the connection was restored
    /** @type {ReturnType<typeof setTimeout> | undefined} */ let again;
    /** @type {ReturnType<typeof setTimeout> | undefined} */ let moment;

    const giveBack = () => {
      isGiven = true;
      clearTimeout(again);
      trigger("given", store.all(location.search, announceLeave()));
    };
    const look = () => {
      const isBack = app?.getAttribute(CONNECTION) === CONNECTED;
      if (isBack === !isAway) return;
      isAway = !isBack;
      clearTimeout(moment);
      if (isAway) {
        moment = setTimeout(() => (line.textContent = data.away), MOMENT_MS);
      } else {
        line.textContent = "";
        before = data.session;
        boxes.watchInput();
        giveBack(); // it may be a new server, and Streamlit tells it nothing before the next click
      }
    };
    // Streamlit's own dialog about it would take the keyboard from the player.
    const close = () => {
      const button = document.querySelector(DIALOG_BUTTON);
      if (!isAway || !(button instanceof HTMLElement)) return;
      // Stop the click here: outside an open popover, it would close it and lose what is typed.
      document.documentElement.addEventListener("click", (event) => event.stopPropagation(), { once: true });
      button.click();
    };
    const states = new MutationObserver(look);
    const dialogs = new MutationObserver(close);
    if (app) states.observe(app, { attributeFilter: [CONNECTION] });
    dialogs.observe(document.body, { childList: true });

    return {
      update(given) {
        ({ data, setTriggerValue: trigger } = given);
        clearTimeout(again);
        if (!data.taken && store.hasMore(data)) {
          if (isGiven) again = setTimeout(giveBack, ANSWER_MS);
          else giveBack();
          return;
        }
        const missing = store.keep(data);
        if (missing.length) trigger("missing", missing);
        if (!before || before === data.session) return; // the same server, which knows what it has drawn
        boxes.restore();
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
  },
);
