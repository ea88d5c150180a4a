"""Lessons by the URLs of their pages."""
