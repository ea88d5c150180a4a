// The way of a text: the app's own scene.

import { make } from "../components/dom.js";
import scene from "../player/journey.js";
import { pictured } from "./mount.js";
import { own } from "./custom_text_page.js";

void own({ of: "scene", draws: () => pictured("scene", make("div.player.scene"), scene, (answer) => answer.scene) });
