// How phones join a class or open a plan: the code, a QR code, and the address.

import { make } from "../../components/dom.js";
import { spacedCode } from "./question_flow.js";

/** @import {Texts} from "./contract" */
/** @typedef {{opened: {code: string, join: string[]} | null, fetch: (rest: string) => Promise<Response | null>}} Joined A class or a plan. */

const ADDRESS = "bpe_lab_class_address"; // the chosen host, for all tabs of this browser

export class JoinPanel {
  #number = make("p.number");
  #link = make("p.link");
  #image = make("img", { alt: "" });
  #choice = make("select");
  #chosen;
  element;
  #shown = "";

  /** @param {Pick<Texts, "address" | "code" | "join">} texts @param {Joined} led */
  constructor(texts, led) {
    this.led = led;
    this.#choice.setAttribute("aria-label", texts.address);
    this.#choice.onchange = () => {
      storeHost(new URL(this.#choice.value).host);
      this.show();
    };
    this.#chosen = make("label", `${texts.address} `, this.#choice);
    const ways = make("div", make("p", texts.code), this.#number, make("p", texts.join), this.#link, this.#chosen);
    this.element = make("div.app-link", ways);
  }

  /** The link to join. */
  get link() {
    const { join } = this.led.opened ?? { join: [] };
    return join.find((one) => new URL(one).host === storedHost()) ?? join[0] ?? "";
  }

  /** Show the current code and link. */
  show() {
    const { opened } = this.led;
    if (!opened) return;
    const { code, join } = opened;
    const { link } = this;
    if (this.#shown === `${code} ${link}`) return;
    this.#shown = `${code} ${link}`;
    this.#number.textContent = spacedCode(code);
    this.#link.textContent = link.replace(/^https?:\/\//, "");
    this.#choice.replaceChildren(
      ...join.map((one) => make("option", { value: one, selected: one === link }, new URL(one).host)),
    );
    this.#chosen.hidden = join.length < 2;
    void this.#draw(join.indexOf(link));
  }

  // The server draws the link as a QR code; the secret for this request is in no address.
  /** @param {number} place */
  async #draw(place) {
    const shown = this.#shown;
    const answer = await this.led.fetch(`/qr.svg?address=${Math.max(0, place)}`);
    const drawn = answer ? await answer.text().catch(() => "") : "";
    if (shown !== this.#shown) return;
    if (!drawn) {
      this.#shown = ""; // requested again with the next change
      this.#image.remove();
      return;
    }
    this.#image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(drawn)}`;
    this.element.append(this.#image);
  }
}

function storedHost() {
  try {
    return localStorage.getItem(ADDRESS);
  } catch {
    return null;
  }
}

/** @param {string} host */
function storeHost(host) {
  try {
    localStorage.setItem(ADDRESS, host);
  } catch {
    // lasts as long as it is shown
  }
}
