"""The base classes, options and registry of all trainings."""
