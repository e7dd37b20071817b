"""Nothing that a user can meet is missing in the documents: options, warnings, members of the JSON document.

usage: GNOMON=build/release/gnomon GNOMON_SOURCE=. coverage_test.py [CLASS...]
"""
import json
import os
import pathlib
import re
import subprocess
import unittest

GNOMON = os.environ["GNOMON"]
DOCS = pathlib.Path(os.environ["GNOMON_SOURCE"]) / "docs"


def run(*arguments):
    return subprocess.run([GNOMON, *arguments], capture_output=True, text=True, check=True, timeout=60).stdout


def documents(*names):
    return "\n".join((DOCS / f"{name}.md").read_text(encoding="utf-8") for name in names)


def names_word(text, word):
    return re.search(rf"(?<![\w-]){re.escape(word)}(?![\w-])", text) is not None


def members(node, path=""):
    """(path, description or reference) of all members that the schema allows."""
    if not isinstance(node, dict):
        return
    for name, value in node.get("properties", {}).items():
        yield f"{path}/{name}", value.get("description", "")
        yield from members(value, f"{path}/{name}")
    for name in ("items", "additionalProperties"):
        yield from members(node.get(name), path)
    for name, value in node.get("definitions", {}).items():
        yield from members(value, name)
    for name in ("oneOf", "anyOf", "allOf"):
        for value in node.get(name, []):
            yield from members(value, path)


class Coverage(unittest.TestCase):
    def test_the_comparison_of_words(self):
        self.assertTrue(names_word("use `--json` here", "--json"))
        self.assertFalse(names_word("use `--json-lines`", "--json"))
        self.assertFalse(names_word("unused-variables", "unused-variable"))


class Documented(Coverage):
    def test_every_command_and_option(self):
        text = documents("cli", "simulate", "bounded", "counterexamples")
        commands = re.findall(r"(?m)^  ([a-z]+) ", run("--help").split("Subcommands:")[1])
        self.assertGreater(len(commands), 5)
        for command in commands:
            self.assertIn(f"gnomon {command}", text)
            if command in ("mcmas", "help"):
                continue
            options = set(re.findall(r"(?m)^ +(?:-\w,)?(--[a-z-]+)", run(command, "--help"))) - {"--help"}
            missing = [option for option in sorted(options) if not names_word(text, option)]
            self.assertEqual(missing, [], f"options of gnomon {command} that no document names")

    def test_every_warning(self):
        text = documents("language", "cli", "logics")
        warnings = re.findall(r"(?m)^  ([a-z-]+)   *\S", run("help", "warnings").split("--quiet")[1].split("\n", 1)[1])
        self.assertGreater(len(warnings), 10)
        self.assertEqual([name for name in warnings if not names_word(text, name)], [])

    def test_every_member_of_the_json_document(self):
        text = documents("cli", "counterexamples", "simulate", "bounded", "logics", "recall")
        schema = json.loads((DOCS / "schema.json").read_text(encoding="utf-8"))
        found = list(members(schema))
        self.assertGreater(len(found), 80)
        missing = [path for path, description in found
                   if not description and not names_word(text, path.rsplit("/", 1)[1])]
        self.assertEqual(missing, [], "neither described in docs/schema.json nor named in a document")


if __name__ == "__main__":
    unittest.main()
