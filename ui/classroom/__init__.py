"""The app's side of a live class: teacher, phones and lesson plans."""
