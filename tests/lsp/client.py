"""A plain client of the language server, for tests: messages over pipes, every wait bounded."""
import json
import os
import pathlib
import queue
import re
import subprocess
import threading

GNOMON = os.environ["GNOMON"]
PATIENCE = 60  # seconds, for anything


class ServerError(Exception):
    def __init__(self, error):
        super().__init__(error["message"])
        self.code = error["code"]


def frame(message):
    body = json.dumps(message).encode()
    return b"Content-Length: %d\r\n\r\n%s" % (len(body), body)


class Client:
    """Starts the server; `notifications` and `requests` of the server are kept in order of arrival."""

    def __init__(self, capabilities=None, options=None, initialize=True):
        self.process = subprocess.Popen([GNOMON, "lsp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.PIPE)
        self.messages = queue.Queue()
        self.answers = {}
        self.notifications = []
        self.requests = []
        self.number = 0
        self.versions = {}
        self.reader = threading.Thread(target=self._read, daemon=True)
        self.reader.start()
        self.capabilities = None
        if initialize:
            self.capabilities = self.ask("initialize", {"processId": os.getpid(), "rootUri": None,
                                                        "capabilities": capabilities or {},
                                                        "initializationOptions": options or {}})["capabilities"]
            self.tell("initialized", {})

    def _read(self):
        stream = self.process.stdout
        while True:
            length = None
            while True:
                line = stream.readline()
                if not line:
                    self.messages.put(None)
                    return
                if line in (b"\r\n", b"\n"):
                    break
                name, _, value = line.decode().partition(":")
                if name.lower() == "content-length":
                    length = int(value)
            self.messages.put(json.loads(stream.read(length)))

    def send(self, message):
        self.process.stdin.write(frame({"jsonrpc": "2.0", **message}))
        self.process.stdin.flush()

    def tell(self, method, params):
        self.send({"method": method, "params": params})

    def begin(self, method, params):
        self.number += 1
        self.send({"id": self.number, "method": method, "params": params})
        return self.number

    def _take(self):
        try:
            message = self.messages.get(timeout=PATIENCE)
        except queue.Empty:
            raise AssertionError("the server does not answer") from None
        if message is None:
            raise AssertionError("the server has ended: " + self.process.stderr.read().decode())
        if "method" not in message:
            self.answers[message["id"]] = message
        elif "id" in message:
            self.requests.append(message)
            self.send({"id": message["id"], "result": None})
        else:
            self.notifications.append(message)
        return message

    def answer(self, number):
        while number not in self.answers:
            self._take()
        message = self.answers.pop(number)
        if "error" in message:
            raise ServerError(message["error"])
        return message["result"]

    def ask(self, method, params):
        return self.answer(self.begin(method, params))

    def wait_for(self, method, fits=lambda params: True):
        """The next notification of this kind that fits; earlier ones are dropped."""
        while True:
            for i, message in enumerate(self.notifications):
                if message["method"] == method and fits(message["params"]):
                    del self.notifications[:i + 1]
                    return message["params"]
            self._take()

    # --- documents

    def open(self, text, uri="file:///model.ispl", version=1):
        self.versions[uri] = version
        self.tell("textDocument/didOpen",
                  {"textDocument": {"uri": uri, "languageId": "ispl", "version": version, "text": text}})
        return uri

    def change(self, changes, uri="file:///model.ispl"):
        self.versions[uri] += 1
        self.tell("textDocument/didChange", {"textDocument": {"uri": uri, "version": self.versions[uri]},
                                             "contentChanges": changes})

    def replace(self, text, uri="file:///model.ispl"):
        self.change([{"text": text}], uri)

    def diagnostics(self, uri="file:///model.ispl"):
        """Those of the present version."""
        return self.wait_for("textDocument/publishDiagnostics", lambda params: params["uri"] == uri and
                             params.get("version") == self.versions[uri])["diagnostics"]

    def at(self, method, line, character, uri="file:///model.ispl", **more):
        return self.ask("textDocument/" + method, {"textDocument": {"uri": uri},
                                                   "position": {"line": line, "character": character}, **more})

    def about(self, method, uri="file:///model.ispl", **more):
        return self.ask("textDocument/" + method, {"textDocument": {"uri": uri}, **more})

    def close(self):
        """Says goodbye; the exit status."""
        if self.process.poll() is None:
            self.ask("shutdown", None)
            self.tell("exit", None)
        try:
            status = self.process.wait(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            self.kill()
            raise AssertionError("the server does not exit") from None
        self.release()
        return status

    def kill(self):
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        self.release()

    def release(self):
        self.reader.join(timeout=PATIENCE)
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            try:
                stream.close()
            except BrokenPipeError:
                pass


def place_of(text, word, occurrence=1):
    """Line and character (in bytes or ASCII) of the n-th occurrence of a word."""
    at = -1
    for _ in range(occurrence):
        at = text.index(word, at + 1)
    before = text[:at]
    return before.count("\n"), at - (before.rfind("\n") + 1)


def applied(text, edits):
    """Edits of the protocol applied to a text, places in UTF-16."""
    starts = [0] + [match.end() for match in re.finditer("\r\n|\r|\n", text)]

    def offset(place):
        if place["line"] >= len(starts):
            return len(text)
        start = starts[place["line"]]
        encoded = text[start:].encode("utf-16-le")[:2 * place["character"]]
        return start + len(encoded.decode("utf-16-le"))

    for edit in sorted(edits, key=lambda one: offset(one["range"]["start"]), reverse=True):
        begin, end = offset(edit["range"]["start"]), offset(edit["range"]["end"])
        text = text[:begin] + edit["newText"] + text[end:]
    return text


def examples():
    source = pathlib.Path(os.environ["GNOMON_SOURCE"]).resolve()
    return sorted(source.glob("examples/*.ispl")) + sorted(source.glob("examples/parametric/*.ispl"))
