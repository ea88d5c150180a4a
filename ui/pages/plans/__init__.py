"""Plans: a teacher's own sequence of places."""
