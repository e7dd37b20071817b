"""`gnomon simulate` and `gnomon graph` from outside: scripts on standard input, a terminal, exported graphs.

usage: GNOMON=path/to/gnomon simulate_test.py [CLASS...]
"""
import json
import os
import pathlib
import pty
import re
import select
import signal
import subprocess
import tempfile
import time
import unittest

GNOMON = os.environ["GNOMON"]

# A light that is switched on and stays on; the robot sees it only when it looks. Two initial states.
LIGHT = """\
Agent Environment
  Vars: on : boolean; end Vars
  Actions = {switch, wait};
  Protocol: on = false : {switch, wait}; Other : {wait}; end Protocol
  Evolution: on = true if Action = switch; end Evolution
end Agent
Agent Robot
  Vars: seen : boolean; mood : {calm, tense}; end Vars
  Actions = {look, rest};
  Protocol: Other : {look, rest}; end Protocol
  Evolution:
    seen = true if Action = look and Environment.Action = switch;
    mood = tense if Action = look and seen = true;
    mood = calm if Action = look and seen = true;
  end Evolution
end Agent
Evaluation
  lit if Environment.on = true;
  seen if Robot.seen = true;
end Evaluation
InitStates Environment.on = false and Robot.seen = false; end InitStates
Groups g = {Robot}; end Groups
Formulae
  AG (seen -> K(Robot, lit));
end Formulae
"""

ONE_START = LIGHT.replace("Robot.seen = false; end Init", "Robot.seen = false and Robot.mood = calm; end Init")
NO_START = LIGHT.replace("Robot.seen = false; end Init", "Environment.on = true; end Init")


def agents(count):
    """Independent agents with three actions each: 2^count reachable states, 3^count joint actions."""
    text = "".join(f"""Agent A{i} Vars: b : boolean; end Vars Actions = {{x, y, z}};
  Protocol: Other : {{x, y, z}}; end Protocol Evolution: b = true if Action = x; end Evolution end Agent
""" for i in range(count))
    start = " and ".join(f"A{i}.b = false" for i in range(count))
    return text + f"Evaluation p if A0.b = true; end Evaluation InitStates {start}; end InitStates\n" \
        "Formulae EF p; end Formulae\n"


