"""The program from outside: exit statuses, output, error messages, limits. Error paths first.

usage: GNOMON=path/to/gnomon GNOMON_SOURCE=path/to/repository cli_test.py [CLASS...]
"""
import json
import os
import pathlib
import re
import signal
import subprocess
import tempfile
import unittest

import jsonschema

GNOMON = os.environ["GNOMON"]
SOURCE = pathlib.Path(os.environ["GNOMON_SOURCE"])
ENDLESS = SOURCE / "tests/support/register.ispl"
SCHEMA = json.loads((SOURCE / "docs" / "schema.json").read_text())

# A light that is switched on and stays on; the robot sees it only when it looks.
# She can guess the coin only if she sees it.
BLIND = """
Agent Environment
  Vars: coin : {heads, tails}; end Vars
  Actions = {none}; Protocol: Other : {none}; end Protocol
end Agent
Agent Player
  Vars: right : boolean; end Vars
  Actions = {heads, tails}; Protocol: Other : {heads, tails}; end Protocol
  Evolution: right = true if Action = heads and Environment.Action = none; end Evolution
end Agent
Agent Judge
  Vars: won : boolean; end Vars
  Lobsvars = {coin};
  Actions = {none}; Protocol: Other : {none}; end Protocol
  Evolution:
    won = true if Environment.coin = heads and Player.Action = heads;
    won = true if Environment.coin = tails and Player.Action = tails;
    won = false if Environment.coin = heads and Player.Action = tails;
    won = false if Environment.coin = tails and Player.Action = heads;
  end Evolution
end Agent
Evaluation won if Judge.won = true; end Evaluation
InitStates Judge.won = false and Player.right = false; end InitStates
Groups g = {Player}; end Groups
Formulae <g>X won; end Formulae
"""

LIGHT = """\
Agent Environment
  Vars: on : boolean; end Vars
  Actions = {switch, wait};
  Protocol: on = false : {switch, wait}; Other : {wait}; end Protocol
  Evolution: on = true if Action = switch; end Evolution
end Agent
Agent Robot
  Vars: seen : boolean; end Vars
  Actions = {look, rest};
  Protocol: Other : {look, rest}; end Protocol
  Evolution: seen = true if Action = look and Environment.Action = switch; end Evolution
end Agent
Evaluation
  lit if Environment.on = true;
  seen if Robot.seen = true;
end Evaluation
InitStates Environment.on = false and Robot.seen = false; end InitStates
Groups g = {Robot}; end Groups
Formulae
  AG (seen -> K(Robot, lit));
  AF lit;
  EF seen;
end Formulae
"""

TRUE_ONLY = LIGHT.replace("  AF lit;\n", "")

# Counts 0, 1, 2 and stops: the last state is a deadlock; the step from 2 would leave the range.
DEADLOCK = """\
Agent Counter
  Vars: x : 0 .. 2; end Vars
  Actions = {up};
  Protocol: Other : {up}; end Protocol
  Evolution: x = x + 1 if Action = up; end Evolution
end Agent
Evaluation two if Counter.x = 2; end Evaluation
InitStates Counter.x = 0; end InitStates
Formulae EF two; end Formulae
"""


def run(*arguments, stdin="", **more):
    """Runs the program; standard input is empty unless given. Standard output must be UTF-8."""
    done = subprocess.run([GNOMON, *arguments], input=stdin.encode(), capture_output=True, timeout=120, **more)
    done.stdout, done.stderr = done.stdout.decode(), done.stderr.decode("utf-8", "replace")
    return done


