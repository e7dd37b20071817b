#!/usr/bin/env python3
"""Checks that #include lines point down the layers, and that nothing that is shipped uses what belongs to the tests.

The reference semantics (tests/reference) judges the engines, so it shares nothing with them, and no library or program
includes it or links it.

usage: layers.py ROOT        the repository; prints one line per violation, exit status 1 if there is any
       layers.py --self-test
"""
import pathlib
import re
import sys

# folder of src/ -> folders it may include besides itself
BELOW = {
    "base": [],
    "bdd": ["base"],
    "logic": ["base"],
    "ispl": ["base", "logic"],
    "scenario": ["base", "logic", "ispl"],
    "explicit": ["base", "logic", "ispl"],
    "model": ["base", "bdd", "logic", "ispl"],
    "automata": ["base", "logic"],
    "check": ["base", "bdd", "logic", "ispl", "model", "automata"],
    "simulate": ["base", "bdd", "logic", "ispl", "explicit", "model", "automata", "check", "recall", "engine",
                 "enumerate"],
    "recall": ["base", "bdd", "logic", "ispl", "model", "automata", "check"],
    "engine": ["base", "bdd", "logic", "ispl", "model", "automata", "check", "recall"],
    "bounded": ["base", "bdd", "logic", "ispl", "model", "automata", "check", "recall", "engine", "enumerate"],
    "sat": ["base", "bdd", "logic", "ispl", "model", "automata", "check", "recall", "engine"],
    "ic3": ["base", "bdd", "logic", "ispl", "model", "automata", "check", "recall", "engine", "sat"],
    "exchange": ["base", "bdd", "logic", "ispl", "model", "automata", "check", "recall", "engine", "sat"],
    "enumerate": ["base", "bdd", "logic", "ispl", "model", "automata", "check", "recall", "engine"],
    "slices": ["base", "bdd", "logic", "ispl", "model", "automata", "check", "recall", "engine"],
    "witness": ["base", "bdd", "logic", "ispl", "model", "automata", "check", "recall", "explicit", "enumerate"],
}
EVERYTHING = list(BELOW)
PUBLIC = "gnomon"  # include/gnomon
REFERENCE = ["base", "logic", "ispl", "explicit", "reference"]  # what tests/reference may include

LINKS_TESTS = re.compile(r"gnomon_reference|gnomon_test|_harness\b|\btests/")  # in a CMakeLists.txt of shipped code
INCLUDE = re.compile(r'^\s*#\s*include\s*"([^"]+)"', re.MULTILINE)


def layer_of(path):
    """The layer of a source file given relative to the root, or None if it belongs to none."""
    parts = path.parts
    if parts[0] == "src" and len(parts) > 2:
        return parts[1]
    if parts[0] == "include":
        return PUBLIC
    if parts[0] == "apps" and len(parts) > 2:
        return "apps"
    if parts[:2] == ("tests", "reference"):
        return "reference"
    return None


def allowed(layer):
    """The layers that files of this layer may include, or None for an unknown layer."""
    if layer == "api":
        return EVERYTHING + ["api", PUBLIC]
    if layer == "process":
        return ["process"]
    if layer == "task":
        return ["base", "process", "task"]
    if layer == "cluster":
        return ["base", "process", "task", "cluster"]
    if layer == "lsp":
        return ["base", "logic", "ispl", PUBLIC, "process", "lsp"]
    if layer == "serve":
        return [PUBLIC, "process", "lsp", "serve"]
    if layer == PUBLIC:
        return [PUBLIC]
    if layer == "apps":
        return [PUBLIC, "base", "process", "task", "cluster", "lsp", "serve", "apps"]
    if layer == "reference":
        return REFERENCE
    if layer in BELOW:
        return BELOW[layer] + [layer]
    return None


def violations(path, text):
    layer = layer_of(path)
    if layer is None:
        return
    may = allowed(layer)
    if may is None:
        yield f"{path}: the folder {layer} is not in the table of layers (tests/sanity/layers.py)"
        return
    for match in INCLUDE.finditer(text):
        target = match.group(1)
        line = text.count("\n", 0, match.start(1)) + 1
        if "/" not in target:
            if layer == "apps":
                continue
            yield f'{path}:{line}: "{target}" should be written with its folder'
            continue
        folder = target.split("/")[0]
        if layer == "apps" and folder not in may:
            yield f'{path}:{line}: programs may include only gnomon/, base/, process/, task/, cluster/, lsp/ and serve/, not "{target}"'
        elif folder not in may:
            yield f'{path}:{line}: {layer} may not include "{target}" (it may include: {", ".join(may)})'


