"""Parametric models from outside: -D, names of formulas and elements, `gnomon elaborate`, `gnomon test`.

usage: GNOMON=path/to/gnomon GNOMON_SOURCE=path/to/repository parametric_test.py [CLASS...]
"""
import re
import unittest
import xml.etree.ElementTree

from cli_test import CliTest, LIGHT, run

RING = """\
Constants
  N : 2..6 = 3;
  Id = 1..N;
end Constants
Agent Environment
  Obsvars: turn : Id; end Obsvars
  Actions = {pass[i : Id, j : Id, i <> j], wait};
  Protocol: for (i : Id, j : Id, i <> j) turn = i : {pass[i, j]}; Other : {wait}; end Protocol
  Evolution: for (i : Id, j : Id, i <> j) turn = j if Action = pass[i, j]; end Evolution
end Agent
Agent Node[i : Id]
  Vars: had : boolean; end Vars
  Actions = {rest};
  Protocol: Other : {rest}; end Protocol
  Evolution: had = true if Environment.turn = i; end Evolution
end Agent
Evaluation
  had[i : Id] if Node[i].had;
  most if 2 * count (i : Id) Node[i].had > N;
  everybody if forall (i : Id) Node[i].had;
end Evaluation
InitStates Environment.turn = 1 and forall (i : Id) (!Node[i].had); end InitStates
Groups all = {for (i : Id) Node[i]}; end Groups
Formulae
  reach[i : Id] : EF had[i] expect true;
  sure : AF everybody expect N = 2;
  can : EF most expect true;
  AG (had[1] -> K(Node[1], had[1]));
end Formulae
"""


class StepParameters(CliTest):
    """Parameters in the bounds of formulas."""
    def test_ranges(self):
        model = self.file(RING)
        found = self.expect(run("check", model, "-q", "-f", "EX[x] everybody", "--parameter", "x=0..9"), 0)
        self.assertRegex(found.stdout, r"for x = \d\.\.9 of 0\.\.9")
        done = run("check", model, "--json", "-f", "EX[x] everybody", "-f", "EF<=y everybody", "--parameter", "x=0..9")
        ranged, other = self.document(done)["formulas"]
        self.assertEqual((ranged["parameter"], other["parameter"]), ("x", "y"))
        self.assertEqual(ranged["values"], [[other["smallest"], 9]])
        fixed = run("check", model, "-q", "-f", "EX[x] everybody", "--parameter", "x=0")
        self.expect(fixed, 1, out="FALSE .* for x = 0$")

    def test_witnesses_at_the_optimum_and_next_to_it(self):
        done = run("check", self.file(RING), "--json", "--witness", "-f", "EF<=x had[2] and !EF<=x (had[1] and had[2])")
        self.expect(done, 2, err="used both ways")
        done = run("check", self.file(RING), "--json", "--witness", "-f", "EF<=x (had[2] and EF<=y everybody)")
        formula = self.document(done)["formulas"][0]
        points = [witness["values"] for witness in [formula["witness"], *formula["witness"].get("further", [])]]
        self.assertEqual(points, formula["front"][:3])

    def test_wrong_ranges(self):
        model = self.file(RING)
        for text in ("x", "x=", "x=a", "x=-1", "x=3..1", "x=0..99999999"):
            self.expect(run("check", model, "-f", "EF<=x most", "--parameter", text), 2, err=re.escape(text))
        self.expect(run("check", model, "-f", "EF<=x most", "--parameter", "y=3"), 2, err="no formula has a parameter")
        self.expect(run("check", model, "-f", "EF[x,y] most", "--parameter", "x=1..3", "--parameter", "y=4..5"), 2,
                    err="`x` and `y` of one formula have both a range")
        self.expect(run("check", model, "-f", "EF[x,9] most"), 2, err="--parameter x=0..20 it may stand anywhere")