class CliTest(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.path = pathlib.Path(self.folder.name)

    def file(self, text, name="model.ispl"):
        path = self.path / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return str(path)

    def expect(self, done, status, out=None, err=None):
        context = f"\ncommand: {done.args}\nstdout: {done.stdout}\nstderr: {done.stderr}"
        if status is not None:
            self.assertEqual(done.returncode, status, context)
        if out is not None:
            self.assertRegex(done.stdout, out, context)
        if err is not None:
            self.assertRegex(done.stderr, err, context)
        self.assertNotIn("internal error", done.stderr, context)
        return done

    def document(self, done):
        answer = json.loads(done.stdout)
        jsonschema.validate(answer, SCHEMA)
        return answer


class ReachableFiles(CliTest):
    def test_other_formulas_on_saved_states(self):
        model, states = self.file(LIGHT), str(self.path / "states")
        first = self.document(run("check", "--json", model, "--save-reachable", states))
        other = self.file(LIGHT.split("Formulae")[0] + "Formulae AG true; EF false; end Formulae", "other.ispl")
        document = self.document(self.expect(run("check", "--json", other, "--load-reachable", states), 1))
        self.assertEqual([formula["verdict"] for formula in document["formulas"]], ["true", "false"])
        for key in ("reachable_states", "depth"):
            self.assertEqual(document["model"][key], first["model"][key])
        again = self.document(run("check", "--json", model, "--load-reachable", states))
        self.assertEqual([one["verdict"] for one in again["formulas"]], [one["verdict"] for one in first["formulas"]])
        for engine in ("auto", "explicit"):
            self.expect(run("check", other, f"--engine={engine}", "--load-reachable", states), 1)

    def test_wrong_files(self):
        model, states = self.file(LIGHT), self.path / "states"
        self.expect(run("check", model, "--save-reachable", states), None)
        self.expect(run("check", self.file(DEADLOCK, "deadlock.ispl"), "--load-reachable", states), 2,
                    err="states: these are the reachable states of another model")
        self.expect(run("check", model, "--load-reachable", model), 2, err="this is no file with reachable states")
        self.expect(run("check", model, "--load-reachable", self.path / "none"), 2, err="none")
        states.write_bytes(states.read_bytes()[:-5])
        self.expect(run("check", model, "--load-reachable", states), 2, err="states: the file .* is damaged")
        self.assertEqual(self.document(run("check", "--json", model, "--load-reachable", states))["formulas"], [])
        self.expect(run("check", model, "--save-reachable", self.path / "no" / "folder"), 2, err="cannot write")


class UsageErrors(CliTest):
    def test_no_arguments(self):
        self.expect(run(), 2, out="^$", err="Usage: gnomon")

    def test_unknown_command_with_suggestion(self):
        self.expect(run("chek", "x.ispl"), 2, err="no command `chek`; did you mean `check`")

    def test_unknown_command_without_suggestion(self):
        self.expect(run("frobnicate"), 2, err="no command `frobnicate`.*--help")

    def test_model_instead_of_command(self):
        self.expect(run("model.ispl"), 2, err="did you mean `gnomon check model.ispl`")
        existing = self.file(LIGHT, "no_suffix")
        self.expect(run(existing), 2, err=f"did you mean `gnomon check {re.escape(existing)}`")

    def test_unknown_option_with_suggestion(self):
        self.expect(run("check", "--jsn", "x"), 2, err="no option `--jsn`; did you mean `--json`")
        self.expect(run("info", "--mempry=4G", "x"), 2, err="no option `--mempry`; did you mean `--memory`")

    def test_missing_file_argument(self):
        self.expect(run("check"), 2, err="FILE is required")

    def test_two_files(self):
        self.expect(run("info", "a", "b"), 2, err="unexpected argument `b`")

    def test_bad_values(self):
        for option, message in [("--timeout=0", "number of seconds"), ("--timeout=-1", "number of seconds"),
                                ("--timeout=soon", "number of seconds"), ("--memory=4Q", "not a size"),
                                ("--memory=0", "not a size"), ("--memory=", "memory"), ("--memory=Gi", "not a size"),
                                ("--order=random", "order"), ("--reorder=on", "reorder"),
                                ("--progress=maybe", "progress"), ("--finite-tests=both", "finite-tests"),
                                ("-Wno-deadlok", "did you mean `deadlock`"), ("-Wfoo", "help warnings"),
                                ("-Werror=foo", "no warning `foo`")]:
            with self.subTest(option=option):
                self.expect(run("check", option, "-", stdin=TRUE_ONLY), 2, out="^$", err=message)

    def test_options_of_other_commands(self):
        self.expect(run("parse", "--timeout=3", "x"), 2, err="parse has no option `--timeout`")


class InputErrors(CliTest):
    def test_missing_file(self):
        for command in ["check", "info", "parse", "mcmas"]:
            with self.subTest(command=command):
                self.expect(run(command, str(self.path / "none.ispl")), 2, err="cannot read .*none.ispl: No such file")

    def test_directory(self):
        self.expect(run("check", str(self.path)), 2, err="it is a directory")

    def test_file_that_fails_while_reading(self):
        self.expect(run("check", "/proc/self/mem"), 2, err="cannot read /proc/self/mem: Input/output error")

    @unittest.skipIf(os.geteuid() == 0, "the superuser may read everything")
    def test_unreadable_file(self):
        path = self.file(LIGHT)
        os.chmod(path, 0)
        self.expect(run("check", path), 2, err="Permission denied")

    def test_empty_file(self):
        self.expect(run("check", self.file("")), 2, out="^$", err=r"model\.ispl:1:1: error: ")

    def test_binary_file(self):
        done = run("check", self.file(bytes(range(256)) * 40))
        self.expect(done, 2, out="^$", err=r"model\.ispl:1:\d+: error: ")
        self.assertLess(len(done.stderr), 100_000)

    def test_bad_model_points_at_the_place(self):
        text = LIGHT.replace("Robot.seen = true", "Robet.seen = true")
        done = self.expect(run("check", self.file(text)), 2, out="^$", err=r"model\.ispl:15:11: error: .*Robet")
        self.assertRegex(done.stderr, r"\n +15 \| +seen if Robet\.seen = true;\n +\| +\^~~~~")
        self.assertIn("did you mean `Robot`", done.stderr)

    def test_several_errors_in_one_run(self):
        text = LIGHT.replace("AF lit", "AF litt").replace("EF seen", "EF K(Robet, seen)")
        done = self.expect(run("check", self.file(text)), 2)
        self.assertEqual(done.stderr.count("error:"), 2, done.stderr)

    def test_bad_model_is_named_stdin(self):
        self.expect(run("check", "-", stdin="Agent"), 2, err="<stdin>:1:")


class FormulaSelection(CliTest):
    def test_by_number(self):
        done = self.expect(run("check", "--formula", "3", self.file(LIGHT)), 0)
        self.assertEqual(done.stdout.count("\n"), 2)
        self.assertRegex(done.stdout, r"^TRUE   EF seen  \S+:22\n")

    def test_unknown_number(self):
        for number in ["0", "4", "99999999999999999999"]:
            with self.subTest(number=number):
                self.expect(run("check", "--formula", number, self.file(LIGHT)), 2, out="^$",
                            err=f"there is no formula {number}: .* has 3 formulas")

    def test_by_text(self):
        self.expect(run("check", "--formula", "EX lit", self.file(LIGHT)), 0, out=r"^TRUE   EX lit  --formula\n")

    def test_text_in_brackets_is_one_formula(self):
        self.expect(run("check", "-f", "LDL [true*]<true*>(lit or !lit)", "-f", "(lit)", self.file(LIGHT)), 1,
                    out=r"TRUE   LDL \[true\*\].*\nFALSE  \(lit\)")

    def test_bad_text_with_caret(self):
        done = self.expect(run("check", "--formula", "AG (litt -> seen)", self.file(LIGHT)), 2, out="^$",
                           err=r"--formula:1:5: error: .*`litt`")
        self.assertIn("    1 | AG (litt -> seen)\n      |     ^~~~", done.stderr)
        self.assertIn("did you mean `lit`", done.stderr)

    def test_syntax_error_in_text(self):
        self.expect(run("check", "--formula", "AG (lit", self.file(LIGHT)), 2, err=r"--formula:1:\d+: error: ")
        self.expect(run("check", "--formula", "", self.file(LIGHT)), 2, err="error: ")

    def test_order_of_the_command_line_is_kept(self):
        done = self.expect(run("check", "--json", "-f", "3", "-f", "AX true", "-f", "1", self.file(LIGHT)), 0)
        self.assertEqual([f["index"] for f in self.document(done)["formulas"]], [3, 4, 1])


class Verdicts(CliTest):
    def test_all_true(self):
        self.expect(run("check", self.file(TRUE_ONLY)), 0)

    def test_some_false(self):
        done = self.expect(run("check", self.file(LIGHT)), 1)
        place = re.escape(str(self.path / "model.ispl"))
        self.assertRegex(done.stdout, rf"^TRUE   AG \(seen -> K\(Robot, lit\)\)  {place}:20\n"
                                      rf"FALSE  AF lit +{place}:21\nTRUE   EF seen +{place}:22\n"
                                      r"3 formulas: 2 true, 1 false; 3 reachable states, depth 1, 2 bits; "
                                      r"[\d.]+ MB, [\d.]+ s\n$")

    def test_the_engine_that_nobody_named(self):
        def engine(*options):
            return self.document(run("check", "--json", *options, "-", stdin=LIGHT))["work"]["engine"]

        self.assertEqual(engine(), "auto")
        self.assertEqual(engine("--jobs", "2"), "auto")
        for options in (["--order=declaration"], ["--reorder=off"], ["--exploration=bfs"], ["--slices=2"], ["--bounded"],
                        ["--path-engine=tableau"]):
            self.assertEqual(engine(*options), "diagrams", options)
        self.assertEqual(engine("--engine=auto", "--order=declaration"), "auto")
        self.assertEqual(engine("--bounded=explicit"), "explicit")
        done = self.expect(run("check", "--engine=diagrams", self.file(LIGHT)), 1)
        self.assertRegex(done.stdout, r"2 bits; \d+ nodes, ")

    def test_exit_zero(self):
        self.expect(run("check", "--exit-zero", self.file(LIGHT)), 0, out="FALSE  AF lit")

    def test_quiet_prints_verdicts_only(self):
        done = self.expect(run("check", "--quiet", "-", stdin=DEADLOCK), 0, out=r"^TRUE   EF two  <stdin>:9\n$")
        self.assertEqual(done.stderr, "")

    def test_a_coalition_must_know_that_it_has_won_already(self):
        hidden = """Agent Environment
  Vars: x : boolean; end Vars
  Actions = {go};
end Agent
Agent Blind
  Actions = {a};
end Agent
Evaluation p if Environment.x = true; end Evaluation
InitStates !(Environment.x = Environment.x) or Environment.x = Environment.x; end InitStates
Groups b = {Blind}; end Groups
Formulae AG (p -> <b>F<=0 p); AG (p -> <b>X[0] p); end Formulae
"""
        for engine in "diagrams", "explicit":
            self.expect(run("check", "-q", "--engine", engine, self.file(hidden)), 0, out="TRUE.*\nTRUE")
            self.expect(run("check", "-q", "--engine", engine, "--strategies", "uniform", self.file(hidden)), 1,
                        out="FALSE.*\nFALSE")

    def test_the_peak_of_memory_is_the_programs_own(self):
        ballast = bytearray(300_000_000)
        peak = json.loads(run("check", "--json", self.file(LIGHT)).stdout)["statistics"]["peak_memory_bytes"]
        self.assertTrue(1_000_000 < peak < len(ballast), f"the peak is that of the program, not of its parent: {peak}")

    def test_verbose_tells_about_phases(self):
        self.expect(run("check", "--verbose", self.file(LIGHT)), 1, err="formula 2: CTLK.*\n(.*\n)*.*parse .* reach ")
        self.expect(run("check", "-v", "--order", "declaration", self.file(LIGHT)), 1,
                    err="order: that of the text\n.*relation: [0-9]+ nodes in 1 cluster\n")
        self.expect(run("check", "-v", "--engine=diagrams", self.file(LIGHT)), 1,
                    err="order: (that of the text|what occurs in the same lines)")

    def test_standard_input(self):
        self.expect(run("check", "-", stdin=LIGHT), 1, out="<stdin>:20")

    def test_fairness(self):
        fair = LIGHT.replace("Formulae", "Fairness lit; end Fairness\nFormulae", 1)
        self.expect(run("check", "-f", "2", "-", stdin=fair), 0, out="TRUE   AF lit")

    def test_finite_traces(self):
        last = "CDL* E [true]false"
        self.expect(run("check", "-f", last, "-", stdin=LIGHT), 1)
        self.expect(run("check", "--finite-traces", "-f", last, "-", stdin=LIGHT), 0)
        self.expect(run("check", "-f", "CDL*f E [true]false", "-", stdin=LIGHT), 0)

    def test_tests_beyond_the_end_of_a_trace(self):
        # At the last position the test (X lit)? fails within the trace, but looks ahead under the other reading.
        formula = "CDL*f E ([true]false and <(<true>lit)?>true)"
        self.expect(run("check", "-f", formula, "-", stdin=LIGHT), 1)
        self.expect(run("check", "--finite-tests=infinite", "-f", formula, "-", stdin=LIGHT), 0)

    def test_what_holds_until_something_else_is_a_test(self):
        formula = "CDL*f E ((X [true]false) R (X true))"
        self.expect(run("check", "-f", formula, "-", stdin=LIGHT), 0, out="TRUE")
        self.expect(run("check", "--finite-tests=infinite", "-f", formula, "-", stdin=LIGHT), 1, out="FALSE")

    def test_orders_and_reordering_agree(self):
        for options in [["--order=declaration"], ["--order=force"], ["--reorder=off"], ["--reorder=auto"]]:
            with self.subTest(options=options):
                self.expect(run("check", *options, self.file(LIGHT)), 1, out="3 formulas: 2 true, 1 false; 3 reach")

    def test_formula_on_several_lines_is_folded(self):
        text = LIGHT.replace("AF lit;", "AF\n   (lit -- comment\n   or seen);")
        self.expect(run("check", "-", stdin=text), 1, out=r"FALSE  AF \(lit or seen\) +<stdin>:21\n")

    def test_long_formula_is_cut_in_text_only(self):
        formula = "EF (" + " or ".join(["seen"] * 200) + ")"
        done = self.expect(run("check", "-f", formula, "-", stdin=LIGHT), 0)
        self.assertLess(len(done.stdout.splitlines()[0]), 300)
        self.assertIn(" ... ", done.stdout)
        done = self.expect(run("check", "--json", "-f", formula, "-", stdin=LIGHT), 0)
        self.assertEqual(self.document(done)["formulas"][0]["text"], formula)

    def test_deep_formula(self):
        formula = "EX " * 50_000 + "lit"
        self.expect(run("check", "-", stdin=LIGHT.replace("AF lit", formula)), 0, out="3 formulas: 3 true")

    def test_unsupported_formula_is_unknown(self):
        done = self.expect(run("check", "--json", "-f", "@recall AF GCK(g, lit)", "-f", "EF lit", "-", stdin=LIGHT), 3,
                           err=r"warning: .*\[-Wunsupported\]")
        verdicts = [f["verdict"] for f in self.document(done)["formulas"]]
        self.assertEqual(verdicts, ["unknown", "true"])

    def test_model_without_formulas(self):
        text = LIGHT[:LIGHT.index("Formulae")]
        self.expect(run("check", "-", stdin=text), 0, out="^0 formulas; 3 reachable states")


class Memory(CliTest):
    # A light that glows one step after it was switched on; the robot sees the glow.
    LAMP = """\
Agent Environment
  Obsvars: glow : boolean; end Obsvars
  Vars: on : boolean; end Vars
  Actions = {switch, wait};
  Protocol: on = false : {switch, wait}; Other : {wait}; end Protocol
  Evolution:
    on = true and glow = on if Action = switch;
    glow = on if Action = wait;
  end Evolution
end Agent
Agent Robot
  Actions = {rest};
  Protocol: Other : {rest}; end Protocol
end Agent
Evaluation
  lit if Environment.on = true;
  seen if Environment.glow = true;
end Evaluation
InitStates Environment.on = false and Environment.glow = false; end InitStates
Groups g = {Robot}; end Groups
Observations shut of Robot = {}; end Observations
Formulae true; end Formulae
"""

    def verdict(self, *options, formula):
        return run("check", "-q", *options, "-f", formula, "-", stdin=self.LAMP).stdout.split()[0]

    def test_semantics_by_attribute_and_by_option(self):
        learns = "EF (!seen and K(Robot, !lit))"
        # By what it sees now the robot cannot exclude that the light has been switched on; at the start, a clock can.
        self.assertEqual(self.verdict(formula=learns), "FALSE")
        for semantics in ("clock", "recall"):
            self.assertEqual(self.verdict(formula=f"@{semantics} {learns}"), "TRUE")
            self.assertEqual(self.verdict(f"--knowledge={semantics}", formula=learns), "TRUE")
            self.assertEqual(self.verdict(f"--knowledge={semantics}", formula=f"@observational {learns}"), "FALSE")
            self.assertEqual(self.verdict(f"--knowledge={semantics}", "--initial-information=all", formula=learns),
                             "FALSE")

    def test_observations_change(self):
        self.assertEqual(self.verdict(formula="@recall AG (seen -> Delta(Robot, shut, AG K(Robot, lit)))"), "TRUE")
        self.assertEqual(self.verdict("--knowledge=recall", formula="Delta(Robot, shut, EF K(Robot, lit))"), "FALSE")

    def test_option_values(self):
        for option in ("--knowledge=perfect", "--initial-information=none"):
            self.expect(run("check", option, "-", stdin=LIGHT), 2, err=option.split("=")[0])

    def test_refusals_come_with_a_reason(self):
        for formula, reason in (("@recall GCK(g, lit)", "undecidable"), ("@clock <g>F K(Robot, lit)", "strategic"),
                                ("Delta(Robot, shut, K(Robot, lit))", "@recall")):
            self.expect(run("check", "-f", formula, "-", stdin=self.LAMP), 3, out="UNKNOWN", err=reason)

    def test_doubts_are_shown(self):
        formula = "@recall AG (lit -> K(Robot, lit))"
        done = self.expect(run("check", "--witness", "-f", formula, "-", stdin=self.LAMP), 1,
                           out=r"Robot cannot tell its history from one that leads to s2, where lit\s+is false")
        self.assertRegex(done.stdout, r"\n    Robot sees +Environment\.glow +false +false\n")
        self.assertRegex(done.stdout, r"\n    but not +Environment\.on +true +false\n")
        # On a part of the model it is the same, or, where that cannot be, one doubt is told.
        self.expect(run("check", "--bounded", "--witness", "-f", formula, "-", stdin=self.LAMP), 1,
                    out=r"depth 1[^$]*Robot cannot tell its history from one that leads to s2, where lit\s+is false")
        formula = "@recall EF (!seen and K(Robot, lit))"
        done = self.expect(run("check", "--bounded", "--witness", "-f", formula, "-", stdin=self.LAMP), 1,
                           out="cannot know lit after this history")
        self.assertIn("looks the same", done.stdout)
        self.assertRegex(done.stdout, r"At the end:\n +s\d+ +s\d+\n    Robot sees ")

    def test_lassos_and_what_is_known(self):
        done = self.expect(run("check", "--witness", "-f", "@recall AF K(Robot, lit)", "-", stdin=self.LAMP), 1)
        self.assertRegex(done.stdout, r"on this path K\(Robot, lit\) is never true[^$]*back to s\d")
        done = self.expect(run("check", "--witness", "-f", "@recall EF K(Robot, lit)", "-", stdin=self.LAMP), 0)
        self.assertRegex(done.stdout, r"K\(Robot, lit\) is true in s\d+: Robot considers ")
        document = self.document(run("check", "--json", "--witness", "-f", "@recall EF K(Robot, lit)", "-", stdin=self.LAMP))
        self.assertEqual(document["formulas"][0]["witness"]["possible"][0]["for"], "K(Robot, lit)")

    def test_a_doubt_in_json(self):
        formula = "@recall AG (lit -> K(Robot, lit))"
        done = self.expect(run("check", "--witness=json", "--json", "-f", formula, "-", stdin=self.LAMP), 1)
        witness = self.document(done)["formulas"][0]["witness"]
        self.assertEqual([len(p["states"]) for p in witness["paths"]][0], len(witness["paths"][1]["states"]))
        self.assertEqual(witness["links"][0]["as"], "K")

    def test_examples(self):
        for name in ("muddy_children", "delta_chain"):
            text = (SOURCE / "examples" / f"{name}.ispl").read_text()
            folded = re.findall(r"-- (true|false)$", text[text.index("Formulae"):], re.M)
            done = run("check", "-q", str(SOURCE / "examples" / f"{name}.ispl"))
            self.assertEqual([line.split()[0].lower() for line in done.stdout.splitlines()], folded)


class Engines(CliTest):
    FORMULAS = ("LTL F lit", "CTL* E G F lit", "LDL [true*]<true*>lit", "CDL* A (<true;true>lit or [true*]!lit)",
                "CDL*f E [true]false")

    def test_all_engines_agree(self):
        for formula in self.FORMULAS:
            expected = run("check", "-q", "-f", formula, "-", stdin=LIGHT).stdout.split()[0]
            for engine in ("fixpoint", "nfa", "explicit", "tableau", "symbolic"):
                got = run("check", "-q", "--path-engine", engine, "-f", formula, "-", stdin=LIGHT).stdout.split()[0]
                self.assertEqual(got, expected, f"{formula} by {engine}")

    def test_explain(self):
        formula = "CTL* E ((G F lit) and (G F !lit))"
        self.expect(run("check", "--explain", "-f", formula, "-", stdin=LIGHT), None, out="explicit Büchi automaton, ")
        self.expect(run("check", "--explain", "--path-engine=tableau", "-f", formula, "-", stdin=LIGHT), None,
                    out="symbolic tableau, ")

    def test_uniform_strategies(self):
        self.expect(run("check", "-", stdin=BLIND), 0, out="TRUE")
        self.expect(run("check", "--strategies=uniform", "-", stdin=BLIND), 1, out="FALSE")

    def test_explorations_agree(self):
        model = run("gen", "prisoners", "8", "--logic", "CTLK").stdout
        counts = set()
        for how in ("bfs", "chaining", "auto"):
            result = run("info", "--json", "--engine=diagrams", f"--exploration={how}", "-", stdin=model)
            facts = json.loads(result.stdout)["model"]
            counts.add(facts["reachable_states"])
            self.assertEqual("depth" in facts, how == "bfs")
        self.assertEqual(len(counts), 1)


# Counts to 40, and may stop at any time.
STOPPING = """\
Agent Counter
  Vars: n : 0..40; end Vars
  Actions = {count, stop};
  Protocol: Other : {count, stop}; end Protocol
  Evolution: n = n + 1 if Action = count and n < 40; end Evolution
end Agent
Evaluation
  five if Counter.n = 5;
  small if Counter.n < 41;
  late if Counter.n > 30;
end Evaluation
InitStates Counter.n = 0; end InitStates
Formulae
  AG small;
  AG !five;
  AG (late -> K(Counter, late));
end Formulae
"""


class StatesOrDiagrams(CliTest):
    def test_engines_agree(self):
        for scenario in (["prisoners", "5"], ["counter", "2^10"], ["go_back_n", "2", "3"], ["train_gate", "2"]):
            model = run("gen", *scenario).stdout
            told = set()
            for engine in (["diagrams"], ["explicit"], ["explicit", "--jobs", "3"], ["auto"]):
                document = self.document(run("check", "--json", "--check-overflow", f"--engine={engine[0]}", *engine[1:],
                                             "-", stdin=model))
                facts = document["model"]
                told.add((*(f["verdict"] for f in document["formulas"]), facts["reachable_states"],
                          facts["initial_states"], facts["state_bits"], facts["deadlocks"], facts["overflows"]))
            self.assertEqual(len(told), 1, scenario)

    def test_without_diagrams_none_are_counted(self):
        done = self.expect(run("check", "--engine=explicit", "-f", "lit -> lit", "-", stdin=LIGHT), 0)
        self.assertNotIn("node", done.stdout)
        self.assertIn("reachable states, depth", done.stdout)

    def test_witness(self):
        expected = run("check", "--witness", "-f", "2", "-", stdin=STOPPING).stdout.splitlines()[:-1]
        done = self.expect(run("check", "--engine=explicit", "--witness", "-f", "2", "-", stdin=STOPPING), 1)
        self.assertEqual(done.stdout.splitlines()[:-1], expected)

    def test_faults_are_told_early(self):
        model = run("gen", "counter", "2^20").stdout
        done = self.expect(run("check", "-q", "--engine=explicit", "-f", "AG even", "-", stdin=model), 1)
        self.assertIn("(depth 1)", done.stdout)

    def test_knowledge_with_memory(self):
        for engine in ("explicit", "auto"):
            self.expect(run("check", f"--engine={engine}", "--knowledge=recall", "-f", "AG K(Robot, lit)", "-",
                            stdin=LIGHT), 1, out="FALSE")

    def test_what_the_explicit_engine_does_not_decide(self):
        model = str(SOURCE / "examples" / "delta_chain.ispl")
        self.expect(run("check", "--engine=explicit", "-f", "1", model), 3,
                    out="changes of observation are not checked by the explicit engine; --engine=diagrams may decide it")
        self.expect(run("check", "--engine=auto", "-f", "1", model), 0, out="TRUE")

    def test_limits(self):
        model = run("gen", "counter", "2^30").stdout
        self.expect(run("check", "--engine=explicit", "--memory", "60M", "-f", "AF max", "-", stdin=model), 3,
                    out="memory limit of 60 MB reached while computing the reachable states")
        self.expect(run("check", "--engine=explicit", "--jobs", "2", "--timeout", "0.5", "-f", "AF max", "-",
                        stdin=model), 3, out="time limit of 0.5 s reached while ")

    def test_mistakes(self):
        self.expect(run("check", "--engine=bdd", "-", stdin=LIGHT), 2, err="--engine")
        self.expect(run("check", "--jobs", "0", "-", stdin=LIGHT), 2, err="--jobs")


class Bounded(CliTest):
    def test_verdicts_with_depths(self):
        done = self.expect(run("check", "--bounded", "--bounded-checks=all", "-", stdin=STOPPING), 1)
        lines = done.stdout.splitlines()
        self.assertRegex(lines[0], r"^FALSE  AG !five .*\(depth 5\)$")
        self.assertRegex(lines[1], r"^TRUE   AG small .*\(all states, depth 40\)$")
        self.assertIn("41 reachable states, depth 40", lines[-1])

    def test_ends_early(self):
        done = self.expect(run("check", "--bounded", "--bounded-checks=every:2", "-f", "2", "-", stdin=STOPPING), 1)
        self.assertIn("(depth 6)", done.stdout)
        self.assertIn("7 states within depth 6", done.stdout)

    def test_unknown_within_a_depth(self):
        for how in (["--bounded-checks=at:4"], ["--bound", "4"]):
            done = self.expect(run("check", "--bounded", *how, "-f", "2", "-", stdin=STOPPING), 3)
            self.assertIn("(not decided within depth 4; going further", done.stdout)

    def test_all_policies_agree(self):
        expected = sorted(line.split()[0] for line in run("check", "-q", "-", stdin=STOPPING).stdout.splitlines())
        for policy in ("auto", "all", "every:7", "at:41", "states:2", "memory:1.1", "time:1.5"):
            done = self.expect(run("check", "-q", "--bounded", f"--bounded-checks={policy}", "-", stdin=STOPPING), 1)
            self.assertEqual(sorted(line.split()[0] for line in done.stdout.splitlines()), expected, policy)

    def test_witness_comes_with_the_verdict(self):
        for engine in ("bdd", "sat", "explicit"):
            done = self.expect(run("check", f"--bounded={engine}", "--witness", "-f", "2", "-", stdin=STOPPING), 1)
            self.assertIn("AG !five is false in s0: a path leads to s5", done.stdout)

    def test_sat(self):
        done = self.expect(run("check", "--bounded=sat", "--bound", "6", "-f", "1", "-f", "2", "-f", "EF late",
                               "-f", "AG EF late", "-", stdin=STOPPING), 1)
        self.assertRegex(done.stdout, r"FALSE  AG !five .*\(depth 5\)")
        self.assertRegex(done.stdout, r"TRUE   AG small .*\(by induction, depth [0-9]+\)")
        self.assertRegex(done.stdout, r"UNKNOWN EF late .*\(not decided within bound 6; going further .* may decide it\)")
        self.assertRegex(done.stdout, r"UNKNOWN AG EF late .*\(it is neither existential nor universal")

    def test_json(self):
        for engine in ("bdd", "sat", "explicit"):
            document = self.document(
                run("check", "--json", f"--bounded={engine}", "--bound", "8", "-f", "3", "-f", "2", "-",
                    stdin=STOPPING))
            self.assertEqual([f["index"] for f in document["formulas"]], [3, 2])
            fault = document["formulas"][1]
            self.assertEqual((fault["verdict"], fault["depth"], fault["basis"]), ("false", 5, "part"))
            self.assertEqual(document["bounded"]["engine"], engine)
            self.assertFalse(document["bounded"]["complete"])
            self.assertNotIn("reachable_states", document["model"])
        whole = self.document(run("check", "--json", "--bounded", "-", stdin=STOPPING))
        self.assertEqual((whole["bounded"]["states"], whole["bounded"]["complete"]), ("41", True))
        self.assertEqual(whole["model"]["reachable_states"], "41")

    def test_chaining_counts_rounds(self):
        model = run("gen", "prisoners", "6", "--logic", "CTLK").stdout
        self.assertIn("round", self.expect(run("check", "--bounded", "-", stdin=model), None).stdout)
        self.assertIn("depth", self.expect(run("check", "--bounded", "--exploration=bfs", "-", stdin=model), None).stdout)

    def test_mistakes(self):
        for option in ("--bounded=smt", "--bounded-checks=often", "--bounded-checks=every:0", "--bounded-checks=every",
                       "--bounded-checks=at:x", "--bounded-checks=states:1", "--bounded-checks=all:3", "--bound=-1"):
            self.expect(run("check", "--bounded", option, "-", stdin=STOPPING), 2, err="gnomon:")
        for option in ("--bound=3", "--bounded-checks=all"):
            self.expect(run("check", option, "-", stdin=STOPPING), 2, err="--bounded")

    def test_deadlocks_are_looked_for_only_where_all_states_are_known(self):
        early = run("check", "--bounded", "--bounded-checks=all", "-f", "EF two", "-", stdin=DEADLOCK)
        self.assertNotIn("deadlock", early.stderr)
        asked = run("check", "--bounded", "--check-deadlock", "-", stdin=DEADLOCK)
        self.assertIn("DEADLOCKS", asked.stdout)

    def test_limits(self):
        model = run("gen", "counter", "2^30", "--logic", "CTL", "--spec", "1").stdout
        done = self.expect(run("check", "--bounded", "--timeout", "2", "-", stdin=model), 3)
        self.assertIn("time limit of 2 s reached while computing the reachable states", done.stdout)


class Automaton(CliTest):
    def test_formats(self):
        self.expect(run("automaton", "LTL G (p -> F q)"), 0, out="HOA: v1")
        self.expect(run("automaton", "LTL G (p -> F q)", "--format=dot"), 0, out="digraph")
        self.expect(run("automaton", "LDLf <p;q*>r"), 0, out="alive")

    def test_mistakes(self):
        self.expect(run("automaton", "LTL G (p -> "), 2, err="error")
        self.expect(run("automaton"), 2, err="FORMULA")
        self.expect(run("automaton", "CTL* E (" + " and ".join(f"F p{i}" for i in range(30)) + ")"), 2, err="too large")


class Witnesses(CliTest):
    def witness(self, formula, *options, model=LIGHT):
        done = run("check", "--json", "--witness", "--exit-zero", "-f", formula, *options, "-", stdin=model)
        self.expect(done, 0)
        document = json.loads(done.stdout)
        jsonschema.validate(document, SCHEMA)
        return document["formulas"][0]

    def test_bad_values(self):
        self.expect(run("check", "--witness=picture", "-", stdin=LIGHT), 2, err="picture")
        self.expect(run("check", "--witness", "--depth", "0", "-", stdin=LIGHT), 2, err="--depth")

    def test_folder_that_cannot_be_made(self):
        self.expect(run("check", "--output", self.file("", "taken"), "-", stdin=LIGHT), 2, err="cannot make the folder")

    def test_file_that_cannot_be_written(self):
        (self.path / "witness_2.txt").mkdir()
        self.expect(run("check", "--output", str(self.path), "-", stdin=LIGHT), 2, err="cannot write .*witness_2.txt")

    def test_text_stands_below_its_verdict(self):
        done = self.expect(run("check", "--witness", self.file(LIGHT)), 1)
        self.assertRegex(done.stdout, r"FALSE  AF lit .*\n\n  AF lit is false in s0: on this path lit is never true.\n"
                                      r"    s0  \{\}\n        Environment  on = false\n")
        self.assertIn("back to s0", done.stdout)
        self.assertRegex(done.stdout, r"TRUE   AG .*\n  \(no witness: a true statement")

    def test_groups_that_are_listed(self):
        for formula in ("<{Robot}>F lit", "AG GK({Robot, Environment}, lit)", "LTL G DK({Robot}, lit)",
                        "@clock AG GCK({Robot, Environment}, lit)"):
            listed = self.witness(formula)
            for engine in ("explicit", "diagrams"):
                self.assertEqual(self.witness(formula, f"--engine={engine}")["verdict"], listed["verdict"], formula)
            self.assertEqual(listed["text"], formula)
        for link in self.witness("AG DK({Robot}, lit)")["witness"]["links"]:
            self.assertEqual((link["agents"], link["as"]), (["Robot"], "DK"))
        self.expect(run("check", "-f", "GK({Robto}, lit)", "-", stdin=LIGHT), 2, err="no agent `Robto`.*\n.*\n.*\n.*`Robot`")

    def test_stretches_that_are_repeated(self):
        long = self.witness("EG<=100000 !lit")["witness"]["paths"][0]
        self.assertEqual((long["repeat"], long["times"]), ([0, 1], 99999))
        lasso = self.witness("CTL* E (G<=20000 !lit and F lit)")["witness"]["paths"][0]
        self.assertEqual((lasso["repeat"], lasso["times"], lasso["loop"]), ([0, 1], 19999, 2))
        # The trace would be too long to be shown.
        self.assertEqual(self.witness("CTL*f E (G<=4611686018427387904 F[2] !lit)")["verdict"], "true")
        remembered = self.witness("@clock CTL* E (G<=2000 !K(Robot, lit) and F K(Robot, lit))")["witness"]["paths"][0]
        begin, end = remembered["repeat"]
        self.assertGreater(len(remembered["states"]) + (end - begin) * remembered["times"], 2000)
        fair = LIGHT.replace("Formulae", "Fairness lit; end Fairness\nFormulae", 1)
        for formula in ("LTL F<=x lit", "AF<=x lit", "@recall AF<=x lit or AG K(Robot, lit)"):
            found = self.witness(formula, model=fair)
            self.assertEqual((found["verdict"], found.get("unbounded")), ("false", True), formula)
            path = next(path for path in found["witness"]["paths"] if "repeat" in path)
            begin, end = path["repeat"]
            self.assertEqual(path["states"][begin], path["states"][end], formula)
            self.assertNotIn("times", path)
            self.assertEqual(found["witness"]["values"], {"x": 8})
        done = self.expect(run("check", "--witness", "-f", "LTL F<=x lit", "-", stdin=fair), 1)
        self.assertIn("the 1 step since s0 can be repeated as often as one likes", done.stdout)

    def test_numbers_of_steps_with_memory(self):
        for engine in ("auto", "explicit", "diagrams"):
            found = self.witness("@recall EF<=x K(Robot, lit)", f"--engine={engine}")
            self.assertEqual((found["smallest"], found["witness"]["values"]), (1, {"x": 1}))
            self.assertEqual(len(found["witness"]["paths"][0]["states"]), 2)
        done = self.expect(run("check", "--witness", "-f", "@clock delay(Robot, lit)", "-", stdin=LIGHT), 1)
        self.assertIn("= infinite", done.stdout)
        self.assertIn("Robot cannot tell it from a state at the same time", done.stdout)

    def test_histories_that_begin_anywhere(self):
        found = self.witness("@recall AG (!lit -> K(Robot, !lit))", "--initial-information=all")
        self.assertEqual(found["verdict"], "false")
        links = found["witness"]["links"]
        self.assertTrue(links)
        ends = {path["states"][-1] for path in found["witness"]["paths"] if path["for"] == "reachable"}
        self.assertIn(links[0]["to"], ends)

    def test_knowledge_shows_both_states(self):
        done = self.expect(run("check", "--witness", "-f", "AG (lit -> K(Robot, lit))", "-", stdin=LIGHT), 1)
        self.assertRegex(done.stdout, r"Robot sees  Robot.seen +false  false\n    but not     Environment.on +true +false")

    def test_full(self):
        short = run("check", "--witness", "-q", "-f", "3", "-", stdin=LIGHT).stdout
        full = run("check", "--witness", "--full", "-q", "-f", "3", "-", stdin=LIGHT).stdout
        self.assertEqual(short.count("seen ="), 1)
        self.assertEqual(full.count("seen ="), 2)

    def test_depth(self):
        deep = self.witness("EF (!lit and EX (lit and EX EF lit))")["witness"]
        shallow = self.witness("EF (!lit and EX (lit and EX EF lit))", "--depth", "1")["witness"]
        self.assertGreater(len(deep["paths"]), len(shallow["paths"]))
        self.assertEqual(deep["taken"], [])
        self.assertEqual(len(shallow["taken"]), 1)

    def test_json(self):
        result = self.witness("AF lit")
        self.assertEqual(result["witness"], {
            "kind": "counterexample",
            "states": [{"Environment": {"on": "false"}, "Robot": {"seen": "false"}}],
            "propositions": [[]], "observes": {"Environment": ["Environment.on"], "Robot": ["Robot.seen"]},
            "paths": [{"for": "AF lit", "holds": False, "states": [0], "loop": 0,
                       "actions": [{"Environment": "wait", "Robot": "look"}]}],
            "links": [], "strategies": [], "taken": [], "notes": []})
        self.assertNotIn("no_witness", result)
        self.assertIn("no_witness", self.witness("AG (seen -> lit)"))
        self.assertEqual(self.witness("AX K(Robot, lit)")["witness"]["links"][0]["as"], "K")
        self.assertFalse(self.witness("<g>F lit")["witness"]["strategies"][0]["holds"])

    def test_json_has_no_witness_unless_asked_for(self):
        document = json.loads(run("check", "--json", "-", stdin=LIGHT).stdout)
        for formula in document["formulas"]:
            self.assertFalse({"witness", "no_witness"} & set(formula))

    def test_files(self):
        folder = self.path / "new" / "folder"
        for form, extension in [("text", "txt"), ("dot", "dot"), ("json", "json"), ("svg", "svg"), ("html", "html")]:
            done = self.expect(run("check", f"--witness={form}", "--output", str(folder), "-q", "-", stdin=LIGHT), 1)
            self.assertEqual(len(done.stdout.splitlines()), 3)
            self.assertEqual({path.name for path in folder.glob(f"*.{extension}")},
                             {f"witness_2.{extension}", f"witness_3.{extension}"})
        self.assertTrue((folder / "witness_2.dot").read_text().startswith("digraph"))
        self.assertEqual(json.loads((folder / "witness_3.json").read_text())["kind"], "witness")
        self.assertIn("<svg", (folder / "witness_2.svg").read_text())
        self.assertTrue((folder / "witness_2.html").read_text().startswith("<!DOCTYPE html>"))

    def test_uniform_strategies(self):
        model = str(pathlib.Path(os.environ["GNOMON_SOURCE"]) / "examples" / "card_game.ispl")
        options = ("--strategies=uniform", "--witness", "-f", "2", "-f", "3", "--exit-zero")
        text = self.expect(run("check", *options, model), 0).stdout
        self.assertIn("  First acts by what it sees:\n    Environment.first = 3, Environment.over = false -> ", text)
        self.assertIn("(no counterexample: that no uniform strategy wins has no short reason)", text)
        document = json.loads(run("check", "--json", *options, model).stdout)
        jsonschema.validate(document, SCHEMA)
        self.assertTrue(document["formulas"][0]["witness"]["strategies"][0]["uniform"])

    def test_other_formats_have_the_output_for_themselves(self):
        for form, begin in [("dot", "digraph"), ("json", "{"), ("svg", "<?xml"), ("html", "<!DOCTYPE")]:
            with self.subTest(form):
                done = self.expect(run("check", f"--witness={form}", "-f", "2", "--explain", "-", stdin=LIGHT), 1,
                                   err=r"FALSE +AF lit")
                self.assertTrue(done.stdout.startswith(begin), done.stdout)
                self.assertNotIn("FALSE  AF lit", done.stdout)
                self.assertIn("1 false", done.stderr)
        done = self.expect(run("check", "--witness=json", "-f", "1", "-", stdin=LIGHT), 0, err=r"\(no witness: a true")
        self.assertEqual(done.stdout, "")

    def test_pictures_need_graphviz(self):
        done = self.expect(run("check", "--witness=svg", "-f", "2", "-", stdin=LIGHT, env={"PATH": "/nowhere"}), 2,
                           err="drawn by Graphviz, which is not installed: `apt install graphviz`")
        self.assertEqual(done.stdout, "")

    def test_finite_trace(self):
        path = self.witness("LDLf <true*>lit")["witness"]["paths"][0]
        self.assertEqual((path["last"], path["states"]), (0, [0]))


class Warnings(CliTest):
    def test_no_name_begins_like_the_word_that_silences_it(self):
        names = re.findall(r"^  ([a-z-]+)  ", run("help", "warnings").stdout, re.MULTILINE)
        self.assertGreater(len(names), 10)
        self.assertEqual([name for name in names if name.startswith("no-")], [])

    def test_deadlock_is_reported(self):
        self.expect(run("check", "-", stdin=DEADLOCK), 0, err=r"1 reachable state has no successor \[-Wdeadlock\]")

    def test_disabled(self):
        done = self.expect(run("check", "-Wno-deadlock", "-", stdin=DEADLOCK), 0)
        self.assertNotIn("-Wdeadlock", done.stderr)

    def test_reenabled(self):
        self.expect(run("check", "-Wno-deadlock", "-Wdeadlock", "-", stdin=DEADLOCK), 0, err="-Wdeadlock")

    def test_as_error(self):
        self.expect(run("check", "-Werror=deadlock", "-", stdin=DEADLOCK), 2, out="TRUE   EF two",
                    err=r"<stdin>: error: 1 reachable state .*\[-Wdeadlock\]")
        self.expect(run("check", "-Werror", "-", stdin=DEADLOCK), 2)
        self.expect(run("check", "-Werror=empty-group", "-", stdin=DEADLOCK), 0)

    def test_errors_of_reading_stop_the_run(self):
        text = LIGHT.replace("g = {Robot}", "g = {}")
        self.expect(run("check", "-", stdin=text), 1, err=r"warning: .*\[-Wempty-group\]")
        self.expect(run("check", "-Werror=empty-group", "-", stdin=text), 2, out="^$", err=r"18:\d+: error: ")

    def test_no_initial_state(self):
        text = LIGHT.replace("Robot.seen = false;", "Robot.seen = false and Robot.seen = true;")
        for more in [[], ["--bounded"], ["--bounded=sat"], ["--engine=explicit"], ["--engine=auto"]]:
            self.expect(run("check", "-", *more, stdin=text), 2, out="UNKNOWN .*no state satisfies InitStates",
                        err=r"<stdin>:\d+:\d+: error: no state satisfies InitStates\n")
        for command in (["test", "-"], ["mcmas", "-"], ["info", "-"]):
            stated = text.replace("AF lit", "AF lit expect true")
            self.expect(run(*command, stdin=stated), 2, err=r":\d+:\d+: error: no state satisfies InitStates\n")
        done = self.expect(run("mcmas", "-", stdin=text), 2)
        self.assertNotIn("is TRUE", done.stdout)
        self.expect(run("graph", "-", stdin=text), 2, out="^$", err="no state satisfies InitStates")
        fair = LIGHT.replace("Formulae", "Fairness !lit and lit; end Fairness\nFormulae", 1)
        self.expect(run("check", "-", stdin=fair), 0, out="3 true", err=r"no fair path.*\[-Winitial-states-empty\]")

    def test_fairness_and_finite_traces(self):
        fair = LIGHT.replace("Formulae", "Fairness lit; end Fairness\nFormulae", 1)
        self.expect(run("check", "-f", "LTLf F lit", "-", stdin=fair), 1, err="-Wfinite-fairness")

    def test_every_warning_of_the_sources_is_listed(self):
        listed = set(re.findall(r"^  ([a-z-]+)  ", run("help", "warnings").stdout, re.M))
        used = set()
        for path in (SOURCE / "src").rglob("*.cpp"):
            if path.parent.name in ("ispl", "logic", "api"):
                used |= set(re.findall(r'(?:warn\w*|add)\([^"();]*(?:\(\))?[^"();]*"([a-z]+(?:-[a-z]+)*)",', path.read_text()))
        self.assertGreater(len(used), 5)
        self.assertEqual(used - listed, set())


class Limits(CliTest):
    def large(self):
        return str(ENDLESS)

    def test_a_text_larger_than_the_memory_limit_is_not_read(self):
        model = self.path / "large.ispl"
        model.write_text(LIGHT + "-- " + "x" * 3_000_000)
        for arguments, stdin in ((["check", "--memory", "2M", str(model)], ""), (["info", "--memory", "2M", "-"], LIGHT + " " * 3_000_000)):
            self.expect(run(*arguments, stdin=stdin), 3, err="memory limit reached")
        self.expect(run("check", "--memory", "1G", str(model)), 1)

    def test_limits_hold_while_reading(self):
        deep = LIGHT.replace("AF lit;", "!" * 8_000_000 + "lit;")
        self.expect(run("check", "--timeout", "0.05", "-", stdin=deep), 3,
                    err="time limit of 0.05 s reached while reading the model")
        self.expect(run("check", "--memory", "100M", "-", stdin=deep), 3,
                    err="memory limit of 100 MB reached while reading the model")

    def test_long_chains_are_decided(self):
        for count in (4000, 5000, 20_000):
            steps = ";".join(["true"] * count)
            formulas = ["LTL " + "X " * count + "(lit -> X lit)", "LTL " + "X " * count + "lit",
                        f"LDL <{steps}>(lit or !lit)", f"CTL* E X <{steps}>seen", "LTLf " + "X " * count + "lit"]
            model = LIGHT[:LIGHT.index("Formulae")] + "Formulae\n" + ";\n".join(formulas) + ";\nend Formulae\n"
            done = self.expect(run("check", "--json", "--timeout", "60", "-", stdin=model), 1)
            verdicts = [formula["verdict"] for formula in self.document(done)["formulas"]]
            self.assertEqual(verdicts, ["true", "false", "true", "true", "false"])

    def test_timeout(self):
        done = self.expect(run("check", "--timeout", "0.01", self.large()), 3,
                           out=r"UNKNOWN .*\(time limit of 0.01 s reached while ")
        self.assertNotIn("reachable states,", done.stdout.splitlines()[-1])

    def test_timeout_in_json(self):
        run_with = lambda *options: run("check", "--json", "--timeout", "1.5", *options, self.large())
        searching = "computing the reachable states, depth"
        for options, doing in ([], f"({searching}|checking formula 1)"), (["--engine=diagrams"], searching):
            answer = self.document(self.expect(run_with(*options), 3))
            self.assertTrue(answer["formulas"])
            for formula in answer["formulas"]:
                self.assertEqual(formula["verdict"], "unknown")
                self.assertRegex(formula["reason"], "^time limit of 1.5 s reached while " + doing)
                self.assertEqual(formula["reason_kind"], "time")
        self.assertIn("time limit", answer["stopped"])
        self.assertNotIn("reachable_states", answer["model"])
        self.assertEqual(answer["model"]["agents"], 1)

    def test_memory(self):
        model = self.file(run("gen", "prisoners", "30", "--logic", "CTL").stdout)
        done = self.expect(run("check", "--json", "--memory", "200k", model), 3)
        for formula in self.document(done)["formulas"]:
            self.assertEqual(formula["verdict"], "unknown")
            self.assertRegex(formula["reason"], "^memory limit of 200 kB reached while ")
            self.assertEqual(formula["reason_kind"], "memory")

    def test_generous_limits_change_nothing(self):
        self.expect(run("check", "--timeout", "1000", "--memory", "4G", "-", stdin=LIGHT), 1)

    def test_sizes(self):
        for size in ["100000000", "100M", "100MB", "0.1G", "95Mi", "1T", "100000k"]:
            with self.subTest(size=size):
                self.expect(run("check", "--memory", size, "-", stdin=TRUE_ONLY), 0)

    def test_info(self):
        done = self.expect(run("info", "--timeout", "0.1", self.large()), 3, out="agents            1",
                           err="time limit of 0.1 s reached")
        self.assertNotIn("reachable states", done.stdout)

    def test_false_is_not_hidden_by_unknown(self):
        model = LIGHT.replace("EF seen", "@recall EF GCK(g, seen)")
        self.expect(run("check", "-", stdin=model), 1, out="FALSE(.|\n)*UNKNOWN")


class Interruption(CliTest):
    def interrupted(self, *options, number=signal.SIGINT):
        """Interrupts a long run as soon as it has shown its first line of progress."""
        command = [GNOMON, "check", "--progress=always", *options, str(ENDLESS)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
            progress = ""
            while "s\n" not in progress or "reachable states: depth" not in progress:
                line = process.stderr.readline()
                self.assertTrue(line, "the run ended before it could be interrupted")
                progress += line
            self.assertRegex(progress, r"reachable states: depth \d+(, \S+ states)?(, \d+ nodes)?, \d+ s\n")
            process.send_signal(number)
            out, err = process.communicate(timeout=60)
        return subprocess.CompletedProcess(command, process.returncode, out, progress + err)

    def test_progress_tells_states_and_nodes(self):
        command = [GNOMON, "check", "--progress=always", str(ENDLESS)]
        with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) as process:
            lines = iter(process.stderr.readline, "")
            found = any(re.search(r"depth \d+, \S+ states, \d+ nodes, \d+ s$", line) for line in lines)
            process.send_signal(signal.SIGINT)
            process.communicate(timeout=60)
        self.assertTrue(found, "the run ended before it told how many states there are")

    def test_text(self):
        self.expect(self.interrupted(), 3, out=r"UNKNOWN .*\(interrupted while computing the reachable states, depth \d+")

    def test_json(self):
        answer = self.document(self.expect(self.interrupted("--json"), 3))
        self.assertRegex(answer["formulas"][0]["reason"], "^interrupted while ")

    def test_termination_ends_like_an_interruption(self):
        answer = self.document(self.expect(self.interrupted("--json", number=signal.SIGTERM), 3))
        self.assertEqual(answer["formulas"][0]["reason_kind"], "interrupted")


class Writing(CliTest):
    def closed_pipe(self, *arguments):
        reader, writer = os.pipe()
        os.close(reader)
        try:
            return subprocess.run([GNOMON, *arguments], stdin=subprocess.DEVNULL, stdout=writer,
                                  stderr=subprocess.PIPE, text=True, timeout=120)
        finally:
            os.close(writer)

    def test_closed_pipe(self):
        for arguments in [["gen", "dining_cryptographers", "50"], ["gen", "--list"], ["check", self.file(TRUE_ONLY)],
                          ["check", "--json", self.file(TRUE_ONLY)], ["info", self.file(TRUE_ONLY)],
                          ["parse", "--print", self.file(TRUE_ONLY)], ["mcmas", self.file(TRUE_ONLY)], ["help"],
                          ["--version"]]:
            with self.subTest(arguments=arguments):
                self.assertEqual(self.closed_pipe(*arguments).returncode, 2)

    def test_full_disk(self):
        for arguments in [["gen", "counter"], ["check", "--json", self.file(TRUE_ONLY)], ["check", self.file(LIGHT)]]:
            with self.subTest(arguments=arguments), open("/dev/full", "w") as full:
                done = subprocess.run([GNOMON, *arguments], stdout=full, stderr=subprocess.PIPE, text=True)
                self.assertEqual(done.returncode, 2)
                self.assertIn("cannot write the results: No space left on device", done.stderr)

    def test_no_progress_in_a_pipe(self):
        done = run("check", "--timeout", "1.5", str(ENDLESS))
        self.expect(done, 3)
        self.assertNotIn("depth", done.stderr)


class Json(CliTest):
    def test_good_model(self):
        answer = self.document(self.expect(run("check", "--json", self.file(LIGHT)), 1))
        self.assertEqual(answer["file"], str(self.path / "model.ispl"))
        model = answer["model"]
        self.assertEqual((model["agents"], model["variables"], model["state_bits"], model["depth"]), (2, 2, 2, 1))
        self.assertEqual((model["initial_states"], model["reachable_states"], model["deadlocks"]), ("1", "3", "0"))
        self.assertEqual([(f["index"], f["text"], f["line"], f["column"], f["logic"], f["verdict"])
                          for f in answer["formulas"]],
                         [(1, "AG (seen -> K(Robot, lit))", 20, 3, "CTLK", "true"),
                          (2, "AF lit", 21, 3, "CTLK", "false"), (3, "EF seen", 22, 3, "CTLK", "true")])
        self.assertNotIn("stopped", answer)
        seconds = answer["statistics"]["seconds"]
        self.assertLessEqual(seconds["reach"], seconds["total"])
        self.assertEqual(answer["statistics"]["peak_nodes"], 0)

    def test_bad_model(self):
        done = self.expect(run("check", "--json", "-", stdin=LIGHT.replace("AF lit", "AF litt")), 2)
        answer = self.document(done)
        self.assertEqual(answer["formulas"], [])
        self.assertNotIn("model", answer)
        (error,) = [d for d in answer["diagnostics"] if d["severity"] == "error"]
        self.assertEqual((error["file"], error["line"], error["column"]), ("<stdin>", 21, 6))

    def test_missing_file(self):
        for command in ["check", "info"]:
            answer = self.document(self.expect(run(command, "--json", "/nowhere.ispl"), 2))
            self.assertEqual(answer["diagnostics"][0]["message"], "cannot read /nowhere.ispl: No such file or directory")

    def test_bad_formula_number(self):
        answer = self.document(self.expect(run("check", "--json", "-f", "9", "-", stdin=LIGHT), 2))
        self.assertIn("there is no formula 9", answer["diagnostics"][-1]["message"])
        self.assertEqual(answer["formulas"], [])

    def test_bytes_that_are_no_text(self):
        answer = self.document(self.expect(run("check", "--json", self.file(b"Agent \xff\xfe\x80 \x00")), 2))
        self.assertTrue(answer["diagnostics"])

    def test_deadlock_and_overflow_examples(self):
        answer = self.document(self.expect(run("check", "--json", "--check-overflow", "-", stdin=DEADLOCK), 0))
        model = answer["model"]
        self.assertEqual((model["deadlocks"], model["deadlock_example"]), ("1", {"Counter": {"x": "2"}}))
        self.assertEqual((model["overflows"], model["overflow_example"]), ("1", {"Counter": {"x": "2"}}))
        self.assertIn("deadlock", [d.get("name") for d in answer["diagnostics"]])

    def test_ways_to_deadlocks_and_overflows(self):
        options = ("--check-deadlock", "--check-overflow")
        model = self.document(self.expect(run("check", "--json", *options, "-", stdin=DEADLOCK), 0))["model"]
        for kind in ("deadlock", "overflow"):
            path = model[kind + "_path"]["paths"][0]
            self.assertEqual((path["for"], path["states"], len(path["actions"])), ("reachable", [0, 1, 2], 2))
            self.assertEqual(model[kind + "_path"]["states"][-1], model[kind + "_example"])
        text = self.expect(run("check", *options, "-", stdin=DEADLOCK), 0).stdout
        self.assertEqual(text.count("s2 can be reached from the initial state s0."), 2)

    def test_semantics_and_fingerprint(self):
        plain = self.document(self.expect(run("check", "--json", "-", stdin=TRUE_ONLY), 0))
        self.assertEqual(plain["semantics"], {"strategies": "full", "knowledge": "observational",
                                              "initial_information": "own", "finite_traces": False,
                                              "finite_tests": "finite"})
        other = self.document(run("check", "--json", "--strategies=uniform", "--knowledge=clock", "--finite-traces",
                                  "--finite-tests=infinite", "--initial-information=all", "-", stdin=TRUE_ONLY + "\n"))
        self.assertEqual(other["semantics"], {"strategies": "uniform", "knowledge": "clock",
                                              "initial_information": "all", "finite_traces": True,
                                              "finite_tests": "infinite"})
        self.assertNotEqual(plain["fingerprint"], other["fingerprint"])

    def test_large_counts_are_strings(self):
        model = run("gen", "dining_cryptographers", "5", "--logic", "CTL", "--spec", "1").stdout
        answer = self.document(self.expect(run("check", "--json", "-", stdin=model), 0))
        self.assertIsInstance(answer["model"]["reachable_states"], str)

    def test_fair_states(self):
        fair = LIGHT.replace("Formulae", "Fairness lit; end Fairness\nFormulae", 1)
        self.assertEqual(self.document(run("check", "--json", "-", stdin=fair))["model"]["fair_states"], "3")


class Info(CliTest):
    def test_text(self):
        done = self.expect(run("info", self.file(LIGHT)), 0)
        for line in [r"agents +2", r"Robot: 1 variable, 2 actions, observes 1 variable", r"state bits +2",
                     r"initial states +1", r"reachable states +3", r"depth +1", r"deadlocks +0", r"unused groups +g"]:
            self.assertRegex(done.stdout, line)

    def test_json(self):
        text = LIGHT.replace("{look, rest};\n", "{look, rest, sing};\n").replace("AF lit;", "").replace(
            "K(Robot, lit)", "K(Robot, seen)")
        model = self.document(self.expect(run("info", "--json", "-", stdin=text), 0))["model"]
        self.assertEqual(model["unused"], {"variables": [], "actions": ["Robot.sing"], "propositions": ["lit"],
                                           "groups": ["g"]})
        self.assertEqual([a["name"] for a in model["agent_list"]], ["Environment", "Robot"])
        self.assertEqual(model["reachable_states"], "3")

    def test_deadlock_example(self):
        self.expect(run("info", "-", stdin=DEADLOCK), 0, out=r"deadlocks +1\n +for example Counter\.x = 2")

    def test_bad_model(self):
        self.expect(run("info", "-", stdin="nonsense"), 2, out="^$", err="<stdin>:1:1: error")


class Parse(CliTest):
    def test_good_model_is_silent(self):
        done = self.expect(run("parse", "-", stdin=TRUE_ONLY), 0)
        self.assertEqual((done.stdout, done.stderr), ("", ""))

    def test_print_round_trip(self):
        once = self.expect(run("parse", "--print", "-", stdin=LIGHT), 0).stdout
        twice = self.expect(run("parse", "--print", "-", stdin=once), 0).stdout
        self.assertEqual(once, twice)
        self.expect(run("check", "-", stdin=once), 1, out="3 formulas: 2 true, 1 false; 3 reachable states")

    def test_print_keeps_what_was_written(self):
        text = LIGHT.replace("Formulae\n", "Formulae -- what we ask\n  EF (lit   and !lit);;\n".replace(";;", ";"), 1)
        printed = self.expect(run("parse", "--print", "-", stdin=text), 0).stdout
        self.assertIn("-- what we ask", printed)
        self.assertIn("lit and !lit", printed)
        self.assertEqual("".join(printed.split()), "".join(text.split()))

    def test_bad_model_is_not_printed(self):
        self.expect(run("parse", "--print", "-", stdin=LIGHT.replace("AF lit", "AF")), 2, out="^$", err="error")


class Gen(CliTest):
    def test_list(self):
        done = self.expect(run("gen", "--list"), 0)
        for name in ["dining_cryptographers", "prisoners", "counter", "muddy_children"]:
            self.assertRegex(done.stdout, rf"(?m)^{name}$")

    def test_no_name(self):
        self.expect(run("gen"), 2, err="gen --list")

    def test_mistakes(self):
        self.expect(run("gen", "prisners"), 2, out="^$", err="did you mean `?prisoners")
        self.expect(run("gen", "counter", "seven"), 2, out="^$", err="seven")
        self.expect(run("gen", "counter", "M=4"), 2, out="^$", err="no parameter `M`")
        self.expect(run("gen", "counter", "--logic", "XTL"), 2, out="^$", err="no logic `XTL`")
        self.expect(run("gen", "counter", "--spec", "99"), 2, out="^$", err="specification")
        self.expect(run("gen", "counter", "--spec", "one"), 2, out="^$")

    def test_verdicts_are_as_announced(self):
        for arguments in [["dining_cryptographers", "4"], ["counter", "N=8"], ["bit_transmission"]]:
            with self.subTest(arguments=arguments):
                model = self.expect(run("gen", *arguments, "--logic", "CTL"), 0).stdout
                answer = self.document(run("check", "--json", "-", stdin=model))
                section = model[model.index("\nFormulae"):]
                announced = re.findall(r"; *-- (true|false)\b", section)
                self.assertEqual([f["verdict"] for f in answer["formulas"]], announced)
                self.assertTrue(announced)


class Mcmas(CliTest):
    def test_output_lines(self):
        done = self.expect(run("mcmas", self.file(LIGHT)), 0)
        self.assertRegex(done.stdout, r"(?m)^  Formula number 1: AG \(seen -> K\(Robot, lit\)\), is TRUE in the model$")
        self.assertRegex(done.stdout, r"(?m)^  Formula number 2: AF lit, is FALSE in the model$")
        self.assertRegex(done.stdout, r"(?m)^done, 3 formulae successfully read and checked$")
        self.assertRegex(done.stdout, r"(?m)^execution time = [\d.]+$")
        self.assertRegex(done.stdout, r"(?m)^number of reachable states = 3$")
        self.assertRegex(done.stdout, r"(?m)^BDD memory in use = \d+$")

    def test_options_without_meaning_give_a_note(self):
        options = ["-e", "1", "-o", "2", "-g", "3", "-nobddcache", "-exportmodel", "-f", "1",
                   "-l", "1", "-w", "-atlk", "1", "-n", "-s", "-d", "2", "-uc", "5"]
        done = self.expect(run("mcmas", *options, self.file(LIGHT)), 0, out="is FALSE in the model")
        for option in ["-e", "-o", "-g", "-nobddcache", "-exportmodel", "-f", "-l", "-w", "-atlk", "-n",
                       "-s", "-d", "-uc"]:
            self.assertIn(f"note: {option} has no meaning here", done.stderr)

    def test_options_with_meaning(self):
        done = self.expect(run("mcmas", "-k", "-a", "-u", "-d", "0", "-", stdin=DEADLOCK), 0)
        self.assertIn("The model has 1 deadlock state(s).", done.stdout)
        self.assertIn("The model has 1 state(s) with arithmetic overflow.", done.stdout)
        self.assertIn("peak number of BDD nodes = ", done.stdout)
        self.assertNotIn("no meaning", done.stderr)
        self.expect(run("mcmas", "-k", "-a", "-", stdin=LIGHT), 0,
                    out="has no deadlock states.\nThe model has no arithmetic overflow.")

    def test_counterexamples(self):
        model = self.file(LIGHT)
        folder = self.path / "pictures"
        text = self.expect(run("mcmas", "-c", "1", model), 0, err="formula number 1 has no explanation: a true").stdout
        self.assertRegex(text, r"is FALSE in the model\n  The following is a counterexample for the formula:\n\n  AF lit")
        self.assertIn("The following is a witness for the formula:", text)
        both = self.expect(run("mcmas", "-c", "3", "-p", str(folder), model), 0).stdout
        self.assertIn("The following is a counterexample", both)
        self.assertIn("A counterexample for formula number 2 was written to ", both)
        self.assertEqual({path.name for path in folder.iterdir()}, {"witness_2.dot", "witness_3.dot"})
        files = self.expect(run("mcmas", "-c", "2", "-cex_prefix", str(folder), model), 0).stdout
        self.assertNotIn("The following", files)
        self.expect(run("mcmas", "-c", "4", model), 2, err="takes 1, 2 or 3")
        self.expect(run("mcmas", "-c", "2", "-p", model, model), 2, err="cannot make the folder")

    def test_verbosity_shows_warnings(self):
        self.assertNotIn("warning", run("mcmas", "-", stdin=LIGHT.replace("g = {Robot}", "g = {}")).stderr)
        self.assertIn("warning", run("mcmas", "-v", "1", "-", stdin=LIGHT.replace("g = {Robot}", "g = {}")).stderr)

    def test_finite_traces(self):
        model = LIGHT.replace("AF lit", "CDL* E [true]false")
        self.expect(run("mcmas", "-", stdin=model), 0, out="Formula number 2: .*, is FALSE in the model")
        self.expect(run("mcmas", "-ldlf", "-", stdin=model), 0, out="Formula number 2: .*, is TRUE in the model")

    def test_uniform_strategies(self):
        self.expect(run("mcmas", "-", stdin=BLIND), 0, out="is TRUE in the model")
        self.expect(run("mcmas", "-uniform", "-", stdin=BLIND), 0, out="is FALSE in the model")

    def test_mistakes(self):
        self.expect(run("mcmas"), 2, err="which file")
        self.expect(run("mcmas", "-nobddcash", "x"), 2, err="did you mean `-nobddcache`")
        self.expect(run("mcmas", "-v", "x"), 2, err="takes a number, not `x`")
        self.expect(run("mcmas", "x", "-v"), 2, err="-v needs a value")
        self.expect(run("mcmas", "a", "b"), 2, err="more than one file")
        self.expect(run("mcmas", "-", stdin="Agent"), 2, err="<stdin>:1:")

    def test_help(self):
        self.expect(run("mcmas", "-h"), 0, out="-nobddcache")

    def test_undecided_formula(self):
        done = self.expect(run("mcmas", "-", stdin=LIGHT.replace("AF lit", "@recall AF GCK(g, lit)")), 3,
                           err="formula number 2 could not be decided")
        self.assertNotIn("Formula number 2", done.stdout)


class Help(CliTest):
    def test_version(self):
        self.expect(run("--version"), 0, out=r"^gnomon \d+\.\d+\.\d+\n$")

    def test_topics(self):
        for topic in ["commands", "language", "logics", "exit-codes", "json", "warnings", "check", "info", "parse",
                      "gen", "mcmas", "help"]:
            with self.subTest(topic=topic):
                self.assertGreater(len(self.expect(run("help", topic), 0).stdout), 100)

    def test_overview_lists_commands_and_topics(self):
        done = self.expect(run("help"), 0)
        for word in ["check", "info", "parse", "gen", "mcmas", "exit-codes", "language"]:
            self.assertRegex(done.stdout, rf"(?m)^  {word} ")

    def test_unknown_topic(self):
        self.expect(run("help", "logic"), 2, err="did you mean `logics`")

    def test_help_of_commands(self):
        for command in ["check", "info", "parse", "gen"]:
            self.expect(run(command, "--help"), 0, out=f"Usage: gnomon {command} ")

    def test_the_model_of_the_language_topic_works(self):
        text = run("help", "language").stdout
        model = text[text.index("  Semantics"):text.index("All agents act at once")]
        self.expect(run("check", "-", stdin=model), 0, out="TRUE   AG")

    def test_every_documented_option_exists(self):
        documented = (SOURCE / "docs" / "cli.md").read_text()
        section = documented[documented.index("## check"):documented.index("## info")]
        offered = run("check", "--help").stdout
        for option in set(re.findall(r"`(--[a-z-]+)", section)):
            self.assertIn(option, offered)
        for option in set(re.findall(r"(--[a-z-]+)", offered)) - {"--help"}:
            self.assertIn(option, section)


if __name__ == "__main__":
    unittest.main()
