"""The pages: a folder each, and the registry of them."""