class Parameters(CliTest):
    def test_wrong_values(self):
        model = self.file(RING)
        self.expect(run("check", model, "-D", "N"), 2, err="`N` gives no value")
        self.expect(run("check", model, "-D", "N=9"), 2, err=r"model.ispl:2:3: error: `N` = 9 is not in 2..6")
        self.expect(run("check", model, "-D", "M=9"), 2, err="-D M=9: the model has no parameter `M`")
        self.expect(run("check", model, "-D", "Id=9"), 2, err="-D Id=9: `Id` is a set, not a parameter")
        self.expect(run("check", self.file(LIGHT, "light.ispl"), "-D", "N=9"), 2, err="the model has no parameter `N`")
        self.expect(run("mcmas", "-D", "N", model), 2, err="`N` gives no value")
        self.expect(run("check", model, "-D", "N=9", "--json"), 2, out='"message": "`N` = 9 is not in 2..6"')

    def test_every_command_takes_them(self):
        model = self.file(RING)
        self.expect(run("check", "-q", "--exit-zero", model, "-D", "N=4"), 0, out=r"reach\[4\]: EF had\[4\]")
        self.expect(run("info", model, "-DN=4"), 0, out=r"parameters +N : 2..6 = 4 \(default 3\)")
        self.expect(run("parse", "--print", model, "-D", "N=2"), 0, out=r"\nAgent Node\[i : Id\]\n  Vars: had : bool")
        self.expect(run("graph", model, "-D", "N=2"), 0, out=r"Node\[2\]")
        self.expect(run("mcmas", "-D", "N=2", model), 0, out="number of reachable states = 4")
        self.expect(run("simulate", model, "-D", "N=2", stdin="actions\nquit\n"), 0, out=r"pass\[1,2\]")
        document = self.document(run("check", "--json", model, "-D", "N=2"))
        self.assertEqual(document["model"]["parameters"], [{"name": "N", "type": "2..6", "value": "2", "default": "3"}])
        self.assertEqual([f.get("name") for f in document["formulas"]], ["reach[1]", "reach[2]", "sure", "can", None])
        self.assertEqual([f.get("expected") for f in document["formulas"]], ["true", "true", "true", "true", None])

    def test_names_select_formulas(self):
        model = self.file(RING)
        self.expect(run("check", "-q", model, "--formula", "reach[2]"), 0, out=r"^TRUE   reach\[2\]: EF had\[2\]  \S+$")
        self.assertEqual(run("check", "-q", model, "--formula", "reach").stdout.count("TRUE"), 3)
        self.expect(run("check", "-q", model, "--formula", "EF (forall (i : Id) (had[i]))"), 0, out="^TRUE")
        self.expect(run("check", "-q", model, "--formula", "EF had[4]"), 2,
                    err=r"`had\[4\]`: there is no such element; the indices are 1..3")

    def test_other_verdicts_are_marked(self):
        model = self.file(RING.replace("expect N = 2", "expect true"))
        self.expect(run("check", "-q", model), 1, out=r"FALSE  sure: AF everybody .*\(expected true\)")

    def test_witnesses_show_elements(self):
        self.expect(run("check", "-q", "--witness", self.file(RING), "--formula", "reach[2]"), 0,
                    out=r"Node\[2\]")

    def test_notes(self):
        model = self.file(RING.replace("had = true if", "hat = true if"))
        self.expect(run("parse", model), 2, err=r"(?s)agent `Node\[1\]` has no variable `hat`.*note: in agent Node\[1\]")
        document = self.document(run("check", "--json", model))
        self.assertEqual([d["note"] for d in document["diagnostics"]], ["in agent Node[1]"])

    def test_large_parameters(self):
        model = self.file(RING.replace("N : 2..6", "N : 2..100000000"))
        self.expect(run("parse", model, "-D", "N=1000000"), 2, err="the model is too large")


class Scenarios(CliTest):
    def test_sources(self):
        source = run("gen", "prisoners", "--source")
        self.expect(source, 0, out=r"N : 3..2000 = 3;  -- number of prisoners")
        native = self.document(run("check", "-q", "--json", "-", "-D", "N=5", stdin=source.stdout))
        plain = self.document(run("check", "-q", "--json", "-", stdin=run("gen", "prisoners", "N=5").stdout))
        self.assertEqual(native["model"]["reachable_states"], "746")
        self.assertEqual(plain["model"]["reachable_states"], "746")
        # One formula has a depth that depends on N, and comes from the generator alone.
        self.assertEqual(len(native["formulas"]) + 1, len(plain["formulas"]))
        self.assertTrue(all(f["verdict"] == f["expected"] for f in native["formulas"]))
        self.expect(run("test", "-", "-D", "N=5", stdin=source.stdout), 0)

    def test_usage(self):
        self.expect(run("gen", "--source"), 2, err="which scenario")
        self.expect(run("gen", "prisonners", "--source"), 2, err="did you mean `prisoners`")
        self.expect(run("gen", "prisoners", "4", "--source"), 2, err="excludes --source")
        self.expect(run("gen", "prisoners", "--source", "--spec", "1"), 2, err="excludes")

    def test_old_calls(self):
        self.assertEqual(run("gen", "go_back_n", "3", "4").stdout, run("gen", "go-back-n", "b=4", "W=3").stdout)


class Elaborate(CliTest):
    def test_agrees_with_the_parametric_model(self):
        done = run("elaborate", self.file(RING), "-D", "N=2")
        self.expect(done, 0, out="  -- reach\\[2\\]\n  EF had__2;  -- true\n")
        plain = self.file(done.stdout, "plain.ispl")
        self.expect(run("check", plain), 0, out="4 reachable states")

    def test_errors(self):
        self.expect(run("elaborate", self.file(RING), "-D", "N=1"), 2, err="is not in 2..6")
        self.expect(run("elaborate", "missing.ispl"), 2, err="missing.ispl")


class StatedVerdicts(CliTest):
    def test_all_met(self):
        self.expect(run("test", self.file(RING), "-D", "N=2..4", "-j", "2"), 0,
                    out=r"(?s)ok     \S+ N=2  4 stated.*N=3.*N=4.*15 stated verdicts in 3 runs: 15 met, 0 not")

    def test_not_met(self):
        model = self.file(RING.replace("expect N = 2", "expect true"))
        report = self.path / "report.xml"
        done = run("test", model, "-D", "N=2..3", "--junit", str(report))
        self.expect(done, 1, out=r"(?s)ok .*N=2.*FAILED \S+ N=3.*:26: sure: AF everybody: false, expected true")
        suites = xml.etree.ElementTree.parse(report).getroot()
        self.assertEqual([suite.get("failures") for suite in suites], ["0", "1"])
        self.assertEqual(len(suites.findall(".//testcase")), 9)

    def test_wrong_models_and_values(self):
        self.expect(run("test", self.file("Agent"), self.file(RING, "ring.ispl")), 2, out="ok .*ring.ispl", err="error")
        self.expect(run("test", self.file(RING), "-D", "N=3..2"), 2, err="no range of values")
        self.expect(run("test", self.file(RING), "-D", "N=2..7"), 2, err="`N` = 7 is not in 2..6")

    def test_unknown(self):
        slow = (RING.replace("N : 2..6", "N : 2..60").replace("expect N = 2", ""))
        self.expect(run("test", self.file(slow), "-D", "N=50", "--timeout", "0.001"), 3, out="time limit")


if __name__ == "__main__":
    unittest.main()
