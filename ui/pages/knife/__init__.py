"""The page A vocabulary under the knife: tokens taken out and put in, and those that no text can have."""
