"""The only exception that the engine raises deliberately."""


class EngineError(ValueError):
    """A request that cannot be carried out; the message names the value, the rule and a way out.

    The message is stored as a `template` with named `values`, so that an application can translate the template before
    the values are filled in.

    >>> str(EngineError("min_frequency={min_frequency} is below 1.", min_frequency=0))
    'min_frequency=0 is below 1.'
    """

    def __init__(self, template: str, **values: object) -> None:
        self.template = template
        self.values = values
        super().__init__(template.format(**values))

    def __reduce__(self) -> tuple[object, ...]:
        # An error may be pickled from a worker process to the caller.
        return _rebuild, (type(self), self.template, self.values)


def _rebuild(kind: type[EngineError], template: str, values: dict[str, object]) -> EngineError:
    return kind(template, **values)
