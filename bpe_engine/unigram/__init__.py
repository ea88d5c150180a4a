"""The Unigram language model: the most probable cut of a word, and a vocabulary that is pruned step by step."""
