"""Makes docstrings.cpp of the stubs, so that the manual stands in one place.

    docstrings.py _yaribase.pyi docstrings.cpp

A function's text begins with its signature in the form that inspect.signature() reads.
"""

from __future__ import annotations

import ast
import json
import sys
from collections.abc import Iterator

Function = ast.FunctionDef


def signature(name: str, function: Function, in_class: bool) -> str:
    arguments = function.args
    static = any(ast.unparse(d) == "staticmethod" for d in function.decorator_list)
    names = [a.arg for a in arguments.args]
    parts = ["self"] if in_class and not static else []
    rest = names[1:] if in_class and not static else names
    defaults = [None] * (len(rest) - len(arguments.defaults)) + list(arguments.defaults)
    parts += [n if d is None else f"{n}={ast.unparse(d)}" for n, d in zip(rest, defaults)]
    if arguments.kwonlyargs:
        parts.append("*")
        for argument, default in zip(arguments.kwonlyargs, arguments.kw_defaults):
            parts.append(argument.arg if default is None else f"{argument.arg}={ast.unparse(default)}")
    return f"{name}({', '.join(parts)})\n--\n\n"


def texts(body: list[ast.stmt], prefix: str = "") -> Iterator[tuple[str, str]]:
    for item in body:
        if isinstance(item, ast.ClassDef):
            yield item.name, ast.get_docstring(item) or ""
            yield from texts(item.body, item.name + ".")
        elif isinstance(item, Function) and ast.get_docstring(item):
            text = (ast.get_docstring(item) or "").strip()
            if not any(ast.unparse(d) == "property" for d in item.decorator_list):
                text = signature(item.name, item, bool(prefix)) + text
            yield prefix + item.name, text


def main() -> None:
    with open(sys.argv[1], encoding="utf-8") as stubs:
        tree = ast.parse(stubs.read())
    rows = [f"    {{{json.dumps(n)}, {json.dumps(t, ensure_ascii=False)}}},\n" for n, t in texts(tree.body)]
    with open(sys.argv[2], "w", encoding="utf-8") as out:
        out.write(
            "// Made by python/docstrings.py of _yaribase.pyi.\n"
            '#include "python/handle.h"\n\n'
            "namespace yari::python {\n\n"
            "const char* doc(std::string_view name) {\n"
            "  static constexpr std::pair<std::string_view, const char*> texts[] = {\n"
            + "".join(rows)
            + "  };\n"
            "  for (const auto& [known, text] : texts)\n"
            "    if (known == name) return text;\n"
            '  throw std::runtime_error("no description: " + std::string(name));\n'
            "}\n\n}  // namespace yari::python\n"
        )


main()
