// Home: what a visitor types becomes tokens, and links to start from.

import home from "../components/home/home.js";
import { setMergesReader } from "../components/home/home.js";
import { make } from "../components/dom.js";
import { begin } from "./site_shell.js";
import { loadPacked } from "./data.js";
import { mountComponent } from "./mount.js";
import { currentQuery } from "../components/page_query.js";
import { siteUrl } from "./site_urls.js";

/** @import {HomeLink} from "../components/contract" */
/** @import {HomePage} from "./contract" */

/** @type {(link: HomeLink) => HomeLink} */
const here = (link) => ({ ...link, href: siteUrl(link.href) });

async function start() {
  const { data, shown } = await begin();
  /** @type {HomePage} */ const { home: page, aboutTitle, about } = data;
  setMergesReader((name) => loadPacked("merges", name));
  const query = currentQuery();
  const sample = query.get("sample") ?? query.get("say") ?? "";
  const wanted = query.get("with") ?? "";
  const tokenizer = Object.hasOwn(page.merges, wanted) ? wanted : page.tokenizer;
  const { host, show } = mountComponent("home", make("div.home"), home);
  shown.append(host, make("h2", aboutTitle), make("p.about", about));
  show({
    ...page,
    sample,
    tokenizer,
    chunks: sample || tokenizer !== page.tokenizer ? [] : page.chunks,
    steps: siteUrl(page.steps),
    playground: siteUrl(page.playground),
    learn: here(page.learn),
    explore: here(page.explore),
    teach: here(page.teach),
    groups: page.groups.map(({ title, links }) => ({ title, links: links.map(here) })),
  });
}

void start();
