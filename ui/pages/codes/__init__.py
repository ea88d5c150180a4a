"""The page In bits: tokens measured in bits."""
