"""A picture of shapes, in steps or with a dial."""
