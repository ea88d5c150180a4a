"""The page Check your merges: merges of a learner's own program, compared with a training here."""
