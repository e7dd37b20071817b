"""Models exported as AIGER: their circuits, searched state by state, and ABC's pdr say what the program says."""
import os
import re
import shutil
import subprocess
import tempfile
import unittest

from aiger import Aiger, Search
from common import SECONDS, SOURCE, codes, export, random_models, run, verdicts

SHARE = int(os.environ.get("GNOMON_TEST_SHARE", "1"))
MOST_INPUTS = 11


class RandomCircuits(unittest.TestCase):
    def test_verdicts(self):
        compared = {"b": 0, "j": 0}
        refuted = {"b": 0, "j": 0}
        left_out = 0
        with tempfile.TemporaryDirectory() as folder:
            for path in random_models(folder, 1, 60 // SHARE, 60):
                expected = verdicts(path)
                if expected is None:
                    self.assertEqual(run("export", path, "--aiger", "--output", "/dev/null").returncode, 2)
                    continue
                data, where = export(path, folder, "--aiger")
                circuit = Aiger(data)
                text, _ = export(path, folder, "--aiger", "--ascii")
                self.assertEqual(Aiger(text).structure(), circuit.structure(), path)
                self.check_map(circuit, where, expected)
                if len(circuit.inputs) > MOST_INPUTS:
                    continue
                search = Search(circuit)
                for formula in where["formulas"]:
                    if "left_out" in formula:
                        left_out += 1
                        continue
                    found = any(search.finds(name) for name in formula["properties"])
                    self.assertEqual(not found, expected[formula["index"]],
                                     f"{formula['text']}\n{path.read_text()}")
                    kind = formula["properties"][0][0]
                    compared[kind] += 1
                    refuted[kind] += found
        if SHARE > 1:
            return
        # There was something to compare, of both kinds and with both answers.
        for kind in ("b", "j"):
            self.assertGreater(compared[kind], 40)
            self.assertGreater(refuted[kind], 8)
            self.assertLess(refuted[kind], compared[kind])
        self.assertGreater(left_out, 0)

    def check_map(self, circuit, where, expected):
        self.assertEqual([one["index"] for one in where["formulas"]], sorted(expected))
        names = [name for one in where["formulas"] for name in one.get("properties", [])]
        self.assertEqual(sorted(names), sorted([f"b{i}" for i in range(len(circuit.bad))] +
                                               [f"j{i}" for i in range(len(circuit.justice))]))
        for one in where["formulas"]:
            for name in one.get("properties", []):
                self.assertRegex(circuit.symbols[name], f"^{one['index']}(\\.\\d+)?: {re.escape(one['text'])}$")
        for variable in where["variables"]:
            size = len(codes(variable["type"]))
            bits = variable["latches"]
            self.assertEqual(len(bits), (size - 1).bit_length())
            for place, latch in enumerate(bits):
                name = f"{variable['agent']}.{variable['name']}"
                expected_name = name if len(bits) == 1 else f"{name}[{len(bits) - 1 - place}]"
                self.assertEqual(circuit.symbols[f"l{latch}"], expected_name)


@unittest.skipIf(shutil.which("berkeley-abc") is None, "ABC is not there")
class Abc(unittest.TestCase):
    """Properties of one file, and one by one: pdr proves those that are true and refutes the others."""

    def pdr(self, data, folder, options=""):
        path = f"{folder}/circuit.aig"
        with open(path, "wb") as file:
            file.write(data)
        done = subprocess.run(["berkeley-abc", "-c", f"read {path}; pdr {options}"], capture_output=True,
                              timeout=SECONDS, cwd=folder)
        return done.stdout.decode()

    def compare(self, path, expected, folder):
        """The verdicts of the invariants that were compared."""
        _, where = export(path, folder, "--aiger")
        numbers = [one["index"] for one in where["formulas"]
                   if one.get("properties") and all(name[0] == "b" for name in one["properties"])]
        if not numbers:
            return []
        chosen = [word for number in numbers for word in ("-f", number)]
        data, where = export(path, folder, "--aiger", *chosen)
        true = sum(expected[number] for number in numbers)
        if all(len(one["properties"]) == 1 for one in where["formulas"]) and len(numbers) > 1:
            answer = re.search(r"Proved = (\d+)\. Disproved = (\d+)\. Undecided = 0\.", self.pdr(data, folder, "-a"))
            self.assertIsNotNone(answer, path)
            self.assertEqual((int(answer[1]), int(answer[2])), (true, len(numbers) - true), path.read_text())
        for number in numbers:
            data, where = export(path, folder, "--aiger", "-f", number)
            if len(where["formulas"][0]["properties"]) > 1:
                continue
            text = self.pdr(data, folder)
            self.assertIn("Property proved" if expected[number] else "was asserted in frame", text,
                          f"formula {number}\n{path.read_text()}")
        return [expected[number] for number in numbers]

    def test_random_models(self):
        compared = []
        with tempfile.TemporaryDirectory() as folder:
            for path in random_models(folder, 1000, 40 // SHARE, 200):
                expected = verdicts(path)
                if expected is not None:
                    compared += self.compare(path, expected, folder)
        if SHARE == 1:
            self.assertGreater(len(compared), 50)
            self.assertGreater(compared.count(True), 10)
            self.assertGreater(compared.count(False), 10)

    def test_go_back_n(self):
        path = SOURCE / "examples" / "go_back_n.ispl"
        with tempfile.TemporaryDirectory() as folder:
            self.assertGreater(len(self.compare(path, verdicts(path), folder)), 1)


COUNTER = """\
Agent Environment
  Vars: n : 0 .. 4; end Vars
  Actions = {go}; Protocol: Other : {go}; end Protocol
  Evolution: n = n + 1 if true = true; end Evolution
end Agent
Agent Looker Vars: seen : boolean; end Vars end Agent
Evaluation full if Environment.n = 4; end Evaluation
InitStates Environment.n = 0; end InitStates
Formulae
  AG !full;
  LTL G !full;
  AF full;
  K(Looker, !full);
end Formulae
"""


class Command(unittest.TestCase):
    def test_deadlock(self):
        # The counter stops at 4: AG sees that state, LTL, which is about infinite paths, does not.
        with tempfile.TemporaryDirectory() as folder:
            path = f"{folder}/counter.ispl"
            with open(path, "w") as file:
                file.write(COUNTER)
            data, where = export(path, folder, "--aiger")
            search = Search(Aiger(data))
            found = [any(search.finds(name) for name in one["properties"]) for one in where["formulas"][:3]]
            self.assertEqual(found, [True, False, False])
            self.assertEqual(where["formulas"][3]["left_out"], "it is about knowledge")
            self.assertEqual(where["format"], "aiger")

    def test_messages(self):
        done = run("export", "-", "--aiger", "--ascii", stdin=COUNTER.encode())
        self.assertEqual(done.returncode, 0)
        self.assertTrue(done.stdout.startswith(b"aag "))
        self.assertIn(b"<stdin>:13:3: warning: formula 4 is left out: it is about knowledge [-Wleft-out]", done.stderr)
        self.assertIn(b"\n   13 |   K(Looker, !full);", done.stderr)
        for arguments, message in [((), "which format"), (("--smv", "--ascii"), "--ascii is a form of AIGER"),
                                   (("--smv", "--aiger"), "excludes"), (("--aiger", "-f", "7"), "there is no formula 7"),
                                   (("--aiger", "-f", "AG no"), "there is no proposition"),
                                   (("--aiger", "--output", "/none/such"), "/none/such"),
                                   (("--aiger", "-Werror=left-out"), "error")]:
            done = run("export", "-", *arguments, stdin=COUNTER.encode())
            self.assertEqual(done.returncode, 2, arguments)
            self.assertIn(message, done.stderr.decode(), arguments)
        done = run("export", "-", "--aiger", stdin=COUNTER.replace("n = 0", "n = 0 and Environment.n = 1").encode())
        self.assertEqual((done.returncode, done.stdout), (2, b""))
        self.assertIn("no state satisfies InitStates", done.stderr.decode())
        done = run("export", "-", "--aiger", "--timeout", "0.000001", stdin=COUNTER.encode())
        self.assertEqual(done.returncode, 3)


if __name__ == "__main__":
    unittest.main()
