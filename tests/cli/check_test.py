"""`gnomon check` with several models, files of formulas, stated verdicts, vacuity, limits per formula, colours; and the
documents of `parse --json` and `gen --list --json`."""
import json
import re
import unittest

import jsonschema

from cli_test import CliTest, LIGHT, SCHEMA, TRUE_ONLY, run


def definition(name):
    # In this draft nothing beside a reference counts, so that `properties` are only there to be referred to.
    return {"$schema": SCHEMA["$schema"], "$ref": f"#/definitions/{name}", "definitions": SCHEMA["definitions"],
            "properties": SCHEMA["properties"]}


class SeveralModels(CliTest):
    def test_verdicts_and_status(self):
        light, good = self.file(LIGHT, "light.ispl"), self.file(TRUE_ONLY, "good.ispl")
        done = self.expect(run("check", good, light), 1)
        self.assertEqual(len(re.findall(r"^(?:TRUE |FALSE)", done.stdout, re.M)), 5)
        self.assertRegex(done.stdout, r"(?m)^\S*good\.ispl: 2 formulas: 2 true;")
        self.expect(run("check", good, good), 0)
        self.expect(run("check", good, str(self.path / "none.ispl"), light), 2, out="FALSE", err="cannot read")

    def test_document(self):
        light, good = self.file(LIGHT, "light.ispl"), self.file(TRUE_ONLY, "good.ispl")
        document = json.loads(self.expect(run("check", "--json", light, good, str(self.path / "none")), 2).stdout)
        jsonschema.validate(document, definition("together"))
        for one in document["models"]:
            jsonschema.validate(one, SCHEMA)
        self.assertEqual([len(one["formulas"]) for one in document["models"]], [3, 2, 0])

    def test_witnesses_have_folders(self):
        light = self.file(LIGHT, "light.ispl")
        self.expect(run("check", "-f", "2", "--output", str(self.path / "out"), light, light), 1)
        self.assertTrue((self.path / "out" / "light" / "witness_2.txt").exists())
        self.assertTrue((self.path / "out" / "light_2" / "witness_2.txt").exists())


class Properties(CliTest):
    def test_formulas_of_a_file(self):
        formulas = self.file("-- two\ngood : EF seen expect true;\nLDL <true;true>(lit or !lit);\nAF lit expect false;\n", "p.txt")
        done = self.expect(run("check", "--properties", formulas, "-", stdin=LIGHT), 1)
        self.assertRegex(done.stdout, r"TRUE   good: EF seen +\S*p\.txt:2\n")
        self.assertRegex(done.stdout, r"TRUE   LDL <true;true>\(lit or !lit\) +\S*p\.txt:3\n")
        self.assertNotIn("K(Robot", done.stdout)
        self.expect(run("check", "-q", "--expect", "--properties", formulas, "-", stdin=LIGHT), 0)
        document = self.document(run("check", "--json", "--properties", formulas, "-", stdin=LIGHT))
        self.assertEqual([(f.get("name"), f["line"], f["file"]) for f in document["formulas"]],
                         [("good", 2, formulas), (None, 3, formulas), (None, 4, formulas)])

    def test_a_section(self):
        formulas = self.file("Formulae\n  EF lit;\nend Formulae\n", "p.txt")
        self.expect(run("check", "--properties", formulas, "-f", "3", "-", stdin=LIGHT), 0, out="2 formulas: 2 true")

    def test_errors(self):
        for text, where in [("EF lit\n", r"p\.txt:1:7: error: expected `;`"), ("EF no;\nEF lit;", "p.txt:1:4: error: there is no"),
                            ("EF lit expect maybe;", "p.txt:1:15: error: expected `true` or `false`"),
                            ("Formulae EF lit;", "error: expected `end`"), ("EF lit; end", "error: expected the end of the text")]:
            formulas = self.file(text, "p.txt")
            self.expect(run("check", "--properties", formulas, "-", stdin=LIGHT), 2, out="^$", err=where)
        self.expect(run("check", "--properties", str(self.path / "none"), "-", stdin=LIGHT), 2, err="cannot read")
        document = self.document(run("check", "--json", "--properties", str(self.path / "none"), "-", stdin=LIGHT))
        self.assertRegex(document["diagnostics"][-1]["message"], "cannot read")


