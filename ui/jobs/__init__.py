"""Long and risky work, outside of the server's own process."""
