"""The functions that compute results: an entry names one of them, with its arguments."""
