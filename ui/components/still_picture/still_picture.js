// Draws one step of a picture that consists of shapes, in the widest of its forms that has room.

import { drawing } from "../component.js";
import { setAttributes } from "../dom.js";
import { Shapes } from "../picture/shapes.js";

/** @import {StillPicture} from "../contract" */

export default drawing(".drawing", (root, /** @type {StillPicture} */ { forms, about }) => {
  const pictures = forms.map(([size, shapes]) => {
    const picture = new Shapes(size);
    picture.show(shapes);
    return picture.element;
  });
  setAttributes(root, { role: "img", "aria-label": about });
  const choose = () => {
    // A picture is at least as wide as type that can be read makes it.
    const fits = pictures.find((picture) => {
      root.replaceChildren(picture);
      return root.scrollWidth <= root.clientWidth;
    });
    if (!fits) root.replaceChildren(pictures[pictures.length - 1]);
  };
  choose();
  // Not by an observer of sizes: forms differ in height, which it may not change while it is told.
  const first = requestAnimationFrame(choose); // until then it may be nowhere
  addEventListener("resize", choose);
  return () => {
    cancelAnimationFrame(first);
    removeEventListener("resize", choose);
  };
});
