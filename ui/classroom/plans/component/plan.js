// A teacher's plan: adds pages to it, and in a presentation leads from slide to slide by clicker. The browser keeps it.

import { classHub } from "../../../player/audience.js";
import { isClicker, OWN_ARROW_KEYS, TEXT_FIELDS } from "../../../player/keyboard.js";
import { APP, SCRIPT_STATE } from "../../../base/streamlit_internals/selectors.js";
import { component } from "../../../components/component.js";
import { closest, fillTemplate, make } from "../../../components/dom.js";
import { copyLink, linkTargets, announceLeave } from "../../../components/link.js";
import { BrowserStore } from "../../../components/storage.js";
import { PageDeck } from "./page_deck.js";
import { planByCode, sharingDialog } from "./plan_sharing.js";
import { typeSizeFor } from "../../../player/presentation_fit.js";
import { slideUrl, slideAt, notifyPlan } from "../../../components/plan_navigation.js";

/** @import {PlanState} from "../../../components/contract" */
/** @import {ComponentArgs} from "../../../components/streamlit" */

const PLAN = "bpe-lab-plan";
const MAX_TURN_MS = 8_000; // after which the cover is removed in any case
const MAX_RUN_MS = 3_000; // to wait for a run of the current page
const CHECK_MS = 50;
const SLIDE_SIZES = [2.2, 2, 1.8, 1.6, 1.4, 1.2, 1]; // type sizes of text slides, relative to the stage's
const MESSAGE_MS = 5_000; // how long the message stays

const tabStore = new BrowserStore(() => sessionStorage);
const browserStore = new BrowserStore(() => localStorage);
/** @type {Map<number, string>} */ const leftAddresses = new Map(); // slide number -> its address when it was left
let knownSession = ""; // the session that has the stored plan
let requestedCode = ""; // the last code for which a plan was requested
let handledShares = 0; // the last request to share that was handled
let handledStarts = 0; // the last request to start that was handled
let currentSlide = 0;
let isBackward = false; // whether it was reached from the next one
/** @type {HTMLElement | null} */ let cover = null;
const deck = new PageDeck((text) => classHub.showText(text)); // for pages without a player

export default component(
  ".plan",
  (root, /** @type {ComponentArgs<PlanState>} */ { data, setTriggerValue: trigger }) => {
    const stopped = new AbortController();
    const { signal } = stopped;
    const message = make("p.message", { role: "status", popover: "manual" });
    const container = make("div.app-links");
    root.replaceChildren(container, message);

    const linkElements = {
      box: make("input", { readonly: true, hidden: true }),
      status: make("span"),
      others: make("div.others"),
    };
    const copy = () => copyLink(linkTargets(new URL(data.link, location.href).href), linkElements, data.labels);
    const share = () => {
      const dialog = sharingDialog(data.plan, data.labels);
      root.append(dialog);
      dialog.showModal();
    };
    const loadSharedPlan = async () => {
      if (!data.code || data.code === requestedCode) return;
      const code = (requestedCode = data.code);
      try {
        trigger("brought", { code, plan: (await planByCode(code)) ?? "" });
      } catch {
        requestedCode = "";
        showMessage(data.labels.noServer);
      }
    };
    const add = () => {
      announceLeave(); // a player writes its step to the address
      trigger("add", location.href);
    };
    /** @param {number} to @param {string} [address] */
    const goTo = (to, address) => {
      announceLeave();
      coverScreen(to);
      whenIdle(() => {
        if (data.place) leftAddresses.set(data.place, location.href);
        deck.end();
        history.pushState({}, "", address ?? slideUrl(data.addresses[to - 1], to, location.href, data.own));
        dispatchEvent(new PopStateEvent("popstate", { state: {} })); // as the browser does for Back and Forward
      });
    };
    /** @param {number} by @returns {boolean} */
    const turnSlide = (by) => {
      const to = data.place ? slideAt(data.addresses, data.place, by) : 0;
      if (!to || cover) return to > 0;
      isBackward = by < 0;
      goTo(to, isBackward ? leftAddresses.get(to) : undefined);
      return true;
    };
    /** @param {number} by */
    const onPress = (by) =>
      void (
        classHub.handleSlidePress(by > 0 ? "next" : "back", !hasMore(by)) ||
        scrollSlide(by) ||
        deck.step(by) ||
        turnSlide(by)
      );
    const onTurn = (/** @type {Event} */ event) => {
      if (event instanceof CustomEvent && turnSlide(event.detail)) event.preventDefault();
    };
    const onMayTurn = (/** @type {Event} */ event) => {
      if (event instanceof CustomEvent && data.place && slideAt(data.addresses, data.place, event.detail)) {
        event.preventDefault();
      }
    };
    // Last, so that everything else on the page gets its keys first.
    const onKey = (/** @type {KeyboardEvent} */ event) => {
      if (event.defaultPrevented || event.repeat || !isClicker(event) || !data.place) return;
      event.preventDefault();
      onPress(event.key === "PageDown" ? 1 : -1);
    };
    // A field, editor or table would take a clicker's keys and stop the lecture, so the page takes them.
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
      const arrow = (/** @type {number} */ by) => ({
        "aria-disabled": !slideAt(addresses, place, by),
        onclick: () => onPress(by),
      });
      const bar = make(
        "div.bar",
        { role: "group", "aria-label": labels.plan },
        make("button", { ...arrow(-1), "aria-label": labels.back, title: labels.back }, "←"),
        make("span", fillTemplate(labels.where, { place, places: addresses.length })),
        make("button", { ...arrow(1), "aria-label": labels.next, title: labels.next }, "→"),
        make("button", { onclick: () => trigger("end", true), title: labels.end }, labels.end),
      );
      const button = make("button.add", { onclick: add, title: labels.addTitle }, labels.add);
      const shareParts = [
        make("button", { onclick: copy }, labels.copyLink),
        linkElements.status,
        linkElements.box,
        linkElements.others,
      ];
      container.replaceChildren(...(place ? [bar] : isBegun ? [button] : data.link ? shareParts : []));
    };
    /** @type {ReturnType<typeof setTimeout> | undefined} */ let messageTimer;
    // Also above a lesson that is alone on the screen.
    const showMessage = (/** @type {string} */ text) => {
      clearTimeout(messageTimer);
      message.hidePopover();
      message.textContent = text;
      message.showPopover();
      messageTimer = setTimeout(() => message.hidePopover(), MESSAGE_MS);
    };
    let { messages } = data;
    return {
      update(args) {
        ({ data, setTriggerValue: trigger } = args);
        const isNew = data.place !== currentSlide;
        currentSlide = data.place;
        if (!data.isPage) deck.end();
        else if (isNew) deck.begin(isBackward, data.title);
        else deck.layout();
        if (isNew) isBackward = false;
        storePlan(data, trigger);
        void loadSharedPlan();
        draw();
        if (!cover) fitSlide();
        notifyPlan();
        if (data.messages > messages) showMessage(data.message);
        messages = data.messages;
        if (data.shares > handledShares) share();
        handledShares = data.shares;
        if (data.start <= handledStarts) return;
        handledStarts = data.start;
        leftAddresses.clear();
        const first = slideAt(data.addresses, 0, 1);
        if (first) goTo(first);
      },
      stop: () => {
        stopped.abort();
        clearTimeout(messageTimer);
      },
    };
  },
);

