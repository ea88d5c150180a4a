"""The page Course: chapters as data, what their numbers are, and a chapter as a file."""
