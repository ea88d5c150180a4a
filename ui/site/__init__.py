"""The site: the app as files for any web host, with Python in the reader's browser."""
