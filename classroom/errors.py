"""What is refused, and why."""


class Refused(Exception):  # noqa: N818  # it is an answer
    """An answer with a status of HTTP: a word that pages know, and a sentence for who reads the protocol."""

    def __init__(self, status: int, error: str, message: str, **values: object) -> None:
        super().__init__(message)
        self.status = status
        self.error = error
        self.values = values


def wrong(name: str, value: object, rule: str) -> Refused:
    """A value that no page sends."""
    shown = repr(value)
    return Refused(422, "wrong", f"{name} is {shown if len(shown) < 80 else shown[:80] + '…'}; {rule}.", name=name)


def no_class() -> Refused:
    """That there is no class with a code."""
    return Refused(404, "none", "There is no class with this code. Look at the code on the screen again.")


def away() -> Refused:
    """That the store cannot be reached."""
    return Refused(503, "away", "The memory that the servers share cannot be reached. Try again in a few seconds.")


def full_of_rooms(most: int) -> Refused:
    """That there is no room for one more class."""
    return Refused(
        503,
        "rooms",
        f"There are {most} classes on this server, and no room for one more. Close one, or try again later.",
        most=most,
    )
