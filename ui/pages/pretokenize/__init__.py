"""The page Chunks and bytes: cuts by published patterns and by a regex of one's own."""
