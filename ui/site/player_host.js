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

/** A player, and what it asks of the page: frames around a step, or another tie-breaking rule. */
export class SitePlayer {
  #root = make("div.player");
  #gone = new AbortController();
  /** @type {Map<string, string>} */ #ways = new Map(); // addresses of the links at the end of the lesson
  #player;
  #place;

  /** @param {Lesson} lesson @param {Partial<PlayerHost> & Pick<PlayerHost, "tie">} means */
  constructor(lesson, means) {
    const { host } = shadowElement("player", this.#root);
    this.element = host;
    /** @type {PlayerHost} */
    this.#place = {
      want: () => {}, // all frames are here
      go: (to) => location.assign(this.#ways.get(to) ?? location.href),
      address: pageAddress,
      ...means,
    };
    this.#player = new Player(this.#root, this.#placed(lesson), this.#place);
    const isFramed = parent !== window || isEmbedded(`?${currentQuery()}`);
    if (isFramed) reportHeight(this.#root, this.#gone.signal);
  }

  /** Show another lesson, or other frames of the same one. @param {Lesson} lesson @param {(step: number) => void} [want] */
  update(lesson, want = () => {}) {
    this.#place.want = want;
    this.#player.update({ ...this.#placed(lesson), step: pageAddress.read().step ?? 0 }, this.#place);
  }

  /** Return the lesson with next-step links that point to the site. @param {Lesson} lesson @returns {Lesson} */
  #placed(lesson) {
    const waysOn = lesson.nextStepLinks.map((way) => ({ ...way, address: siteUrl(way.address) }));
    this.#ways = new Map(waysOn.map(({ to, address }) => [to, address]));
    return { ...lesson, nextStepLinks: waysOn };
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
    this.#gone.abort();
    this.#player.leave();
  }
}
