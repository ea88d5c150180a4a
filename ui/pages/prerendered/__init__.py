"""Prerendering, one module per page, by the page's name. A page itself imports none of these."""
