// The course, or the topics of Why models stumble: the app's own page for them, on the site.

import { make } from "../components/dom.js";
import { prose } from "../components/prose.js";
import { addressOnceOpen } from "../course/browser/live_lesson.js";
import { presentedUrl } from "../course/browser/presentation.js";
import { CoursePage } from "../course/browser/course_page.js";
import { pageAddress } from "../player/player_query.js";
import { load, loadScript } from "./data.js";
import { startPage, nameWindow } from "./site_shell.js";
import { addSheet, shadowElement } from "./mount.js";
import { currentQuery } from "../components/page_query.js";
import { siteUrl, setUrl } from "./site_urls.js";
import { SitePlayer } from "./player_host.js";

/** @import {ChapterPayload, CoursePayload} from "../course/contract" */
/** @typedef {typeof import("../components/picture/picture.js").Picture} PictureKind */

const KEPT_PARAMETERS = ["lang", "large", "view", "present"]; // parameters kept when going to another chapter

async function course() {
  const { page, language, data, shown } = await startPage();
  /** @type {CoursePayload} */ const { parameter, chapters } = data;
  const root = make("div.course");
  const { host, root: shadow } = shadowElement("course", root);
  shown.replaceChildren(host);
  /** @type {PictureKind | undefined} */ let Picture;
  const coursePage = new CoursePage(root, data, {
    async load(key) {
      /** @type {ChapterPayload} */ const chapter = await load(language, `${page}/${key}`);
      if (chapter.pictures.length && !Picture) {
        [Picture] = await Promise.all([loadScript("picture"), addSheet(shadow, "picture")]);
      }
      return chapter;
    },
    createPicture: (one) => new /** @type {PictureKind} */ (Picture)(one, data.labels, prose),
    onPosition: ({ key, quiz, seed, mixed }) => {
      const query = new URLSearchParams({ [parameter]: key });
      if (!quiz) query.set("quiz", "0");
      if (seed) query.set("seed", String(seed));
      if (mixed) query.set("mixed", "1");
      for (const name of KEPT_PARAMETERS) query.set(name, currentQuery().get(name) ?? "");
      for (const [name, value] of [...query]) if (!value) query.delete(name);
      setUrl(query, true);
      setTitle(key);
    },
    createPlayer: (lesson, { presents, ...options }) =>
      new SitePlayer(lesson, {
        ...options,
        address: presents
          ? presentedUrl(pageAddress)
          : options.isWaiting
            ? addressOnceOpen(pageAddress, options.isWaiting)
            : pageAddress,
      }),
    address: pageAddress,
    hrefOf: siteUrl,
  });
  const setTitle = (/** @type {string} */ key) =>
    nameWindow((chapters.find((chapter) => chapter.key === key) ?? chapters[0]).title);
  const show = () => {
    const query = currentQuery();
    const key = query.get(parameter) ?? "";
    const seed = /^\d{1,3}$/.test(query.get("seed") ?? "") ? Number(query.get("seed")) : 0;
    const isKnown = chapters.some((chapter) => chapter.key === key);
    const [quiz, mixed] = [query.get("quiz") !== "0", query.get("mixed") === "1"];
    setTitle(key);
    coursePage.show({ key: isKnown ? key : chapters[0].key, quiz, seed, mixed });
  };
  addEventListener("popstate", show);
  if ([...currentQuery().keys()].every((name) => KEPT_PARAMETERS.includes(name) && name !== "present")) {
    const query = currentQuery();
    if (coursePage.stopped !== chapters[0].key) query.set(parameter, coursePage.stopped);
    setUrl(query);
  }
  show();
}

void course();
