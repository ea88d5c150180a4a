"""Parity-aware BPE: at each step, the language with the most tokens chooses the pair."""
