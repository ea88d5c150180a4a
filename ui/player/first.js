// The lesson that comes with a page, before anything of the app is there: it can be stepped at once, and the app's own
// player goes on from where it stands.

import { find, make } from "../components/dom.js";
import { HAS_RUN, SCROLLED } from "../streamlit_inside/page.js";
import { pageAddress } from "./address.js";
import { Player } from "./player.js";

/** @import {First, Lesson} from "./contract" */
/** @import {Place} from "./place" */

// A page of the app that has run, and the player there or what says when it comes.
const ITS_PLAYER = ":is(.st-key-player, .st-key-bpe_lab_waiting)";
const LOOK_MS = 400;
const LOOKS = 3; // between two runs that follow each other, too, a page has run

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
  giveWay();
  return { host, app, player };
}

/** Where the app shows a page without a player, as one with an error, it is that page that is to be seen. */
function giveWay() {
  let seen = 0;
  const timer = setInterval(() => {
    seen = document.querySelector(HAS_RUN) && !document.querySelector(ITS_PLAYER) ? seen + 1 : 0;
    if (first && seen < LOOKS) return;
    clearInterval(timer);
    if (first) end(first);
    first = undefined;
  }, LOOK_MS);
}

/** Show the app in place of the lesson. @param {NonNullable<typeof first>} shown */
function end({ host, app, player }) {
  player.leave();
  app.style.visibility = "";
  document.querySelector(SCROLLED)?.scrollTo(0, host.scrollTop);
  host.remove();
}

// Begin the app's player, in the place of the one that came with the page, where there is one.
/** @type {(root: HTMLElement, lesson: Lesson, place: Place) => Player} */
export function takeOver(root, lesson, place) {
  if (!first) return new Player(root, lesson, place);
  const isFocused = document.activeElement === first.host;
  document.dispatchEvent(new CustomEvent("bpe-lab:leave")); // it writes into the address where it stands
  end(first);
  first = undefined;
  // What the address does not say is the first step, not the one that the app began with.
  const next = new Player(root, { ...lesson, step: 0 }, place);
  if (isFocused) next.focus();
  return next;
}
