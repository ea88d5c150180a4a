"""The foundation of all other folders: language, notation, query parameters, caching. Knows no page or algorithm."""
