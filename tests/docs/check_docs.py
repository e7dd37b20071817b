"""Runs what the documents show and compares it with what they say.

    check_docs.py DOCUMENT...      paths below $GNOMON_SOURCE; the program is $GNOMON
    check_docs.py --self-test      does the checker notice what it is there to notice?

In a document
  - a ```console block is a session: lines after `$ ` are commands for sh (`> ` continues them), the others are
    what they print on standard output. A command with `2>&1` shows messages too. A line `...` stands for any lines.
  - an ```ispl block that begins with a comment `-- NAME.ispl` is saved under that name for the sessions below it.
  - links to files of the project, and to headings in them, must lead somewhere; so must names of files in `backticks`
    that have a folder in front (below the project's root, or below src/).

All sessions of a document share one new directory, in which `examples` and `dev` are the project's. Times, memory and
numbers of diagram nodes are not compared.
"""

import difflib
import os
import pathlib
import re
import subprocess
import sys
import tempfile

TIMEOUT_SECONDS = 120
NUMBER = r"[0-9]+(?:\.[0-9]+)?(?:e-?[0-9]+)?"
VOLATILE = [
    (re.compile(rf"{NUMBER} nodes?, {NUMBER} [kMGT]?B, {NUMBER} s\b"), "# nodes, # MB, # s"),
    (re.compile(rf"; {NUMBER} [kMGT]?B, {NUMBER} s\b"), "; # MB, # s"),
    (re.compile(rf'("(?:seconds|parse|encode|reach|check|analysis|total|peak_nodes|peak_memory_bytes)": ){NUMBER}'),
     r"\1#"),
]


def normalised(text):
    lines = []
    for line in text.rstrip().splitlines():
        for pattern, replacement in VOLATILE:
            line = pattern.sub(replacement, line)
        lines.append(line.rstrip())
    return lines


def matches(expected, actual):
    """Whether the lines agree, `...` standing for any number of lines."""
    pieces = [[]]
    for line in expected:
        if line.strip() == "...":
            pieces.append([])
        else:
            pieces[-1].append(line)
    if len(pieces) == 1:
        return expected == actual
    first, middle, last = pieces[0], pieces[1:-1], pieces[-1]
    if len(first) + len(last) > len(actual) or actual[: len(first)] != first:
        return False
    end = len(actual) - len(last)
    if actual[end:] != last:
        return False
    at = len(first)
    for piece in middle:
        while at + len(piece) <= end and actual[at : at + len(piece)] != piece:
            at += 1
        if at + len(piece) > end:
            return False
        at += len(piece)
    return True


def blocks(text):
    """The fenced blocks: (number of the first line inside, info string, lines)."""
    opened = None
    for number, line in enumerate(text.splitlines(), start=1):
        if opened is None:
            if line.startswith("```"):
                opened = (number + 1, line[3:].strip(), [])
        elif line.startswith("```"):
            yield opened
            opened = None
        else:
            opened[2].append(line)


def commands(first_line, lines):
    """The commands of a session: (line number, command, expected lines)."""
    found = []
    for offset, line in enumerate(lines):
        if line.startswith("$ "):
            found.append((first_line + offset, line[2:], []))
        elif line.startswith("> ") and found and not found[-1][2]:
            number, command, expected = found.pop()
            found.append((number, f"{command}\n{line[2:]}", expected))
        elif found:
            found[-1][2].append(line)
        elif line.strip():
            raise ValueError(f"line {first_line + offset}: a session begins with a command, `$ ...`")
    return found


class Workplace:
    def __init__(self, folder, program, source):
        self.folder = folder
        programs = folder / ".programs"
        programs.mkdir()
        (programs / "gnomon").symlink_to(program)
        for name in ("examples", "dev"):
            (folder / name).symlink_to(source / name)
        self.environment = dict(os.environ, PATH=f"{programs}:{os.environ['PATH']}", LC_ALL="C")

    def run(self, command):
        done = subprocess.run(["sh", "-c", command], cwd=self.folder, env=self.environment, stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, timeout=TIMEOUT_SECONDS, check=False)
        return done.stdout.decode("utf-8", errors="replace")


