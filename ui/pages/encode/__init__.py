"""The page Encode: choosing a text and a tokenizer, and the lesson."""
