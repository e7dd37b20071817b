"""A server, workers and runs that a test starts and stops, on the loopback address and in a folder of their own."""
import hashlib
import json
import os
import pathlib
import re
import shutil
import signal
import socket
import subprocess
import tempfile
import time
import unittest

GNOMON = os.environ["GNOMON"]
SOURCE = pathlib.Path(os.environ["GNOMON_SOURCE"]).resolve()
SERVER = shutil.which("nats-server") or shutil.which("nats-server", path="/usr/sbin:/usr/local/sbin")
PATIENCE = 200  # seconds, for anything
MISSING = "nats-server is not installed" if SERVER is None else (
    "this program was built without clusters"
    if "built without clusters" in subprocess.run([GNOMON, "cluster", "status", "--cluster", "nats://127.0.0.1:1"],
                                                  capture_output=True, text=True, check=False).stderr else None)

# Agents that pass a token around; the formulas are true and false.
RING = (SOURCE / "examples/parametric/card_game.ispl").read_text(encoding="utf-8")


def wait_until(condition, what):
    """For a condition, never for a time."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        found = condition()
        if found:
            return found
        time.sleep(0.02)
    raise AssertionError(f"waited in vain for {what}")


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


def answers(port):
    try:
        with socket.create_connection(("127.0.0.1", port), timeout=1) as one:
            return one.recv(4) == b"INFO"
    except OSError:
        return False


class Server:
    """A nats-server with JetStream. Its store is in `folder`; after kill() and start() it is the same server."""

    def __init__(self, folder, settings="", port=None):
        self.folder = pathlib.Path(folder)
        self.port = port or free_port()
        self.url = f"nats://127.0.0.1:{self.port}"
        self.store = self.folder / "store"
        self.config = self.folder / "server.conf"
        self.config.write_text(f'listen: "127.0.0.1:{self.port}"\njetstream {{ store_dir: "{self.store}" }}\n{settings}\n')
        self.process = None
        self.start()

    def start(self):
        with open(self.folder / "server.log", "ab") as log:
            self.process = subprocess.Popen([SERVER, "-c", str(self.config)], stdout=log, stderr=log)
        wait_until(lambda: answers(self.port) or self.process.poll() is not None, "the server")
        if self.process.poll() is not None:
            raise AssertionError((self.folder / "server.log").read_text(errors="replace"))

    def kill(self, sign=signal.SIGKILL):
        self.process.send_signal(signal.SIGCONT)
        self.process.send_signal(sign)
        self.process.wait(PATIENCE)


class ClusterCase(unittest.TestCase):
    """Everything that was started ends with the test."""
    settings = ""

    def setUp(self):
        if MISSING:
            self.skipTest(MISSING)
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = pathlib.Path(folder.name)
        self.server = Server(self.path, self.settings)
        self.addCleanup(lambda: self.server.kill())
        self.options = ["--cluster", self.server.url]

    def file(self, text, name="model.ispl"):
        path = self.path / name
        path.write_text(text, encoding="utf-8")
        return str(path)

    def run_gnomon(self, *words, cluster=True, **more):
        options = self.options if cluster else []
        return subprocess.run([GNOMON, *words, *options], capture_output=True, text=True, timeout=PATIENCE, check=False,
                              stdin=subprocess.DEVNULL, **more)

    def begin(self, *words, **more):
        """A process of the program that goes on; it is ended with the test at the latest."""
        process = subprocess.Popen([GNOMON, *words, *self.options], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                   stdin=subprocess.DEVNULL, text=True, **more)
        self.addCleanup(self.end, process)
        return process

    def end(self, process):
        if process.poll() is None:
            process.send_signal(signal.SIGCONT)
            process.kill()
        process.communicate(timeout=PATIENCE)

    def worker(self, *words, jobs=1):
        process = self.begin("worker", "--jobs", str(jobs), *words)
        line = process.stderr.readline()
        self.assertIn("working for", line)
        return process

    def status(self):
        done = self.run_gnomon("cluster", "status", "--json")
        return json.loads(done.stdout) if done.returncode == 0 else {"workers": [], "runs": [], "queued": 0}

    def children(self, process):
        path = pathlib.Path(f"/proc/{process.pid}/task/{process.pid}/children")
        return path.read_text(encoding="ascii").split() if path.exists() else []


class Wire:
    """A plain client of the server: whoever can reach it can send anything."""

    def __init__(self, port):
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
        self.file = self.socket.makefile("rwb")
        self.file.readline()
        self.send(b'CONNECT {"verbose":false,"pedantic":false,"headers":false,"echo":false}\r\n')

    def send(self, text):
        self.file.write(text)
        self.file.flush()

    def publish(self, subject, content):
        self.send(b"PUB %s %d\r\n%s\r\n" % (subject.encode(), len(content), content))

    def listen(self, subject):
        self.send(b"SUB %s 1\r\n" % subject.encode())

    def next(self):
        """The next message: its subject and content."""
        while True:
            line = self.file.readline()
            if line.startswith(b"PING"):
                self.send(b"PONG\r\n")
            if line.startswith((b"MSG", b"HMSG")):
                words = line.split()
                content = self.file.read(int(words[-1]) + 2)[:-2]
                if line.startswith(b"HMSG"):
                    content = content[int(words[-2]):]
                return words[1].decode(), content

    def waiting(self, seconds):
        """The messages that come until none has come for so long."""
        found = []
        self.socket.settimeout(seconds)
        try:
            while True:
                found.append(self.next())
        except TimeoutError:
            return found

    def close(self):
        self.file.close()
        self.socket.close()


def frame(**parts):
    """A record as the program writes it (src/task/frame.h), with the right sum."""
    content = b"gnomon-frame 1 %d\n" % len(parts)
    for name, part in sorted(parts.items()):
        content += b"%s %d\n%s" % (name.encode(), len(part), part)
    return content + hashlib.sha256(content).hexdigest().encode()


def parts_of(content):
    """The parts of a record, by name."""
    head, rest = content.split(b"\n", 1)
    parts = {}
    for _ in range(int(head.split()[-1])):
        line, rest = rest.split(b"\n", 1)
        name, length = line.split()
        parts[name.decode()] = rest[:int(length)]
        rest = rest[int(length):]
    return parts


def facts(document):
    """What must be the same here and there: all but times, memory, and who did the work."""
    kept = json.loads(json.dumps(document))
    for key in ("statistics", "work"):
        kept.pop(key, None)
    for formula in kept.get("formulas", []):
        formula.pop("seconds", None)
        formula.pop("explanation", None)  # how it was worked out, which depends on the formulas before it
    if "bounded" in kept:
        kept["bounded"].pop("check_seconds", None)
    return kept


def without_figures(text):
    """Verdicts and witnesses without the line of figures."""
    return [line for line in text.splitlines() if not re.match(r"\d+ formulas?: ", line)]
