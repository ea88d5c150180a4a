"""Parity-aware BPE: at each step the language that is worst off chooses the pair."""
