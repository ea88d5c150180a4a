"""The Course page, which shows the chapters of the course."""
