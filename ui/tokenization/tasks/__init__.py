"""What a training is made from: scenarios, words or texts, and settings."""
