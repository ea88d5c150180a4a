// The phones of a class by where they come from, and removal of suspicious ones: each, or all of a source. No address
// is shown.

import { fillTemplate, isEqual, make } from "../../components/dom.js";

/** @import {Seat, Texts} from "./contract" */
/** @import {OpenClass} from "./open_class.js" */
/** @typedef {{source: number, phones: Seat[], removed: Seat[], votes: number, quick: number, glimpsed: number}} SeatSource */

const REQUEST_MS = 3000; // between two requests

/** Whether a phone left before its vote could count. @param {Seat} seat */
const leftSoon = ({ here, stayed, removed }) => !here && !stayed && !removed;

/** Whether a teacher should look at a phone. @param {Seat} seat */
const isSuspicious = (seat) => !seat.removed && (seat.quick || leftSoon(seat));

/** Return the sources of phones, first the most suspicious, then the largest. @param {Seat[]} seats @returns {SeatSource[]} */
export function sourcesOf(seats) {
  const numbers = [...new Set(seats.map(({ source }) => source))].sort((left, right) => left - right);
  const found = numbers.map((source) => {
    const all = seats.filter((seat) => seat.source === source);
    const phones = all.filter(({ removed }) => !removed);
    return {
      source,
      phones,
      removed: all.filter(({ removed }) => removed),
      votes: phones.filter(({ votes }) => votes > 0).length,
      quick: phones.filter(({ quick }) => quick).length,
      glimpsed: phones.filter(leftSoon).length,
    };
  });
  const suspicious = (/** @type {SeatSource} */ { quick, glimpsed }) => quick + glimpsed;
  return found.sort((left, right) => suspicious(right) - suspicious(left) || right.phones.length - left.phones.length);
}

/** Return a source's name: A to Z, then AA. @param {number} source @returns {string} */
export const sourceName = (source) =>
  source > 26
    ? sourceName(Math.floor((source - 1) / 26)) + sourceName(((source - 1) % 26) + 1)
    : "@ABCDEFGHIJKLMNOPQRSTUVWXYZ"[source];

export class SeatList {
  #suspiciousCount = make("span.odd");
  #rows = make("ul.sources");
  element;
  /** @type {Seat[]} */ #seats = [];
  #requestedState = ""; // state of the class at the last request
  #requestedAt = 0;
  #confirming = 0; // the source that the teacher is asked to confirm removing
  /** @type {Set<number>} */ #openSources = new Set();

