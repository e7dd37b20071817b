#!/usr/bin/env python3
"""Builds the site of the documents with MkDocs: `./dev docs`.

usage: build.py OUTPUT [SOURCE]      the folder of the site, which is replaced; the repository, by default that of this file

The pages are the documents of the repository, in the same folders, so that links between them work in both places; files
that they link to come along. Two pages are made here: the references of the interfaces (reference.py). A page that is
missing in the navigation, a complaint of MkDocs, a link that leads nowhere and anything that a page would fetch from
another host are errors (links.py).
"""
import importlib.metadata
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

import yaml

import links
import reference

OLDEST = (1, 4)  # the first MkDocs with hooks
HERE = pathlib.Path(__file__).resolve().parent
DOCUMENTS = ("*.md", "docs/*.md", "examples/*.md", "bench/*.md", "bench/*/*.md")
LINK = re.compile(r"\]\(([^)\s#]+)[^)]*\)")


def generator():
    """The version of MkDocs that is installed, or None."""
    try:
        version = importlib.metadata.version("mkdocs")
    except importlib.metadata.PackageNotFoundError:
        return None
    return tuple(int(number) for number in re.findall(r"\d+", version)[:2])


def documents(source):
    return sorted(path.relative_to(source) for pattern in DOCUMENTS for path in source.glob(pattern))


def stage(source, pages):
    """Copies the documents, and the other files that they link to, below `pages`."""
    for name in documents(source):
        text = (source / name).read_text(encoding="utf-8")
        targets = [name]
        for target in LINK.findall(text):
            linked = pathlib.Path(os.path.normpath(name.parent / target))
            if not re.match(r"[a-z]+:", target) and (source / linked).is_file() and linked.suffix != ".md":
                targets.append(linked)
        for target in targets:
            (pages / target).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source / target, pages / target)
    (pages / "reference").mkdir()
    (pages / "reference/python.md").write_text(reference.of_python(source), encoding="utf-8")
    (pages / "reference/cpp.md").write_text(reference.of_cpp(source), encoding="utf-8")


def in_navigation(entries):
    for entry in entries:
        for value in entry.values():
            yield from in_navigation(value) if isinstance(value, list) else [value]


def build(source, output):
    """The complaints; an empty list if the site is good."""
    with tempfile.TemporaryDirectory() as folder:
        work = pathlib.Path(folder)
        stage(source, work / "pages")
        for name in ("mkdocs.yml", "hooks.py"):
            shutil.copyfile(HERE / name, work / name)
        navigation = set(in_navigation(yaml.safe_load((work / "mkdocs.yml").read_text())["nav"]))
        staged = {str(path.relative_to(work / "pages")) for path in (work / "pages").rglob("*.md")}
        complaints = [f"site/mkdocs.yml: {name} is missing in the navigation" for name in sorted(staged - navigation)]
        done = subprocess.run([sys.executable, "-m", "mkdocs", "build", "--strict", "--clean", "--config-file",
                               str(work / "mkdocs.yml"), "--site-dir", str(output)],
                              capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL)
        if done.returncode != 0:
            complaints.append(done.stdout + done.stderr)
        else:
            # Without an address of its own the site has nothing to tell to search engines.
            for name in ("sitemap.xml", "sitemap.xml.gz"):
                (output / name).unlink(missing_ok=True)
            complaints += links.complaints(output)
    return complaints


def main(arguments):
    if len(arguments) not in (1, 2):
        sys.exit(__doc__)
    output = pathlib.Path(arguments[0]).resolve()
    source = pathlib.Path(arguments[1]).resolve() if len(arguments) == 2 else HERE.parent
    if (generator() or (0, 0)) < OLDEST:
        sys.exit(f"MkDocs {OLDEST[0]}.{OLDEST[1]} or later is needed")
    complaints = build(source, output)
    for complaint in complaints:
        print(complaint, file=sys.stderr)
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
