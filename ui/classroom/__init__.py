"""The app's side of a live class: teacher, phone, lesson plans."""
