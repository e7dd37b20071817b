"""Running and measuring commands, and what is computed and shown from recorded times."""
import contextlib
import io
import json
import os
import pathlib
import sys
import tempfile
import unittest
import xml.etree.ElementTree

sys.path.insert(0, str(pathlib.Path(os.environ["GNOMON_SOURCE"]) / "bench"))
from common import process, results, tables  # noqa: E402
from common.family import Family, parser  # noqa: E402
from common.figures import geometric_mean, growth_exponent  # noqa: E402
from common.plots import peer_plot  # noqa: E402
from common.program import Program  # noqa: E402
from common.sources import RELEASE  # noqa: E402
from compare.run import main as compare  # noqa: E402
from scale.run import exponents  # noqa: E402


class PeerPlot(unittest.TestCase):
    def test_rows_that_were_measured_on_both_sides(self):
        rows = [{"name": name, "family": name[0], "peer": peer, "seconds": seconds}
                for name, peer, seconds in (("a 1", 5.0, 0.01), ("a 2", 50.0, 0.1), ("b 1", None, 0.1), ("c 1", 1.0, None))]
        drawn = xml.etree.ElementTree.fromstring(peer_plot(rows))
        titles = [element.text for element in drawn.iter("{http://www.w3.org/2000/svg}title")]
        self.assertEqual([title.split(":")[0] for title in titles if title[:2] in ("a ", "b ", "c ")], ["a 1", "a 2"])


class Compare(unittest.TestCase):
    def status(self, old, new, *options):
        """The exit status for rows given as name to seconds, or to None for a row without answer."""
        with tempfile.TemporaryDirectory() as folder:
            paths = []
            for name, rows in (("old", old), ("new", new)):
                path = pathlib.Path(folder) / name
                content = {"family": "f", "version": "v", "commit": "c", "date": "d", "machine": "m",
                           "rows": [{"name": row, "seconds": s, "ok": s is not None} for row, s in rows.items()]}
                path.write_text(json.dumps(content), encoding="utf-8")
                paths.append(str(path))
            self.printed = io.StringIO()
            with contextlib.redirect_stdout(self.printed), contextlib.redirect_stderr(io.StringIO()):
                return compare([*paths, *options])

    def test_equal(self):
        self.assertEqual(self.status({"a": 1.0}, {"a": 1.0}), 0)

    def test_slower(self):
        self.assertEqual(self.status({"a": 1.0, "b": 1.0}, {"a": 1.4, "b": 1.0}), 1)
        self.assertIn("SLOWER", self.printed.getvalue())

    def test_within_the_factor(self):
        self.assertEqual(self.status({"a": 1.0}, {"a": 1.25}), 0)
        self.assertEqual(self.status({"a": 1.0}, {"a": 1.25}, "--factor", "1.2"), 1)

    def test_small_differences_do_not_count(self):
        self.assertEqual(self.status({"a": 0.01}, {"a": 0.05}), 0)
        self.assertEqual(self.status({"a": 0.01}, {"a": 0.05}, "--seconds", "0.03"), 1)

    def test_lost_and_found_answers(self):
        self.assertEqual(self.status({"a": 1.0}, {"a": None}), 1)
        self.assertEqual(self.status({"a": None}, {"a": 1.0}), 0)

    def test_rows_of_one_side_are_listed(self):
        self.assertEqual(self.status({"a": 1.0, "gone": 1.0}, {"a": 1.0, "fresh": 9.0}), 0)
        self.assertIn("only in old: gone", self.printed.getvalue())
        self.assertIn("only in new: fresh", self.printed.getvalue())

    def test_geometric_mean(self):
        self.status({"a": 1.0, "b": 1.0}, {"a": 2.0, "b": 0.5})
        self.assertIn("geometric mean of the ratios 1.00", self.printed.getvalue())


