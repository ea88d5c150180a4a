"""A teacher's own sequence of places: what it is, its file, its link, and the plans that come with the app."""
