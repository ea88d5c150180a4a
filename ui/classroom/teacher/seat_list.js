// The phones of a class by where they come from, and removal of suspicious ones: each, or all of a source. No address
// is shown.

import { fillTemplate, isEqual, make } from "../../components/dom.js";

/** @import {Seat, Texts} from "./contract" */
/** @import {OpenClass} from "./open_class.js" */
/** @typedef {{source: number, phones: Seat[], removed: Seat[], votes: number, quick: number, glimpsed: number}} Source */

const PACE_MS = 3000; // between two requests

/** Whether a phone left before its vote could count. @param {Seat} seat */
const isGlimpse = ({ here, stayed, removed }) => !here && !stayed && !removed;

/** Whether a teacher should look at a phone. @param {Seat} seat */
const isOdd = (seat) => !seat.removed && (seat.quick || isGlimpse(seat));

/** Return the sources of phones, first the most suspicious, then the largest. @param {Seat[]} seats @returns {Source[]} */
export function sourcesOf(seats) {
  const numbers = [...new Set(seats.map(({ source }) => source))].sort((one, other) => one - other);
  const found = numbers.map((source) => {
    const all = seats.filter((seat) => seat.source === source);
    const phones = all.filter(({ removed }) => !removed);
    return {
      source,
      phones,
      removed: all.filter(({ removed }) => removed),
      votes: phones.filter(({ votes }) => votes > 0).length,
      quick: phones.filter(({ quick }) => quick).length,
      glimpsed: phones.filter(isGlimpse).length,
    };
  });
  const odd = (/** @type {Source} */ { quick, glimpsed }) => quick + glimpsed;
  return found.sort((one, other) => odd(other) - odd(one) || other.phones.length - one.phones.length);
}

/** Return a source's name: A to Z, then AA. @param {number} source @returns {string} */
export const sourceName = (source) =>
  source > 26
    ? sourceName(Math.floor((source - 1) / 26)) + sourceName(((source - 1) % 26) + 1)
    : "@ABCDEFGHIJKLMNOPQRSTUVWXYZ"[source];

export class SeatList {
  #odd = make("span.odd");
  #rows = make("ul.sources");
  element;
  /** @type {Seat[]} */ #seats = [];
  #look = ""; // state of the class at the last request
  #looked = 0;
  #asking = 0; // the source whose removal is to be confirmed
  /** @type {Set<number>} */ #open = new Set();

