"""A learner's Python code in the browser: the worker that runs it, and its editor."""
