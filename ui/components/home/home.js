// Home: what is typed becomes tokens with each key, in the browser; three ways in, and all pages.

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

const REST_MS = 400; // without a key, until the address says what is typed
const MOST_TILES = 300;
const MOST_IDS = 6;
const OPEN_FILES = "open"; // the entry that opens files, as in tokenizer_choices.py
const ROOMY = 60; // signs; a longer text is written smaller
const SIGN_EM = 0.615; // how wide a character of the code font is
const PADDING_EM = 0.2;

/** @typedef {[text: string, id: number, hue: number]} HomeToken */
/** @typedef {{text: string, tokenizer: string, isTyped: boolean}} Said */

/** @type {Said | null} What was typed in this document: in what came with the page, too. */
let said = null;

/** @type {Map<string, Promise<BytePairs>>} */
const loaded = new Map();

/** What reads the merges of a vocabulary, as they are packed. @type {(name: string, url: string) => Promise<Uint8Array<ArrayBuffer>>} */
let read = async (_name, url) => {
  const answer = await fetch(new URL(url, document.baseURI));
  if (!answer.ok) throw new Error(url);
  return new Uint8Array(await answer.arrayBuffer());
};

/** Have the merges come from elsewhere. @param {typeof read} reader */
export const readMergesBy = (reader) => (read = reader);

/** @param {string} name @param {string} url @returns {Promise<BytePairs>} */
function bytePairs(name, url) {
  const load = async () => {
    const columns = await inflate(await read(name, url)).arrayBuffer();
    return new BytePairs(name, new Uint8Array(columns));
  };
  const made = loaded.get(name) ?? load();
  loaded.set(name, made);
  made.catch(() => loaded.delete(name)); // the next key tries again
  return made;
}

/** Chunks as the server gives them; some have no tokens. @param {HomePayload["chunks"]} chunks @returns {Chunk[]} */
export function given(chunks) {
  let next = 0;
  return chunks.map(([text, tokens]) => {
    let end = next;
    next += new TextEncoder().encode(text).length;
    return { text, tokens: tokens.map(([id, length]) => ({ id, start: end, end: (end += length) })) };
  });
}

/** The colour of an id, as `token_hue` has it. @param {number} id */
const hueOf = (id) => Math.round(id * 137.508) % 360;

/** How wide a text is written, in characters of the code font: Chinese and emoji are as wide as two. @param {string} text */
const widthOf = (text) =>
  Array.from(text).reduce(
    (sum, sign) =>
      sum +
      (/[\u1100-\u115f\u2e80-\u9fff\uac00-\ud7a3\uf900-\ufaff\uff00-\uff60]|\p{Emoji_Presentation}/u.test(sign)
        ? 2
        : 1),
    0,
  );

const token = (/** @type {HomeToken} */ [text, , hue]) => {
  const [, space, rest] = /^(·?)(.*)$/su.exec(text) ?? ["", "", text];
  return make("bdi.token", tint(hue), { translate: "no" }, space && make("span.sp", space), rest);
};

const icon = (/** @type {string} */ path) => {
  const picture = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const drawn = document.createElementNS("http://www.w3.org/2000/svg", "path");
  picture.setAttribute("viewBox", "0 0 24 24");
  picture.setAttribute("aria-hidden", "true");
  drawn.setAttribute("d", path);
  picture.append(drawn);
  return picture;
};

