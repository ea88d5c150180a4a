"""The Unigram language model: the most probable cut of a word, and a vocabulary pruned step by step."""
