"""Checks by `gnomon lsp`: code lenses, verdicts, witnesses, progress, limits, cancelling.

usage: GNOMON=path/to/gnomon GNOMON_SOURCE=path/to/repository check_test.py [CLASS...]
"""
import os
import subprocess
import time
import unittest
from urllib.parse import urlparse

from client import GNOMON, PATIENCE, Client, ServerError
from server_test import MODEL, PARAMETRIC, LspTest as Base

# Hours of work: a counter of many bits.
LONG = subprocess.run([GNOMON, "gen", "prisoners", "100"], capture_output=True, text=True, timeout=PATIENCE).stdout


class LspTest(Base):
    def lenses(self):
        return [(one["range"]["start"]["line"], one["command"]["title"]) for one in self.client.about("codeLens")]

    def command(self, name, line=None, uri="file:///model.ispl", **more):
        argument = {"uri": uri, **more}
        if line is not None:
            argument["position"] = {"line": line, "character": 4}
        return {"command": name, "arguments": [argument]}

    def run_command(self, *arguments, **more):
        return self.client.ask("workspace/executeCommand", self.command(*arguments, **more))

    def children(self):
        """Processes that the server has started and that have not ended."""
        found = subprocess.run(["ps", "--no-headers", "-o", "stat", "--ppid", str(self.client.process.pid)],
                               capture_output=True, text=True, timeout=PATIENCE).stdout.split()
        return [one for one in found if not one.startswith("Z")]

    def wait_for_children(self, count):
        end = time.monotonic() + PATIENCE
        while len(self.children()) != count:
            self.assertLess(time.monotonic(), end, self.children())
            time.sleep(0.05)


class Lenses(LspTest):
    capabilities = {"workspace": {"codeLens": {"refreshSupport": True}}}

    def test_above_each_formula(self):
        self.client.open(MODEL)
        self.assertEqual(self.lenses(), [(28, "check"), (29, "check"), (27, "check all formulas")])

    def test_show_the_verdict(self):
        self.client.open(MODEL)
        lens = self.client.about("codeLens")[0]["command"]
        result = self.client.ask("workspace/executeCommand", lens)
        self.assertEqual([one["verdict"] for one in result["formulas"]], ["true"])
        self.assertEqual(result["message"], "1 true, 0 false")
        self.assertEqual(self.lenses()[:3], [(28, "TRUE (check again)"), (28, "show the witness"), (29, "check")])
        self.assertIn("workspace/codeLens/refresh", [one["method"] for one in self.client.requests])
        shown = self.client.wait_for("textDocument/publishDiagnostics", lambda one: one["diagnostics"])["diagnostics"]
        self.assertEqual([(one["severity"], one["range"]["start"]["line"]) for one in shown], [(3, 28)])
        self.assertTrue(shown[0]["message"].startswith("TRUE, "))
        # An edit makes it void.
        self.client.replace(MODEL + "\n")
        self.assertEqual(self.lenses()[0], (28, "check"))
        self.assertEqual(self.client.diagnostics(), [])

    def test_of_all_formulas(self):
        self.client.open(MODEL.replace("<all>F lit", "AG lit"))
        self.assertEqual(self.run_command("gnomon.checkAll")["message"], "1 true, 1 false")
        self.assertIn((29, "FALSE (check again)"), self.lenses())
        self.assertIn((29, "show the counterexample"), self.lenses())

    def test_of_instances(self):
        self.client.open(PARAMETRIC.replace("expect true", "expect i = 1"))
        result = self.run_command("gnomon.check", line=19)
        self.assertEqual([one["name"] for one in result["formulas"]], ["alone[1]", "alone[2]"])
        self.assertEqual(self.lenses()[0], (19, "2 TRUE (check again)"))
        [shown] = [one for one in self.client.wait_for("textDocument/publishDiagnostics",
                                                       lambda one: one["diagnostics"])["diagnostics"]]
        self.assertEqual(shown["severity"], 2)  # a warning: one is not as expected
        self.assertIn("alone[2]: TRUE, but FALSE is expected", shown["message"])

    def test_formulas_are_told_apart_by_their_places(self):
        """Two formulas in a line, and a path expression with a semicolon."""
        self.client.open(MODEL.replace("<all>F lit;", "EF lit; AG lit; LDL <true; true>true;"))
        lenses = [one for one in self.client.about("codeLens") if one["command"]["title"] == "check"]
        verdicts = [self.client.ask("workspace/executeCommand", one["command"])["formulas"][0]["verdict"] for one in lenses]
        self.assertEqual(verdicts, ["true", "true", "false", "true"])

    def test_the_answers_are_those_of_check(self):
        self.client.open(MODEL)
        result = self.run_command("gnomon.checkAll")
        direct = subprocess.run([GNOMON, "check", "-q", "--exit-zero", "-"], input=MODEL, capture_output=True, text=True,
                                timeout=PATIENCE).stdout
        self.assertEqual([one["verdict"].upper() for one in result["formulas"]],
                         [line.split()[0] for line in direct.splitlines()])