def links(path, text):
    for match in LINKS_TESTS.finditer(text):
        line = text.count("\n", 0, match.start()) + 1
        yield f"{path}:{line}: what is shipped may not link {match.group()}"


def check(root):
    found = []
    for top in ("src", "apps"):
        for path in sorted((root / top).rglob("CMakeLists.txt")):
            found += links(path.relative_to(root), path.read_text(encoding="utf-8"))
    for top in ("src", "include", "apps", "tests/reference"):
        for path in sorted((root / top).rglob("*")):
            if path.suffix in (".h", ".cpp") and path.is_file():
                found += violations(path.relative_to(root), path.read_text(encoding="utf-8"))
    return found


def self_test():
    """Each rule must be able to fail."""
    cases = [
        ("src/bdd/a.cpp", '#include "base/id.h"\n#include "bdd/b.h"\n#include <vector>\n', 0),
        ("src/base/a.h", '#include "bdd/bdd.h"\n', 1),
        ("src/explicit/a.cpp", '#include "bdd/bdd.h"\n', 1),
        ("src/check/a.cpp", '#include "model/x.h"\n  #  include "explicit/graph.h"\n', 1),
        ("src/witness/a.cpp", '#include "explicit/graph.h"\n#include "check/path.h"\n', 0),
        ("src/model/a.cpp", '#include "check/path.h"\n', 1),
        ("src/sat/a.cpp", '#include "check/frame.h"\n#include "bounded/exploring_engine.h"\n', 1),
        ("src/model/a.cpp", '#include "encoding.h"\n', 1),
        ("src/api/a.cpp", '#include "gnomon/x.h"\n#include "scenario/s.h"\n', 0),
        ("include/gnomon/x.h", '#include "bdd/bdd.h"\n', 1),
        ("apps/cli/main.cpp", '#include "gnomon/x.h"\n#include "base/source.h"\n#include "options.h"\n', 0),
        ("apps/cli/main.cpp", '#include "api/x.h"\n', 1),
        ("apps/cli/main.cpp", '#include "lsp/server.h"\n', 0),
        ("src/lsp/a.cpp", '#include "gnomon/x.h"\n#include "ispl/lexer.h"\n', 0),
        ("src/lsp/a.cpp", '#include "bdd/bdd.h"\n#include "api/run_impl.h"\n', 2),
        ("src/api/a.cpp", '#include "lsp/server.h"\n', 1),
        ("src/lsp/a.cpp", '#include "process/child.h"\n#include "serve/server.h"\n', 1),
        ("src/process/a.cpp", '#include "gnomon/x.h"\n', 1),
        ("src/serve/a.cpp", '#include "lsp/features.h"\n#include "process/child.h"\n#include "bdd/bdd.h"\n', 1),
        ("apps/cli/main.cpp", '#include "reference/evaluate.h"\n', 1),
        ("src/simulate/a.cpp", '#include "reference/evaluate.h"\n', 1),
        ("tests/reference/a.cpp", '#include "explicit/graph.h"\n#include "reference/b.h"\n', 0),
        ("tests/reference/a.cpp", '#include "bdd/bdd.h"\n#include "check/path.h"\n', 2),
        ("src/unheard_of/a.cpp", "", 1),
    ]
    wrong = []
    for text, count in (("gnomon_layer(api DEPENDS base explicit)", 0), ("PRIVATE gnomon_reference gnomon_api", 1)):
        found = list(links("CMakeLists.txt", text))
        if len(found) != count:
            wrong.append(f"{text}: {len(found)} links instead of {count}: {found}")
    for path, text, count in cases:
        found = list(violations(pathlib.PurePosixPath(path), text))
        if len(found) != count:
            wrong.append(f"{path}: {len(found)} violations instead of {count}: {found}")
    return wrong


def main():
    if len(sys.argv) != 2:
        print(__doc__, file=sys.stderr)
        return 2
    found = self_test() if sys.argv[1] == "--self-test" else check(pathlib.Path(sys.argv[1]))
    for line in found:
        print(line)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
