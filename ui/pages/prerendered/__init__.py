"""What comes with a page before the app is there, by the page's name: a page itself imports none of these."""
