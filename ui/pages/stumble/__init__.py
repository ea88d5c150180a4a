"""The page Why models stumble: its topics are chapters of a course."""
