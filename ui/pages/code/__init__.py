"""The page Write BPE yourself: the learner's own Python, run in the browser and checked step by step."""
