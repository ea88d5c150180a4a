"""The course: chapters as data, their computed values, and chapter files."""
