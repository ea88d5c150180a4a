"""Tools that build and check the app, and are not part of it."""
