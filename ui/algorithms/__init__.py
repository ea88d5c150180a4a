"""The ways to make tokens: names, frames, sentences and the code to show."""
