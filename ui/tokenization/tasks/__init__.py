"""Training tasks: words or texts, and settings."""
