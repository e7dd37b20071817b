"""docs/python.md and the notebook say what happens."""
import doctest
import importlib.util
import json
import os
import pathlib
import re
import tempfile
import unittest

import gnomon
from support import SOURCE, PythonTest

DOCUMENT = SOURCE / "docs/python.md"
NOTEBOOK = SOURCE / "examples/notebooks/tour.ipynb"


class Document(PythonTest):
    def test_sessions(self):
        text = DOCUMENT.read_text(encoding="utf-8")
        sessions = re.findall(r"(?ms)^```pycon\n(.*?)^```", text)
        self.assertGreater(len(sessions), 4)
        flags = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
        example = doctest.DocTestParser().get_doctest("\n".join(sessions), {}, "python.md", str(DOCUMENT), 0)
        report = []
        here = os.getcwd()
        os.chdir(SOURCE)
        try:
            failed, tried = doctest.DocTestRunner(optionflags=flags).run(example, out=report.append)
        finally:
            os.chdir(here)
        self.assertEqual(failed, 0, "".join(report))
        self.assertGreater(tried, 20)

    def test_the_five_lines_of_the_front_page_run(self):
        text = (SOURCE / "README.md").read_text(encoding="utf-8")
        (script,) = re.findall(r"(?ms)^```python\n(.*?)^```", text)
        self.assertLessEqual(len(script.strip().splitlines()), 5)
        done = self.python("-c", script, cwd=SOURCE)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("Guest cannot tell it from s0", done.stdout)

    def test_every_public_name_is_documented(self):
        text = DOCUMENT.read_text(encoding="utf-8")
        for name in gnomon.__all__:
            self.assertRegex(text, rf"\b{name}\b")
            self.assertTrue(getattr(gnomon, name).__doc__ or name in ("UsageError", "JointAction", "warnings"), name)
        for kind in (gnomon.Model, gnomon.Result, gnomon.Results, gnomon.Simulation, gnomon.Witness, gnomon.Graph,
                     gnomon.State):
            for name in vars(kind):
                if not name.startswith("_"):
                    self.assertRegex(text, rf"\b{name}\b", f"{kind.__name__}.{name}")


@unittest.skipUnless(all(importlib.util.find_spec(name) for name in ("nbclient", "ipykernel", "matplotlib")),
                     "nbclient, ipykernel or matplotlib is not installed")
class Notebook(PythonTest):
    def test_tour(self):
        import nbclient
        import nbformat
        notebook = nbformat.read(str(NOTEBOOK), as_version=4)
        self.assertTrue(all(not cell.get("outputs") for cell in notebook.cells), "the notebook is kept without outputs")
        with tempfile.TemporaryDirectory() as folder:
            os.environ["IPYTHONDIR"] = os.environ["MPLCONFIGDIR"] = os.environ["JUPYTER_RUNTIME_DIR"] = folder
            nbclient.NotebookClient(notebook, timeout=300, resources={"metadata": {"path": str(NOTEBOOK.parent)}}).execute()
        shown = [output.get("data", {}) for cell in notebook.cells for output in cell.get("outputs", [])]
        self.assertTrue(any("image/png" in data for data in shown))
        pages = [data["text/html"] for data in shown if "text/html" in data]
        self.assertTrue(any("<svg" in page for page in pages))
        self.assertTrue(any("FALSE" in page for page in pages))

    def test_it_is_a_clean_file(self):
        document = json.loads(pathlib.Path(NOTEBOOK).read_text(encoding="utf-8"))
        self.assertTrue(all(cell.get("execution_count") is None for cell in document["cells"]))


if __name__ == "__main__":
    unittest.main()
