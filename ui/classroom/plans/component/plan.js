// A teacher's plan: what is shown is added to it; presented, a clicker leads over its seams. The browser keeps it.

import { hall } from "../../../player/audience.js";
import { isClicker, OWN_ARROW_KEYS, TEXT_FIELDS } from "../../../player/keyboard.js";
import { APP, SCRIPT_STATE } from "../../../base/streamlit_internals/selectors.js";
import { component } from "../../../components/component.js";
import { closest, fillTemplate, make } from "../../../components/dom.js";
import { copyLink, linkTargets, onPlayerLeft } from "../../../components/link.js";
import { BrowserStore } from "../../../components/storage.js";
import { PageDeck } from "./page_deck.js";
import { planByCode, sharingDialog } from "./plan_sharing.js";
import { typeSizeFor } from "../../../player/presentation_fit.js";
import { slideUrl, slideAt, notifyPlan } from "../../../components/plan_navigation.js";

/** @import {PlanState} from "../../../components/contract" */
/** @import {Given} from "../../../components/streamlit" */

const KEPT = "bpe-lab-plan";
const LONGEST_TURN_MS = 8_000; // after which what covers the screen goes, whatever has come
const LONGEST_RUN_MS = 3_000; // that a run of this page is waited for
const LOOK_MS = 50;
const SLIDE_SIZES = [2.2, 2, 1.8, 1.6, 1.4, 1.2, 1]; // of a text slide, in the stage's type
const TOLD_MS = 5_000; // that it stays to be read

const ofTab = new BrowserStore(() => sessionStorage);
const ofBrowser = new BrowserStore(() => localStorage);
/** @type {Map<number, string>} */ const left = new Map(); // place -> its address as it was left
let known = ""; // the session that knows what is kept
let asked = ""; // the last code by which a plan was asked for
let shared = 0; // the last order to show the way to another device that was followed
let started = 0; // the last order to begin that was followed
let here = 0; // the place that is drawn
let isBack = false; // whether it was come to from the next one
/** @type {HTMLElement | null} */ let cover = null;
const deck = new PageDeck((text) => hall.says(text)); // of a page without a stage of its own

