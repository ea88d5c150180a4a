"""The pictures of chapters, each a function of the text with the decorator `@picture`."""
