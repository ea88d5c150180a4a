// Home: typed text becomes tokens with each key, in the browser; below, three places to start, and all pages.

import { BytePairs } from "../byte_pairs/byte_pairs.js";
import { component } from "../component.js";
import { fillTemplate, isPlainClick, make, setText, tint } from "../dom.js";
import { inflate } from "../inflate.js";
import { currentQuery, urlWithQuery } from "../page_query.js";
import { makeVisible, visibleBytes } from "../visible_text.js";
import { surprise } from "./surprise.js";

/** @import {HomeLink, HomePayload} from "../contract" */
/** @import {Chunk, CutToken} from "../byte_pairs/byte_pairs.js" */
/** @import {ComponentArgs} from "../streamlit" */

const REST_MS = 400; // after the last key, before the text is written to the address
const MAX_TILES = 300;
const MAX_IDS = 6;
const OPEN_FILES = "open"; // the option that opens files, as in tokenizer_choices.py
const LARGE_TYPE_WIDTH = 60; // characters; longer texts are set smaller
const CHARACTER_EM = 0.615; // width of a character of the code font
const PADDING_EM = 0.2;

/** @typedef {[text: string, id: number, hue: number]} HomeToken */
/** @typedef {{text: string, tokenizer: string, isTyped: boolean}} HomeInput */

/** @type {HomeInput | null} What was typed in this document, also before the app had loaded. */
let typed = null;

/** @type {Map<string, Promise<BytePairs>>} */
const loaded = new Map();

/** Fetch the packed merges of a vocabulary. @type {(name: string, url: string) => Promise<Uint8Array<ArrayBuffer>>} */
let fetchMerges = async (_name, url) => {
  const answer = await fetch(new URL(url, document.baseURI));
  if (!answer.ok) throw new Error(url);
  return new Uint8Array(await answer.arrayBuffer());
};

/** Fetch the merges in another way. @param {typeof fetchMerges} reader */
export const setMergesReader = (reader) => (fetchMerges = reader);

/** @param {string} name @param {string} url @returns {Promise<BytePairs>} */
function bytePairs(name, url) {
  const load = async () => {
    const columns = await inflate(await fetchMerges(name, url)).arrayBuffer();
    return new BytePairs(name, new Uint8Array(columns));
  };
  const pending = loaded.get(name) ?? load();
  loaded.set(name, pending);
  pending.catch(() => loaded.delete(name)); // the next key tries again
  return pending;
}

/** Return the chunks that the server sent; some have no tokens. @param {HomePayload["chunks"]} chunks @returns {Chunk[]} */
function chunksFromServer(chunks) {
  let next = 0;
  return chunks.map(([text, tokens]) => {
    let end = next;
    next += new TextEncoder().encode(text).length;
    return { text, tokens: tokens.map(([id, length]) => ({ id, start: end, end: (end += length) })) };
  });
}

/** Return the hue of an id, as `token_hue` does. @param {number} id */
const hueOf = (id) => Math.round(id * 137.508) % 360;

/** Return the width of a text in characters of the code font: Chinese and emoji are as wide as two. @param {string} text */
const widthOf = (text) =>
  Array.from(text).reduce(
    (sum, character) =>
      sum +
      (/[\u1100-\u115f\u2e80-\u9fff\uac00-\ud7a3\uf900-\ufaff\uff00-\uff60]|\p{Emoji_Presentation}/u.test(character)
        ? 2
        : 1),
    0,
  );

const drawToken = (/** @type {HomeToken} */ [text, , hue]) => {
  const [, space, rest] = /^(·?)(.*)$/su.exec(text) ?? ["", "", text];
  return make("bdi.token", tint(hue), { translate: "no" }, space && make("span.sp", space), rest);
};

const icon = (/** @type {string} */ outline) => {
  const picture = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  picture.setAttribute("viewBox", "0 0 24 24");
  picture.setAttribute("aria-hidden", "true");
  path.setAttribute("d", outline);
  picture.append(path);
  return picture;
};

