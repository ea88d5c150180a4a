"""What is computed for the entries: an entry names a function of these files, and what it is called with."""
