"""The page Vocabulary size: what a larger vocabulary costs and gains."""
