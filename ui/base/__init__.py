"""What knows no page and no algorithm: language, notation, what an address carries."""