class Witnesses(LspTest):
    def test_as_text_in_a_message(self):
        self.client.open(MODEL.replace("<all>F lit", "AG lit"))
        result = self.run_command("gnomon.witness", line=29)
        self.assertEqual(result["format"], "text")
        self.assertIn("s0", result["content"])
        self.assertEqual(self.client.wait_for("window/showMessage")["message"], result["content"])
        self.run_command("gnomon.witness", line=29, show=False)
        self.assertNotIn("window/showMessage", [one["method"] for one in self.client.notifications])

    def test_as_a_page(self):
        self.client.open(MODEL.replace("<all>F lit", "AG lit"))
        result = self.run_command("gnomon.witness", line=29, format="html")
        self.assertEqual(result["format"], "html")
        self.assertIn("<html", result["content"])


    def test_as_a_page_that_does_not_exist(self):
        self.client.open(MODEL)
        message = self.refused(-32803, self.run_command, "gnomon.witness", line=28, format="html")
        self.assertIn("no witness: a true statement about all paths", message)

    def test_as_a_page_of_an_instance_that_is_false(self):
        self.client.open(PARAMETRIC.replace("AG (on[i] -> sure(Light[i], on[i]))", "AG !on[i]")
                         .replace("if sees(Light[i]);", "if sees(Light[i]) and i = 2;"))
        result = self.run_command("gnomon.check", line=19)
        self.assertEqual([one["verdict"] for one in result["formulas"]], ["true", "false"])
        page = self.run_command("gnomon.witness", line=19, format="html")["content"]
        self.assertEqual(page.count("<html"), 1)
        self.assertIn("<title>FALSE AG !on[2]</title>", page)


class ShownWitnesses(LspTest):
    capabilities = {"window": {"showDocument": {"support": True}}}
    options = {"witnessCommand": "my.command"}

    def test_in_a_document(self):
        self.client.open(MODEL.replace("<all>F lit", "AG lit"))
        result = self.run_command("gnomon.witness", line=29)
        [shown] = [one["params"] for one in self.client.requests if one["method"] == "window/showDocument"]
        path = urlparse(shown["uri"]).path
        with open(path) as file:
            self.assertEqual(file.read(), result["content"])
        self.run_command("gnomon.witness", line=29, format="page")
        page = self.client.requests[-1]["params"]
        self.assertTrue(page["external"])
        self.assertEqual(self.client.close(), 0)
        self.assertFalse(os.path.exists(os.path.dirname(path)))  # nothing is left behind

    def test_by_a_command_of_the_client(self):
        self.client.open(MODEL)
        self.run_command("gnomon.check", line=28)
        self.assertIn("my.command", [one["command"]["command"] for one in self.client.about("codeLens")])


class Refusals(LspTest):
    def test_of_checks(self):
        self.client.open(MODEL)
        for arguments, sentence in ((("gnomon.check", 3), "no formula at this place"),):
            self.assertIn(sentence, self.refused(-32803, self.run_command, *arguments))
        self.refused(-32803, self.run_command, "gnomon.check", line=28, uri="file:///other.ispl")
        self.refused(-32602, self.run_command, "gnomon.check")
        self.client.replace(MODEL.replace("Robot.mood", "Robto.mood"))
        self.assertIn("has errors", self.refused(-32803, self.run_command, "gnomon.checkAll"))


class LongChecks(LspTest):
    capabilities = {"window": {"workDoneProgress": True}}

    def begin(self, **more):
        self.client.open(LONG)
        number = self.client.begin("workspace/executeCommand", {**self.command("gnomon.checkAll"), **more})
        begun = self.client.wait_for("$/progress")
        self.assertEqual(begun["value"]["kind"], "begin")
        self.assertTrue(begun["value"]["cancellable"])
        self.wait_for_children(1)
        return number, begun["token"]

    def test_do_not_block(self):
        number, _ = self.begin()
        self.assertTrue(self.client.about("documentSymbol"))
        self.client.replace(LONG + "\n")
        self.client.diagnostics()
        self.client.tell("$/cancelRequest", {"id": number})
        self.refused(-32800, self.client.answer, number)

    def test_are_cancelled_as_requests(self):
        number, token = self.begin()
        self.client.tell("$/cancelRequest", {"id": number})
        self.refused(-32800, self.client.answer, number)
        self.assertEqual(self.client.wait_for("$/progress")["value"]["kind"], "end")
        self.wait_for_children(0)

    def test_are_cancelled_by_their_progress(self):
        number, token = self.begin(workDoneToken="mine")
        self.assertEqual(token, "mine")
        self.client.tell("window/workDoneProgress/cancel", {"token": token})
        self.refused(-32800, self.client.answer, number)
        self.wait_for_children(0)

    def test_end_with_the_document(self):
        number, _ = self.begin()
        self.client.tell("textDocument/didClose", {"textDocument": {"uri": "file:///model.ispl"}})
        self.refused(-32800, self.client.answer, number)
        self.wait_for_children(0)

    def test_end_with_the_server(self):
        self.begin()
        pid = subprocess.run(["ps", "--no-headers", "-o", "pid", "--ppid", str(self.client.process.pid)],
                             capture_output=True, text=True, timeout=PATIENCE).stdout.strip()
        self.client.kill()
        end = time.monotonic() + PATIENCE
        while os.path.exists(f"/proc/{pid}"):
            self.assertLess(time.monotonic(), end)
            time.sleep(0.05)
        self.client = Client()
        self.addCleanup(self.client.kill)

    def test_wait_for_one_another(self):
        self.begin()
        numbers = [self.client.begin("workspace/executeCommand", self.command("gnomon.checkAll")) for _ in range(4)]
        self.wait_for_children(2)
        for number in numbers:
            self.client.tell("$/cancelRequest", {"id": number})
            self.refused(-32800, self.client.answer, number)
        self.wait_for_children(1)


class Limits(LspTest):
    options = {"checkTimeout": 1, "checkMemory": "300M"}

    def test_of_time(self):
        self.client.open(LONG)
        result = self.run_command("gnomon.checkAll")
        self.assertEqual({one["verdict"] for one in result["formulas"]}, {"unknown"})
        self.assertIn("limit", result["formulas"][0]["reason"])
        self.assertIn("UNKNOWN (check again)", [title for _, title in self.lenses()])


if __name__ == "__main__":
    unittest.main()
