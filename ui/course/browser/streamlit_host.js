// A course on a Streamlit page, which receives the learner's position.

import { component } from "../../components/component.js";
import { isEqual, make } from "../../components/dom.js";
import { Picture } from "../../components/picture/picture.js";
import { prose } from "../../components/prose.js";
import { announceLeave, openPage } from "../../components/link.js";
import { addSlide, hasSlide, onPlanChange, goToSlide } from "../../components/plan_navigation.js";
import { linkTo } from "../../base/streamlit_internals/selectors.js";
import { pageAddress, readPlayerQuery, urlWithState } from "../../player/player_query.js";
import { classHub } from "../../player/audience.js";
import { Player } from "../../player/player.js";
import { addressOnceOpen } from "./live_lesson.js";
import { presentedUrl } from "./presentation.js";
import { CoursePage } from "./course_page.js";

/** @import {ComponentArgs} from "../../components/streamlit" */
/** @import {Lesson} from "../../lessons/contract" */
/** @import {PlayerHost} from "../../player/host" */
/** @import {CoursePosition, ChapterError, ChapterPayload, CoursePagePayload} from "../contract" */
/** @import {PlayerOptions, CourseHost} from "./course_page.js" */

/** @type {Map<string, ChapterPayload | ChapterError>} Chapters that came with the page, by their address in the app. */
const came = new Map();

/** @type {CoursePage["chosen"]} */ let chosen = null; // what a reader chose to see before the app was there
let isFresh = true; // until the page has shown a chapter

export default component(
  ".course",
  (
    root,
    /** @type {ComponentArgs<CoursePagePayload>} */ { data, setTriggerValue: trigger, parentElement, isPrerendered },
  ) => {
    const styles = parentElement.querySelector("template");
    /** @type {CoursePosition | null} */ let sentPosition = null; // not yet received by the server
    /** @type {CoursePage | undefined} */ let page;
    const urlOf = (/** @type {string} */ address) => new URL(address, document.baseURI).href;

    /** @type {CourseHost} */
    const host = {
      async load(key) {
        const address = urlOf(`${data.chapters}${key}.json`);
        if (data.chapter && key === data.at.key) came.set(address, data.chapter);
        const known = came.get(address);
        if (known) return known;
        const answer = await fetch(address);
        if (!answer.ok) throw new Error(key);
        return answer.json();
      },
      onPosition(at) {
        if (isPrerendered) return location.assign(addressOf(data.course.parameter, at));
        sentPosition = at;
        // The lesson's part of the address belongs to the chapter before.
        const href = urlWithState(location.href, { ...readPlayerQuery(location.search), step: 0, code: false });
        history.replaceState(history.state, "", href);
        trigger("at", at);
      },
      createPlayer: (lesson, options) => createPlayer(lesson, options, styles),
      createPicture: (one) => new Picture(one, data.course.labels, prose),
      address: isPrerendered
        ? { ...pageAddress, read: () => ({ ...pageAddress.read(), present: false }) }
        : pageAddress,
      hrefOf: urlOf,
      openPage: isPrerendered
        ? undefined
        : (href) => {
            announceLeave();
            openPage(href);
          },
      requestTable: isPrerendered ? undefined : (text) => trigger("sample", text),
      takeChosen(key) {
        const found = chosen?.key === key ? chosen : undefined;
        chosen = null;
        return found;
      },
    };

    let shown = "";
    return {
      update(given) {
        ({ data, setTriggerValue: trigger } = given);
        const { course, at, step, own, chapters, isBare } = data;
        const now = JSON.stringify([course, chapters]);
        if (now !== shown) {
          page?.leave();
          page = new CoursePage(root, course, host);
          const key = isFresh && !isBare && wasLoadedBare() ? page.stopped : at.key;
          isFresh = isFresh && Boolean(isPrerendered);
          shown = now;
          if (key !== at.key && at.key === course.chapters[0].key) {
            // The page of that chapter must come first.
            if (isPrerendered) return location.replace(addressOf(course.parameter, { ...at, key }));
            page.go({ ...at, key });
          }
        }
        if (!sentPosition || isEqual(sentPosition, at)) {
          sentPosition = null;
          page?.show(at, step);
        }
        page?.give(own);
        root.classList.toggle("bare", isBare);
        root.classList.toggle("below-line", course.parameter === "topic"); // the line with the page's views
      },
      stop() {
        if (isPrerendered) chosen = page?.chosen ?? null;
        page?.leave();
      },
    };
  },
);

/** Whether the browser loaded this page by an address that names at most a language. Later, the app leaves the first chapter out of the address. */
function wasLoadedBare() {
  const loaded = new URL(performance.getEntriesByType("navigation")[0]?.name ?? location.href);
  return loaded.pathname === location.pathname && [...loaded.searchParams.keys()].every((name) => name === "lang");
}

/** Return the page's address for a position. @param {string} parameter @param {CoursePosition} at */
function addressOf(parameter, { key, quiz, seed, mixed }) {
  const query = new URLSearchParams({ [parameter]: key });
  if (!quiz) query.set("quiz", "0");
  if (seed) query.set("seed", String(seed));
  if (mixed) query.set("mixed", "1");
  return `?${query}`;
}

/** Create a player, isolated from the page's styles. @param {Lesson} lesson @param {PlayerOptions} options @param {HTMLTemplateElement | null} styles */
function createPlayer(lesson, { presents, ...options }, styles) {
  const [host, root] = [make("div"), make("div.player")];
  host.attachShadow({ mode: "open" }).append(styles?.content.cloneNode(true) ?? "", root);
  /** @param {string} page @returns {HTMLElement | null} */
  const linkOf = (page) => document.querySelector(linkTo(page));
  /** @type {PlayerHost} */
  const playerHost = {
    requestFrames: () => {}, // all frames are here
    followLink: (to) => linkOf(to)?.click(),
    goToLesson: goToSlide,
    hasLesson: hasSlide,
    addToPlan: addSlide,
    audience: classHub,
    address: presents
      ? presentedUrl(pageAddress)
      : options.isWaiting
        ? addressOnceOpen(pageAddress, options.isWaiting)
        : pageAddress,
    ...options,
  };
  const player = new Player(root, lesson, playerHost);
  const lifetime = new AbortController();
  onPlanChange(() => player.updateOffers(), lifetime.signal);
  const enter = () => classHub.addPlayer(player);
  if (!options.isWaiting?.()) enter();
  return {
    element: host,
    update: (/** @type {Lesson} */ other) => player.update(other, playerHost),
    go: (/** @type {number} */ step) => {
      enter();
      player.go(step);
    },
    present: (/** @type {boolean} */ on) => player.present(on),
    leave: () => {
      lifetime.abort();
      player.leave();
      classHub.removePlayer(player);
    },
  };
}
