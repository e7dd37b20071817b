"""`gnomon lsp` on half-typed text: random edits, each followed by questions. It answers all of them, and knows the text.

usage: GNOMON=path/to/gnomon GNOMON_SOURCE=path/to/repository edits_test.py [CLASS...]
"""
import os
import random
import unittest

from client import Client, ServerError, applied, examples

PIECES = ["\n", " ", ";", ":", "(", ")", "[", "]", "{", "}", "<", ">", ",", ".", "..", "=", "->", "-- ü 😀\n", "--", "😀",
          "end ", "end Agent", "Agent ", "Agent Environment", "Vars:", "Protocol:", "Other", "Evolution:", "if ", "and ",
          "Evaluation", "Formulae", "Fairness\n", "Groups", "Observations", "x of y = {", "InitStates", "Constants\n",
          "Definitions\n", "formula f(a : agent) = ", "f(", "forall (i : 1..2) (", "for (i : Id) ", "K(", "GK(g, ",
          "Delta(a, ", "<g>X ", "LTL ", "CTL*f ", "@recall ", "expect ", "Action = ", "Environment.", "a.b", "0", "9999999999999999999999",
          "true", "\t", "\r", "\r\n", "_", "#", "\0", "Semantics = ", "RedStates:", "min(", "then ", "else "]
QUESTIONS = ["documentSymbol", "foldingRange", "semanticTokens/full", "codeLens", "definition", "references", "hover",
             "documentHighlight", "prepareRename", "rename", "completion", "codeAction", "formatting"]
SHARE = int(os.environ.get("GNOMON_TEST_SHARE", "1"))


class LspTest(unittest.TestCase):
    pass


class RandomEdits(LspTest):
    def setUp(self):
        self.client = Client()
        self.addCleanup(self.client.kill)

    def place(self, text, at):
        before = text[:at]
        lines = before.replace("\r\n", "\n").replace("\r", "\n").split("\n")
        return {"line": len(lines) - 1, "character": len(lines[-1].encode("utf-16-le")) // 2}

    def edit(self, rng, text):
        """A random edit: the text behind it, and the change."""
        begin = rng.randrange(len(text) + 1)
        # No place lies between "\r" and "\n".
        end = min(len(text), begin + (rng.randrange(60) if rng.random() < 0.4 else 0))
        inside = lambda at: 0 < at < len(text) and text[at - 1] == "\r" and text[at] == "\n"
        if inside(begin) or inside(end):
            return self.edit(rng, text)
        new = "".join(rng.choice(PIECES) for _ in range(rng.randrange(3)))
        if rng.random() < 0.1:
            other = rng.randrange(len(text) + 1)
            new = text[other:other + 200]
        change = {"range": {"start": self.place(text, begin), "end": self.place(text, end)}, "text": new}
        return text[:begin] + new + text[end:], change

    def question(self, rng, text):
        method = rng.choice(QUESTIONS)
        more = {"position": self.place(text, rng.randrange(len(text) + 1))}
        if method == "rename":
            more["newName"] = rng.choice(["fresh", "i", "x", "N", "end", "AG", "state"])
        if method == "references":
            more["context"] = {"includeDeclaration": True}
        if method == "codeAction":
            whole = {"start": {"line": 0, "character": 0}, "end": {"line": 100000, "character": 0}}
            more.update(range=whole, context={"diagnostics": []})
        if method == "formatting":
            more["options"] = {"tabSize": 2, "insertSpaces": True}
        try:
            result = self.client.about(method, **more)
        except ServerError as error:
            self.assertEqual(error.code, -32803, f"{method}: {error}")  # refused, with a sentence
            return
        if method == "formatting":
            self.assertEqual("".join(applied(text, result).split()), "".join(text.split()))

    def rounds(self, seed, edits):
        rng = random.Random(seed)
        text = rng.choice(examples()).read_text()
        self.client.open(text)
        for _ in range(edits):
            changes = []
            for _ in range(rng.randrange(1, 4)):
                text, change = self.edit(rng, text)
                changes.append(change)
            self.client.change(changes)
            for _ in range(3):
                self.question(rng, text)
        # The server has the same text as the client: a new document with it has the same diagnostics.
        seen = self.client.diagnostics()
        self.client.tell("textDocument/didClose", {"textDocument": {"uri": "file:///model.ispl"}})
        uri = self.client.open(text, "file:///model.ispl", version=100000 + seed)
        self.assertEqual(self.client.diagnostics(uri), seen, f"seed {seed}")

    def test_edits(self):
        for seed in range(1, 1 + max(2, 25 // SHARE)):
            with self.subTest(seed=seed):
                self.rounds(seed, 25)
        self.assertEqual(self.client.close(), 0)

    def test_typing_a_model_from_the_beginning(self):
        """Letter by letter; names are known as soon as they are there."""
        [path] = [one for one in examples() if one.parts[-2:] == ("parametric", "card_game.ispl")]
        text = path.read_text()
        self.client.open("")
        line = character = 0
        for i, letter in enumerate(text[:3000]):
            place = {"line": line, "character": character}
            self.client.change([{"range": {"start": place, "end": place}, "text": letter}])
            character += len(letter.encode("utf-16-le")) // 2
            if letter == "\n":
                line, character = line + 1, 0
            if i % 10 == 0:
                self.client.at("completion", line, character)
        self.client.diagnostics()
        self.assertEqual(self.client.close(), 0)


if __name__ == "__main__":
    unittest.main()
