// From text to ids: the app's own scene.

import { make } from "../components/dom.js";
import scene from "../player/journey.js";
import { mountView } from "./mount.js";
import { startCustomTextPage } from "./custom_text_page.js";

void startCustomTextPage({
  of: "scene",
  draw: () => mountView("scene", make("div.player.scene"), scene, (answer) => answer.scene),
});
