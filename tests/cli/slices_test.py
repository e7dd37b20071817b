"""`gnomon check --slices`: verdicts, counts, witnesses, exit statuses and JSON are those of a run in one piece."""
import json
import pathlib
import subprocess
import time
import unittest

import jsonschema

from cli_test import CliTest, DEADLOCK, ENDLESS, GNOMON, LIGHT, SCHEMA, SOURCE, run

# A seed alone is not enough where agents know: q holds in a2 only, p everywhere but in b2, and the agent sees nothing.
LOOK_ALIKES = str(SOURCE / "tests" / "regress" / "look_alikes_of_other_parts.ispl")


class SlicedCase(CliTest):
    def compare(self, *arguments, stdin="", slices=("1", "2", "5")):
        """All that a document says but for times and sizes."""
        alone = run("check", "--json", "--engine=diagrams", *arguments, stdin=stdin)
        expected = json.loads(alone.stdout)
        for count in slices:
            done = run("check", "--json", "--slices", count, "--jobs", "2", *arguments, stdin=stdin)
            self.assertEqual(done.returncode, alone.returncode, done.stderr)
            document = json.loads(done.stdout)
            jsonschema.validate(document, SCHEMA)
            slicing = document["statistics"]["slicing"]
            self.assertLessEqual(len(slicing["slices"]), int(count))
            self.assertEqual(slicing["duplicated_states"], "0")
            states = sum(int(slice["states"]) for slice in slicing["slices"])
            self.assertEqual(str(states), document["model"]["reachable_states"])
            self.assertEqual(document["work"]["slices"], int(count))
            for formula in document["formulas"] + expected["formulas"]:
                formula.pop("seconds", None)
            for part in ("model", "formulas", "diagnostics", "semantics"):
                self.assertEqual(document.get(part), expected.get(part), part)

    def test_examples(self):
        for name in ("tutorial", "bit_transmission", "muddy_children", "delta_chain"):
            self.compare("--witness", "--check-deadlock", "--check-overflow",
                         str(SOURCE / "examples" / f"{name}.ispl"))

    def test_scenarios(self):
        for scenario in (["prisoners", "4"], ["counter", "2^10"], ["go_back_n", "2", "3"], ["train_gate", "2"],
                         ["dining_cryptographers", "4"]):
            self.compare("-", stdin=run("gen", *scenario).stdout, slices=("3",))

    def test_deadlocks_and_their_paths(self):
        self.compare("--check-deadlock", "--witness", "-", stdin=DEADLOCK)

    def test_confirmation(self):
        model = str(SOURCE / "examples" / "tutorial.ispl")
        done = run("check", "--json", "--exit-zero", "--slices", "3", "--confirm", model)
        document = json.loads(done.stdout)
        jsonschema.validate(document, SCHEMA)
        self.assertTrue(document["statistics"]["slicing"]["confirmed"])
        self.expect(run("check", "--exit-zero", "-v", "--slices", "3", "--confirm", model), 0, err="; confirmed")
        self.expect(run("check", "--confirm", model), 2, err="it needs --slices")

    def test_look_alikes_in_other_slices(self):
        self.compare("--witness", LOOK_ALIKES, slices=("2", "8"))

    def test_a_model_without_initial_state(self):
        model = LIGHT.replace("InitStates Environment.on = false",
                              "InitStates Environment.on = false and Environment.on = true")
        self.expect(run("check", "--slices", "3", "-", stdin=model), 2, err="no state satisfies InitStates")

    def test_saved_states_are_all_states(self):
        model = self.file(run("gen", "prisoners", "4").stdout, "p.ispl")
        for words in (["--slices", "3"], []):
            self.expect(run("check", "--exit-zero", *words, "--save-reachable", f"{model}.states", model), 0)
            again = run("check", "--json", "--exit-zero", "--load-reachable", f"{model}.states", model)
            self.assertEqual(json.loads(again.stdout)["model"]["reachable_states"],
                             json.loads(run("check", "--json", model).stdout)["model"]["reachable_states"])

    def test_limits(self):
        self.expect(run("check", "--slices", "3", "--timeout", "3", str(ENDLESS)), 3,
                    out="time limit of 3 s reached while computing the reachable states")

    def test_what_is_too_small_stays_in_one_piece(self):
        done = self.expect(run("check", "--slices", "auto", "-f", "lit -> lit", "-", stdin=LIGHT), 0,
                           err="slicing does not pay")
        self.assertNotIn("slice", done.stdout)
        document = json.loads(run("check", "--json", "--slices", "auto", "-", stdin=LIGHT).stdout)
        jsonschema.validate(document, SCHEMA)
        self.assertIn("slicing does not pay", document["statistics"]["not_cut"])
        self.assertNotIn("slicing", document["statistics"])
        self.assertEqual(document["work"]["slices"], "auto")

    def test_resume(self):
        """Killed after so many bytes of answers, at any of several moments, and given again."""
        text = run("gen", "go_back_n", "3", "4").stdout
        model = self.file(text, "g.ispl")
        words = ["check", "--json", "--slices", "3", "--jobs", "2", model, "--resume", f"{model}.answers"]
        right = self.facts(run("check", "--json", "--engine=diagrams", model))
        file = pathlib.Path(f"{model}.answers")
        for size in (1, 2000, 4000, 9000, 20000):
            process = subprocess.Popen([GNOMON, *words, "--checkpoint-every", "0.001"], stdout=subprocess.DEVNULL,
                                       stderr=subprocess.DEVNULL)
            while process.poll() is None and (not file.exists() or file.stat().st_size < size):
                time.sleep(0.001)
            process.kill()
            process.wait()
        done = self.expect(run(*words), 1, err="the check goes on after ")
        self.assertEqual(self.facts(done), right)
        self.assertEqual(self.facts(run(*words)), right)
        self.assertLessEqual(len(list(pathlib.Path(f"{model}.answers.states").iterdir())), 2)
        self.expect(run("check", "--slices", "3", "-f", "1", *words[6:]), 2, err="a check with other (formulas|options)")
        self.expect(run("check", *words[6:]), 2, err="it needs --cluster or --slices")
        self.expect(run("check", model, "--slices", "3", "--checkpoint", "x"), 2, err="they need --slices and --resume")
        self.expect(run(*words, model), 2, err="is about one model")

    def facts(self, done):
        document = json.loads(done.stdout)
        return document["model"], [(one["verdict"], one["text"]) for one in document["formulas"]]

    def test_verbose(self):
        self.expect(run("check", "-v", "--slices", "2", "-f", "lit -> lit", "-", stdin=LIGHT), 0, err="2 slices: ")

    def test_mistakes(self):
        for words in (["0"], ["257"], ["some"], ["2x"], ["-1"]):
            self.expect(run("check", "--slices", *words, "-", stdin=LIGHT), 2, err="--slices")
        for words in (["--engine=explicit"], ["--engine=auto"], ["--engine=ic3"], ["--engine=portfolio"],
                      ["--bounded"]):
            self.expect(run("check", "--slices", "2", *words, "-", stdin=LIGHT), 2, err="it goes with --engine=diagrams")


if __name__ == "__main__":
    unittest.main()
