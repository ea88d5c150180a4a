"""The page Decode: from ids to tokens, bytes and text."""
