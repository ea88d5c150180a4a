"""The pages: one folder each, and their registry."""
