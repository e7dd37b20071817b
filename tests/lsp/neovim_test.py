"""`gnomon lsp` with Neovim's own client, headless, configured by editors/vim.

usage: GNOMON=path/to/gnomon GNOMON_SOURCE=path/to/repository neovim_test.py [CLASS...]
"""
import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

from client import PATIENCE
from server_test import MODEL

SOURCE = pathlib.Path(os.environ["GNOMON_SOURCE"]).resolve()


class NeovimTest(unittest.TestCase):
    pass


@unittest.skipUnless(shutil.which("nvim"), "Neovim is not installed")
class Neovim(NeovimTest):
    def test_session(self):
        with tempfile.TemporaryDirectory() as folder:
            model = pathlib.Path(folder) / "model.ispl"
            model.write_text(MODEL.replace("Evolution: mood = tense if", "Evolution: -- 😀\n    mood = tense if"))
            home = {f"XDG_{name}_HOME": folder for name in ("CONFIG", "DATA", "STATE", "CACHE")}
            environment = {**os.environ, **home, "GNOMON_MODEL": str(model), "NVIM_LOG_FILE": f"{folder}/log"}
            result = subprocess.run(
                ["nvim", "--headless", "-u", "NONE", "-i", "NONE", "-n", "--cmd", f"set runtimepath^={SOURCE}/editors/vim",
                 "--cmd", "filetype plugin on", "--cmd", "syntax on", "-c", f"luafile {SOURCE}/tests/lsp/neovim_test.lua"],
                env=environment, capture_output=True, text=True, timeout=4 * PATIENCE, stdin=subprocess.DEVNULL)
        self.assertEqual(result.returncode, 0, result.stdout + result.stderr)


if __name__ == "__main__":
    unittest.main()
