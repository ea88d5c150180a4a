// Draws one step of a picture that consists of shapes, in the widest of its forms that fits.

import { drawOnChange } from "../component.js";
import { setAttributes } from "../dom.js";
import { Shapes } from "../picture/shapes.js";

/** @import {StillPicture} from "../contract" */

export default drawOnChange(".drawing", (root, /** @type {StillPicture} */ { forms, about }) => {
  const pictures = forms.map(([size, shapes]) => {
    const picture = new Shapes(size);
    picture.show(shapes);
    return picture.element;
  });
  setAttributes(root, { role: "img", "aria-label": about });
  const fitPicture = () => {
    // The minimum width of a picture keeps its type readable.
    const fits = pictures.find((picture) => {
      root.replaceChildren(picture);
      return root.scrollWidth <= root.clientWidth;
    });
    if (!fits) root.replaceChildren(pictures[pictures.length - 1]);
  };
  fitPicture();
  // In the next frame: forms differ in height, which must not change while sizes are being reported.
  let frame = 0;
  const sizes = new ResizeObserver(() => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(fitPicture);
  });
  for (const element of [root, ...pictures]) sizes.observe(element); // Large type makes a picture wider, but not its container.
  return () => {
    sizes.disconnect();
    cancelAnimationFrame(frame);
  };
});
