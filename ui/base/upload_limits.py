"""One size limit for all files that a learner uploads."""

from bpe_engine.files import MAX_FILE_BYTES

MEGABYTE = 1_000_000
"""A megabyte as Streamlit's uploader counts it, which shows and enforces the limit in the browser."""

MAX_UPLOAD_MEGABYTES = MAX_FILE_BYTES // MEGABYTE
"""Size limit of a file. `server.maxUploadSize` is the same number, but counts slightly larger megabytes (1,048,576
bytes), which leaves room for the request around a file."""