def check_sessions(name, text, workplace):
    failures = []
    for first_line, info, lines in blocks(text):
        if info == "ispl" and lines:
            title = re.fullmatch(r"-- (\w+\.ispl)", lines[0].strip())
            if title:
                (workplace.folder / title.group(1)).write_text("\n".join(lines) + "\n")
        if info != "console":
            continue
        for number, command, expected in commands(first_line, lines):
            wanted = normalised("\n".join(expected))
            printed = normalised(workplace.run(command))
            if not matches(wanted, printed):
                difference = difflib.unified_diff(wanted, printed, "document", "program", lineterm="")
                failures.append(f"{name}:{number}: $ {command}\n  " + "\n  ".join(difference))
    return failures


def slug(heading):
    """The anchor of a heading, as the usual renderers make it."""
    plain = re.sub(r"[`*]|\[([^]]*)\]\([^)]*\)", lambda m: m.group(1) or "", heading).strip().lower()
    return re.sub(r" ", "-", re.sub(r"[^\w\- ]", "", plain))


def without_blocks(text):
    return re.sub(r"^```.*?^```", lambda m: "\n" * m.group(0).count("\n"), text, flags=re.M | re.S)


def check_references(name, text, source):
    failures = []
    folder = (source / name).parent
    for number, line in enumerate(without_blocks(text).splitlines(), start=1):
        for target in re.findall(r"\]\(([^)\s]+)\)", re.sub(r"`[^`]*`", "", line)):
            if re.match(r"[a-z]+:", target):
                continue
            path, _, anchor = target.partition("#")
            file = folder / path if path else source / name
            if not file.exists():
                failures.append(f"{name}:{number}: the link {target} leads nowhere")
            elif anchor:
                headings = re.findall(r"^#+ (.*)$", without_blocks(file.read_text()), flags=re.M)
                if anchor not in [slug(heading) for heading in headings]:
                    failures.append(f"{name}:{number}: the link {target} names no heading")
        for path in re.findall(r"`((?:[\w.-]+/)+[\w.-]+\.(?:h|cpp|py|md|ispl|json|txt|cmake))`", line):
            if not (source / path).exists() and not (source / "src" / path).exists():
                failures.append(f"{name}:{number}: there is no file {path}")
    return failures


def check_document(name, source, program):
    text = (source / name).read_text()
    with tempfile.TemporaryDirectory() as folder:
        workplace = Workplace(pathlib.Path(folder), program, source)
        return check_references(name, text, source) + check_sessions(name, text, workplace)


def self_test():
    def failures_of(text):
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            (root / "examples").mkdir()
            (root / "a.md").write_text("# A *real* `thing`, here\n")
            (root / "doc.md").write_text(text)
            return len(check_document("doc.md", root, pathlib.Path("/bin/echo")))

    def session(*lines):
        return "\n".join(["```console", *lines, "```", ""])

    cases = [
        (0, session("$ gnomon one", "one", "$ gnomon 'a", "> b'", "a", "b")),
        (1, session("$ gnomon one", "two")),
        (1, session("$ gnomon one")),
        (1, session("$ gnomon one", "one", "two")),
        (0, session("$ gnomon '1 nodes, 1.5 MB, 3 s'", "20 nodes, 2 MB, 0.001 s")),
        (1, session("$ gnomon '1 states, 1.5 MB, 3 s'", "2 states, 1.5 MB, 3 s")),
        (0, session("$ printf 'a\\nb\\nc\\n'", "a", "...", "c")),
        (0, session("$ printf 'a\\n'", "...", "a")),
        (1, session("$ printf 'a\\nb\\nc\\n'", "b", "...")),
        (1, session("$ printf 'a\\nb\\nc\\n'", "...", "d", "...")),
        (1, session("$ printf 'a\\n'", "a", "...", "a")),
        (0, session("$ echo message >&2")),
        (1, session("$ echo message 2>&1 >&2", "other")),
        (0, "```ispl\n-- m.ispl\nx\n```\n" + session("$ cat m.ispl", "-- m.ispl", "x")),
        (0, "[a](a.md) [b](a.md#a-real-thing-here) [c](https://example.org) `x/*.md` `m.ispl`\n"),
        (3, "[a](b.md) [b](a.md#thing) `src/none.h`\n"),
    ]
    wrong = [text for count, text in cases if failures_of(text) != count]
    for text in wrong:
        print(f"the checker is wrong about:\n{text}")
    return not wrong


def main(arguments):
    if arguments == ["--self-test"]:
        return 0 if self_test() else 1
    source = pathlib.Path(os.environ["GNOMON_SOURCE"]).resolve()
    program = pathlib.Path(os.environ["GNOMON"]).resolve()
    failures = [failure for name in arguments for failure in check_document(name, source, program)]
    for failure in failures:
        print(failure)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
