"""The page Live class: a live class, as its teacher leads it."""
