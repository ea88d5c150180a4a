"""The page Why models stumble: its topics and their answers."""
