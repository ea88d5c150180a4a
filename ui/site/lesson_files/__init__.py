"""Lessons to keep: HTML files that need neither the app nor a network.

Written by `python -m ui.site.lesson_files`.
"""
