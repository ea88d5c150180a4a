"""The teacher's side of a live class: a browser opens it, moves it, asks it, and brings it back."""
