"""Lesson plans: a teacher's own sequence of slides."""
