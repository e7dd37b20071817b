#!/usr/bin/env python3
"""Checks that every name which a source file takes over from a namespace (`using a::Name;`) is used in that file.

./dev lint reads whole folders as one file, where the using declaration of one file may serve another.

usage: using.py ROOT        the repository; prints one line per violation, exit status 1 if there is any
       using.py --self-test
"""
import pathlib
import re
import sys

FOLDERS = ["src", "include", "apps", "tests", "bench"]
DECLARATION = re.compile(r"^\s*using\s+(?:\w+::)+(\w+)\s*;", re.MULTILINE)
NOT_CODE = re.compile(r'//[^\n]*|"(?:[^"\\\n]|\\.)*"')


def unused(text):
    """The names and lines of using declarations at namespace level that nothing else in the text mentions."""
    code = NOT_CODE.sub(lambda found: " " * len(found.group()), text)
    found = []
    for declaration in DECLARATION.finditer(code):
        name = declaration.group(1)
        if len(re.findall(rf"\b{name}\b", code)) == 1:
            found.append((name, code.count("\n", 0, declaration.start(1)) + 1))
    return found


def self_test():
    text = "using a::b::One;\n  using c::Two;\n// Two\nOne f() { return g(\"Two\"); }\nusing Three = a::Four;\n"
    assert unused(text) == [("Two", 2)], unused(text)
    assert not unused(text.replace("g(", "g<Two>("))


def main():
    if sys.argv[1:] == ["--self-test"]:
        self_test()
        return 0
    root = pathlib.Path(sys.argv[1])
    files = [path for folder in FOLDERS for path in sorted((root / folder).rglob("*.cpp"))]
    if not files:
        print(f"{root}: no source files", file=sys.stderr)
        return 2
    wrong = 0
    for path in files:
        for name, line in unused(path.read_text()):
            print(f"{path.relative_to(root)}:{line}: nothing uses {name}")
            wrong = 1
    return wrong


if __name__ == "__main__":
    sys.exit(main())
