"""The page Check your own: merges that a learner's program made, beside those of a training here."""
