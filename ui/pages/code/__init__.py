"""The page Write BPE yourself: the learner's own Python, run in the learner's browser and looked at step by step."""
