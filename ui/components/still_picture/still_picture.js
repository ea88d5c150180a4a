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
  let wide = -1;
  const choose = () => {
    wide = root.clientWidth;
    // A picture is at least as wide as type that can be read makes it.
    const fits = pictures.find((picture) => {
      root.replaceChildren(picture);
      return root.scrollWidth <= root.clientWidth;
    });
    if (!fits) root.replaceChildren(pictures[pictures.length - 1]);
  };
  choose();
  // Forms differ in height, which an observer may not change while it is told.
  const sizes = new ResizeObserver(() => root.clientWidth === wide || requestAnimationFrame(choose));
  sizes.observe(root);
  return () => sizes.disconnect();
});