export default component(".plan", (root, /** @type {Given<PlanState>} */ { data, setTriggerValue: tell }) => {
  const gone = new AbortController();
  const { signal } = gone;
  const told = make("p.told", { role: "status", popover: "manual" });
  const ways = make("div.ways");
  root.replaceChildren(ways, told);

  const links = {
    box: make("input", { readonly: true, hidden: true }),
    said: make("span"),
    others: make("div.others"),
  };
  const copy = () => copyLink(linkTargets(new URL(data.link, location.href).href), links, data.labels);
  const share = () => {
    const dialog = sharingDialog(data.plan, data.labels);
    root.append(dialog);
    dialog.showModal();
  };
  const bring = async () => {
    if (!data.code || data.code === asked) return;
    const code = (asked = data.code);
    try {
      tell("brought", { code, plan: (await planByCode(code)) ?? "" });
    } catch {
      asked = "";
      say(data.labels.noServer);
    }
  };
  const add = () => {
    onPlayerLeft(); // a player writes its step into the address
    tell("add", location.href);
  };
  /** @param {number} to @param {string} [address] */
  const go = (to, address) => {
    onPlayerLeft();
    hide(to);
    whenIdle(() => {
      if (data.place) left.set(data.place, location.href);
      deck.end();
      history.pushState({}, "", address ?? slideUrl(data.addresses[to - 1], to, location.href, data.own));
      dispatchEvent(new PopStateEvent("popstate", { state: {} })); // as the browser's own way through its history
    });
  };
  /** @param {number} by @returns {boolean} */
  const turn = (by) => {
    const to = data.place ? slideAt(data.addresses, data.place, by) : 0;
    if (!to || cover) return to > 0;
    isBack = by < 0;
    go(to, isBack ? left.get(to) : undefined);
    return true;
  };
  /** @param {number} by */
  const press = (by) =>
    void (hall.leads(by > 0 ? "next" : "back", !hasMore(by)) || scrollSlide(by) || deck.step(by) || turn(by));
  const onTurn = (/** @type {Event} */ event) => {
    if (event instanceof CustomEvent && turn(event.detail)) event.preventDefault();
  };
  const onMayTurn = (/** @type {Event} */ event) => {
    if (event instanceof CustomEvent && data.place && slideAt(data.addresses, data.place, event.detail)) {
      event.preventDefault();
    }
  };
  // Last of all: whatever else is on the page has the keys first.
  const onKey = (/** @type {KeyboardEvent} */ event) => {
    if (event.defaultPrevented || event.repeat || !isClicker(event) || !data.place) return;
    event.preventDefault();
    press(event.key === "PageDown" ? 1 : -1);
  };
  // A field, an editor or a table would take a clicker's keys, and be the end of a lecture: the page has them instead.
  const onFieldKey = (/** @type {KeyboardEvent} */ event) => {
    if (!event.isTrusted || !isClicker(event) || !data.place) return;
    if (!closest(event.composedPath()[0], `${TEXT_FIELDS}, ${OWN_ARROW_KEYS}`)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    const { key, repeat } = event;
    document.body.dispatchEvent(new KeyboardEvent("keydown", { key, repeat, bubbles: true, cancelable: true }));
  };
  addEventListener("keydown", onFieldKey, { signal, capture: true });
  document.addEventListener("bpe-lab:turn", onTurn, { signal });
  document.addEventListener("bpe-lab:may-turn", onMayTurn, { signal });
  document.addEventListener("bpe-lab:add", add, { signal });
  addEventListener("keydown", onKey, { signal });
  addEventListener("resize", fitSlide, { signal });
  addEventListener("resize", () => deck.layout(), { signal });

  const draw = () => {
    const { labels, place, addresses, isBegun } = data;
    const to = (/** @type {number} */ by) => ({
      "aria-disabled": !slideAt(addresses, place, by),
      onclick: () => press(by),
    });
    const bar = make(
      "div.bar",
      { role: "group", "aria-label": labels.plan },
      make("button", { ...to(-1), "aria-label": labels.back, title: labels.back }, "←"),
      make("span", fillTemplate(labels.where, { place, places: addresses.length })),
      make("button", { ...to(1), "aria-label": labels.next, title: labels.next }, "→"),
      make("button", { onclick: () => tell("end", true), title: labels.end }, labels.end),
    );
    const button = make("button.add", { onclick: add, title: labels.addTitle }, labels.add);
    const shared = [make("button", { onclick: copy }, labels.copyLink), links.said, links.box, links.others];
    ways.replaceChildren(...(place ? [bar] : isBegun ? [button] : data.link ? shared : []));
  };
  /** @type {ReturnType<typeof setTimeout> | undefined} */ let telling;
  // Above a lesson, too, that is alone on the screen.
  const say = (/** @type {string} */ text) => {
    clearTimeout(telling);
    told.hidePopover();
    told.textContent = text;
    told.showPopover();
    telling = setTimeout(() => told.hidePopover(), TOLD_MS);
  };
  let { tellings } = data;
  return {
    update(given) {
      ({ data, setTriggerValue: tell } = given);
      const isNew = data.place !== here;
      here = data.place;
      if (!data.isPage) deck.end();
      else if (isNew) deck.begin(isBack, data.title);
      else deck.layout();
      if (isNew) isBack = false;
      keep(data, tell);
      void bring();
      draw();
      if (!cover) fitSlide();
      notifyPlan();
      if (data.tellings > tellings) say(data.told);
      tellings = data.tellings;
      if (data.shares > shared) share();
      shared = data.shares;
      if (data.start <= started) return;
      started = data.start;
      left.clear();
      const first = slideAt(data.addresses, 0, 1);
      if (first) go(first);
    },
    stop: () => {
      gone.abort();
      clearTimeout(telling);
    },
  };
});

// Keep a plan for the next visit. What was kept before it is told to a session that begins.
/** @type {(data: PlanState, tell: Given<PlanState>["setTriggerValue"]) => void} */
function keep({ session, plan }, tell) {
  const kept = ofTab.get(KEPT) ?? ofBrowser.get(KEPT); // the newest of all tabs
  const isNew = known !== session;
  known = session;
  if (isNew && kept && kept !== plan) tell("kept", kept);
  for (const place of plan ? [ofTab, ofBrowser] : []) place.set(KEPT, plan);
}

const hasRun = () => document.querySelector(APP)?.getAttribute(SCRIPT_STATE) === "notRunning";

// Do something once the page is as it will be. What was typed just before is still being shown: its run would write the
// address of this page over that of the next.
/** @param {() => void} act */
function whenIdle(act) {
  if (hasRun()) return act();
  const since = Date.now();
  const looking = setInterval(() => {
    if (!hasRun() && Date.now() - since < LONGEST_RUN_MS) return;
    clearInterval(looking);
    act();
  }, LOOK_MS);
}

/** The text of the slide that is shown, if it is one. @returns {HTMLElement | null} */
const slideBox = () => document.querySelector(".bpe-place");

// Write a text slide in the largest type in which all of it is seen, down to the stage's smallest.
function fitSlide() {
  const box = slideBox();
  if (!box) return;
  const type = typeSizeFor(innerWidth, innerHeight);
  SLIDE_SIZES.some((size) => {
    box.style.fontSize = `${size * type}px`;
    return box.scrollHeight <= box.clientHeight + 1;
  });
}

// Whether a text is longer than what is seen of it, that way.
/** @param {number} by */
function hasMore(by) {
  const box = slideBox();
  if (!box) return false;
  return by > 0 ? box.scrollTop + box.clientHeight < box.scrollHeight - 1 : box.scrollTop > 1;
}

// Show more of a text that is longer than the screen; whether there was more that way.
/** @param {number} by */
function scrollSlide(by) {
  const box = slideBox();
  const before = box?.scrollTop ?? 0;
  box?.scrollBy({ top: by * 0.85 * box.clientHeight, behavior: "instant" });
  return box !== null && Math.abs(box.scrollTop - before) > 1;
}

// Cover the screen until a place is drawn: the room sees no page being built.
/** @param {number} place */
function hide(place) {
  const shown = make("div", { popover: "manual", "data-bpe-lab-cover": "" });
  cover = shown;
  Object.assign(shown.style, {
    position: "fixed",
    inset: "0",
    width: "100vw",
    height: "100vh",
    border: "0",
    background: "Canvas",
  });
  document.body.append(shown);
  shown.showPopover?.();
  const since = Date.now();
  const looking = setInterval(() => {
    if (!(hasRun() && here === place) && Date.now() - since < LONGEST_TURN_MS) return;
    clearInterval(looking);
    requestAnimationFrame(() => {
      fitSlide();
      deck.layout();
      shown.remove();
      cover = null;
    });
  }, LOOK_MS);
}
