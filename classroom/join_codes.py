"""The code of a class, and the secret that authorizes its teacher.

The code is derived from the secret by a slow function. So even a server that has lost its memory knows who may restore
a class under its code: whoever has the secret. Finding another secret with the same code would take months.
"""

import secrets
from hashlib import scrypt, sha256
from hmac import compare_digest

DIGITS = 9
"""Digits only: the keyboard of every language has them, and none is mistaken for another."""


def new_secret() -> str:
    """Return a new unguessable secret."""
    return secrets.token_urlsafe(32)


def code_from_secret(secret: str) -> str:
    """Derive the code of a class from its secret. Takes about a twentieth of a second, so call it in a thread."""
    found = scrypt(secret.encode(), salt=b"bpe-lab class", n=2**14, r=8, p=1, dklen=16)
    least = 10 ** (DIGITS - 1)  # no leading zero
    return str(least + int.from_bytes(found, "big") % (9 * least))


def code_from_plan(plan: str) -> str:
    """Return the code of a lesson plan, as long as a class code. The same plan always has the same code."""
    least = 10 ** (DIGITS - 1)
    return str(least + int.from_bytes(sha256(plan.encode()).digest(), "big") % (9 * least))


def parse_code(typed: str) -> str | None:
    """Parse a typed code. Spaces and hyphens are ignored, and digits of any script accepted. None if it is invalid.

    >>> parse_code("482 173-905"), parse_code("４８２１７３９０５"), parse_code("48217390")
    ('482173905', '482173905', None)
    """
    signs = [sign for sign in typed[:40] if not sign.isspace() and sign not in "-–·."]
    if len(signs) != DIGITS or not all(sign.isdecimal() for sign in signs):
        return None
    return "".join(str(int(sign)) for sign in signs)


def secret_hash(secret: str) -> str:
    """Return the hash by which a server recognizes a secret without storing it."""
    return sha256(secret.encode()).hexdigest()


def matches_hash(key: str, secret: str) -> bool:
    """Return whether the secret matches a stored hash. Takes constant time."""
    return compare_digest(key, secret_hash(secret))


def new_seat_token() -> str:
    """Create a secret seat token for a phone's cookie."""
    return secrets.token_urlsafe(16)


def seat_id(code: str, token: str) -> str:
    """Return the id of a phone in one class. It reveals neither the cookie nor the same phone in another class."""
    return sha256(f"{code} {token}".encode()).hexdigest()[:20]
