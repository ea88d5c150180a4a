"""Files that a learner sends: one limit for all of them."""

from bpe_engine.files import MAX_FILE_BYTES

MEGABYTE = 1_000_000
"""As Streamlit's uploader counts, which tells the limit and holds it in the browser."""

MAX_UPLOAD_MEGABYTES = MAX_FILE_BYTES // MEGABYTE
"""That a file may have. `server.maxUploadSize` is the same number, of megabytes that are a little larger (1,048,576
bytes), which leaves room for what is around a file on its way."""