class Expectations(CliTest):
    def test_status(self):
        met = self.file("EF seen expect true; AF lit expect false; EF lit;", "p.txt")
        missed = self.file("EF seen expect false;", "q.txt")
        self.expect(run("check", "--expect", "--properties", met, "-", stdin=LIGHT), 0)
        self.expect(run("check", "--properties", met, "-", stdin=LIGHT), 1)
        self.expect(run("check", "--expect", "--properties", missed, "-", stdin=LIGHT), 1, out=r"TRUE .*\(expected false\)")
        self.expect(run("check", "--expect", "--exit-zero", "--properties", missed, "-", stdin=LIGHT), 0)

    def test_something_must_be_stated(self):
        self.expect(run("check", "--expect", "-", stdin=LIGHT), 2, err="no formula states its verdict")


class Vacuity(CliTest):
    def test_an_implication_whose_left_side_never_holds(self):
        done = self.expect(run("check", "--vacuity", "-f", "AG ((lit and !lit) -> AF seen)", "-", stdin=LIGHT), 0)
        self.assertRegex(done.stderr, r"warning: the formula is true whatever `AF seen` says \[-Wvacuous\]")
        document = self.document(run("check", "--json", "--vacuity", "-f", "AG ((lit and !lit) -> AF seen)", "-", stdin=LIGHT))
        self.assertIn({"formula": "AF seen", "by": "false"}, document["formulas"][0]["vacuous"])

    def test_what_matters_is_not_warned_of(self):
        for formula in ["EF seen", "AG (seen -> lit)", "AG (seen -> K(Robot, lit))", "LTL G (seen -> lit)", "AF lit"]:
            done = run("check", "--vacuity", "-f", formula, "-", stdin=LIGHT)
            self.assertNotIn("vacuous", done.stderr)

    def test_paths_and_memory(self):
        for formula in ["LTL G (false or !lit or !seen -> (true or seen))", "@recall AG (K(Robot, seen) or true)", "CTL* E(F seen or F !seen)"]:
            self.expect(run("check", "--vacuity", "-f", formula, "-", stdin=LIGHT), 0, err=r"-Wvacuous")

    def test_as_error(self):
        self.expect(run("check", "--vacuity", "-Werror=vacuous", "-f", "AG (lit or true)", "-", stdin=LIGHT), 2)


