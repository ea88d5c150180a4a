"""A picture in steps: bars, a tree of tokens, or a conversation as the tokens that a chat template turns it into."""
