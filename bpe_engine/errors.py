"""The one kind of error that this engine raises on purpose."""


class EngineError(ValueError):
    """Something that was asked for cannot be done; the text names the value, the rule and a way out.

    The text is kept as a `template` with named `values`, so that an application can translate the
    template before the values go in.

    >>> str(EngineError("min_frequency={min_frequency} is below 1.", min_frequency=0))
    'min_frequency=0 is below 1.'
    """

    def __init__(self, template: str, **values: object) -> None:
        self.template = template
        self.values = values
        super().__init__(template.format(**values))

    def __reduce__(self) -> tuple[object, ...]:
        # An error may cross from a worker process to the one that asked.
        return _rebuild, (type(self), self.template, self.values)


def _rebuild(kind: type[EngineError], template: str, values: dict[str, object]) -> EngineError:
    return kind(template, **values)
