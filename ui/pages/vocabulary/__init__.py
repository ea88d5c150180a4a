"""The page Vocabulary: the index, the tree of merges, scripts and widgets."""
