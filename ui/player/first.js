// The lesson that comes with a page, before anything of the app is there: it can be stepped at once, and the app's own
// player goes on from where it stands.

import { find, make } from "../components/dom.js";
import { pageAddress } from "./address.js";
import { Player } from "./player.js";

/** @import {First, Lesson} from "./contract" */
/** @import {Place} from "./place" */

/** @type {{host: HTMLElement, app: HTMLElement, player: Player} | undefined} */
let first;

const given = globalThis.document?.querySelector("#bpe-lab-first");
if (given && isNew()) first = begin(JSON.parse(given.textContent ?? ""));

/** Whether this browser has nothing of the app yet: neither choices, by which a lesson is another, nor its files. */
function isNew() {
  try {
    return sessionStorage.length + localStorage.length === 0;
  } catch {
    return true;
  }
}

/** @param {First} first */
function begin({ title, language, styles, lesson }) {
  if ((pageAddress.read().step ?? 0) > lesson.steps) return undefined; // of which the app has something to say
  const root = make("div.player");
  const host = make("div", { lang: language });
  host.attachShadow({ mode: "open" }).append(make("style", styles), make("main", make("h1", title), root));
  document.body.append(host);
  const app = find(document, "#root");
  app.style.visibility = "hidden"; // laid out, but neither seen, nor read out, nor reached by the keyboard
  const player = new Player(root, lesson, {
    want: () => {}, // all frames are here
    tie: () => {},
    go: (to) => location.assign(lesson.waysOn.find((way) => way.to === to)?.address ?? location.href),
    address: pageAddress,
  });
  return { host, app, player };
}

// Begin the app's player, in the place of the one that came with the page, where there is one.
/** @type {(root: HTMLElement, lesson: Lesson, place: Place) => Player} */
export function takeOver(root, lesson, place) {
  if (!first) return new Player(root, lesson, place);
  const { host, app, player } = first;
  first = undefined;
  const isFocused = document.activeElement === host;
  document.dispatchEvent(new CustomEvent("bpe-lab:leave")); // it writes into the address where it stands
  player.leave();
  app.style.visibility = "";
  document.querySelector("[data-testid=stMain]")?.scrollTo(0, host.scrollTop);
  host.remove();
  // What the address does not say is the first step, not the one that the app began with.
  const next = new Player(root, { ...lesson, step: 0 }, place);
  if (isFocused) find(root, ".main").focus({ preventScroll: true });
  return next;
}
