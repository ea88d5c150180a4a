// Train, Encode, Decode, From chat to ids and How prompts end: lessons in the player.

import { make } from "../components/dom.js";
import { pageAddress } from "../player/player_query.js";
import { startCustomTextPage } from "./custom_text_page.js";
import { SitePlayer } from "./player_host.js";

/** @import {PictureActions, Picture} from "./custom_text_page.js" */

// If the text is too long for an address, its name is in the history entry.
const address = { ...pageAddress, about: () => `${pageAddress.about()} ${JSON.stringify(history.state)}` };

/** @param {PictureActions} actions @returns {Picture} */
function draw({ tie }) {
  const element = make("div");
  /** @type {SitePlayer | null} */ let player = null;
  return {
    element,
    show({ lesson }, requestFrames) {
      if (!lesson) return;
      if (player) return player.update(lesson, requestFrames);
      player = new SitePlayer(lesson, { requestFrames, chooseTieRule: tie, address });
      element.append(player.element);
    },
    leave: () => player?.leave(),
  };
}

void startCustomTextPage({ of: "lesson", draw });
