"""Long or risky work, run in separate processes."""
