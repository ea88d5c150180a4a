"""The commands: `python -m bpe_engine` and `bpe-lab`."""
