"""The page Vocabulary: the search index, merge trees, scripts and widgets."""
