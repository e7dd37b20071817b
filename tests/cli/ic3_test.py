"""`gnomon check --engine=ic3` and the certificates that it writes."""
import json
import re
import unittest

from cli_test import CliTest, DEADLOCK, LIGHT, run

ENGINE = "--engine=ic3"

# Counts to 10^18 and begins again: nobody finds all states.
ENDLESS = """\
Semantics = SingleAssignment;
Agent Clock
  Vars: low : 0..999999; middle : 0..999999; high : 0..999999; broken : boolean; end Vars
  Evolution:
    low = low + 1 if low < 999999;
    low = 0 if low = 999999;
    middle = middle + 1 if low = 999999 and middle < 999999;
    middle = 0 if low = 999999 and middle = 999999;
    high = high + 1 if low = 999999 and middle = 999999 and high < 999999;
    high = 0 if low = 999999 and middle = 999999 and high = 999999;
    broken = true if broken;
  end Evolution
end Agent
Evaluation broken if Clock.broken; end Evaluation
InitStates Clock.low = 0 and Clock.middle = 0 and Clock.high = 0 and Clock.broken = false; end InitStates
Formulae AG !broken; end Formulae
"""


class Ic3(CliTest):
    def test_verdicts(self):
        light = self.file(LIGHT)
        done = self.expect(run("check", ENGINE, light, "-f", "1", "-f", "AG !seen", "-f", "AG (seen -> lit)"), 1)
        self.assertRegex(done.stdout, r"(?m)^TRUE   AG \(seen -> K\(Robot, lit\)\) .*\(by induction, depth \d+\)$")
        self.assertRegex(done.stdout, r"(?m)^FALSE  AG !seen .*\(depth 1\)$")
        self.assertRegex(done.stdout, r"(?m)^TRUE   AG \(seen -> lit\)")
        self.assertNotIn("reachable state", done.stdout)  # nobody has worked them out

    def test_the_usual_engine_proves_where_states_take_long(self):
        endless = self.file(ENDLESS)
        done = self.expect(run("check", endless), 0)
        self.assertRegex(done.stdout, r"(?m)^TRUE   AG !broken .*\(by induction, depth \d+\)$")
        self.assertNotIn("reachable state", done.stdout)

    def test_other_formulas_are_unknown(self):
        done = self.expect(run("check", "-q", ENGINE, self.file(LIGHT), "-f", "EF lit", "-f", "1"), 3)
        self.assertRegex(done.stdout, r"UNKNOWN EF lit .*\(IC3 decides invariants.*; --engine=diagrams may decide it\)")
        self.assertIn("TRUE", done.stdout)

    def test_explanations(self):
        light = self.file(LIGHT)
        done = self.expect(run("check", "-q", ENGINE, "--explain", light, "-f", "AG (seen -> lit)"), 0)
        self.assertRegex(done.stdout, r"IC3: an inductive invariant of \d+ clauses? after \d+ rounds?, checked")
        done = self.expect(run("check", "-q", ENGINE, "--witness", light, "-f", "AG !seen", "-f", "1"), 1)
        self.assertRegex(done.stdout, r"a path leads to s1")
        self.assertRegex(done.stdout, r"\(no witness: the formula was proved by an inductive invariant")

    def test_document(self):
        done = self.expect(run("check", "--json", ENGINE, "--explain", self.file(LIGHT), "-f", "1", "-f", "AG !lit"), 1)
        document = self.document(done)
        self.assertEqual(document["work"]["engine"], "ic3")
        self.assertEqual([f["basis"] for f in document["formulas"]], ["induction", "part"])
        self.assertTrue(all("IC3" in f["explanation"][-1] for f in document["formulas"]))

    def test_certificate(self):
        light, proof = self.file(LIGHT), self.path / "proof.txt"
        self.expect(run("check", "-q", ENGINE, light, "-f", "AG (seen -> lit)", "-f", "AG !lit", "--certificate", str(proof)), 1)
        text = proof.read_text()
        self.assertRegex(text, r"\Agnomon certificate 1\nmodel [0-9a-f]{16} .*model\.ispl\n\nformula 4: AG \(seen -> lit\)\nalways ")
        self.assertRegex(text, r"(?m)^  not \(.*Robot\.seen = true.*\)$")
        self.assertTrue(text.endswith("end\n"))
        self.assertNotIn("!lit)", text.split("formula 4")[1].split("always")[1].split("end\n")[1])

    def test_paths(self):
        light, proof = self.file(LIGHT), self.path / "proof.txt"
        done = self.expect(run("check", "-q", ENGINE, "--explain", "--witness", light, "-f", "LTL (F seen) -> F lit",
                               "-f", "AF seen", "--certificate", str(proof)), 1)
        self.assertRegex(done.stdout, r"(?m)^TRUE   LTL \(F seen\) -> F lit .*\(by induction, depth \d+\)$")
        self.assertIn("beside a monitor of paths", done.stdout)
        self.assertRegex(done.stdout, r"(?m)^FALSE  AF seen ")
        self.assertIn("back to s0", done.stdout)
        self.assertRegex(proof.read_text(), r"(?m)^on paths .*\n  run from 0 with fewer than \d+ rounds$")

    def test_certificate_of_look_alikes(self):
        proof = self.path / "proof.txt"
        self.expect(run("check", "-q", ENGINE, self.file(LIGHT), "-f", "1", "--certificate", str(proof)), 0)
        self.assertIn("@1", proof.read_text())

    def test_command_line(self):
        light, proof = self.file(LIGHT), str(self.path / "proof.txt")
        self.expect(run("check", light, "--certificate", proof), 2, err="--certificate needs --engine=ic3")
        self.expect(run("check", ENGINE, "--bounded", light), 2, err="exclude each other")
        self.expect(run("check", ENGINE, light, light, "--certificate", proof), 2, err="about one model")
        self.expect(run("check", "-q", ENGINE, light, "-f", "1", "--certificate", "/no/such/folder/proof"), 2, err="cannot write")
        self.expect(run("info", ENGINE, light), 2, err="decides formulas")

    def test_deadlocks_when_asked_for(self):
        done = self.expect(run("check", ENGINE, "--check-deadlock", self.file(DEADLOCK), "-f", "AG (two or !two)"), 0)
        self.assertIn("DEADLOCKS  1 reachable state", done.stdout)

    def test_no_initial_state(self):
        model = LIGHT.replace("InitStates Environment.on", "InitStates Robot.seen = true and Environment.on")
        self.expect(run("check", ENGINE, "-", "-f", "1", stdin=model), 2, err="no state satisfies InitStates")

    def test_limits(self):
        hard = run("gen", "go_back_n", "4", "7").stdout
        done = run("check", ENGINE, "--timeout", "0.001", "-", stdin=hard)
        self.assertEqual(done.returncode, 3)
        # It may be reached while the model is read, and then there are no verdicts to tell it with.
        self.assertRegex(done.stdout + done.stderr, "time limit")


if __name__ == "__main__":
    unittest.main()
