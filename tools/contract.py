"""Say to JavaScript what Python sends it: TypedDicts as TypeScript's declarations, which `tsc` holds the modules to.

python -m tools.contract            write ui/player/contract.d.ts and ui/components/contract.d.ts
python -m tools.contract --check    1 where one of them is not what this makes
"""

import sys
from importlib import import_module
from inspect import get_annotations
from pathlib import Path
from types import ModuleType, NoneType, UnionType
from typing import Annotated, Any, ForwardRef, Literal, NotRequired, Union, get_args, get_origin, is_typeddict

ROOT = Path(__file__).resolve().parent.parent
CONTRACTS = ("ui.player.contract", "ui.components.contract")
PLAIN = {str: "string", int: "number", float: "number", bool: "boolean", NoneType: "null"}


def declarations(module: ModuleType) -> str:
    """The declarations of a module's TypedDicts.

    `Annotated[Some, "complete"]` is one in which nothing is missing, though all may be.
    """
    head = f"// Made from {Path(module.__file__ or '').name} by `make contract`: change that file, not this one.\n"
    named = [found for found in vars(module).values() if is_typeddict(found) and found.__module__ == module.__name__]
    return "\n".join([head, *(_interface(found) for found in named)])


def _interface(found: Any) -> str:
    lines = []
    for key, kind in get_annotations(found).items():
        missing = not found.__total__ or _origin(kind) is NotRequired
        lines.append(f"  {key}{'?' if missing else ''}: {_type(kind)};")
    about = f"/** {(found.__doc__ or '').splitlines()[0]} */"
    return "\n".join((about, f"export interface {found.__name__} {{", *lines, "}", ""))


def _origin(kind: Any) -> Any:
    return get_origin(kind)


def _type(kind: Any) -> str:
    arguments = get_args(kind)
    origin = _origin(kind)
    if kind in PLAIN:
        return PLAIN[kind]
    if is_typeddict(kind):
        return str(kind.__name__)
    if isinstance(kind, ForwardRef):
        return kind.__forward_arg__
    if isinstance(kind, str):
        return kind
    if origin is NotRequired:
        return _type(arguments[0])
    if origin is Annotated:
        return f"Required<{_type(arguments[0])}>"
    if origin is Literal:
        return " | ".join(f'"{value}"' if isinstance(value, str) else str(value) for value in arguments)
    if origin is list:
        return f"Array<{_type(arguments[0])}>"
    if origin is tuple:
        return f"[{', '.join(map(_type, arguments))}]"
    if origin is dict:
        return f"Record<{_type(arguments[0])}, {_type(arguments[1])}>"
    if origin in (Union, UnionType):
        return " | ".join(map(_type, arguments))
    raise TypeError(f"{kind!r} is nothing that JSON has.")


def main(arguments: list[str]) -> int:
    """Write the declarations, or check them."""
    status = 0
    for name in CONTRACTS:
        module = import_module(name)
        path = ROOT.joinpath(*name.split(".")).with_suffix(".d.ts")
        text = declarations(module)
        if "--check" not in arguments:
            path.write_text(text, encoding="utf-8")
        elif not path.exists() or path.read_text(encoding="utf-8") != text:
            print(f"{path.relative_to(ROOT)} does not say what {name} does. Run `make contract`.", file=sys.stderr)
            status = 1
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
