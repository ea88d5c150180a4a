// A page of links: all lessons, what only the app has, and where a page of the app would be.

import { make } from "../components/dom.js";
import { begin } from "./site_shell.js";
import { lists } from "./links.js";

/** @import {LinksPage} from "./contract" */

async function list() {
  const { data, shown } = await begin();
  /** @type {LinksPage} */ const { about, groups } = data;
  shown.append(make("p.about", about), ...lists(groups));
}

void list();
