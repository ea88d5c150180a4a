"""The page From text to ids: from letters to ids and back, in one scene."""
