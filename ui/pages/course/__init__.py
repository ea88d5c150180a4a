"""The page Course, which shows the chapters of the course."""
