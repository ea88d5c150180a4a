// Read along: a text about tokenization, beside the results of its examples.

import { make, tint } from "../components/dom.js";
import { load } from "./data.js";
import { startPage } from "./site_shell.js";
import { currentQuery } from "../components/page_query.js";
import { siteUrl, setUrl } from "./site_urls.js";

/** @import {CompanionEntry, SiteCompanion, CompanionsPage} from "./contract" */

/** Create a select box with a label. @param {string} label @param {[string, string][]} options @param {string} chosen @param {(value: string) => void} choose */
function choice(label, options, chosen, choose) {
  const box = make("select", ...options.map(([value, text]) => make("option", { value }, text)));
  box.value = chosen;
  box.onchange = () => choose(box.value);
  return make("label", make("span", label), box);
}

/** Return a token as a tile, and what stands between tokens as code. @param {CompanionEntry["terms"][number][2][number]} part */
const tileOrCode = ([text, isToken, hue, differs]) => [
  isToken
    ? make("b.token", tint(hue), { classes: { unknown: hue === null, other: differs } }, text)
    : make("code", { classes: { other: differs } }, text),
  " ",
];

/** @param {CompanionEntry} entry @param {string} edition @param {SiteCompanion["labels"]} labels */
function drawEntry({ title, of, terms, state, said: finding, why, exercise, href, notes }, edition, labels) {
  const rows = terms.flatMap(([name, text, parts]) => [
    make("dt", name),
    make("dd", text, ...parts.flatMap(tileOrCode)),
  ]);
  const reason = Object.hasOwn(notes, edition) ? notes[edition] : why;
  const note = finding || reason ? make("p", { classes: { differs: state === "differs" } }) : null;
  note?.append(...(finding ? [make("strong", finding), " "] : []), reason);
  const body = [make("dl", ...rows), note];
  const shown = exercise ? [make("details", make("summary", labels.show), ...body)] : body;
  const link = href ? make("p", make("a", { href: siteUrl(href) }, labels.open)) : null;
  return make("article", make("h3", title, of ? " " : "", of ? make("code", of) : null), ...shown, link);
}

async function companions() {
  const { language, data, shown } = await startPage();
  /** @type {CompanionsPage} */ const page = data;
  const line = make("div.line");
  const companion = make("div.companion");
  shown.append(line, companion);

  /** @param {Record<string, string>} values */
  const choose = (values) => {
    const query = currentQuery();
    for (const [name, value] of Object.entries(values)) query.set(name, value);
    setUrl(query, true);
    void draw();
  };
  const draw = async () => {
    const keys = page.texts.map(([key]) => key);
    const requested = currentQuery().get("beside") ?? "";
    const key = keys.includes(requested) ? requested : page.first;
    const editions = page.editions[key];
    const requestedEdition = currentQuery().get("edition");
    const edition = (editions.find(([name]) => name === requestedEdition) ?? editions[0])?.[0] ?? "";
    /** @type {SiteCompanion} */ const text = await load(language, `companions/${key}`);
    const boxes = [choice(page.text, page.texts, key, (beside) => choose({ beside }))];
    if (editions.length) boxes.push(choice(page.edition, editions, edition, (chosen) => choose({ edition: chosen })));
    line.replaceChildren(...boxes);
    const parts = text.parts.flatMap(({ headings, entries }) => {
      const shownEntries = entries.filter((entry) => !entry.editions.length || entry.editions.includes(edition));
      return [
        make("h2", { lang: edition || text.language || null }, headings[edition]),
        ...shownEntries.map((entry) => drawEntry(entry, edition, text.labels)),
      ];
    });
    // The text is on another host: its address is shown, and requested only by readers who follow it.
    const address = Object.hasOwn(text.addresses, edition) ? text.addresses[edition] : "";
    const about = text.about ? make("p.about", text.about) : null;
    const read = address ? make("p", make("a", { href: address, rel: "noreferrer" }, text.labels.read)) : null;
    companion.replaceChildren(...[about, read].filter((part) => part !== null), ...parts);
  };
  addEventListener("popstate", () => void draw());
  await draw();
}

void companions();
