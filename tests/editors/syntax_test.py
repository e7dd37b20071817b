"""The TextMate grammar and the Vim syntax: they know every keyword, and read the examples as the language says."""
import json
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

SOURCE = pathlib.Path(os.environ["GNOMON_SOURCE"]).resolve()
EXAMPLES = sorted((SOURCE / "examples").glob("*.ispl"))
GRAMMAR = json.loads((SOURCE / "editors/textmate/ispl.tmLanguage.json").read_text(encoding="utf-8"))
LEXER = (SOURCE / "src/ispl/lexer.cpp").read_text(encoding="utf-8")
# Operators and kinds of parametric models that plain models may use as names: they are highlighted as names.
NAMES_TOO = {"xor", "sum", "count", "min", "max", "abs", "integer", "agent", "formula"}
KEYWORDS = [word for word in re.findall(r'"(\w+)"', re.search(r"kKeywords = \{(.*?)\};", LEXER, re.S)[1])
            if word not in NAMES_TOO]
MODAL = {"AX", "AF", "AG", "EX", "EF", "EG", "A", "E", "X", "F", "G", "U", "W", "R", "K", "GK", "DK", "GCK", "O", "Delta"}
WORD = re.compile(r"[A-Za-z]\w*")


def code_of(line):
    return line.split("--")[0]


class TextMate:
    """As much of the format as the grammar uses: match, captures, include, begin and end over several lines."""

    def __init__(self, grammar):
        self.grammar = grammar

    def rules(self, patterns):
        for pattern in patterns:
            if "include" in pattern:
                target = self.grammar["repository"][pattern["include"][1:]]
                yield from self.rules(target["patterns"] if "begin" not in target and "patterns" in target else [target])
            else:
                yield pattern

    def tokens(self, lines):
        """(line, column, text, scope) of all that has a scope."""
        inside = None
        for number, line in enumerate(lines):
            at = 0
            while at < len(line):
                patterns = inside["patterns"] if inside else self.grammar["patterns"]
                candidates = [(rule, re.compile(rule.get("match") or rule["begin"]).search(line, at))
                              for rule in self.rules(patterns)]
                if inside:
                    candidates.insert(0, ({"name": None, "end": inside}, re.compile(inside["end"]).search(line, at)))
                found = [(rule, match) for rule, match in candidates if match]
                if not found:
                    break
                rule, match = min(found, key=lambda pair: pair[1].start())
                captures = rule.get("captures")
                if "begin" in rule:
                    inside, captures = rule, rule["beginCaptures"]
                elif "end" in rule:
                    inside, captures = None, rule["end"]["endCaptures"]
                if captures:
                    for group, scope in captures.items():
                        yield number, match.start(int(group)), match[int(group)], scope["name"]
                else:
                    yield number, match.start(), match[0], rule["name"]
                at = max(match.end(), at + 1)


class EditorTest(unittest.TestCase):
    maxDiff = None

    def check_words(self, lines, kinds):
        """`kinds` gives the kind of the word at a place: keyword, modal, comment or name."""
        in_formulae = False
        seen = set()
        for number, line in enumerate(lines):
            for match in WORD.finditer(line):
                kind = kinds.get((number, match.start()))
                place = f"line {number + 1}: {match[0]} in {line.strip()}"
                if match.start() >= len(code_of(line)):
                    self.assertEqual(kind, "comment", place)
                    continue
                if match[0] == "Formulae":
                    in_formulae = not in_formulae
                if match[0] in KEYWORDS:
                    self.assertEqual(kind, "keyword", place)
                elif in_formulae and match[0] in MODAL:
                    self.assertEqual(kind, "modal", place)
                elif in_formulae and (re.fullmatch(r"(LTL|CTL|LDL|CDL)f?", match[0]) or
                                      line[:match.start()].endswith(("CTL*", "CDL*"))):
                    self.assertEqual(kind, "logic", place)
                elif not (in_formulae and line[match.start() - 1] == "@"):
                    self.assertEqual(kind, "name", place)
                seen.add(kind)
        return seen