class Figures(unittest.TestCase):
    def test_geometric_mean(self):
        self.assertAlmostEqual(geometric_mean([1, 4]), 2)
        self.assertIsNone(geometric_mean([]))

    def test_growth(self):
        self.assertAlmostEqual(growth_exponent(10, 1.0, 100, 100.0), 2)
        self.assertIsNone(growth_exponent(10, None, 100, 1.0))
        rows = [{"family": "f", "parameters": [str(size)], "seconds": s} for size,
                s in ((1, 1.0), (10, 10.0), (100, None))]
        self.assertEqual([row["exponent"] and round(row["exponent"], 6) for row in exponents(rows)], [None, 1, None])

    def test_counts(self):
        self.assertEqual(tables.count("12345", 9), "12345")
        self.assertEqual(tables.count("19960000000000"), "2.00e+13")
        self.assertEqual(tables.count("1" + "0" * 400), "1.00e+400")

    def test_table(self):
        lines = []
        table = tables.Table([tables.Column("name", -6, "name"),
                              tables.Column("s", 7, lambda row: tables.seconds(row["s"]))],
                             out=lines.append)
        table.add({"name": "a", "s": 1.0}, "remark")
        table.add({"name": "b", "s": None})
        self.assertEqual(lines, ["name         s", "a        1.000  remark", "b            -"])

    def test_markdown(self):
        columns = [tables.Column("name", -1, "name"), tables.Column("s", 1, "s")]
        self.assertEqual(tables.markdown(columns, [{"name": "CTL*K", "s": 2.5}]),
                         ["| name | s |", "|---|---:|", "| CTL\\*K | 2.500 |"])


class Results(unittest.TestCase):
    def test_the_commit_of_another_program_is_unknown(self):
        with tempfile.TemporaryDirectory() as folder:
            copy = pathlib.Path(folder) / "gnomon"
            copy.symlink_to("/bin/true")
            self.assertIsNone(results.commit(Program(copy)))
        self.assertIsNotNone(results.commit(Program(RELEASE)))

    def test_interrupted_runs_keep_their_rows(self):
        with tempfile.TemporaryDirectory() as folder:
            output = pathlib.Path(folder) / "deep/results.json"
            options = ["--program", os.environ["GNOMON"], "--output", str(output)]
            family = Family("f", parser("f", "").parse_args(options))
            family.keep({"name": "a", "ok": True})
            self.assertEqual([row["name"] for row in results.read(output)["rows"]], ["a"])
            self.assertEqual(family.finish(), 0)
            family.keep({"name": "b", "ok": False})
            with contextlib.redirect_stderr(io.StringIO()):
                self.assertEqual(family.finish(), 1)


class Process(unittest.TestCase):
    def test_output_and_status(self):
        outcome = process.run([sys.executable, "-c", "print(7); exit(3)"], process.Limits(10))
        self.assertEqual((outcome.status, outcome.output), (3, b"7\n"))
        self.assertGreater(outcome.seconds, 0)
        self.assertGreater(outcome.kilobytes, 0)

    def test_time_limit(self):
        outcome = process.run([sys.executable, "-c", "while True: pass"], process.Limits(1))
        self.assertLess(outcome.status, 0)

    def test_memory_limit(self):
        command = [sys.executable, "-c", "import time; time.sleep(0.5); x = bytearray(2**30); print('done')"]
        self.assertNotIn(b"done", process.run(command, process.Limits(10, megabytes=500)).output)
        self.assertIn(b"done", process.run(command, process.Limits(10)).output)

    def test_fastest_stops_at_a_signal(self):
        with tempfile.TemporaryDirectory() as folder:
            trace = pathlib.Path(folder) / "runs"
            command = ["sh", "-c", f"echo run >> {trace}; kill -9 $$"]
            self.assertEqual(process.fastest(command, process.Limits(10), repeat=3).status, -9)
            self.assertEqual(trace.read_text(encoding="utf-8").count("run"), 1)


if __name__ == "__main__":
    unittest.main()
