"""The generators of bench/models: their models are read without errors, and small ones have the verdicts that stand in
the text, and the number of states that was counted state by state.

The counts below were made by `gnomon graph`, whose interpreter shares only the front end with the checker; where a law
gives the number, the generator states it. The test makes both again."""
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(os.environ["GNOMON_SOURCE"]) / "bench"))
from common.process import Limits  # noqa: E402
from common.program import Program  # noqa: E402
from common.sources import Expectation, Generated  # noqa: E402
from models import catalogue  # noqa: E402
from models.games import deals  # noqa: E402

GNOMON = Program(os.environ["GNOMON"])
MOST_STATES = 6000

COUNTS = {
    ("dining", (3,), None): 128,
    ("dining", (3,), "LTLK"): 128,
    ("dining", (3,), "CTL*K"): 128,
    ("dining", (3,), "LDLK"): 128,
    ("dining", (3,), "CDL*K"): 128,
    ("dining", (4,), None): 320,
    ("iterated", (3,), None): 236,
    ("iterated", (4,), None): 597,
    ("prisoners", (4,), None): 201,
    ("prisoners", (4,), "LTLK"): 201,
    ("prisoners", (4,), "CTL*K"): 201,
    ("prisoners", (4,), "LDLK"): 201,
    ("prisoners", (4,), "CDL*K"): 201,
    ("counter", (16,), None): 16,
    ("counter", (16,), "LDLK"): 16,
    ("counter", (16,), "CDL*K"): 16,
    ("bit_transmission", (4,), None): 22,
    ("bit_transmission", (4,), "LTLK"): 22,
    ("bit_transmission", (4,), "CTL*K"): 22,
    ("bit_transmission", (4,), "LDLK"): 22,
    ("bit_transmission", (4,), "CDL*K"): 22,
    ("go_back_n", (1, 2), None): 1616,
    ("go_back_n", (1, 2), "LTLK"): 1616,
    ("go_back_n", (1, 2), "CTL*K"): 1616,
    ("go_back_n", (1, 2), "LDLK"): 1616,
    ("go_back_n", (1, 2), "CDL*K"): 1616,
    ("train_gate", (2, 4, 3, 1), None): 735,
    ("train_gate", (2, 4, 3, 2), None): 782,
    ("train_gate", (2, 4, 3, 3), None): 547,
    ("train_gate", (3, 2, 1, 2), None): 3599,
    ("office", (2, 2), None): 343,
    ("office", (2, 3, 5), None): 1300,
    ("lossy_queue", (2, 3), None): 30,
    ("lossy_queue", (3, 5), None): 196,
    ("grid_robots", (3, 3, 2), None): 56,
    ("grid_robots", (4, 3, 3, 2), None): 720,
    ("ring_election", (3,), None): 18,
    ("ring_election", (5, 4), None): 126,
    ("crash_election", (3, 0), None): 2,
    ("crash_election", (3, 2), None): 55,
    ("crash_election", (4, 2, 3), None): 80,
    ("card_game", (1, 0), None): 6,
    ("card_game", (2, 1), None): 350,
    ("auction", (2, 3), None): 61,
    ("auction", (3, 3), None): 393,
    ("elevator", (3, 1), None): 192,
    ("elevator", (3, 2), None): 4064,
    ("caches", (2, 2), None): 32,
    ("caches", (3, 2), None): 100,
    ("workshop", (4,), None): 176,
    ("workshop", (5, 2), None): 620,
    ("twin_circuits", (4,), None): 32,
    ("twin_circuits", (8, 3), None): 284,
    ("gossip", (3,), None): 6,
    ("gossip", (4,), None): 54,
    ("gossip", (5, 2), None): 169,
    ("castles", (1,), None): 369,
    ("noughts", (2,), None): 29,
    ("nesting", (4,), None): 2,
    ("nesting", (5,), None): 2,
    ("conjuncts", (3,), None): 2,
    ("formulas", (100,), None): 32,
    ("formulas", (1100,), None): 32,
    ("agents", (4,), None): 16,
    ("switches_apart", (4,), None): 16,
    ("switches_in_turn", (5,), None): 32,
    ("range_values", (20,), None): 20,
    ("names", (9,), None): 4,
    ("lines", (20,), None): 20,
    ("odometer", (2, 4), None): 16,
    ("odometer", (3, 6), None): 216,
}


def explicit_count(path):
    document = GNOMON.text_of("graph", "-q", "--format", "json", "--limit", str(MOST_STATES), str(path))
    return len(json.loads(document)["states"])


def initial_states(path):
    return GNOMON.ask("info", path, [], Limits(60)).model("initial_states")


class Small(unittest.TestCase):
    def test_every_generator_has_a_case(self):
        self.assertEqual({name for name, *_ in COUNTS}, set(catalogue.ALL))

    def test_verdicts_and_counts(self):
        for (name, parameters, logic), states in COUNTS.items():
            with self.subTest(name=name, parameters=parameters, logic=logic), tempfile.TemporaryDirectory() as folder:
                path = Generated(name, *parameters, logic=logic).write(GNOMON, folder)
                expectation = Expectation(path)
                self.assertTrue(expectation.verdicts)
                for options in ([], ["--order=declaration", "--reorder=off", "--exploration=bfs"]):
                    answer = GNOMON.ask("check", path, options, Limits(60))
                    self.assertEqual(answer.verdicts(), expectation.verdicts)
                    self.assertEqual(answer.model("reachable_states"), str(states))
                self.assertIn(expectation.states, (None, str(states)))
                self.assertEqual(explicit_count(path), states)

    def test_both_verdicts_occur(self):
        """A family whose formulas are all true, or all false, in every size would not notice much."""
        for name in catalogue.IRREGULAR:
            with self.subTest(name=name):
                cases = [catalogue.build(*case[:2]) for case in COUNTS if case[0] == name]
                self.assertEqual({verdict for model in cases for _, verdict in model.formulas}, {True, False})

    def test_deals_of_the_card_game(self):
        for hand, kitty in ((1, 1), (2, 1), (2, 2)):
            with tempfile.TemporaryDirectory() as folder:
                path = Generated("card_game", hand, kitty).write(GNOMON, folder)
                self.assertEqual(initial_states(path), str(deals(hand, kitty)))


class Texts(unittest.TestCase):
    def test_seeds_decide(self):
        for name in ("office", "workshop", "gossip", "twin_circuits"):
            with self.subTest(name=name):
                size = [3, 3] if name == "office" else [6]
                one, same, other = (catalogue.build(name, [*size, seed]).text() for seed in (1, 1, 2))
                self.assertEqual(one, same)
                self.assertNotEqual(one, other)

    def test_command_writes_the_model(self):
        script = pathlib.Path(os.environ["GNOMON_SOURCE"]) / "bench/models"
        done = subprocess.run([sys.executable, str(script), "dining", "3", "--logic", "CTL*K"], stdout=subprocess.PIPE,
                              text=True,
                              check=True)
        self.assertEqual(done.stdout, catalogue.build("dining", ["3"], "CTL*K").text())

    def test_wrong_parameters_are_refused(self):
        for name, parameters, logic in (("none", [], None), ("dining", [], None), ("dining", [3, 3], None),
                                        ("office", [2, "x"], None),
                                        ("office", [2, 2], "LTLK"), ("dining", [3], "CTL"), ("counter", [8], "LTLK"),
                                        ("grid_robots", [2, 2, 2], None)):
            with self.subTest(name=name, parameters=parameters, logic=logic), self.assertRaises(ValueError):
                catalogue.build(name, parameters, logic)


if __name__ == "__main__":
    unittest.main()
