"""Regret from recorded times, the choices that are tried, and the models that it is measured on."""
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(os.environ["GNOMON_SOURCE"]) / "bench"))
from common.program import Program  # noqa: E402
from common.sources import Generated  # noqa: E402
from models.catalogue import PUBLISHED  # noqa: E402
from regret.figures import best_choice, disagreement, regret  # noqa: E402
from regret.run import fixed_choices  # noqa: E402
from regret.selection import default_models  # noqa: E402

GNOMON = Program(os.environ["GNOMON"])


class Regret(unittest.TestCase):
    def test_default_over_best(self):
        times = {"a": (0.5, True), "b": (2.0, True)}
        self.assertEqual(best_choice(times), "a")
        self.assertAlmostEqual(regret((1.5, True), times), 3)

    def test_default_may_be_better_than_every_fixed_choice(self):
        self.assertAlmostEqual(regret((1.0, True), {"a": (2.0, True)}), 0.5)

    def test_short_times_count_as_the_floor(self):
        self.assertAlmostEqual(regret((0.04, True), {"a": (0.001, True)}), 1)
        self.assertAlmostEqual(regret((0.2, True), {"a": (0.001, True)}), 4)

    def test_a_stopped_choice_is_not_the_best(self):
        times = {"a": (0.1, False), "b": (0.4, True)}
        self.assertEqual(best_choice(times), "b")
        self.assertAlmostEqual(regret((0.8, True), times), 2)

    def test_a_stopped_default_counts_as_long_as_it_ran(self):
        self.assertAlmostEqual(regret((60.0, False), {"a": (3.0, True)}), 20)

    def test_nothing_finished(self):
        self.assertIsNone(regret((60.0, False), {"a": (60.0, False)}))
        self.assertIsNone(best_choice({"a": (60.0, False)}))
        self.assertAlmostEqual(regret((2.0, True), {"a": (4.0, False)}), 1)

    def test_agreement(self):
        answers = {"a": ("7", ["true", "false"]), "b": ("7", ["true", "unknown"]), "c": (None, ["unknown", "false"])}
        self.assertEqual(disagreement(answers), "")

    def test_disagreement_about_a_verdict(self):
        found = disagreement({"a": ("7", ["true", "false"]), "b": ("7", ["true", "true"])})
        self.assertIn("formula 2", found)
        self.assertNotIn("formula 1", found)

    def test_disagreement_about_the_count(self):
        self.assertIn("states", disagreement({"a": ("7", ["true"]), "b": ("8", ["true"])}))

    def test_choices_of_the_program(self):
        choices = fixed_choices(GNOMON)
        for option in ("--order=declaration", "--reorder=off", "--exploration=bfs", "--engine=explicit"):
            self.assertTrue(any(option in options for options in choices.values()), option)
        self.assertFalse(any("--exploration=auto" in options for options in choices.values()))
        self.assertEqual(len({tuple(options) for options in choices.values()}), len(choices))
        self.assertGreaterEqual(len(choices), 8)


class RegretModels(unittest.TestCase):
    def test_they_are_read_without_errors(self):
        """Irregular models have no warnings either; the papers declare propositions and variables that nothing uses."""
        for source in default_models():
            if isinstance(source, Generated):
                with self.subTest(model=source.name()), tempfile.TemporaryDirectory() as folder:
                    warnings = (["-Wno-unused-proposition", "-Wno-unused-variable"] if source.family in PUBLISHED
                                else ["-Werror"])
                    command = [GNOMON.path, "parse", *warnings, str(source.write(GNOMON, folder))]
                    done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
                                          check=False)
                    self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_names_are_different(self):
        names = [source.name() for source in default_models()]
        self.assertEqual(len(set(names)), len(names))


if __name__ == "__main__":
    unittest.main()