export default component(".home", (root, /** @type {ComponentArgs<HomePayload>} */ { data, prerendered }) => {
  let payload = data;
  /** @type {ComponentArgs<HomePayload>["setTriggerValue"]} */ let trigger = () => {};
  /** @type {string} */ let sent = "";
  /** @type {string[]} */ const unanswered = []; // inputs that the server's data does not reflect yet
  const { labels } = data;
  const plural = new Intl.PluralRules(labels.locale);
  const number = (/** @type {number} */ value) => value.toLocaleString(labels.locale);
  const count = (/** @type {"token" | "character"} */ what, /** @type {number} */ value) =>
    fillTemplate(payload.counts[what][plural.select(value)] ?? payload.counts[what].other, { count: number(value) });

  const box = make("input", {
    id: "text",
    type: "text",
    spellcheck: "false",
    autocomplete: "off",
    autocapitalize: "off",
    placeholder: data.example,
  });
  const tray = make("div.tray", { role: "img" });
  const countText = make("b");
  const comment = make("span");
  const stepsLink = make("a.button", icon("M4 6h6M14 6h6M4 12h3M10 12h4M17 12h3M4 18h16"), make("span", labels.steps));
  const buttons = data.tokenizers.map(([name, title]) =>
    make("button", { onclick: () => chooseTokenizer(name), "data-name": name }, title),
  );
  // These are cut on the server. The last one opens files, and is never selected.
  const others = make("select", {
    "aria-label": labels.others,
    onchange: () => {
      const name = others.value;
      if (name !== OPEN_FILES) return chooseTokenizer(name);
      markTokenizer();
      sent = "";
      trigger("asked", { sample: state().text, tokenizer: name });
    },
  });
  const link = (/** @type {HomeLink} */ { text, href }, /** @type {string[]} */ ...classes) =>
    make("a", { href, class: classes.join(" ") }, text);

  const state = () => typed ?? { text: payload.sample, tokenizer: payload.tokenizer, isTyped: false };

  const isInBrowser = (/** @type {string} */ name) => Object.hasOwn(payload.merges, name);
  const markTokenizer = () => {
    const { tokenizer } = state();
    for (const button of buttons) button.setAttribute("aria-pressed", String(button.dataset.name === tokenizer));
    const all = payload.others.map(([value, title]) => make("option", { value }, title));
    others.replaceChildren(make("option", { value: "", disabled: true }, labels.others), ...all);
    others.value = payload.others.some(([name]) => name === tokenizer) ? tokenizer : "";
    others.hidden = !payload.others.length;
  };

  const chooseTokenizer = (/** @type {string} */ tokenizer) => {
    typed = { ...state(), tokenizer, isTyped: true };
    void drawTokens();
    writeAddress();
    sendInput();
  };

  const writeAddress = () => {
    const { text, tokenizer } = state();
    const query = currentQuery();
    query.delete("say");
    for (const [name, value, usual] of [
      ["sample", text, ""],
      ["with", tokenizer, "gpt2"],
    ])
      if (value === usual) query.delete(name);
      else query.set(name, value);
    const address = urlWithQuery(query);
    if (address.length < 8000) history.replaceState(history.state, "", address);
  };

  // Only when the field is left, or after a pause if the server cuts: a single key requests nothing.
  const sendInput = () => {
    const { text, tokenizer } = state();
    const input = JSON.stringify([text, tokenizer]);
    if (input === sent) return;
    sent = input;
    unanswered.push(input);
    trigger("asked", { sample: text, tokenizer });
  };

  /** @type {ReturnType<typeof setTimeout> | undefined} */ let restTimer;
  const onRest = () => {
    writeAddress();
    if (!isInBrowser(state().tokenizer)) sendInput();
  };
  box.onfocus = () => {
    const { tokenizer } = state();
    if (isInBrowser(tokenizer)) void bytePairs(tokenizer, payload.merges[tokenizer]).catch(() => {});
  };
  box.oninput = () => {
    typed = { ...state(), text: box.value, isTyped: true };
    void drawTokens();
    clearTimeout(restTimer);
    restTimer = setTimeout(onRest, REST_MS);
  };
  box.onchange = box.onblur = () => {
    if (!typed) return;
    clearTimeout(restTimer);
    writeAddress();
    sendInput();
  };

  /** @param {HomeToken[]} tokens */
  const drawTiles = (tokens) => {
    const shown = tokens.slice(0, MAX_TILES);
    const widths = shown.map(([text]) => widthOf(text));
    const total = widths.reduce((sum, width) => sum + width, 0);
    tray.style.setProperty("--ems", String(total * CHARACTER_EM + shown.length * PADDING_EM * 1.6));
    tray.style.setProperty("--gaps", String(Math.max(0, shown.length - 1)));
    tray.classList.toggle("many", total > LARGE_TYPE_WIDTH);
    tray.classList.toggle("one", total <= 36);
    const all = { text: state().text || payload.example, tokens: shown.map(([text]) => text).join(" ") };
    tray.setAttribute("aria-label", fillTemplate(labels.tokens, all));
    const tiles = shown.map((token, at) =>
      make(
        "span.tile",
        { style: `--n: ${widths[at]}` },
        drawToken(token),
        make("small", { translate: "no" }, token[1] < 0 ? "–" : token[1]),
      ),
    );
    const hidden = tokens.length - shown.length;
    tray.replaceChildren(...tiles, ...(hidden ? [make("span.rest", `+ ${number(hidden)}`)] : []));
  };

  const drawMessage = (
    /** @type {string} */ first,
    /** @type {string} */ then,
    /** @type {HTMLElement | null} */ link = null,
  ) => {
    setText(countText, first);
    comment.replaceChildren(then, ...(link ? [" ", link] : []));
  };

  /** @param {CutToken[]} tokens */
  const tokenCount = (tokens) => {
    const all = count("token", tokens.length);
    if (tokens.length > MAX_IDS) return all;
    return fillTemplate(labels.id, { count: all, ids: tokens.map(({ id }) => id).join(labels.separator) });
  };

  /** @param {Chunk[]} chunks */
  const surpriseText = (chunks) => {
    const found = surprise(chunks);
    if (!found) return "";
    const word = makeVisible(found.word);
    if (found.kind === "cut") return fillTemplate(labels.cut, { character: word, tokens: tokenCount(found.tokens) });
    return fillTemplate(labels[found.kind], {
      word,
      tokens: tokenCount(found.tokens),
      other: makeVisible(found.other),
      others: tokenCount(found.others),
    });
  };

  let lastRequest = 0;
  const drawTokens = async () => {
    const request = ++lastRequest;
    const { text, tokenizer } = state();
    markTokenizer();
    const shown = text || payload.example;
    stepsLink.setAttribute(
      "href",
      `${payload.steps}${payload.steps.includes("?") ? "&" : "?"}${new URLSearchParams({ sample: shown, with: tokenizer })}`,
    );
    const length = Array.from(shown).length;
    if (length > payload.most) {
      drawTiles([]);
      const values = { length: number(length), limit: number(payload.most) };
      const link = make("a", { href: payload.playground }, labels.openPlayground);
      return drawMessage("", fillTemplate(labels.tooLong, values), link);
    }
    // The tokens that came with the page are shown before the merges are loaded.
    const isUnchanged = text === payload.sample && tokenizer === payload.tokenizer;
    const hasTokens = isUnchanged && payload.chunks.length > 0;
    tray.classList.toggle("waits", !isUnchanged && !isInBrowser(tokenizer));
    if (!hasTokens && !isInBrowser(tokenizer)) {
      if (isUnchanged) {
        drawTiles([]);
        return drawMessage("", labels.refused);
      }
      clearTimeout(restTimer);
      restTimer = setTimeout(onRest, REST_MS);
      return;
    }
    try {
      const chunks = hasTokens
        ? chunksFromServer(payload.chunks)
        : (await bytePairs(tokenizer, payload.merges[tokenizer])).encode(shown);
      if (request !== lastRequest) return;
      const bytes = new TextEncoder().encode(shown);
      const tokens = chunks.flatMap((chunk) => chunk.tokens);
      drawTiles(tokens.map(({ id, start, end }) => [visibleBytes(bytes.subarray(start, end)), id, hueOf(id)]));
      drawMessage(countSentence(tokens.length, length), surpriseText(chunks));
    } catch (error) {
      if (request === lastRequest) drawMessage("", labels.missing);
      reportError(error);
    }
  };

  const countSentence = (/** @type {number} */ tokens, /** @type {number} */ characters) =>
    fillTemplate(labels.counted, { tokens: count("token", tokens), characters: count("character", characters) });

  const onLinkClick = (/** @type {MouseEvent} */ event) => {
    const link = event.composedPath().find((target) => target instanceof HTMLAnchorElement);
    if (!(link instanceof HTMLAnchorElement) || !isPlainClick(event) || !isApp) return;
    event.preventDefault();
    sendInput();
    trigger("go", link.getAttribute("href"));
  };
  let isApp = false;

  const tokenRow = (/** @type {HomeToken[]} */ tokens, fresh = -1) => {
    const pieces = tokens.map(drawToken);
    pieces[fresh]?.classList.add("new-token");
    return make("div", ...pieces);
  };
  const highest = Math.max(...data.pairs.map(([, times]) => times));
  const pictures = {
    learn: make(
      "div.picture.merges",
      ...data.hug.flatMap((tokens, step) => [
        ...(step ? [make("i")] : []),
        tokenRow(tokens, step ? tokens.length - 1 : -1),
      ]),
    ),
    explore: make(
      "div.picture.pairs",
      ...data.pairs.map(([pair, times], place) => {
        const bar = make("span.bar", { style: `--share: ${times / highest}`, classes: { most: !place } });
        return make("div", ...pair.map(drawToken), bar, make("b", number(times)));
      }),
    ),
    teach: make(
      "div.picture.crowd",
      ...Array.from({ length: 18 }, (_, phone) => make("i", { classes: { in: ![4, 9, 13].includes(phone) } })),
    ),
  };
  const entryCard = (/** @type {"learn" | "explore" | "teach"} */ name) => {
    pictures[name].setAttribute("aria-hidden", "true");
    const { about } = payload[name];
    return make(
      "article",
      make("h2", labels[name]),
      make("p", about),
      link(payload[name], "button", name === "learn" ? "main" : ""),
      pictures[name],
    );
  };
  const linkGroup = (/** @type {HomePayload["groups"][0]} */ { title, links }) =>
    make(
      "section",
      title ? make("h3", title) : null,
      make("ul", ...links.map((one) => make("li", make("a", { href: one.href }, make("b", one.text), one.about)))),
    );

  root.replaceChildren(
    make(
      "section.hero",
      make("div.head", make("h1", labels.title), make("p", labels.lead)),
      make(
        "div.ask",
        make(
          "div.line",
          make("label", { for: "text" }, labels.text),
          make(
            "span.choices",
            make("span.segment", { role: "group", "aria-label": labels.tokenizer }, ...buttons),
            others,
          ),
        ),
        box,
      ),
      tray,
      make("div.message", make("p", { role: "status" }, countText, " ", comment), stepsLink),
    ),
    make(
      "section.app-links",
      { "aria-label": labels.ways },
      entryCard("learn"),
      entryCard("explore"),
      entryCard("teach"),
    ),
    make("section.all", make("h2", labels.all), make("div.groups", ...payload.groups.map(linkGroup))),
  );
  root.addEventListener("click", onLinkClick);
  box.value = state().text;
  if (prerendered?.isFocused) box.focus();
  let lastReceived = JSON.stringify([data.sample, data.tokenizer]);
  sent = lastReceived;
  void drawTokens();

  return {
    update(args) {
      payload = args.data;
      trigger = args.setTriggerValue;
      isApp = !args.isPrerendered && payload.isApp;
      markTokenizer();
      if (!isInBrowser(state().tokenizer)) void drawTokens();
      const received = JSON.stringify([payload.sample, payload.tokenizer]);
      if (received === lastReceived) return;
      lastReceived = received;
      const answeredCount = unanswered.indexOf(received) + 1;
      unanswered.splice(0, answeredCount);
      if (answeredCount || received === sent) return; // sent by this field
      typed = null;
      sent = received;
      box.value = payload.sample;
      void drawTokens();
    },
    stop: () => clearTimeout(restTimer),
  };
});