  /** @param {Texts} texts @param {OpenClass} liveClass */
  constructor(texts, liveClass) {
    this.texts = texts;
    this.liveClass = liveClass;
    const summary = make("summary", texts.seats, " ", this.#suspiciousCount);
    this.element = make("details.seats", summary, make("p.subdued", texts.seatsHelp), this.#rows);
    this.#draw();
  }

  /** Request the phones again if the class has changed, but not too often. */
  show() {
    const { liveClass } = this;
    const state = `${liveClass.opened?.code} ${liveClass.count.here} ${liveClass.count.votes} ${liveClass.state?.version}`;
    if (state === this.#requestedState || Date.now() - this.#requestedAt < REQUEST_MS) return;
    if (liveClass.connection !== "connected" || document.visibilityState === "hidden") return;
    this.#requestedState = state;
    void this.#request();
  }

  async #request() {
    this.#requestedAt = Date.now();
    const found = await this.liveClass.seats();
    if (!found) this.#requestedState = "";
    else if (!isEqual(found.seats, this.#seats)) {
      this.#seats = found.seats;
      this.#draw();
    }
  }

  /** @param {"remove" | "restore"} action @param {{phone: string} | {source: number}} which */
  async #change(action, which) {
    this.#confirming = 0;
    this.#draw();
    await this.liveClass.changeSeats({ do: action, ...which });
    await this.#request();
  }

  /** @param {number} value */
  #format(value) {
    return value.toLocaleString(this.texts.locale);
  }

  #draw() {
    const { texts } = this;
    const suspicious = this.#seats.filter(isSuspicious).length;
    this.#suspiciousCount.textContent = suspicious ? fillTemplate(texts.odd, { count: this.#format(suspicious) }) : "";
    const rows = sourcesOf(this.#seats).map((source) => this.#drawSource(source));
    const document = /** @type {Document | ShadowRoot} */ (this.element.getRootNode());
    const focused = document.activeElement instanceof HTMLElement ? document.activeElement.dataset.key : undefined;
    this.#rows.replaceChildren(...(rows.length ? rows : [make("li.subdued", texts.noSeats)]));
    const rebuilt = focused && this.#rows.querySelector(`[data-key="${focused}"]`);
    if (rebuilt instanceof HTMLElement) rebuilt.focus();
  }

  /** @param {string} vote @param {number} count */
  #countOf(vote, count) {
    return count ? [fillTemplate(this.texts.voteOf, { vote, count: this.#format(count) })] : [];
  }

  /** @param {SeatSource} group */
  #drawSource({ source, phones, removed, votes, quick, glimpsed }) {
    const { texts } = this;
    const name = fillTemplate(texts.source, { name: sourceName(source) });
    const facts = [
      ...this.#countOf(texts.mode, phones.length),
      ...(votes ? [fillTemplate(texts.votes, { count: this.#format(votes) })] : []),
      ...this.#countOf(texts.leftSoon, glimpsed),
      ...this.#countOf(texts.votedSoon, quick),
      ...this.#countOf(texts.removed, removed.length),
    ];
    const labelled = (/** @type {string} */ text) => fillTemplate(texts.titled, { title: text, question: name });
    const button = (/** @type {string} */ text, /** @type {string} */ key, /** @type {() => void} */ onclick) =>
      make("button", { onclick, "data-key": `${key} ${source}`, "aria-label": labelled(text) }, text);
    const confirm = (/** @type {number} */ asked) => () => {
      this.#confirming = asked;
      this.#draw();
      const next = this.#rows.querySelector(`[data-key="${asked ? "keep" : "all"} ${source}"]`);
      if (next instanceof HTMLElement) next.focus();
    };
    const restore = button(texts.restore, "restore", () => void this.#change("restore", { source }));
    const question = make("p", { role: "status" }, fillTemplate(texts.removeSure, { name: sourceName(source) }));
    const keep = button(texts.removeNo, "keep", confirm(0));
    keep.classList.add("main");
    const removeAll = button(texts.removeAll, "all", confirm(source));
    const yes = button(texts.removeAll, "yes", () => void this.#change("remove", { source }));
    const actions = this.#confirming === source ? [question, keep, yes] : phones.length ? [removeAll] : [];
    const list = make("details.phones-of", { open: this.#openSources.has(source) }, make("summary", texts.eachPhone));
    const fill = () => list.append(make("ul", ...[...phones, ...removed].map((seat) => this.#drawPhone(seat))));
    if (list.open) fill();
    list.ontoggle = () => {
      if (list.open && this.#openSources.has(source)) return;
      if (list.open) {
        this.#openSources.add(source);
        fill();
      } else {
        this.#openSources.delete(source);
        list.querySelector("ul")?.remove();
      }
    };
    return make(
      "li",
      make("p", make("strong", name), ` · ${facts.join(" · ")}`),
      make("div.turns", ...actions, ...(removed.length ? [restore] : [])),
      list,
    );
  }

  /** @param {Seat} seat */
  #drawPhone(seat) {
    const { texts } = this;
    const { phone, joined, votes, quick, removed } = seat;
    const time = new Date(1000 * joined).toLocaleTimeString(texts.locale);
    const facts = [
      fillTemplate(texts.joinedAt, { time }),
      ...(votes ? [fillTemplate(texts.votes, { count: this.#format(votes) })] : []),
      ...(leftSoon(seat) ? [texts.leftSoon] : []),
      ...(quick ? [texts.votedSoon] : []),
    ];
    const action = removed ? /** @type {const} */ ("restore") : /** @type {const} */ ("remove");
    const onclick = () => void this.#change(action, { phone });
    const button = make("button", { onclick, "data-key": phone }, removed ? texts.restore : texts.remove);
    return make("li", { classes: { odd: isSuspicious(seat) } }, `${facts.join(" · ")} `, button);
  }
}
