"""The page Train: its texts, charts and widgets."""
