"""Python in the reader's browser: what it is asked, what it is made of, and what starts it."""
