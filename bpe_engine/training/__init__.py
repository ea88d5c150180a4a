"""What all trainings share: their base, options and registry."""
