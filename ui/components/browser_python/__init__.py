"""Code that a learner writes: Python in the browser that runs it, and the editor it is written in."""
