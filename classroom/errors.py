"""The errors of the class protocol: refused requests, each with a status and a reason."""


class RequestRefused(Exception):  # noqa: N818  # an answer, not a failure
    """A refused request: an HTTP status, a code that pages know, and a sentence for developers."""

    def __init__(self, status: int, error: str, message: str, **values: object) -> None:
        super().__init__(message)
        self.status = status
        self.error = error
        self.values = values


def invalid_value(name: str, value: object, rule: str) -> RequestRefused:
    """Return the refusal of a value. `rule` says what it must be."""
    return RequestRefused(422, "wrong", f"{name} is {_shortened(value)}, but {rule}.", name=name)


def _shortened(value: object) -> str:
    """Return a value as code, cut to a length that fits in a sentence."""
    shown = repr(value)
    return shown if len(shown) < 80 else f"{shown[:80]}…"


def unknown_class(code: str) -> RequestRefused:
    """Return the refusal of a code that no class has."""
    return RequestRefused(404, "none", f"No class has the code {_shortened(code)}. Check the code on the screen.")


def unknown_plan(code: str) -> RequestRefused:
    """Return the refusal of a code that no plan has."""
    return RequestRefused(
        404, "none", f"No plan has the code {_shortened(code)}. Show the QR code again, or open the plan from a file."
    )


def store_unreachable() -> RequestRefused:
    """Return the answer for the time when the store cannot be reached."""
    return RequestRefused(503, "away", "The server cannot reach its storage. Try again in a few seconds.")


def too_many_classes(most: int) -> RequestRefused:
    """Return the refusal of one more class."""
    return RequestRefused(
        503, "rooms", f"This server has {most} classes, and that is the limit. End one, or try again later.", most=most
    )


def too_many_removed(most: int) -> RequestRefused:
    """Return the refusal of removing more phones."""
    return RequestRefused(
        409,
        "removed",
        f"This class has had {most:,} phones removed, and that is the limit. Let some back in, or start another class.",
        most=most,
    )
