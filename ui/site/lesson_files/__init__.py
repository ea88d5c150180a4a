"""Lessons to take home: each a file of HTML that needs neither the app nor a network.

`python -m ui.site.lesson_files`.
"""
