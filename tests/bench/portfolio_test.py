"""The figures of `./dev bench portfolio`, on recorded numbers."""
import os
import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(os.environ["GNOMON_SOURCE"]) / "bench"))
from portfolio.figures import best, contradictions, decided, missing, times_slower, union  # noqa: E402
from portfolio.run import ENGINES, summary  # noqa: E402

RUNS = {"auto": ["true", "unknown", "false"], "sat": ["true", "true", "false"], "bounded": ["unknown", "true", "false"]}
ROW = {"ratio": {"1": 2.0, "2": 1.0}, "lost": {"1": 1, "2": 0}, "best": "sat",
       "best_seconds": {"1": 1.5, "2": 1.0}, "portfolio": {"1": 3.0, "2": 1.5}}


class Portfolio(unittest.TestCase):
    def test_who_decided_what(self):
        self.assertEqual(decided(RUNS["auto"]), {0, 2})
        self.assertEqual(decided(None), set())
        self.assertEqual(union(RUNS), {0, 1, 2})
        self.assertEqual(missing(RUNS, RUNS["auto"]), 1)
        self.assertEqual(missing(RUNS, RUNS["sat"]), 0)
        self.assertEqual(missing(RUNS, None), 3)

    def test_the_best_decides_everything(self):
        self.assertEqual(best({"auto": 1, "sat": 5, "bounded": 2}, RUNS), "sat")
        self.assertEqual(best({"auto": 1, "bounded": 2}, {k: RUNS[k] for k in ("auto", "bounded")}), None)
        self.assertIsNone(best({"auto": 1}, {"auto": ["unknown"]}))

    def test_contradictions(self):
        self.assertEqual(contradictions(RUNS), [])
        self.assertEqual(contradictions({**RUNS, "explicit": ["true", "false", "false"]}),
                         ["formula 2: bounded says true, explicit says false, sat says true"])

    def test_summary(self):
        lines = summary([ROW, {**ROW, "ratio": {"1": 4.5, "2": None}, "best": None,
                              "best_seconds": {"1": None, "2": None}}])
        self.assertEqual(lines[0], "1 job: geometric mean 3.00, largest 4.50, 1 of 2 above 2.2; 2 formulas lost")
        self.assertEqual(lines[1], "2 jobs: geometric mean 1.00, largest 1.00, 0 of 1 above 1.3; 0 formulas lost")
        self.assertEqual(lines[2], "1 job: all rows together 3.0 s, the best engines 1.5 s")
        self.assertEqual(lines[3], "2 jobs: all rows together 1.5 s, the best engines 1.0 s")
        self.assertEqual(lines[4], "best: sat 1, none alone 1")

    def test_how_many_times_slower(self):
        self.assertEqual(times_slower(3.0, 1.5), 2)
        self.assertEqual(times_slower(0.04, 0.001), 1)
        self.assertEqual(times_slower(0.1, 0.01), 2)
        self.assertIsNone(times_slower(1.0, None))

    def test_the_engines_are_engines_of_the_program(self):
        source = (pathlib.Path(os.environ["GNOMON_SOURCE"]) / "apps/cli/racers.cpp").read_text()
        for name in ENGINES:
            self.assertIn(f'{{"{name}", ', source)


if __name__ == "__main__":
    unittest.main()
