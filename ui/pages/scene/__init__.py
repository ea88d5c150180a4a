"""The page The way of a text: from letters to ids and back, in one scene."""
