// The way of a text: the app's own scene.

import { make } from "../components/dom.js";
import scene from "../player/scene.js";
import { pictured } from "./mount.js";
import { own } from "./own.js";

void own({ of: "scene", draws: () => pictured("scene", make("div.player.scene"), scene, (answer) => answer.scene) });
