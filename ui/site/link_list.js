// A page of links: all lessons, the pages only the app has, and pages that replace the app's addresses.

import { make } from "../components/dom.js";
import { startPage } from "./site_shell.js";
import { lists } from "./links.js";

/** @import {LinksPage} from "./contract" */

async function list() {
  const { data, shown } = await startPage();
  /** @type {LinksPage} */ const { about, groups } = data;
  shown.append(make("p.about", about), ...lists(groups));
}

void list();
