// The player on a Streamlit page.

import { component } from "../components/component.js";
import { closest } from "../components/dom.js";
import { addSlide, hasSlide, onPlanChange, goToSlide } from "../components/plan_navigation.js";
import { linkTo } from "../base/streamlit_internals/selectors.js";
import { pageAddress } from "./player_query.js";
import { classHub } from "./audience.js";
import { isEmbedded, reportHeight } from "./embedding.js";
import { Player } from "./player.js";

/** @import {Component} from "../components/streamlit" */
/** @import {Lesson} from "../lessons/contract" */
/** @import {PlayerHost} from "./host" */

/** @type {(page: string) => HTMLElement | null} */
const find = (page) => document.querySelector(linkTo(page));

/** @type {Component<Lesson>} */
export default component(".player", (root, { data: lesson, isPrerendered, prerendered }) => {
  if (isPrerendered) return beforeTheApp(root, lesson);
  /** @type {Player | undefined} */ let player;
  const lifetime = new AbortController();
  /** @type {() => void} */ let at = () => {};
  // The server only needs to know the step when a table about it is opened.
  const opening = (/** @type {Event} */ event) => closest(event.target, ".st-key-step_tables summary") && at();
  document.addEventListener("click", opening, { capture: true, signal: lifetime.signal });
  onPlanChange(() => player?.updateOffers(), lifetime.signal);
  if (isEmbedded(location.search)) reportHeight(root, lifetime.signal);
  return {
    update({ data, setTriggerValue: trigger }) {
      /** @type {PlayerHost} */
      const host = {
        requestFrames: (step) => trigger("want", step),
        chooseTieRule: (rule) => trigger("tie", rule),
        // The app's own link leads to another page: one entry in the history, and nothing is reloaded.
        followLink: (to) => (find(to) ? find(to)?.click() : trigger("go", to)),
        goToLesson: goToSlide,
        hasLesson: hasSlide,
        addToPlan: addSlide,
        downloadElement: () => document.querySelector(".st-key-file_lesson button"),
        audience: classHub,
        address: pageAddress,
      };
      at = () => player && trigger("at", player.shown.step);
      if (player) {
        player.update(data, host);
        return;
      }
      // An address without a step means the first one, not the one that the app began with.
      player = new Player(root, prerendered ? { ...data, step: 0 } : data, host);
      if (prerendered?.isFocused) player.focus();
      classHub.addPlayer(player);
    },
    stop: () => {
      lifetime.abort();
      player?.leave();
      if (player) classHub.removePlayer(player);
    },
  };
});

/** Show the player that comes with a page, with all its frames. @param {HTMLElement} root @param {Lesson} lesson */
function beforeTheApp(root, lesson) {
  const player = new Player(root, lesson, {
    requestFrames: () => {},
    chooseTieRule: () => {},
    followLink: (to) => location.assign(lesson.nextStepLinks.find((way) => way.to === to)?.address ?? location.href),
    address: pageAddress,
  });
  return { update: () => {}, stop: () => player.leave() };
}
