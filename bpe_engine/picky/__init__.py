"""Picky BPE: byte-pair encoding that takes a token out again when a merge leaves next to none of it."""
