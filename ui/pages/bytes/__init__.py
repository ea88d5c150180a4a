"""The page Bytes: the byte table, a text's path to its tokens, and questions and answers."""
