"""What is refused, and why."""


class RequestRefused(Exception):  # noqa: N818  # it is an answer
    """An answer with a status of HTTP: a word that pages know, and a sentence for who reads the protocol."""

    def __init__(self, status: int, error: str, message: str, **values: object) -> None:
        super().__init__(message)
        self.status = status
        self.error = error
        self.values = values


def invalid_value(name: str, value: object, rule: str) -> RequestRefused:
    """A value that no page sends."""
    shown = repr(value)
    return RequestRefused(
        422, "wrong", f"{name} is {shown if len(shown) < 80 else shown[:80] + '…'}; {rule}.", name=name
    )


def unknown_class() -> RequestRefused:
    """That there is no class with a code."""
    return RequestRefused(404, "none", "There is no class with this code. Look at the code on the screen again.")


def store_unreachable() -> RequestRefused:
    """That the store cannot be reached."""
    return RequestRefused(
        503, "away", "The memory that the servers share cannot be reached. Try again in a few seconds."
    )


def too_many_classes(most: int) -> RequestRefused:
    """That there is no room for one more class."""
    return RequestRefused(
        503,
        "rooms",
        f"There are {most} classes on this server, and no room for one more. Close one, or try again later.",
        most=most,
    )
