"""The code of a class, and the secret that is the teacher's right.

The code follows from the secret by a function that takes a while. So a server that has forgotten everything knows who
may bring a class back on its code: who has the secret. To find another secret with the same code, one would try for
months.
"""

import secrets
from hashlib import scrypt, sha256
from hmac import compare_digest

DIGITS = 9
"""Figures alone: they are the same on the keyboard of every language, and none is taken for another."""


def new_secret() -> str:
    """A secret that nobody guesses."""
    return secrets.token_urlsafe(32)


def code_from_secret(secret: str) -> str:
    """The code that a secret leads to. It takes about a twentieth of a second: do it in a thread."""
    found = scrypt(secret.encode(), salt=b"bpe-lab class", n=2**14, r=8, p=1, dklen=16)
    least = 10 ** (DIGITS - 1)  # no figure is left out at the beginning
    return str(least + int.from_bytes(found, "big") % (9 * least))


def code_from_plan(plan: str) -> str:
    """The code of a lesson plan, as many digits: the same plan has the same one."""
    least = 10 ** (DIGITS - 1)
    return str(least + int.from_bytes(sha256(plan.encode()).digest(), "big") % (9 * least))


def parse_code(typed: str) -> str | None:
    """A code as it may be typed, with spaces or hyphens between the figures, and figures of any script.

    >>> parse_code("482 173-905"), parse_code("４８２１７３９０５"), parse_code("48217390")
    ('482173905', '482173905', None)
    """
    signs = [sign for sign in typed[:40] if not sign.isspace() and sign not in "-–·."]
    if len(signs) != DIGITS or not all(sign.isdecimal() for sign in signs):
        return None
    return "".join(str(int(sign)) for sign in signs)


def secret_hash(secret: str) -> str:
    """What a server keeps of a secret."""
    return sha256(secret.encode()).hexdigest()


def matches_hash(key: str, secret: str) -> bool:
    """Whether this is the secret."""
    return compare_digest(key, secret_hash(secret))


def new_seat_token() -> str:
    """What a phone has in its cookie, and nobody else."""
    return secrets.token_urlsafe(16)


def seat_id(code: str, token: str) -> str:
    """What a server calls a phone: nobody finds the cookie by it, nor the same phone in another class."""
    return sha256(f"{code} {token}".encode()).hexdigest()[:20]
