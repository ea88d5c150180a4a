"""What screenshots tell about a page."""

import io

import numpy as np
from PIL import Image

CELL = 8  # pixels


def largest_empty_rectangle(screen: bytes) -> float:
    """Return the largest rectangle of one colour in a screenshot, as a share of it."""
    pixels = np.asarray(Image.open(io.BytesIO(screen)).convert("RGB")).astype(int)
    height, width = (side // CELL for side in pixels.shape[:2])
    cells = pixels[: height * CELL, : width * CELL].reshape(height, CELL, width, CELL, 3)
    is_empty = (cells.max(axis=(1, 3)) - cells.min(axis=(1, 3))).max(axis=-1) <= 4
    most, depths = 0, np.zeros(width, int)
    for row in is_empty:
        depths = np.where(row, depths + 1, 0)
        for left in range(width):
            lowest = np.minimum.accumulate(depths[left:])
            most = max(most, int((lowest * np.arange(1, len(lowest) + 1)).max()))
    return most / (height * width)
