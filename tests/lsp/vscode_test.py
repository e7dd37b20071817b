"""`gnomon lsp` with the protocol library of Visual Studio Code, and the extension editors/vscode.

The library comes from the npm registry; `./dev test` fetches it into build/npm, in the version of the lock file. Where it
is not there the test is skipped, but in continuous integration (CI is set) it fails.

usage: GNOMON=path/to/gnomon GNOMON_SOURCE=path/to/repository vscode_test.py [CLASS...]
"""
import json
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

from check_test import LONG
from client import PATIENCE, Client
from server_test import MODEL

SOURCE = pathlib.Path(os.environ["GNOMON_SOURCE"]).resolve()
MODULES = SOURCE / "build/npm/node_modules"
THERE = (MODULES / "vscode-languageserver-protocol").is_dir() and shutil.which("node")
EXTENSION = SOURCE / "editors/vscode"


class VsCodeTest(unittest.TestCase):
    pass


@unittest.skipUnless(THERE or os.environ.get("CI"), "the protocol library is not in build/npm: ./dev test fetches it")
class VsCodeProtocol(VsCodeTest):
    def test_session(self):
        self.assertTrue(THERE, "the protocol library of VS Code, or node, is missing")
        with tempfile.TemporaryDirectory() as folder:
            model, long = pathlib.Path(folder) / "model.ispl", pathlib.Path(folder) / "long.ispl"
            model.write_text(MODEL)
            long.write_text(LONG)
            result = subprocess.run(
                ["node", SOURCE / "tests/lsp/npm/protocol_test.js"], capture_output=True, text=True, timeout=4 * PATIENCE,
                env={**os.environ, "NODE_PATH": str(MODULES), "GNOMON_MODEL": str(model), "GNOMON_LONG": str(long)})
        self.assertEqual(result.returncode, 0, result.stdout + result.stderr)


class VsCodeExtension(VsCodeTest):
    manifest = json.loads((EXTENSION / "package.json").read_text())
    program = (EXTENSION / "extension.js").read_text()

    def test_every_command_is_there(self):
        declared = {one["command"] for one in self.manifest["contributes"]["commands"]}
        self.assertEqual(declared, set(re.findall(r"register\('([\w.]+)'", self.program)))

    def test_no_command_is_one_of_the_server(self):
        """The client registers those of the server itself, and would fail on a second one."""
        client = Client()
        commands = client.capabilities["executeCommandProvider"]["commands"]
        self.assertEqual(client.close(), 0)
        declared = {one["command"] for one in self.manifest["contributes"]["commands"]}
        self.assertFalse(declared & set(commands))
        for used in set(re.findall(r"'(gnomon\.(?:check|checkAll|witness))'", self.program)) - {"gnomon.witness"}:
            self.assertIn(used, commands)

    def test_settings_are_those_that_are_read(self):
        declared = set(self.manifest["contributes"]["configuration"]["properties"])
        read = {f"gnomon.{name}" for name in re.findall(r"\.get\('(\w+)'\)", self.program)}
        self.assertEqual(declared, read | {"gnomon.trace.server"})  # which the client library reads

    def test_files(self):
        self.assertTrue((EXTENSION / self.manifest["contributes"]["languages"][0]["configuration"]).is_file())
        grammar = self.manifest["contributes"]["grammars"][0]
        packed = json.loads((SOURCE / "editors/textmate" / pathlib.Path(grammar["path"]).name).read_text())
        self.assertEqual(packed["scopeName"], grammar["scopeName"])
        for name in ("package.json", "package-lock.json", "language-configuration.json"):
            json.loads((EXTENSION / name).read_text())

    def test_versions_are_pinned(self):
        for path in (EXTENSION, SOURCE / "tests/lsp/npm"):
            manifest = json.loads((path / "package.json").read_text())
            lock = json.loads((path / "package-lock.json").read_text())["packages"]
            for kind in ("dependencies", "devDependencies"):
                for name, version in manifest.get(kind, {}).items():
                    self.assertRegex(version, r"^\d+\.\d+\.\d+$")
                    self.assertEqual(lock[f"node_modules/{name}"]["version"], version)
            for name, entry in lock.items():
                self.assertTrue(name == "" or "integrity" in entry, name)

    def test_the_version_is_that_of_the_project(self):
        version = re.search(r"project\(gnomon VERSION ([\d.]+)", (SOURCE / "CMakeLists.txt").read_text())[1]
        self.assertEqual(self.manifest["version"], version)
        self.assertIn(f"gnomon-{version}.vsix", (SOURCE / "docs/editors.md").read_text())


if __name__ == "__main__":
    unittest.main()
