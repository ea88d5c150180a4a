"""What screenshots tell about a page."""

import io

import numpy as np
from PIL import Image

CELL = 8  # pixels


def largest_empty_rectangle(screen: bytes) -> float:
    """Return the largest rectangle of one colour in a screenshot, as a share of it."""
    pixels = np.asarray(Image.open(io.BytesIO(screen)).convert("RGB")).astype(np.int16)
    height, width = (side // CELL for side in pixels.shape[:2])
    cells = pixels[: height * CELL, : width * CELL].reshape(height, CELL, width, CELL, 3)
    is_empty = (cells.max(axis=(1, 3)) - cells.min(axis=(1, 3))).max(axis=-1) <= 4
    most, depths = 0, np.zeros(width, int)
    wide = np.arange(1, width + 1) - np.arange(width)[:, np.newaxis]  # from each column to each other
    for row in is_empty:
        depths = np.where(row, depths + 1, 0)
        lowest = np.minimum.accumulate(np.where(wide > 0, depths, height), axis=1)
        most = max(most, int((lowest * wide).max()))
    return most / (height * width)
