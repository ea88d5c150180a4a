// Links, as cards or as lists below headings.

import { make } from "../components/dom.js";
import { placeOf } from "./site_urls.js";

/** @import {Group, Link} from "./contract" */

/** A card each, with what is said of where it leads. @param {Link[]} links */
export function cards(links) {
  const items = links.map(({ text, href, about }) =>
    make("li", make("a", { href: placeOf(href) }, text), make("p", about)),
  );
  return make("ul.cards", ...items);
}

/** Lists of links below their headings. @param {Group[]} groups */
export function lists(groups) {
  return groups.flatMap(({ heading, links }) => {
    const items = links.map(({ text, href, about }) =>
      make("li", make("a", { href: placeOf(href) }, text), about ? make("p", about) : null),
    );
    return [make("h2", heading), make("ul.links", ...items)];
  });
}
