"""Text before it is cut into tokens: input, normalizers, patterns, counts of files."""
