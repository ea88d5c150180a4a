"""The teacher's side of a live class: open a class, lead it, ask questions, and resume it in the same browser."""
