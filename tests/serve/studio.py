"""A studio that a test starts and stops, on the loopback address, and requests to it."""
import http.client
import json
import os
import pathlib
import re
import signal
import subprocess
import time
import unittest

GNOMON = os.environ["GNOMON"]
SOURCE = pathlib.Path(os.environ["GNOMON_SOURCE"]).resolve()
PATIENCE = 60  # seconds, for anything
SANITIZED = re.search(b"__[at]san_init", pathlib.Path(GNOMON).read_bytes()) is not None


def example(name):
    return (SOURCE / "examples" / f"{name}.ispl").read_text(encoding="utf-8")


# A check that takes as long as it is let: more states, one by one, than anybody waits for.
LONG = {"text": example("parametric/dining_cryptographers"), "parameters": {"N": "16"}, "engine": "explicit"}


class Exchange:
    """A request whose answer has not been read; closing it is going away."""

    def __init__(self, connection):
        self.connection = connection
        self.answer = connection.getresponse()

    def next(self):
        return json.loads(self.answer.readline())

    def rest(self):
        return [json.loads(line) for line in self.answer.read().decode().splitlines()]

    def close(self):
        self.answer.close()
        self.connection.close()


class Studio:
    """`source` is the address from which requests come; clients are told apart by it."""

    def __init__(self, *options):
        self.process = subprocess.Popen([GNOMON, "serve", "--port", "0", *options], stdout=subprocess.PIPE,
                                        stderr=subprocess.PIPE, text=True)
        self.link = self.process.stdout.readline().strip()
        if not self.link:
            raise AssertionError("the studio did not start: " + self.process.stderr.read())
        found = re.fullmatch(r"https?://([^/]*):(\d+)/#token=([0-9a-f]{32})", self.link)
        self.host, self.port, self.token = found[1], int(found[2]), found[3]

    def connect(self, source="127.0.0.1"):
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE, source_address=(source, 0))

    def headers(self, **more):
        own = {"X-Gnomon-Token": self.token, "Content-Type": "application/json"}
        own.update({name.replace("_", "-"): value for name, value in more.items()})
        return {name: value for name, value in own.items() if value is not None}

    def get(self, path, **headers):
        connection = self.connect()
        connection.request("GET", path, headers=self.headers(**headers))
        answer = connection.getresponse()
        body = answer.read()
        connection.close()
        return answer, body

    def begin(self, verb, request, source="127.0.0.1", **headers):
        connection = self.connect(source)
        body = request if isinstance(request, bytes) else json.dumps(request).encode()
        connection.request("POST", f"/api/{verb}", body, self.headers(**headers))
        return Exchange(connection)

    def post(self, verb, request, source="127.0.0.1", **headers):
        """The status, and the events or the refusal."""
        exchange = self.begin(verb, request, source, **headers)
        lines = exchange.rest()
        exchange.close()
        return exchange.answer.status, lines

    def events(self, verb, request, **options):
        status, lines = self.post(verb, request, **options)
        if status != 200:
            raise AssertionError(f"{status}: {lines}")
        return [line for line in lines if line["event"] not in ("alive", "waiting", "progress")]

    def children(self):
        """Of the server: processes that work on requests."""
        found = []
        for children in pathlib.Path(f"/proc/{self.process.pid}/task").glob("*/children"):
            try:
                found += [int(number) for number in children.read_text().split()]
            except OSError:
                continue  # the thread has ended
        return found

    def memory(self):
        """Of the server itself, in bytes."""
        status = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        return 1024 * int(re.search(r"VmRSS:\s*(\d+)", status)[1])

    def terminate(self):
        self.process.send_signal(signal.SIGTERM)

    def wait(self):
        return self.process.wait(PATIENCE)

    def close(self):
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        self.process.stdout.close()
        self.process.stderr.close()


def until(condition, what):
    """Waits until it is true."""
    end = time.monotonic() + PATIENCE
    while not condition():
        if time.monotonic() > end:
            raise AssertionError("still not: " + what)
        time.sleep(0.05)


def missing():
    done = subprocess.run([GNOMON, "serve", "--certificate", "/dev/null"], capture_output=True, text=True, timeout=PATIENCE)
    return "built without" in done.stderr and done.stderr.strip()


MISSING = missing()


@unittest.skipIf(MISSING, MISSING)
class ServeTest(unittest.TestCase):
    def studio(self, *options):
        studio = Studio(*options)
        self.addCleanup(studio.close)
        return studio
