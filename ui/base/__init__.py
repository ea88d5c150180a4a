"""What every room builds on: language, notation, query parameters, caching. Knows no page and no algorithm."""
