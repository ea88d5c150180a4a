// Summary: the app's own end of the course, with the progress that this browser keeps.

import { make } from "../components/dom.js";
import recap from "../components/recap/recap.js";
import { startPage } from "./site_shell.js";
import { mountComponent } from "./mount.js";
import { siteUrl } from "./site_urls.js";

/** @import {RecapPayload} from "../components/contract" */

async function start() {
  const { data, shown } = await startPage();
  /** @type {RecapPayload} */ const given = data;
  const { host, show } = mountComponent("recap", make("div.recap"), recap);
  shown.append(host);
  show({ ...given, chapters: given.chapters.map((chapter) => ({ ...chapter, href: siteUrl(chapter.href) })) });
}

void start();
