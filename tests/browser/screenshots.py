"""Measure pages in screenshots."""

import io

import numpy as np
from PIL import Image

CELL = 8  # pixels


def largest_empty_rectangle(screen: bytes) -> float:
    """Return the largest rectangle of one colour in a screenshot, as a share of it."""
    pixels = np.asarray(Image.open(io.BytesIO(screen)).convert("RGB"))
    height, width = (side // CELL for side in pixels.shape[:2])
    rows = pixels[: height * CELL, : width * CELL].reshape(height, CELL, width * CELL * 3)
    darkest, lightest = (
        reduce(reduce(rows, axis=1).reshape(height, width, CELL, 3), axis=2) for reduce in (np.min, np.max)
    )
    is_empty = (lightest - darkest).max(axis=-1) <= 4
    most, depths = 0, np.zeros(width + 1, int)
    for row in is_empty:
        depths[:width] = np.where(row, depths[:width] + 1, 0)
        # Rectangles that end in this row and are still open, from left to right, each higher than the one before.
        opened: list[tuple[int, int]] = []
        for place, depth in enumerate(depths.tolist()):
            left = place
            while opened and opened[-1][1] >= depth:
                left, high = opened.pop()
                most = max(most, high * (place - left))
            opened.append((left, depth))
    return float(most / (height * width))
