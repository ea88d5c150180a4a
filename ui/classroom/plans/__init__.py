"""Lesson plans: slides, their file and link formats, and the plans that come with the app."""
