"""Lessons by the addresses of their pages."""
