"""A lesson in a notebook."""