// Store a plan for the next visit. A new session gets the plan stored before.
/** @type {(data: PlanState, trigger: ComponentArgs<PlanState>["setTriggerValue"]) => void} */
function storePlan({ session, plan }, trigger) {
  const stored = tabStore.get(PLAN) ?? browserStore.get(PLAN); // the newest of all tabs
  const isNew = knownSession !== session;
  knownSession = session;
  if (isNew && stored && stored !== plan) trigger("kept", stored);
  for (const store of plan ? [tabStore, browserStore] : []) store.set(PLAN, plan);
}

const hasRun = () => document.querySelector(APP)?.getAttribute(SCRIPT_STATE) === "notRunning";

// Act once the page is idle: the pending run of what was just typed would overwrite the next page's address with this
// page's.
/** @param {() => void} act */
function whenIdle(act) {
  if (hasRun()) return act();
  const startedAt = Date.now();
  const timer = setInterval(() => {
    if (!hasRun() && Date.now() - startedAt < MAX_RUN_MS) return;
    clearInterval(timer);
    act();
  }, CHECK_MS);
}

/** Return the text slide being shown, if any. @returns {HTMLElement | null} */
const slideBox = () => document.querySelector(".bpe-place");

// Set a text slide in the largest type that fits, down to the smallest size.
function fitSlide() {
  const box = slideBox();
  if (!box) return;
  const type = typeSizeFor(innerWidth, innerHeight);
  SLIDE_SIZES.some((size) => {
    box.style.fontSize = `${size * type}px`;
    return box.scrollHeight <= box.clientHeight + 1;
  });
}

// Whether a text slide has more text in that direction.
/** @param {number} by */
function hasMore(by) {
  const box = slideBox();
  if (!box) return false;
  return by > 0 ? box.scrollTop + box.clientHeight < box.scrollHeight - 1 : box.scrollTop > 1;
}

// Scroll a text slide; returns whether there was more text.
/** @param {number} by */
function scrollSlide(by) {
  const box = slideBox();
  const before = box?.scrollTop ?? 0;
  box?.scrollBy({ top: by * 0.85 * box.clientHeight, behavior: "instant" });
  return box !== null && Math.abs(box.scrollTop - before) > 1;
}

// Cover the screen until a slide is drawn, so that the room does not see the page being built.
/** @param {number} place */
function coverScreen(place) {
  const element = make("div", { popover: "manual", "data-bpe-lab-cover": "" });
  cover = element;
  Object.assign(element.style, {
    position: "fixed",
    inset: "0",
    width: "100vw",
    height: "100vh",
    border: "0",
    background: "Canvas",
  });
  document.body.append(element);
  element.showPopover?.();
  const startedAt = Date.now();
  const timer = setInterval(() => {
    if (!(hasRun() && currentSlide === place) && Date.now() - startedAt < MAX_TURN_MS) return;
    clearInterval(timer);
    requestAnimationFrame(() => {
      fitSlide();
      deck.layout();
      element.remove();
      cover = null;
    });
  }, CHECK_MS);
}
