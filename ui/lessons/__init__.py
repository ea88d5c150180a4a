"""Lessons as data: their contract with JavaScript, their frames, their running text."""
