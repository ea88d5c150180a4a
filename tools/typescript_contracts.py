"""Write TypeScript declarations of the TypedDicts that Python sends, so that `tsc` checks the JavaScript against them.

python -m tools.typescript_contracts    write contract.d.ts next to each contract
"""

from importlib import import_module
from inspect import get_annotations
from pathlib import Path
from types import ModuleType, NoneType, UnionType
from typing import Any, ForwardRef, Literal, NotRequired, Union, get_args, get_origin, is_typeddict

ROOT = Path(__file__).resolve().parent.parent
CONTRACTS = (
    "ui.lessons.contract",
    "ui.components.contract",
    "ui.classroom.phone.contract",
    "ui.classroom.teacher.contract",
    "ui.course.contract",
    "ui.site.contract",
    "ui.site.python.contract",
)
PLAIN = {str: "string", int: "number", float: "number", bool: "boolean", NoneType: "null", object: "unknown"}


def declarations(module: ModuleType) -> str:
    """Return the declarations of a module's TypedDicts, and of its other dictionary types, such as labels."""
    imports = [_import(module, kind) for kind in vars(module).values() if _is_of_other(module, kind)]
    for name, kind in vars(module).items():
        if is_typeddict(kind) and kind.__module__ == module.__name__:
            lines = (f"  {_property(key, value)};" for key, value in get_annotations(kind).items())
            imports.append("\n".join((f"export interface {name} {{", *lines, "}", "")))
        elif get_origin(kind) is dict:
            imports.append(f"export type {name} = {_type(kind)};\n")
    return "\n".join((f"// Made from {Path(module.__file__ or '').name} by `make javascript`.\n", *imports))


def _is_of_other(module: ModuleType, kind: Any) -> bool:
    return is_typeddict(kind) and kind.__module__ != module.__name__


def _import(module: ModuleType, kind: Any) -> str:
    """Return the import of a type from another contract."""
    above = "../" * (module.__name__.count(".") - 1)
    path = kind.__module__.removeprefix("ui.").replace(".", "/")
    return f'import type {{ {kind.__name__} }} from "{above}{path}";\n'


def _property(name: str, kind: Any) -> str:
    if get_origin(kind) is NotRequired:
        return f"{name}?: {_type(get_args(kind)[0])}"
    return f"{name}: {_type(kind)}"


def _type(kind: Any) -> str:
    arguments = get_args(kind)
    origin = get_origin(kind)
    if kind in PLAIN:
        return PLAIN[kind]
    if is_typeddict(kind):
        return str(kind.__name__)
    if isinstance(kind, ForwardRef):
        return kind.__forward_arg__
    if isinstance(kind, str):
        return kind
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


if __name__ == "__main__":
    for contract in CONTRACTS:
        path = ROOT.joinpath(*contract.split(".")).with_suffix(".d.ts")
        path.write_text(declarations(import_module(contract)), encoding="utf-8")