export default component(".home", (root, /** @type {ComponentArgs<HomePayload>} */ { data, prerendered }) => {
  let now = data;
  /** @type {ComponentArgs<HomePayload>["setTriggerValue"]} */ let trigger = () => {};
  /** @type {string} */ let told = "";
  /** @type {string[]} */ const unanswered = []; // what was told, until the server's data says the same
  const { labels } = data;
  const plural = new Intl.PluralRules(labels.locale);
  const number = (/** @type {number} */ value) => value.toLocaleString(labels.locale);
  const count = (/** @type {"token" | "character"} */ what, /** @type {number} */ value) =>
    fillTemplate(now.counts[what][plural.select(value)] ?? now.counts[what].other, { count: number(value) });

  const box = make("input", {
    id: "text",
    type: "text",
    spellcheck: "false",
    autocomplete: "off",
    autocapitalize: "off",
    placeholder: data.example,
  });
  const tray = make("div.tray", { role: "img" });
  const counted = make("b");
  const more = make("span");
  const wayOn = make("a.button", icon("M4 6h6M14 6h6M4 12h3M10 12h4M17 12h3M4 18h16"), make("span", labels.steps));
  const names = data.tokenizers.map(([name, title]) =>
    make("button", { onclick: () => choose(name), "data-name": name }, title),
  );
  // The server cuts with these. The last one opens files, and is never chosen.
  const others = make("select", {
    "aria-label": labels.others,
    onchange: () => {
      const name = others.value;
      if (name !== OPEN_FILES) return choose(name);
      mark();
      told = "";
      trigger("asked", { sample: state().text, tokenizer: name });
    },
  });
  const link = (/** @type {HomeLink} */ { text, href }, /** @type {string[]} */ ...classes) =>
    make("a", { href, class: classes.join(" ") }, text);

  const state = () => said ?? { text: now.sample, tokenizer: now.tokenizer, isTyped: false };

  const isInBrowser = (/** @type {string} */ name) => Object.hasOwn(now.merges, name);
  const mark = () => {
    const { tokenizer } = state();
    for (const button of names) button.setAttribute("aria-pressed", String(button.dataset.name === tokenizer));
    const all = now.others.map(([value, title]) => make("option", { value }, title));
    others.replaceChildren(make("option", { value: "", disabled: true }, labels.others), ...all);
    others.value = now.others.some(([name]) => name === tokenizer) ? tokenizer : "";
    others.hidden = !now.others.length;
  };

  const choose = (/** @type {string} */ tokenizer) => {
    said = { ...state(), tokenizer, isTyped: true };
    void show();
    writeAddress();
    tellServer();
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

  // Only once the field is left, or at rest if the server cuts: a key asks it for nothing.
  const tellServer = () => {
    const { text, tokenizer } = state();
    const news = JSON.stringify([text, tokenizer]);
    if (news === told) return;
    told = news;
    unanswered.push(news);
    trigger("asked", { sample: text, tokenizer });
  };

  /** @type {ReturnType<typeof setTimeout> | undefined} */ let rest;
  const settle = () => {
    writeAddress();
    if (!isInBrowser(state().tokenizer)) tellServer();
  };
  box.onfocus = () => {
    const { tokenizer } = state();
    if (isInBrowser(tokenizer)) void bytePairs(tokenizer, now.merges[tokenizer]).catch(() => {});
  };
  box.oninput = () => {
    said = { ...state(), text: box.value, isTyped: true };
    void show();
    clearTimeout(rest);
    rest = setTimeout(settle, REST_MS);
  };
  box.onchange = box.onblur = () => {
    if (!said) return;
    clearTimeout(rest);
    writeAddress();
    tellServer();
  };

  /** @param {HomeToken[]} tokens */
  const fill = (tokens) => {
    const shown = tokens.slice(0, MOST_TILES);
    const widths = shown.map(([text]) => widthOf(text));
    const signs = widths.reduce((sum, width) => sum + width, 0);
    tray.style.setProperty("--ems", String(signs * SIGN_EM + shown.length * PADDING_EM * 1.6));
    tray.style.setProperty("--gaps", String(Math.max(0, shown.length - 1)));
    tray.classList.toggle("many", signs > ROOMY);
    tray.classList.toggle("one", signs <= 36);
    const all = { text: state().text || now.example, tokens: shown.map(([text]) => text).join(" ") };
    tray.setAttribute("aria-label", fillTemplate(labels.tokens, all));
    const tiles = shown.map((each, at) =>
      make(
        "span.tile",
        { style: `--n: ${widths[at]}` },
        token(each),
        make("small", { translate: "no" }, each[1] < 0 ? "–" : each[1]),
      ),
    );
    const hidden = tokens.length - shown.length;
    tray.replaceChildren(...tiles, ...(hidden ? [make("span.rest", `+ ${number(hidden)}`)] : []));
  };

  const say = (
    /** @type {string} */ first,
    /** @type {string} */ then,
    /** @type {HTMLElement | null} */ link = null,
  ) => {
    setText(counted, first);
    more.replaceChildren(then, ...(link ? [" ", link] : []));
  };

  /** @param {CutToken[]} tokens */
  const named = (tokens) => {
    const all = count("token", tokens.length);
    if (tokens.length > MOST_IDS) return all;
    return fillTemplate(labels.id, { count: all, ids: tokens.map(({ id }) => id).join(labels.separator) });
  };

  /** @param {Chunk[]} chunks */
  const sentence = (chunks) => {
    const found = surprise(chunks);
    if (!found) return "";
    const word = makeVisible(found.word);
    if (found.kind === "cut") return fillTemplate(labels.cut, { character: word, tokens: named(found.tokens) });
    return fillTemplate(labels[found.kind], {
      word,
      tokens: named(found.tokens),
      other: makeVisible(found.other),
      others: named(found.others),
    });
  };

  let asked = 0;
  const show = async () => {
    const own = ++asked;
    const { text, tokenizer } = state();
    mark();
    const shown = text || now.example;
    wayOn.setAttribute(
      "href",
      `${now.steps}${now.steps.includes("?") ? "&" : "?"}${new URLSearchParams({ sample: shown, with: tokenizer })}`,
    );
    const length = Array.from(shown).length;
    if (length > now.most) {
      fill([]);
      const values = { length: number(length), limit: number(now.most) };
      const link = make("a", { href: now.playground }, labels.openPlayground);
      return say("", fillTemplate(labels.tooLong, values), link);
    }
    // What came with the page is there before the merges are.
    const isSame = text === now.sample && tokenizer === now.tokenizer;
    const isGiven = isSame && now.chunks.length > 0;
    tray.classList.toggle("waits", !isSame && !isInBrowser(tokenizer));
    if (!isGiven && !isInBrowser(tokenizer)) {
      if (isSame) {
        fill([]);
        return say("", labels.refused);
      }
      clearTimeout(rest);
      rest = setTimeout(settle, REST_MS);
      return;
    }
    try {
      const chunks = isGiven ? given(now.chunks) : (await bytePairs(tokenizer, now.merges[tokenizer])).encode(shown);
      if (own !== asked) return;
      const bytes = new TextEncoder().encode(shown);
      const tokens = chunks.flatMap((chunk) => chunk.tokens);
      fill(tokens.map(({ id, start, end }) => [visibleBytes(bytes.subarray(start, end)), id, hueOf(id)]));
      say(counting(tokens.length, length), sentence(chunks));
    } catch (error) {
      if (own === asked) say("", labels.missing);
      reportError(error);
    }
  };

  const counting = (/** @type {number} */ tokens, /** @type {number} */ characters) =>
    fillTemplate(labels.counted, { tokens: count("token", tokens), characters: count("character", characters) });

  const follow = (/** @type {MouseEvent} */ event) => {
    const found = event.composedPath().find((one) => one instanceof HTMLAnchorElement);
    if (!(found instanceof HTMLAnchorElement) || !isPlainClick(event) || !isApp) return;
    event.preventDefault();
    tellServer();
    trigger("go", found.getAttribute("href"));
  };
  let isApp = false;

  const row = (/** @type {HomeToken[]} */ tokens, fresh = -1) => {
    const pieces = tokens.map(token);
    pieces[fresh]?.classList.add("new-token");
    return make("div", ...pieces);
  };
  const most = Math.max(...data.pairs.map(([, times]) => times));
  const pictures = {
    learn: make(
      "div.picture.merges",
      ...data.hug.flatMap((tokens, step) => [...(step ? [make("i")] : []), row(tokens, step ? tokens.length - 1 : -1)]),
    ),
    explore: make(
      "div.picture.pairs",
      ...data.pairs.map(([pair, times], place) => {
        const bar = make("span.bar", { style: `--share: ${times / most}`, classes: { most: !place } });
        return make("div", ...pair.map(token), bar, make("b", number(times)));
      }),
    ),
    teach: make(
      "div.picture.crowd",
      ...Array.from({ length: 18 }, (_, phone) => make("i", { classes: { in: ![4, 9, 13].includes(phone) } })),
    ),
  };
  const door = (/** @type {"learn" | "explore" | "teach"} */ name) => {
    pictures[name].setAttribute("aria-hidden", "true");
    const { about } = now[name];
    return make(
      "article",
      make("h2", labels[name]),
      make("p", about),
      link(now[name], "button", name === "learn" ? "main" : ""),
      pictures[name],
    );
  };
  const group = (/** @type {HomePayload["groups"][0]} */ { title, links }) =>
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
            make("span.segment", { role: "group", "aria-label": labels.tokenizer }, ...names),
            others,
          ),
        ),
        box,
      ),
      tray,
      make("div.message", make("p", { role: "status" }, counted, " ", more), wayOn),
    ),
    make("section.app-links", { "aria-label": labels.ways }, door("learn"), door("explore"), door("teach")),
    make("section.all", make("h2", labels.all), make("div.groups", ...now.groups.map(group))),
  );
  root.addEventListener("click", follow);
  box.value = state().text;
  if (prerendered?.isFocused) box.focus();
  let before = JSON.stringify([data.sample, data.tokenizer]);
  told = before;
  void show();

  return {
    update(given) {
      now = given.data;
      trigger = given.setTriggerValue;
      isApp = !given.isPrerendered && now.isApp;
      mark();
      if (!isInBrowser(state().tokenizer)) void show();
      const news = JSON.stringify([now.sample, now.tokenizer]);
      if (news === before) return;
      before = news;
      const answered = unanswered.indexOf(news) + 1;
      unanswered.splice(0, answered);
      if (answered || news === told) return; // what this field has told
      said = null;
      told = news;
      box.value = now.sample;
      void show();
    },
    stop: () => clearTimeout(rest),
  };
});
