// Train, Encode, Decode, From chat to ids and How prompts end: lessons in the player.

import { make } from "../components/dom.js";
import { pageAddress } from "../player/player_query.js";
import { startCustomTextPage } from "./custom_text_page.js";
import { SitePlayer } from "./player_host.js";

/** @import {Asked, Picture} from "./custom_text_page.js" */

// If the text is too long for an address, its name is in the history entry.
const address = { ...pageAddress, about: () => `${pageAddress.about()} ${JSON.stringify(history.state)}` };

/** @param {Asked} asked @returns {Picture} */
function draws({ tie }) {
  const element = make("div");
  /** @type {SitePlayer | null} */ let watched = null;
  return {
    element,
    show({ lesson }, want) {
      if (!lesson) return;
      if (watched) return watched.update(lesson, want);
      watched = new SitePlayer(lesson, { want, tie, address });
      element.append(watched.element);
    },
    leave: () => watched?.leave(),
  };
}

void startCustomTextPage({ of: "lesson", draws });
