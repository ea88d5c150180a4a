"""Picky BPE: byte-pair encoding that removes a token once a merge has used up nearly all of its occurrences."""
