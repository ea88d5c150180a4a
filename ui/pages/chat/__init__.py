"""The page From chat to ids: from messages to ids, and what can be smuggled in."""
