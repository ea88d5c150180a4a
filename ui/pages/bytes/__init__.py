"""The page Bytes: the table, the lens and the answers."""
