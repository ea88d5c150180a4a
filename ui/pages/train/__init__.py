"""The page Train: its words, charts and widgets."""
