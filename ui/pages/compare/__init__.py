"""The page Compare methods: methods, numbers, charts and widgets."""
