"""The page In bits: tokens in bits."""
