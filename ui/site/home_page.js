// Home: what a visitor types becomes tokens, and links to start from.

import home from "../components/home/home.js";
import { setMergesReader } from "../components/home/home.js";
import { make } from "../components/dom.js";
import { startPage } from "./site_shell.js";
import { loadPacked } from "./data.js";
import { mountComponent } from "./mount.js";
import { currentQuery } from "../components/page_query.js";
import { siteUrl } from "./site_urls.js";

/** @import {HomeLink} from "../components/contract" */
/** @import {HomePage} from "./contract" */

/** @type {(link: HomeLink) => HomeLink} */
const onSite = (link) => ({ ...link, href: siteUrl(link.href) });

async function start() {
  const { data, shown } = await startPage();
  /** @type {HomePage} */ const { home: page, aboutTitle, about } = data;
  setMergesReader((name) => loadPacked("merges", name));
  const query = currentQuery();
  const sample = query.get("sample") ?? query.get("say") ?? "";
  const requested = query.get("with") ?? "";
  const tokenizer = Object.hasOwn(page.merges, requested) ? requested : page.tokenizer;
  const { host, show } = mountComponent("home", make("div.home"), home);
  shown.append(host, make("h2", aboutTitle), make("p.about", about));
  show({
    ...page,
    sample,
    tokenizer,
    chunks: sample || tokenizer !== page.tokenizer ? [] : page.chunks,
    steps: siteUrl(page.steps),
    playground: siteUrl(page.playground),
    learn: onSite(page.learn),
    explore: onSite(page.explore),
    teach: onSite(page.teach),
    groups: page.groups.map(({ title, links }) => ({ title, links: links.map(onSite) })),
  });
}

void start();
