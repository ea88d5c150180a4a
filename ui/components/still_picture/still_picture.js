// Draws one step of a picture that consists of shapes.

import { drawing } from "../component.js";
import { setAttributes } from "../dom.js";
import { Shapes } from "../picture/shapes.js";

/** @import {StillPicture} from "../contract" */

export default drawing(".drawing", (root, /** @type {StillPicture} */ { size, shapes, about }) => {
  const picture = new Shapes(size);
  picture.show(shapes);
  setAttributes(root, { role: "img", "aria-label": about });
  root.replaceChildren(picture.element);
});
