"""Python in the reader's browser: its tasks, its modules, and the workers that run it."""