class TextMateGrammar(EditorTest):
    def kind(self, scope):
        if scope.startswith("comment"):
            return "comment"
        if scope.startswith("keyword.operator.modal"):
            return "modal"
        if scope.startswith("keyword.other.logic"):
            return "logic"
        return "name" if scope.startswith(("variable", "entity")) else "keyword"

    def test_examples(self):
        seen = set()
        self.assertGreater(len(EXAMPLES), 10)
        for path in EXAMPLES:
            with self.subTest(model=path.name):
                lines = path.read_text(encoding="utf-8").splitlines()
                kinds = {}
                covered = [[False] * len(line) for line in lines]
                for number, column, text, scope in TextMate(GRAMMAR).tokens(lines):
                    for at in range(column, column + len(text)):
                        covered[number][at] = True
                        kinds[number, at] = self.kind(scope)
                # The word Environment names an agent, too.
                for number, line in enumerate(lines):
                    for match in re.finditer(r"\bAgent\s+(Environment)\b", line):
                        kinds[number, match.start(1)] = "keyword"
                seen |= self.check_words(lines, kinds)
                for line, marks in zip(lines, covered):
                    self.assertFalse([c for c, mark in zip(line, marks) if not mark and not c.isspace()], line)
        self.assertEqual(seen, {"keyword", "modal", "logic", "name"})

    def test_keywords(self):
        self.assertGreater(len(KEYWORDS), 30)
        for word in KEYWORDS:
            (first, *_) = TextMate(GRAMMAR).tokens([f" {word} "])
            self.assertEqual((first[2], self.kind(first[3])), (word, "keyword"))

    def test_a_name_is_no_keyword(self):
        (token,) = TextMate(GRAMMAR).tokens([" Agents "])
        self.assertEqual(self.kind(token[3]), "name")


@unittest.skipUnless(shutil.which("vim"), "vim is not installed")
class VimSyntax(EditorTest):
    DUMP = r"""
let words = []
for number in range(1, line('$'))
  let start = 0
  while 1
    let at = match(getline(number), '\a\w*', start)
    if at < 0 | break | endif
    let start = matchend(getline(number), '\a\w*', start)
    call add(words, [number - 1, at, synIDattr(synID(number, at + 1, 1), 'name')])
  endwhile
endfor
call writefile([json_encode(words)], $RESULT)
qall!
"""
    KINDS = {"isplComment": "comment", "isplModal": "modal", "isplLogic": "logic", "isplName": "name",
             "isplFormulaName": "name"}

    def words(self, path):
        with tempfile.TemporaryDirectory() as folder:
            script, result = pathlib.Path(folder) / "dump.vim", pathlib.Path(folder) / "result.json"
            script.write_text(self.DUMP, encoding="utf-8")
            subprocess.run(["vim", "-e", "-s", "-N", "-u", "NONE", "-i", "NONE", "-n",
                            "--cmd", f"set runtimepath^={SOURCE}/editors/vim", "-c", "filetype on", "-c", "syntax on",
                            "-c", f"edit {path}", "-c", f"source {script}"], check=False, timeout=120,
                           stdin=subprocess.DEVNULL, capture_output=True,
                           env=dict(os.environ, RESULT=str(result), HOME=folder, TERM="dumb"))
            if not result.exists():
                self.skipTest("this vim has no syntax highlighting")
            return json.loads(result.read_text(encoding="utf-8"))

    def test_examples(self):
        seen = set()
        for path in EXAMPLES:
            with self.subTest(model=path.name):
                kinds = {(number, at): self.KINDS.get(group, "keyword" if group else None)
                         for number, at, group in self.words(path)}
                seen |= self.check_words(path.read_text(encoding="utf-8").splitlines(), kinds)
        self.assertEqual(seen, {"keyword", "modal", "logic", "name"})

    def test_keywords(self):
        with tempfile.TemporaryDirectory() as folder:
            model = pathlib.Path(folder) / "words.ispl"
            words = [word for word in KEYWORDS if word != "Formulae"]
            model.write_text("\n".join(words) + "\n", encoding="utf-8")
            for number, _, group in self.words(model):
                self.assertNotIn(group, ("", "isplName"), words[number])


if __name__ == "__main__":
    unittest.main()
