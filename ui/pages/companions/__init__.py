"""Read along: texts to read next to the app, example by example, as data."""
