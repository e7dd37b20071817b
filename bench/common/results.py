"""Results as JSON: when, where and with what they were measured, and the rows.

A document has `family`, `date`, `machine`, `processors`, `program`, `commit`, `version` and `rows`. A row has at least
`name` (by which the rows of two documents are matched), `parameters`, `options`, `seconds` (None if there was no
answer) and `ok`.
"""
import datetime
import json
import os
import pathlib
import platform
import subprocess

from .sources import RELEASE, ROOT


def processor():
    """The name of the processor, where the system tells it."""
    try:
        for line in pathlib.Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.split(":", 1)[1].strip()
    except OSError:
        pass
    return platform.processor() or platform.machine()


def commit(program):
    """The commit of the sources, with a plus sign if files that it knows were changed since. None for a program that is
    not the release built from them: what that was made of cannot be known here."""
    if pathlib.Path(program.path).resolve() != RELEASE.resolve():
        return None

    def git(*words):
        done = subprocess.run(["git", "-C", str(ROOT), *words], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                              text=True,
                              check=False)
        return done.stdout.strip()

    name = git("rev-parse", "--short", "HEAD")
    return name + ("+" if name and git("status", "--porcelain", "--untracked-files=no") else "")


def heading(family, program):
    """All of a document but its rows."""
    return {"family": family, "date": datetime.date.today().isoformat(), "machine": processor(),
            "processors": os.cpu_count(), "program": program.path, "commit": commit(program),
            "version": program.version()}


def write(path, content):
    path = pathlib.Path(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(content, indent=1) + "\n", encoding="utf-8")


def read(path):
    return json.loads(pathlib.Path(path).read_text(encoding="utf-8"))