class Reports(CliTest):
    def test_limit_of_a_formula(self):
        done = self.expect(run("check", "--formula-timeout", "0.000001", "-", stdin=LIGHT), 3)
        self.assertRegex(done.stdout, r"UNKNOWN .*time limit.*; a longer --timeout or --bounded may decide it\)")
        done = self.expect(run("check", "--formula-timeout", "0.000001", "--engine=diagrams", "-", stdin=LIGHT), 3)
        self.assertRegex(done.stdout, r"UNKNOWN .*time limit.*; a longer --timeout, --engine=auto or --bounded may decide it\)")
        document = self.document(run("check", "--json", "--formula-timeout", "0.000001", "-", stdin=LIGHT))
        self.assertRegex(document["formulas"][0]["advice"], "may decide it")
        self.expect(run("check", "--formula-timeout", "1", "--bounded", "-", stdin=LIGHT), 2)
        self.expect(run("check", "--formula-timeout", "60", "-", stdin=LIGHT), 1, out="3 formulas: 2 true, 1 false")

    def test_colours(self):
        self.assertNotIn("\x1b", run("check", "-", stdin=LIGHT).stdout)
        done = run("check", "--color=always", "-f", "1", "-f", "2", "-", stdin=LIGHT.replace("{Robot}", "{}"))
        self.assertIn("\x1b[1;32mTRUE", done.stdout)
        self.assertIn("\x1b[1;31mFALSE", done.stdout)
        self.assertIn("\x1b[1;33mwarning:", done.stderr)
        self.assertNotIn("\x1b", run("check", "--color=never", "-", stdin=LIGHT).stdout)

    def test_semantics(self):
        self.assertNotIn("strategies", run("check", "-", stdin=LIGHT).stdout)
        self.expect(run("check", "--strategies=uniform", "-", stdin=LIGHT), 1, out=r"s; uniform strategies\n$")
        done = run("check", "-v", "-", stdin=LIGHT)
        self.expect(done, 1, out="strategies by the whole state, observational knowledge", err="version .*, fingerprint of the model [0-9a-f]{16}")
        document = self.document(run("check", "--json", "--order=declaration", "--path-engine=tableau", "-", stdin=LIGHT))
        self.assertEqual(document["work"], {"engine": "diagrams", "order": "declaration", "path_engine": "tableau"})

    def test_documents_count_all_states(self):
        """Also where a formula is refuted by the first of them, unless an engine is named that may stop then."""
        agents = "".join(f"""Agent {name} Vars: x : 0..99; end Vars Actions = {{go, stay}};
            Protocol: Other : {{go, stay}}; end Protocol Evolution: x = x + 1 if Action = go and x < 99; end Evolution
            end Agent """ for name in "ABC")
        model = agents + """Evaluation one if A.x = 1; end Evaluation
            InitStates A.x = 0 and B.x = 0 and C.x = 0; end InitStates Formulae AG !one expect false; end Formulae"""
        self.expect(run("check", "-q", "--expect", "-", stdin=model), 0)
        document = self.document(run("check", "-q", "--json", "-", stdin=model))
        self.assertEqual(document["model"]["reachable_states"], "1000000")
        document = self.document(run("check", "-q", "--json", "--engine=explicit", "-", stdin=model))
        self.assertNotIn("reachable_states", document["model"])

    def test_typed_values(self):
        model = LIGHT.replace("seen : boolean", "seen : boolean; n : -1 .. 1; e : {one, two}").replace("Robot.seen = false", "Robot.seen = false and Robot.n = -1 and Robot.e = two")
        document = self.document(run("check", "-q", "--json", "--typed", "--witness", "-f", "2", "-", stdin=model))
        self.assertEqual(document["values"], "typed")
        self.assertEqual(document["formulas"][0]["witness"]["states"][0]["Robot"], {"seen": False, "n": -1, "e": "two"})
        document = self.document(run("check", "-q", "--json", "--witness", "-f", "2", "-", stdin=model))
        self.assertNotIn("values", document)
        self.assertEqual(document["formulas"][0]["witness"]["states"][0]["Robot"], {"seen": "false", "n": "-1", "e": "two"})

    def test_help(self):
        self.expect(run("help", "recall"), 0, out="@clock.*\n(.*\n)*.*Delta")
        self.expect(run("help", "witness"), 0, out="links")


class OtherDocuments(CliTest):
    def test_parse(self):
        document = json.loads(self.expect(run("parse", "--json", "-", stdin=LIGHT), 0).stdout)
        jsonschema.validate(document, definition("text"))
        self.assertEqual([f["text"] for f in document["formulas"]], ["AG (seen -> K(Robot, lit))", "AF lit", "EF seen"])
        self.assertEqual(document["model"]["variable_list"][1],
                         {"agent": "Robot", "name": "seen", "type": "boolean", "observers": ["Robot"]})
        document = json.loads(self.expect(run("parse", "--json", "-", stdin=LIGHT.replace("AF lit", "AF")), 2).stdout)
        jsonschema.validate(document, definition("text"))
        self.assertEqual(document["diagnostics"][0]["severity"], "error")

    def test_scenarios(self):
        document = json.loads(self.expect(run("gen", "--list", "--json"), 0).stdout)
        jsonschema.validate(document, definition("scenarios"))
        self.assertIn("dining_cryptographers", [one["name"] for one in document["scenarios"]])
        self.expect(run("gen", "--json", "prisoners"), 2)


class OtherNotations(CliTest):
    def test_a_byte_order_mark(self):
        self.expect(run("check", "-", stdin="\ufeff" + TRUE_ONLY), 0)

    def test_hints(self):
        for old, new, hint in [("InitStates ", "InitStates: ", "no `:` follows `InitStates`"),
                               ("Actions = {look, rest};", "Actions = {look, rest}; // both", "a comment begins with `--`"),
                               ("Actions = {look, rest};", "Actions = {look, rest}; /* both */", "a comment begins with `--`"),
                               ("on = false :", "on % 2 = 0 :", "`x mod 4`"),
                               ("on = false :", "¬ on :", "negation is written `!`"),
                               ("K(Robot, lit)", "K(g, lit)", "`g` is a group")]:
            self.expect(run("check", "-", stdin=LIGHT.replace(old, new, 1)), 2, err=re.escape(hint))


if __name__ == "__main__":
    unittest.main()
