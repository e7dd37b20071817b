"""Ctrl-C, progress callbacks, and what they may raise."""
import signal
import subprocess
import sys
import unittest

import gnomon
from support import ENDLESS, PythonTest



class Interruption(PythonTest):
    def test_control_c(self):
        script = f"""if True:
            import gnomon
            model = gnomon.Model.from_file({str(ENDLESS)!r}, progress=lambda now: print(now.phase, flush=True))
            for attempt in range(2):
                try:
                    model.check(1)
                except KeyboardInterrupt:
                    print("interrupted", flush=True)
            print(gnomon.Model.generate("counter", 4).check(1).verdict)
        """
        with subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True) as process:
            for _ in range(2):
                line = process.stdout.readline()
                while line.strip() != "reach":
                    self.assertTrue(line, "the script ended too early")
                    line = process.stdout.readline()
                process.send_signal(signal.SIGINT)
                while line.strip() != "interrupted":
                    self.assertTrue(line, "the script ended without being interrupted")
                    line = process.stdout.readline()
            self.assertEqual(process.stdout.read().split()[-1], "true")
            self.assertEqual(process.wait(timeout=60), 0)


class ProgressCallbacks(PythonTest):
    def test_they_are_called(self):
        seen = []
        model = gnomon.Model.from_file(ENDLESS)
        model.check(1, timeout=2, progress=seen.append)
        self.assertTrue(seen)
        self.assertEqual({now.phase for now in seen} - {"encode", "reach"}, set())
        self.assertEqual(sorted(now.depth for now in seen if now.phase == "reach"),
                         [now.depth for now in seen if now.phase == "reach"])
        before = len(seen)
        model.check(1, timeout=0.5)  # that of the call before is not called any more
        self.assertEqual(len(seen), before)

    def test_what_they_raise_ends_the_call(self):
        class Enough(Exception):
            pass

        def stop(now):
            raise Enough(now.phase)

        model = gnomon.Model.from_file(ENDLESS, progress=stop)
        with self.assertRaises(Enough):
            model.check(1)
        # The model starts anew.
        self.assertEqual(model.check(1, timeout=0.2, progress=lambda now: None).reason_kind, "time")

    def test_they_may_not_use_the_model(self):
        model = gnomon.Model.from_file(ENDLESS)
        with self.assertRaisesRegex(gnomon.UsageError, "callback"):
            model.check(1, progress=lambda now: model.check(2))
        other = gnomon.Model.generate("counter", 4)
        verdicts = []
        model.check(1, timeout=1, progress=lambda now: verdicts.append(other.check(1).verdict))
        self.assertEqual(set(verdicts), {"true"})


if __name__ == "__main__":
    unittest.main()