  /** @param {Texts} texts @param {OpenClass} led */
  constructor(texts, led) {
    this.texts = texts;
    this.led = led;
    const summary = make("summary", texts.seats, " ", this.#odd);
    this.element = make("details.seats", summary, make("p.subdued", texts.seatsHelp), this.#rows);
    this.#draw();
  }

  /** Request the phones again if the class has changed, but not too often. */
  show() {
    const { led } = this;
    const look = `${led.opened?.code} ${led.count.here} ${led.count.votes} ${led.state?.version}`;
    if (look === this.#look || Date.now() - this.#looked < PACE_MS) return;
    if (led.line !== "connected" || document.visibilityState === "hidden") return;
    this.#look = look;
    void this.#ask();
  }

  async #ask() {
    this.#looked = Date.now();
    const found = await this.led.seats();
    if (!found) this.#look = "";
    else if (!isEqual(found.seats, this.#seats)) {
      this.#seats = found.seats;
      this.#draw();
    }
  }

  /** @param {"remove" | "restore"} does @param {{phone: string} | {source: number}} which */
  async #move(does, which) {
    this.#asking = 0;
    this.#draw();
    await this.led.moveSeats({ do: does, ...which });
    await this.#ask();
  }

  /** @param {number} value */
  #number(value) {
    return value.toLocaleString(this.texts.locale);
  }

  #draw() {
    const { texts } = this;
    const odd = this.#seats.filter(isOdd).length;
    this.#odd.textContent = odd ? fillTemplate(texts.odd, { count: this.#number(odd) }) : "";
    const rows = sourcesOf(this.#seats).map((source) => this.#source(source));
    const document = /** @type {Document | ShadowRoot} */ (this.element.getRootNode());
    const focused = document.activeElement instanceof HTMLElement ? document.activeElement.dataset.key : undefined;
    this.#rows.replaceChildren(...(rows.length ? rows : [make("li.subdued", texts.noSeats)]));
    const again = focused && this.#rows.querySelector(`[data-key="${focused}"]`);
    if (again instanceof HTMLElement) again.focus();
  }

  /** @param {string} vote @param {number} count */
  #countOf(vote, count) {
    return count ? [fillTemplate(this.texts.voteOf, { vote, count: this.#number(count) })] : [];
  }

  /** @param {Source} found */
  #source({ source, phones, removed, votes, quick, glimpsed }) {
    const { texts } = this;
    const name = fillTemplate(texts.source, { name: sourceName(source) });
    const facts = [
      ...this.#countOf(texts.mode, phones.length),
      ...(votes ? [fillTemplate(texts.votes, { count: this.#number(votes) })] : []),
      ...this.#countOf(texts.leftSoon, glimpsed),
      ...this.#countOf(texts.votedSoon, quick),
      ...this.#countOf(texts.removed, removed.length),
    ];
    const labelled = (/** @type {string} */ text) => fillTemplate(texts.titled, { title: text, question: name });
    const button = (/** @type {string} */ text, /** @type {string} */ key, /** @type {() => void} */ onclick) =>
      make("button", { onclick, "data-key": `${key} ${source}`, "aria-label": labelled(text) }, text);
    const ask = (/** @type {number} */ asked) => () => {
      this.#asking = asked;
      this.#draw();
      const next = this.#rows.querySelector(`[data-key="${asked ? "keep" : "all"} ${source}"]`);
      if (next instanceof HTMLElement) next.focus();
    };
    const restore = button(texts.restore, "restore", () => void this.#move("restore", { source }));
    const sure = make("p", { role: "status" }, fillTemplate(texts.removeSure, { name: sourceName(source) }));
    const keep = button(texts.removeNo, "keep", ask(0));
    keep.classList.add("main");
    const all = button(texts.removeAll, "all", ask(source));
    const yes = button(texts.removeAll, "yes", () => void this.#move("remove", { source }));
    const turns = this.#asking === source ? [sure, keep, yes] : phones.length ? [all] : [];
    const list = make("details.phones-of", { open: this.#open.has(source) }, make("summary", texts.eachPhone));
    const fill = () => list.append(make("ul", ...[...phones, ...removed].map((seat) => this.#phone(seat))));
    if (list.open) fill();
    list.ontoggle = () => {
      if (list.open && this.#open.has(source)) return;
      if (list.open) {
        this.#open.add(source);
        fill();
      } else {
        this.#open.delete(source);
        list.querySelector("ul")?.remove();
      }
    };
    return make(
      "li",
      make("p", make("strong", name), ` · ${facts.join(" · ")}`),
      make("div.turns", ...turns, ...(removed.length ? [restore] : [])),
      list,
    );
  }

  /** @param {Seat} seat */
  #phone(seat) {
    const { texts } = this;
    const { phone, joined, votes, quick, removed } = seat;
    const time = new Date(1000 * joined).toLocaleTimeString(texts.locale);
    const facts = [
      fillTemplate(texts.joinedAt, { time }),
      ...(votes ? [fillTemplate(texts.votes, { count: this.#number(votes) })] : []),
      ...(isGlimpse(seat) ? [texts.leftSoon] : []),
      ...(quick ? [texts.votedSoon] : []),
    ];
    const does = removed ? /** @type {const} */ ("restore") : /** @type {const} */ ("remove");
    const onclick = () => void this.#move(does, { phone });
    const button = make("button", { onclick, "data-key": phone }, removed ? texts.restore : texts.remove);
    return make("li", { classes: { odd: isOdd(seat) } }, `${facts.join(" · ")} `, button);
  }
}
