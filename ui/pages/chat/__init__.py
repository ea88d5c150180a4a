"""The page Chat: from messages to ids, and what can be smuggled in."""
