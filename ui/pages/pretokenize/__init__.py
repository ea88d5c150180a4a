"""The page Chunks and bytes: text split by published patterns and by a custom regex."""
