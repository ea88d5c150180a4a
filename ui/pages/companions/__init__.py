"""Read along: each text beside the app, example by example, as data."""
