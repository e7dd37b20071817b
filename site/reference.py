"""The references of the interfaces as pages, made from the sources: names, declarations and what is written beside them.

Python: the names of `__all__`, with signatures and docstrings. C++: the declarations of the public headers in their order,
each with the comment above it; comments inside a declaration stay where they are.
"""
import ast
import html
import re
import textwrap

# ---- Python ----------------------------------------------------------------------------------------------------------


def of_python(source):
    package = source / "apps/python/gnomon"
    modules = {path.stem: ast.parse(path.read_text(encoding="utf-8")) for path in sorted(package.glob("_*.py*"))
               if path.suffix in (".py", ".pyi")}
    texts = {path.stem: path.read_text(encoding="utf-8").splitlines() for path in sorted(package.glob("_*.py*"))
             if path.suffix in (".py", ".pyi")}
    public = next(ast.literal_eval(node.value) for node in modules["__init__"].body
                  if isinstance(node, ast.Assign) and node.targets[0].id == "__all__")
    lines = ["# Reference of the Python module", "", "Made from the sources; [the guide](../docs/python.md) explains.", ""]
    for name in sorted(public, key=str.lower):
        module, node, text = definition(modules, name)
        lines += [f"## {name}", ""] + describe(node, text, texts[module])
    return "\n".join(lines) + "\n"


def definition(modules, name):
    """(module, node, docstring of a name that is assigned) of a public name; KeyError if it is defined nowhere."""
    for module, tree in modules.items():
        for node, following in zip(tree.body, tree.body[1:] + [None]):
            if getattr(node, "name", None) == name and not isinstance(node, ast.alias):
                return module, node, None
            if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", None) == name:
                is_text = isinstance(following, ast.Expr) and isinstance(following.value, ast.Constant)
                return module, node, following.value.value if is_text else None
    raise KeyError(f"{name} is public in apps/python/gnomon and defined nowhere")


def describe(node, text, source):
    if isinstance(node, ast.Assign):
        return code("python", [ast.unparse(node)]) + prose(text or "")
    if isinstance(node, ast.ClassDef):
        bases = ", ".join(ast.unparse(base) for base in node.bases)
        lines = code("python", [f"class {node.name}({bases})" if bases else f"class {node.name}"])
        lines += prose(ast.get_docstring(node) or "")
        fields = [member for member in node.body if isinstance(member, ast.AnnAssign) and public(member.target.id)]
        if fields:
            lines += ["| member | type | |", "|---|---|---|"]
            for member in fields:
                remark = re.search(r"#: (.*)$", source[member.end_lineno - 1])
                lines.append(f"| `{member.target.id}` | `{ast.unparse(member.annotation)}` |"
                             f" {escaped(remark[1]) if remark else ''} |")
            lines.append("")
        for member in node.body:
            if isinstance(member, ast.FunctionDef) and (public(member.name) or member.name == "__init__"):
                lines += [f"### {node.name}.{member.name}", ""] + function(member)
        return lines
    return function(node)


def public(name):
    return not name.startswith("_")


def function(node):
    kinds = [ast.unparse(decorator) for decorator in node.decorator_list]
    returns = f" -> {ast.unparse(node.returns)}" if node.returns else ""
    signature = f"{node.name}({ast.unparse(node.args)}){returns}"
    lines = textwrap.wrap(signature, 110, subsequent_indent="    ", break_long_words=False)
    return code("python", [f"@{kind}" for kind in kinds] + lines) + prose(ast.get_docstring(node) or "")


# ---- C++ -------------------------------------------------------------------------------------------------------------


def of_cpp(source):
    lines = ["# Reference of the C++ library", "", "Made from the public headers; [the guide](../docs/library.md) explains.",
             "All names are in the namespace `gnomon::api`.", ""]
    for header in ("gnomon.h", "simulation.h", "json.h"):
        text = (source / "include/gnomon" / header).read_text(encoding="utf-8")
        lines += [f"## gnomon/{header}", ""] + header_page(text)
    return "\n".join(lines) + "\n"


def header_page(text):
    """The opening comment, then the declarations of the namespace."""
    opening, rest = text.split("#pragma once", 1)
    body = re.search(r"^namespace gnomon::api \{\n(.*?)^\}  // namespace", rest, flags=re.M | re.S)[1]
    lines = prose(uncommented(opening.splitlines()))
    comment, declaration = [], []
    for line in body.splitlines():
        if not declaration and line.startswith("// ---"):
            continue
        if not declaration and line.startswith("//"):
            comment.append(line)
        elif declaration or line.strip():
            declaration.append(line)
            if ends(declaration):
                name = name_of(declaration)
                lines += [f"### {name}", ""] + prose(uncommented(comment)) + code("cpp", declaration)
                comment, declaration = [], []
    if declaration:
        raise ValueError("a public header ends inside a declaration: " + declaration[0])
    return lines


def ends(declaration):
    plain = "\n".join(re.sub(r"//.*", "", line).rstrip() for line in declaration)
    return plain.count("{") == plain.count("}") and plain.count("(") == plain.count(")") and plain.endswith((";", "}"))


def name_of(declaration):
    first = " ".join(declaration)
    for pattern in (r"^(?:struct|class|enum class) (\w+)", r"^using (\w+) =", r"(\w+)\("):
        match = re.search(pattern, first)
        if match:
            return match[1]
    raise ValueError("a declaration without a name: " + declaration[0])


def uncommented(lines):
    return "\n".join(re.sub(r"^// ?", "", line) for line in lines)


# ---- both ------------------------------------------------------------------------------------------------------------


def code(language, lines):
    return [f"```{language}", *lines, "```", ""]


def escaped(text):
    """Plain text as Markdown; what stands in backticks stays."""
    parts = re.split(r"(`+[^`]*`+)", text)
    return "".join(part if part.startswith("`") else re.sub(r"([*|])", r"\\\1", html.escape(part, quote=False))
                   for part in parts)


def prose(text):
    """Paragraphs; indented ones and tables made of blanks become code."""
    lines = []
    for paragraph in re.split(r"\n\s*\n", text.strip("\n")):
        rows = paragraph.splitlines()
        if not rows:
            continue
        if all(row.startswith("  ") for row in rows) or any(re.search(r"\S {3,}\S", row) for row in rows):
            lines += code("text", textwrap.dedent(paragraph).splitlines())
        else:
            lines += [escaped(paragraph), ""]
    return lines
