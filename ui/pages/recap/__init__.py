"""The page Recap: what the chapters of the course leave one with."""
