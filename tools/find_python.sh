#!/bin/sh
# Prints the Python that the app's environment is made with: $PYTHON where that is set, else the newest that works.
for candidate in ${PYTHON:+"$PYTHON"} python3.14 python3.13 python3.12 python3.11 python3 python; do
    # Version managers put names into the path that only print an error: each is tried before it is chosen.
    if "$candidate" -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
        echo "$candidate"
        exit 0
    fi
done
echo "BPE Lab needs Python 3.11 or newer, with its venv module, and found none." >&2
echo "Install one (on Debian and Ubuntu: apt install python3 python3-venv), or name it: make PYTHON=/path/to/python3" >&2
exit 1
