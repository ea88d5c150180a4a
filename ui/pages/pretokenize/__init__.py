"""The page Pre-tokenize: cuts by published patterns and by a regex of one's own."""
