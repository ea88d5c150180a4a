"""The player in notebooks."""
