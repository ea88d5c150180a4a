"""The page Compare: methods, numbers, charts and widgets."""
