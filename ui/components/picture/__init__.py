"""A picture in steps: bars, a tree of tokens, or a conversation as the runs of tokens that a template makes of it."""
