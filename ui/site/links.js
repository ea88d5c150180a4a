// Links, as cards or as lists below headings.

import { make } from "../components/dom.js";
import { siteUrl } from "./site_urls.js";

/** @import {LinkGroup, SiteLink} from "./contract" */

/** Return a card for each link, with a description. @param {SiteLink[]} links */
export function cards(links) {
  const items = links.map(({ text, href, about }) =>
    make("li", make("a", { href: siteUrl(href) }, text), make("p", about)),
  );
  return make("ul.cards", ...items);
}

/** Return lists of links below their headings. @param {LinkGroup[]} groups */
export function lists(groups) {
  return groups.flatMap(({ heading, links }) => {
    const items = links.map(({ text, href, about }) =>
      make("li", make("a", { href: siteUrl(href) }, text), about ? make("p", about) : null),
    );
    return [make("h2", heading), make("ul.links", ...items)];
  });
}