class Case(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def model(self, text, name="model.ispl"):
        path = self.folder / name
        path.write_text(text)
        return str(path)

    def run_gnomon(self, *arguments, stdin=""):
        return subprocess.run([GNOMON, *map(str, arguments)], input=stdin, capture_output=True, text=True, timeout=100)

    def simulate(self, text, *commands, status=0, options=()):
        result = self.run_gnomon("simulate", *options, self.model(text), stdin="".join(c + "\n" for c in commands))
        self.assertEqual(result.returncode, status, result.stdout + result.stderr)
        return result


class SimulateWitness(Case):
    """From counterexample to simulation."""

    def witness(self, formula, *options):
        model = self.model(ONE_START)
        done = self.run_gnomon("check", "-q", "--witness=json", *options, "-f", formula, model)
        self.assertEqual(done.returncode, 1, done.stderr)
        (self.folder / "witness.json").write_text(done.stdout)
        return str(self.folder / "witness.json")

    def test_finite_path(self):
        file = self.witness("AG !(lit and seen)")
        result = self.simulate(ONE_START, "walk", "back", "step Environment=wait Robot=rest", options=["--load", file])
        self.assertRegex(result.stdout, r"^1 step replayed\ns1  \{lit, seen\}")
        self.assertIn("s1  {}", result.stdout, "the walk goes on differently")

    def test_loop_is_walked_once(self):
        file = self.witness("LTL F lit")
        result = self.simulate(ONE_START, "walk", options=["--load", file])
        self.assertIn("1 step replayed", result.stdout)

    def test_document_of_a_run(self):
        file = self.witness("AF seen", "--json")
        self.assertIn("replayed", self.simulate(ONE_START, "load " + file).stdout)

    def test_formulas_of_the_file_by_number(self):
        self.assertIn("TRUE   AG (seen -> K(Robot, lit))", self.simulate(ONE_START, "eval 1").stdout)

    def test_formulas_of_the_file_by_name(self):
        named = ONE_START.replace("Formulae\n", "Formulae\n  dark : AG !lit;\n", 1)
        self.assertNotEqual(named, ONE_START)
        self.assertIn("FALSE  AG !lit", self.simulate(named, "eval dark").stdout)

    def test_damaged(self):
        file = self.witness("AG !(lit and seen)")
        good = json.loads(pathlib.Path(file).read_text())
        wrong_action = json.loads(json.dumps(good))
        wrong_action["paths"][0]["actions"][0]["Robot"] = "rest"
        wrong_value = json.loads(json.dumps(good))
        wrong_value["states"][0]["Environment"]["on"] = "true"
        lost_state = json.loads(json.dumps(good))
        lost_state["states"].pop()
        for text, message in [
            (json.dumps(wrong_action), "witness.json: position 1: "),
            (json.dumps(wrong_value), "witness.json: position 0: "),
            (json.dumps(lost_state), "witness.json: not a witness"),
            ('{"formulas": []}', "the document has no witness"),
            ('{"states": 3}', "not a witness as"),
            ("{", "not a witness as"),
        ]:
            with self.subTest(message):
                pathlib.Path(file).write_text(text)
                result = self.simulate(ONE_START, options=["--load", file], status=2)
                self.assertIn(message, result.stderr)


class SimulateErrors(Case):
    def test_bad_model(self):
        result = self.simulate(LIGHT.replace("on = true if", "no = true if"), status=2)
        self.assertRegex(result.stderr, r"model\.ispl:5:\d+: error:")
        self.assertEqual(result.stdout, "")

    def test_missing_file_and_standard_input(self):
        self.assertEqual(self.run_gnomon("simulate", self.folder / "none.ispl").returncode, 2)
        result = self.run_gnomon("simulate", "-", stdin=LIGHT)
        self.assertEqual(result.returncode, 2)
        self.assertIn("must be in a file", result.stderr)

    def test_no_initial_state(self):
        self.assertIn("no state satisfies InitStates", self.simulate(NO_START, "help", status=2).stderr)

    def test_wrong_commands_are_reported_and_the_rest_is_done(self):
        for command, message in [
            ("stepp 1", "did you mean `step`?"),
            ("s", "`s` may be step or state or save"),
            ("init 9", "initial states are numbered from 1 to 2"),
            ("init 0", "numbered from 1"),
            ("init mood=sad", "mood has no value `sad`"),
            ("init on=true", "no initial state has these values"),
            ("actions Robt=look", "did you mean `Robot`?"),
            ("actions two", "`two` is not of the form AGENT=ACTION"),
            ("step 5", "the joint actions of this state are numbered from 1 to 4"),
            ("step 99999999999999999999999999", "numbered from 1 to 4"),
            ("step Robot=look", "2 enabled joint actions have these actions"),
            ("step Robot=look Robot=rest", "no enabled joint action consists of these actions"),
            ("back", "no state before the initial one"),
            ("back two", "`two` is not a number"),
            ("jump", "`jump N`"),
            ("jump 3", "the walk has no state 3; the last is 0"),
            ("eval", "which formula?"),
            ("eval 99", "there is no formula 99: the model has "),
            ("eval K(Robt, lit)", "formula:1:3: error: there is no agent `Robt`"),
            ("possible", "for which agent?"),
            ("possible Robt", "did you mean `Robot`?"),
            ("more 5 5", "`5 5` is not a number"),
            ("save", "to which file?"),
            ("save /nowhere/at/all", "cannot write /nowhere/at/all"),
            ("load /nowhere/at/all", "cannot read /nowhere/at/all"),
        ]:
            with self.subTest(command):
                result = self.simulate(LIGHT, "init 1", command, "step 1", status=2)
                self.assertIn(message, result.stderr)
                self.assertIn("s1  {lit, seen}", result.stdout)

    def test_nothing_without_initial_state(self):
        for command in ["actions", "step 1 1", "back", "jump 0", "restart", "state", "walk", "eval lit",
                        "possible Robot", "save x", "undo"]:
            with self.subTest(command):
                self.simulate(LIGHT, command, status=2)


class SimulateWalk(Case):
    def test_initial_states(self):
        result = self.simulate(LIGHT)
        self.assertIn("2 initial states", result.stdout)
        self.assertIn("   2  Robot.mood = tense\n", result.stdout)
        self.assertNotIn("s0", result.stdout)
        self.assertIn("mood = tense", self.simulate(LIGHT, "2").stdout.split("s0")[1])
        self.assertIn("mood = tense", self.simulate(LIGHT, "init mood=tense").stdout.split("s0")[1])
        self.assertTrue(self.simulate(ONE_START).stdout.startswith("s0  {}\n"))

    def test_steps_show_changes(self):
        result = self.simulate(ONE_START, "step Environment=switch Robot=look", "step Robot=rest")
        self.assertEqual(result.stdout, """\
s0  {}
    Environment  on = false
    Robot        seen = false, mood = calm
 |  Environment: switch, Robot: look
s1  {lit, seen}
    Environment.on: false -> true, Robot.seen: false -> true
 |  Environment: wait, Robot: rest
s2  {lit, seen}
    nothing changes
""")

    def test_outcomes_must_be_chosen(self):
        first = "step Environment=switch Robot=look"
        result = self.simulate(ONE_START, first, "step Robot=look", status=2)
        self.assertIn("`step Robot=look N` chooses one", result.stderr)
        result = self.simulate(ONE_START, first, "actions Robot=look", "step Robot=look 2")
        self.assertIn("outcome 2  Robot.mood: calm -> tense", result.stdout)
        self.assertTrue(result.stdout.endswith("    Robot.mood: calm -> tense\n"))
        self.simulate(ONE_START, first, "step Robot=look 3", status=2)

    def test_back_jump_undo_restart(self):
        result = self.simulate(ONE_START, "1", "step Robot=rest", "back 2", "undo", "jump 1", "step Robot=rest", "walk",
                               "restart", "undo", "walk 1")
        titles = re.findall(r"^s(\d+)", result.stdout, re.MULTILINE)
        self.assertEqual(titles, ["0", "1", "2", "0", "2", "1", "2", "0", "1", "2", "0", "2", "2"])
        self.assertIn("s2  {lit, seen}  you are here", result.stdout)

    def test_pages_and_filters(self):
        result = self.simulate(agents(40), "actions 2", "more 1", "actions A39=z A0=y 1", "step 12157665459056928801")
        self.assertIn("12157665459056928801 joint actions", result.stdout)
        self.assertIn("2 of 12157665459056928801 shown", result.stdout)
        self.assertEqual(len(re.findall(r"^ *\d+  A0: ", result.stdout, re.MULTILINE)), 4)
        self.assertIn("4052555153018976270  A0: y,", result.stdout)  # 3^39 before it, and two
        self.assertIn(" |  A0: z, A1: z,", result.stdout)

    def test_random_depends_on_the_seed(self):
        walks = [self.simulate(LIGHT, "random 30", "walk", options=["--seed", seed]).stdout for seed in (1, 1, 2, 3)]
        self.assertEqual(walks[0], walks[1])
        self.assertGreater(len(set(walks)), 1)
        self.assertIn("s30", walks[0])

    def test_save_and_load(self):
        file = self.folder / "my walk.txt"
        first = self.simulate(ONE_START, "random 12", "back 3", f"save {file}", "walk").stdout
        self.assertTrue(file.read_text().startswith("gnomon walk 1\ninit Environment.on=false Robot.seen=false "))
        second = self.simulate(ONE_START, f"load {file}", "walk").stdout
        self.assertEqual(first.split(str(file) + "\n")[1], second[second.index("s0", second.index("replayed")):])
        file.write_text(file.read_text().replace("init Environment.on=false", "init Environment.on=true"))
        result = self.simulate(ONE_START, f"load {file}", status=2)
        self.assertIn("my walk.txt:2: this is not an initial state of the model", result.stderr)

    def test_a_number_chooses_from_the_list_shown_last(self):
        several = LIGHT.replace("Environment.on = false and Robot.seen = false;", "Environment.on = false;")
        for choice in ["2", "init 2"]:
            result = self.simulate(several, "init seen=true", choice)
            self.assertIn("2 initial states; `init N` begins at one\n", result.stdout)
            self.assertIn("s0  {seen}\n    Environment  on = false\n    Robot        seen = true, mood = tense\n",
                          result.stdout)
        result = self.simulate(several, "2")
        self.assertIn("    Robot        seen = false, mood = tense\n", result.stdout)

    def test_help_quit_and_comments(self):
        result = self.simulate(ONE_START, "# nothing", "", "help", "quit", "nonsense")
        for name in ["init", "actions", "more", "step", "random", "back", "jump", "restart", "undo", "state", "walk",
                     "eval", "possible", "save", "load", "help", "quit"]:
            self.assertRegex(result.stdout, rf"(?m)^  {name}\b")


class SimulateQuestions(Case):
    def test_formulas(self):
        result = self.simulate(ONE_START, "eval lit", "eval EF lit", "eval K(Robot, !seen)", "eval !K(Robot, lit)",
                               "step Environment=switch Robot=rest", "eval K(Robot, lit)", "eval LTL G lit")
        self.assertEqual(re.findall(r"^(TRUE|FALSE) ", result.stdout, re.MULTILINE),
                         ["FALSE", "TRUE", "TRUE", "TRUE", "FALSE", "TRUE"])

    def test_possible_states(self):
        result = self.simulate(ONE_START, "possible Robot", "possible Environment", "possible Robot 1")
        self.assertIn("Robot considers 2 states possible\n   1  this state\n   2  Environment.on = true\n", result.stdout)
        self.assertIn("Environment considers 1 state possible\n", result.stdout)
        self.assertIn("1 of 2 shown: `possible Robot COUNT` shows more", result.stdout)

    def test_many_states(self):
        result = self.simulate(agents(40), "eval EF p", "eval K(A1, EF p)", "eval AG p", "possible A1 2")
        self.assertEqual(re.findall(r"^(TRUE|FALSE) ", result.stdout, re.MULTILINE), ["TRUE", "TRUE", "FALSE"])
        self.assertIn(f"A1 considers {2 ** 39} states possible\n", result.stdout)
        self.assertIn(f"2 of {2 ** 39} shown", result.stdout)

    def test_numbers_of_steps(self):
        result = self.simulate(ONE_START, "eval EF<=x seen", "eval min(seen)", "eval AF<=x seen",
                               "step Environment=switch Robot=look", "eval min(seen)", "eval @recall EF<=x K(Robot, lit)")
        self.assertIn("TRUE   EF<=x seen  for x >= 1 (smallest 1)\n", result.stdout)
        self.assertIn("TRUE   min(seen)  = 1\n", result.stdout)
        self.assertIn("FALSE  AF<=x seen  for all x\n", result.stdout)
        self.assertIn("TRUE   min(seen)  = 0\n", result.stdout)
        self.assertIn("TRUE   @recall EF<=x K(Robot, lit)  for all x\n", result.stdout)
        self.simulate(ONE_START, "eval EF<=x seen", options=["--timeout", "1e-9"], status=3)

    def test_limits_of_an_answer(self):
        commands = ["eval p", "eval EF p", "possible A1"]
        limit = ["--timeout", "1e-9"]
        result = self.simulate(agents(4), *commands, options=limit, status=3)
        self.assertEqual(result.stdout.count("unknown: time limit reached while "), 2)
        self.assertIn("FALSE  p", result.stdout)
        self.simulate(agents(4), *commands, "nonsense", options=limit, status=2)

    def test_knowledge_with_memory_is_about_the_history(self):
        # The robot does not see the light; with a history of one switch, looked at, it knows.
        result = self.simulate(
            ONE_START, "eval @recall K(Robot, lit)", "step Environment=switch Robot=look", "eval @recall K(Robot, lit)",
            "eval @clock K(Robot, lit)", "eval @recall EX K(Robot, lit)", "jump 0", "eval @recall K(Robot, lit)")
        self.assertEqual(re.findall(r"^(TRUE|FALSE) ", result.stdout, re.MULTILINE),
                         ["FALSE", "TRUE", "TRUE", "TRUE", "FALSE"])
        # A switch that was not looked at: nothing is seen, but with a clock, and with recall, time has passed.
        result = self.simulate(ONE_START, "step Environment=wait Robot=rest", "eval @recall K(Robot, !lit)",
                               "eval @recall !K(Robot, lit)", "eval @recall GCK(g, lit)", status=3)
        self.assertEqual(re.findall(r"^(TRUE|FALSE) ", result.stdout, re.MULTILINE), ["FALSE", "TRUE"])
        self.assertIn("unknown: common knowledge (GCK) with perfect recall is undecidable", result.stdout)


class SimulateTerminal(Case):
    def talk(self, text, keys):
        """Everything that appears on the terminal, and the exit status."""
        pid, terminal = pty.fork()
        if pid == 0:
            os.environ.update(TERM="dumb", EDITRC="/dev/null")
            os.execv(GNOMON, [GNOMON, "simulate", self.model(text)])
        seen = b""
        deadline = time.monotonic() + 30
        sent = 0
        while time.monotonic() < deadline:
            if not select.select([terminal], [], [], 0.5)[0]:
                # A control key that arrives while the line editor sets up the terminal may be lost: press it again.
                if sent > 0 and keys[sent - 1][-1:] in (b"\x03", b"\x04"):
                    os.write(terminal, keys[sent - 1][-1:])
                continue
            try:
                block = os.read(terminal, 4096)
            except OSError:  # the other end is closed
                break
            if not block:
                break
            seen += block
            if sent < len(keys) and seen.count(b"> ") > sent:
                time.sleep(0.2)  # the prompt appears before the line editor listens
                os.write(terminal, keys[sent])
                sent += 1
        else:
            os.kill(pid, signal.SIGKILL)
            self.fail(f"no end: {seen!r}")
        return seen.decode(), os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])

    def test_prompt_history_and_end(self):
        seen, status = self.talk(ONE_START, [b"eval lit\n", b"\x1b[A\n", b"nonsense\n", b"\x04"])
        self.assertEqual(status, 0, seen)
        self.assertEqual(seen.count("FALSE  lit"), 2, seen)
        self.assertIn("gnomon s0> ", seen)
        self.assertIn("there is no command `nonsense`", seen)

    def test_choices_are_listed_after_every_step(self):
        seen, status = self.talk(ONE_START, [b"1\n", b"\x04"])
        self.assertEqual(status, 0, seen)
        self.assertRegex(seen, r"mood = calm\r\n   1  Environment: switch, Robot: look\r\n   2  ")
        self.assertRegex(seen, r"s1  \{lit, seen\}\r\n.*\r\n   1  Environment: wait, Robot: look\r\n   2  ")

    def test_completion(self):
        for keys, expected in [
            (b"pos\tR\t", "Robot considers 2 states possible"),
            (b"step E\tsw\tRo\tl\t", " |  Environment: switch, Robot: look"),
            (b"act\tRobot=r\t", "2 joint actions"),
            (b"eval !K(R\t, l\t)", "TRUE   !K(Robot, lit)"),
            (b"eval GK(\t, !s\t)", "TRUE   GK(g, !seen)"),
            (b"eval GK({R\t, E\t}, !s\t)", "TRUE   GK({Robot, Environment}, !seen)"),
            (b"eval <{R\t}>X !s\t", "TRUE   <{Robot}>X !seen"),
            (b"init Robot.m\tc\t Env\tf\t", "s0  {}"),
            (b"init m\tc\t", "s0  {}"),
            (b"possible X\t", "there is no agent `X`"),
            (b"random R\t", "`R` is not a number"),
            (b"nonsense R\t", "there is no command `nonsense`"),
        ]:
            with self.subTest(keys):
                seen, status = self.talk(ONE_START, [keys + b"\n", b"\x04"])
                self.assertEqual(status, 0, seen)
                self.assertIn(expected, seen.partition("gnomon s0> ")[2])

    def test_completion_lists_what_is_possible(self):
        seen, _ = self.talk(ONE_START, [b"st\t\x15\x04"])
        self.assertIn("step, state\r\n", seen)
        seen, _ = self.talk(ONE_START, [b"step Robot=\t\x15\x04"])
        self.assertIn("Robot=look, Robot=rest\r\n", seen)
        seen, _ = self.talk(agents(120), [b"possible A\t\x15\x04"])
        self.assertIn("... 20 more\r\n", seen)

    def test_completion_of_files(self):
        walk = self.folder / "a walk.txt"
        self.simulate(ONE_START, "random 3", f"save {walk}")
        seen, _ = self.talk(ONE_START, [f"load {self.folder}/a\t\n".encode(), b"\x04"])
        self.assertIn("3 steps replayed", seen)

    def test_interrupt_key_clears_the_line(self):
        seen, status = self.talk(ONE_START, [b"nonsense\x03", b"\x03", b"eval lit\n", b"\x04"])
        self.assertEqual(status, 0, seen)
        self.assertIn("FALSE  lit", seen)
        self.assertNotIn("there is no command", seen)

    def test_termination_ends_it(self):
        pid, terminal = pty.fork()
        if pid == 0:
            os.environ.update(TERM="dumb", EDITRC="/dev/null")
            os.execv(GNOMON, [GNOMON, "simulate", self.model(ONE_START)])
        seen = b""
        while b"> " not in seen:
            seen += os.read(terminal, 4096)
        os.kill(pid, signal.SIGTERM)
        self.assertEqual(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), 3)
        os.close(terminal)

    def test_interrupt_in_a_pipe(self):
        process = subprocess.Popen([GNOMON, "simulate", self.model(ONE_START)], stdin=subprocess.PIPE,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.assertTrue(process.stdout.readline())
        process.stdin.write(b"eval lit\n")
        process.stdin.flush()
        while b"FALSE" not in process.stdout.readline():
            pass
        process.send_signal(signal.SIGINT)
        self.assertEqual(process.wait(60), 3)
        for stream in (process.stdin, process.stdout, process.stderr):
            stream.close()


class Graph(Case):
    def test_errors(self):
        model = self.model(ONE_START)
        for arguments, message, status in [
            ([model, "--epistemic", "Robt"], "did you mean `Robot`?", 2),
            ([model, "--limit", "3"], "more than 3 reachable states", 3),
            ([model, "--limit", "0"], "--limit", 2),
            ([model, "--format", "png"], "--format", 2),
            ([self.model(ONE_START.replace("on = true if", "no = true if"), "bad.ispl")], "bad.ispl:5:", 2),
        ]:
            with self.subTest(arguments):
                result = self.run_gnomon("graph", *arguments)
                self.assertEqual(result.returncode, status, result.stderr)
                self.assertIn(message, result.stderr)
                self.assertEqual(result.stdout, "")

    def test_json(self):
        result = self.run_gnomon("graph", self.model(ONE_START), "--format", "json", "--epistemic")
        self.assertEqual(result.returncode, 0, result.stderr)
        graph = json.loads(result.stdout)
        self.assertEqual(graph["initial"], [0])
        self.assertEqual(len(graph["states"]), 4)
        self.assertEqual(graph["states"][0], {"values": {"Environment": {"on": "false"},
                                                         "Robot": {"seen": "false", "mood": "calm"}},
                                              "propositions": []})
        loop = next(edge for edge in graph["edges"] if (edge["from"], edge["to"]) == (0, 0))
        self.assertEqual(loop["actions"], [{"Environment": "wait", "Robot": "look"},
                                           {"Environment": "wait", "Robot": "rest"}])
        classes = {entry["agent"]: entry["classes"] for entry in graph["epistemic"]}
        self.assertEqual(list(classes), ["Environment", "Robot"])
        for agent, parts in classes.items():
            self.assertEqual(sorted(s for part in parts for s in part), [0, 1, 2, 3])
            for part in parts:
                self.assertEqual(len({json.dumps(graph["states"][s]["values"][agent]) for s in part}), 1)
        self.assertEqual(len(classes["Environment"]), 2)

    def test_dot(self):
        arguments = ["graph", "-", "--epistemic", "Robot"]
        result = self.run_gnomon(*arguments, stdin=ONE_START)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual(result.stdout, self.run_gnomon(*arguments, stdin=ONE_START).stdout)
        self.assertTrue(result.stdout.startswith("digraph model {\n"))
        self.assertIn(r's0 [label="s0 {}\nEnvironment: on = false\nRobot: seen = false, mood = calm", penwidth=2];',
                      result.stdout)
        self.assertIn(r's0 -> s0 [label="Environment: wait, Robot: look\nEnvironment: wait, Robot: rest"];',
                      result.stdout)
        self.assertEqual(re.findall(r"(s\d) -> (s\d) \[style=dashed.*label=\"(.*)\"", result.stdout),
                         [("s0", "s2", "Robot")])

    def test_long_labels_are_cut(self):
        self.assertIn(r"\nA0: z, A1: y", self.run_gnomon("graph", "-", stdin=agents(2)).stdout)
        result = self.run_gnomon("graph", "-", stdin=agents(3))
        self.assertIn(r"\n... 5 more", result.stdout)


if __name__ == "__main__":
    unittest.main()
