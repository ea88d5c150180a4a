"""Vocabularies that come with the engine."""
