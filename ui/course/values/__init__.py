"""The values and tables of chapters, each a function with the decorator `@value` or `@table`."""
