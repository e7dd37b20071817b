"""What `./dev bench ic3` reads from ABC, on recorded texts, and from ABC itself on a small model."""
import os
import pathlib
import sys
import tempfile
import unittest

SOURCE = pathlib.Path(os.environ["GNOMON_SOURCE"])
sys.path.insert(0, str(SOURCE / "bench"))
from common.process import Limits  # noqa: E402
from common.program import Program  # noqa: E402
from ic3 import abc  # noqa: E402


class Ic3AgainstAbc(unittest.TestCase):
    def test_verdicts(self):
        self.assertEqual(abc.verdict_in("Invariant F[3] : 5 clauses\nProperty proved.  Time =     0.01 sec\n"), "true")
        self.assertEqual(abc.verdict_in('Output 0 of miter "x" was asserted in frame 4.  Time =     0.00 sec\n'), "false")
        self.assertIsNone(abc.verdict_in("Property UNDECIDED.\n"))

    def test_what_is_an_invariant(self):
        self.assertTrue(abc.is_invariant({"index": 1, "properties": ["b0"]}))
        self.assertFalse(abc.is_invariant({"index": 1, "properties": ["j0"]}))
        self.assertFalse(abc.is_invariant({"index": 1, "properties": ["b0", "b1"]}))
        self.assertFalse(abc.is_invariant({"index": 1, "left_out": "it is about knowledge"}))

    def test_ratios(self):
        self.assertEqual(abc.times_abc(3.0, 1.5), 2)
        self.assertEqual(abc.times_abc(0.01, 0.04), 1)
        self.assertIsNone(abc.times_abc(None, 1.0))
        self.assertIsNone(abc.times_abc(1.0, None))

    @unittest.skipUnless(abc.available(), "ABC is not there")
    def test_measurement(self):
        text = (SOURCE / "examples" / "go_back_n.ispl").read_text(encoding="utf-8")
        program = Program(os.environ["GNOMON"])
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "model.ispl"
            path.write_text(text, encoding="utf-8")
            seconds, verdicts = abc.measure(program, path, [1], Limits(60), 1)
            self.assertEqual(verdicts, ["true"])
            self.assertGreaterEqual(seconds, 0)
            self.assertEqual(abc.measure(program, path, [8], Limits(60), 1), (None, []), "it is about knowledge")


if __name__ == "__main__":
    unittest.main()
