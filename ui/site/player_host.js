// Hosts a player on a page of the site. The learner's position is in the URL, as in the app.

import { make } from "../components/dom.js";
import { pageAddress } from "../player/player_query.js";
import { isEmbedded, reportHeight } from "../player/embedding.js";
import { Player } from "../player/player.js";
import { shadowElement } from "./mount.js";
import { currentQuery } from "../components/page_query.js";
import { siteUrl } from "./site_urls.js";

/** @import {Lesson} from "../lessons/contract" */
/** @import {PlayerHost} from "../player/host" */

/** A player whose requests, such as for frames or another tie-breaking rule, the page answers. */
export class SitePlayer {
  #root = make("div.player");
  #stopped = new AbortController();
  /** @type {Map<string, string>} */ #nextLinks = new Map(); // addresses of the links at the end of the lesson
  #player;
  #host;

  /** @param {Lesson} lesson @param {Partial<PlayerHost> & Pick<PlayerHost, "chooseTieRule">} hostParts */
  constructor(lesson, hostParts) {
    const { host } = shadowElement("player", this.#root);
    this.element = host;
    /** @type {PlayerHost} */
    this.#host = {
      requestFrames: () => {}, // all frames are here
      followLink: (to) => location.assign(this.#nextLinks.get(to) ?? location.href),
      address: pageAddress,
      ...hostParts,
    };
    this.#player = new Player(this.#root, this.#withSiteLinks(lesson), this.#host);
    const isFramed = parent !== window || isEmbedded(`?${currentQuery()}`);
    if (isFramed) reportHeight(this.#root, this.#stopped.signal);
  }

  /** Show another lesson, or other frames of the same one. @param {Lesson} lesson @param {(step: number) => void} [requestFrames] */
  update(lesson, requestFrames = () => {}) {
    this.#host.requestFrames = requestFrames;
    this.#player.update({ ...this.#withSiteLinks(lesson), step: pageAddress.read().step ?? 0 }, this.#host);
  }

  /** Return the lesson with next-step links that point to the site. @param {Lesson} lesson @returns {Lesson} */
  #withSiteLinks(lesson) {
    const nextStepLinks = lesson.nextStepLinks.map((link) => ({ ...link, address: siteUrl(link.address) }));
    this.#nextLinks = new Map(nextStepLinks.map(({ to, address }) => [to, address]));
    return { ...lesson, nextStepLinks };
  }

  /** Go to a step. @param {number} step */
  go(step) {
    this.#player.go(step);
  }

  /** Present the player alone on the screen. @param {boolean} on */
  present(on) {
    this.#player.present(on);
  }

  leave() {
    this.#stopped.abort();
    this.#player.leave();
  }
}
