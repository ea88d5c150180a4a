// How phones join a class or open a plan: the code, a QR code, and the address.

import { make } from "../../components/dom.js";
import { spacedCode } from "./question_flow.js";

/** @import {Texts} from "./contract" */
/** @typedef {{opened: {code: string, join: string[]} | null, fetch: (rest: string) => Promise<Response | null>}} Joinable A class or a plan. */

const HOST = "bpe_lab_class_address"; // the chosen host, for all tabs of this browser

export class JoinPanel {
  #code = make("p.number");
  #link = make("p.link");
  #image = make("img", { alt: "" });
  #hostSelect = make("select");
  #hostLabel;
  element;
  #shown = "";

  /** @param {Pick<Texts, "address" | "code" | "join">} texts @param {Joinable} joinable */
  constructor(texts, joinable) {
    this.joinable = joinable;
    this.#hostSelect.setAttribute("aria-label", texts.address);
    this.#hostSelect.onchange = () => {
      storeHost(new URL(this.#hostSelect.value).host);
      this.show();
    };
    this.#hostLabel = make("label", `${texts.address} `, this.#hostSelect);
    const instructions = make(
      "div",
      make("p", texts.code),
      this.#code,
      make("p", texts.join),
      this.#link,
      this.#hostLabel,
    );
    this.element = make("div.app-link", instructions);
  }

  /** The link to join. */
  get link() {
    const { join } = this.joinable.opened ?? { join: [] };
    return join.find((url) => new URL(url).host === storedHost()) ?? join[0] ?? "";
  }

  /** Show the current code and link. */
  show() {
    const { opened } = this.joinable;
    if (!opened) return;
    const { code, join } = opened;
    const { link } = this;
    if (this.#shown === `${code} ${link}`) return;
    this.#shown = `${code} ${link}`;
    this.#code.textContent = spacedCode(code);
    this.#link.textContent = link.replace(/^https?:\/\//, "");
    this.#hostSelect.replaceChildren(
      ...join.map((url) => make("option", { value: url, selected: url === link }, new URL(url).host)),
    );
    this.#hostLabel.hidden = join.length < 2;
    void this.#draw(join.indexOf(link));
  }

  // The server draws the link as a QR code; the secret for this request is in no address.
  /** @param {number} place */
  async #draw(place) {
    const shown = this.#shown;
    const response = await this.joinable.fetch(`/qr.svg?address=${Math.max(0, place)}`);
    const svg = response ? await response.text().catch(() => "") : "";
    if (shown !== this.#shown) return;
    if (!svg) {
      this.#shown = ""; // requested again with the next change
      this.#image.remove();
      return;
    }
    this.#image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
    this.element.append(this.#image);
  }
}

function storedHost() {
  try {
    return localStorage.getItem(HOST);
  } catch {
    return null;
  }
}

/** @param {string} host */
function storeHost(host) {
  try {
    localStorage.setItem(HOST, host);
  } catch {
    // lasts as long as it is shown
  }
}
