"""Tools that build and check the app. They are not part of it."""
