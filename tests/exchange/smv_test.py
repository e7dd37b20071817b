"""Models exported as SMV, read again: the same states and steps, and the same verdicts."""
import json
import os
import pathlib
import tempfile
import unittest

from common import codes, export, random_models, run, verdicts
from smv import Smv, back_to_ltl

SHARE = int(os.environ.get("GNOMON_TEST_SHARE", "1"))


def compare_graphs(test, path, module, where):
    graph = json.loads(run("graph", "--format", "json", path).stdout)
    columns = [list(module.variables).index(one["smv"]) for one in where["variables"]]
    ended = list(module.variables).index("ended") if "ended" in module.variables else None
    kinds = [codes(one["type"]) for one in where["variables"]]

    def ours(state):
        return tuple(kind.index(state["values"][one["agent"]][one["name"]])
                     for one, kind in zip(where["variables"], kinds))

    def theirs(state):
        domains = list(module.variables.values())
        return tuple(domains[column].index(state[column]) for column in columns)

    def present(states):
        return {theirs(s) for s in states if ended is None or not s[ended]}
    states = [ours(s) for s in graph["states"]]
    test.assertEqual({states[i] for i in graph["initial"]}, present(module.initial), path)
    test.assertEqual(set(states), present(module.successors), path)
    expected = {s: set() for s in states}
    for edge in graph["edges"]:
        expected[states[edge["from"]]].add(states[edge["to"]])
    found = {theirs(s): present(t) for s, t in module.successors.items() if ended is None or not s[ended]}
    test.assertEqual(expected, found, path.read_text())


class RandomModules(unittest.TestCase):
    def test_models(self):
        compared = {"INVARSPEC": [], "CTLSPEC": [], "LTLSPEC": []}
        left_out = with_end = 0
        with tempfile.TemporaryDirectory() as folder:
            for path in random_models(folder, 5000, 50 // SHARE, 24):
                expected = verdicts(path)
                done = run("export", path, "--smv")
                if expected is None or b"SMV has no fractions" in done.stderr or b"fairness constraint of SMV" in done.stderr:
                    self.assertEqual(done.returncode, 2)
                    continue
                text, where = export(path, folder, "--smv")
                module = Smv(text.decode())
                with_end += "ended" in module.variables
                compare_graphs(self, path, module, where)
                for one in where["formulas"]:
                    if "left_out" in one:
                        left_out += 1
                        continue
                    kind, tree = module.specifications[int(one["properties"][0])]
                    compared[kind].append(expected[one["index"]])
                    message = f"{kind} {one['text']}\n{path.read_text()}"
                    if kind == "LTLSPEC":
                        formula = "LTL " + back_to_ltl(tree, "ended")
                        again = json.loads(run("check", "-q", "--json", "-f", formula, path).stdout)
                        verdict = again["formulas"][0]["verdict"] == "true"
                    else:
                        verdict = module.holds(("AG", tree) if kind == "INVARSPEC" else tree)
                    self.assertEqual(verdict, expected[one["index"]], message)
        if SHARE > 1:
            return
        for kind, values in compared.items():
            self.assertGreater(values.count(True), 5, kind)
            self.assertGreater(values.count(False), 5, kind)
        self.assertGreater(left_out, 0)
        self.assertGreater(with_end, 0)


FRACTIONS = """\
Agent Environment
  Vars: x : 0 .. 4; y : -3 .. 3; end Vars
  Actions = {go}; Protocol: Other : {go}; end Protocol
  Evolution: y = x / 2 - 1 if x / 2 > 1 and Action = go; x = x + 1 if x < 4; end Evolution
end Agent
Agent Looker Vars: seen : boolean; end Vars end Agent
Evaluation low if Environment.y < 0; end Evaluation
InitStates Environment.x = 0 and Environment.y = 0 and Looker.seen = false; end InitStates
Formulae AG !low; end Formulae
"""


class Fractions(unittest.TestCase):
    def test_constant_divisors(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "fractions.ispl"
            path.write_text(FRACTIONS)
            text, where = export(path, folder, "--smv")
            compare_graphs(self, path, Smv(text.decode()), where)

    def test_other_divisors(self):
        done = run("export", "-", "--smv", stdin=FRACTIONS.replace("y = x / 2 - 1", "y = 4 / x").encode())
        self.assertEqual((done.returncode, done.stdout), (2, b""))
        self.assertIn("<stdin>:4:18: error: SMV has no fractions: only a constant other than 0 can be divided by",
                      done.stderr.decode())


if __name__ == "__main__":
    unittest.main()
