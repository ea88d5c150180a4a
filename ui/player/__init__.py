"""The player: components, and the builders of the lessons and files that it shows."""
