"""The player: what it is given to show, how it shows it, and the place that it stands in."""
