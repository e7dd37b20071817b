"""What requests do: answers as those of the command line, limits, cancelling, ending.

usage: GNOMON=path/to/gnomon GNOMON_SOURCE=. work_test.py [CLASS...]
"""
import json
import os
import pathlib
import socket
import subprocess
import sys
import unittest

from studio import GNOMON, LONG, PATIENCE, SANITIZED, SOURCE, ServeTest, Studio, example, until

sys.path.insert(0, str(SOURCE / "tests/lsp"))
from client import Client, applied, place_of  # noqa: E402


class Answers(ServeTest):
    @classmethod
    def setUpClass(cls):
        cls.own = Studio()

    @classmethod
    def tearDownClass(cls):
        cls.own.close()

    def test_verdicts_as_on_the_command_line(self):
        for name in ("tutorial", "bit_transmission", "card_game", "muddy_children", "parametric/ring_election"):
            with self.subTest(name):
                done = subprocess.run([GNOMON, "check", "--json", "--exit-zero", "-q", str(SOURCE / f"examples/{name}.ispl")],
                                      capture_output=True, text=True, timeout=PATIENCE)
                expected = {one["index"]: one["verdict"] for one in json.loads(done.stdout)["formulas"]}
                events = self.own.events("check", {"text": example(name)})
                found = {event["formula"]["index"]: event["formula"]["verdict"] for event in events if event["event"] == "verdict"}
                self.assertEqual(found, expected)
                self.assertEqual(events[-1]["document"]["model"]["reachable_states"],
                                 json.loads(done.stdout)["model"]["reachable_states"])

    def test_the_graph_as_on_the_command_line(self):
        done = subprocess.run([GNOMON, "graph", "--format", "json", "--epistemic", "--", str(SOURCE / "examples/tutorial.ispl")],
                              capture_output=True, text=True, timeout=PATIENCE)
        expected = json.loads(done.stdout)
        found = self.own.events("graph", {"text": example("tutorial")})[-1]
        for key in ("initial", "states", "edges", "epistemic"):
            self.assertEqual(found[key], expected[key])

    def test_parameters_and_semantics_count(self):
        text = example("parametric/ring_election")
        states = [self.own.events("check", {"text": text, "parameters": {"N": n}})[-1]["document"]["model"]["reachable_states"]
                  for n in ("3", "4")]
        self.assertNotEqual(*states)
        text = example("muddy_children")
        for knowledge in ("observational", "clock", "recall"):
            document = self.own.events("check", {"text": text, "knowledge": knowledge})[-1]["document"]
            self.assertEqual(document["semantics"]["knowledge"], knowledge)

    def test_a_wrong_model_has_places(self):
        events = self.own.events("check", {"text": "Agent A\n  Vars: x : boolen; end Vars\nend Agent"})
        self.assertEqual([event["event"] for event in events], ["diagnostics", "error"])
        self.assertEqual(events[0]["diagnostics"][0]["range"]["start"]["line"], 1)
        read = self.own.events("read", {"text": example("tutorial").replace("thirsty", "thirsti", 1)})[-1]
        self.assertTrue(read["fixes"])

    def test_a_walk_over_several_requests(self):
        text, record = example("tutorial"), ""
        for steps in range(1, 4):
            walk = self.own.events("walk", {"text": text, "record": record})[-1]
            choice = next(one for one in walk["next"]["choices"] if one["outcome_count"] > 0)
            walk = self.own.events("walk", {"text": text, "record": walk["record"], "do": "step", "number": choice["number"],
                                            "outcome": 1 if choice["outcome_count"] > 1 else 0})[-1]
            self.assertEqual(walk["position"], steps)
            record = walk["record"]
        answer = self.own.events("walk", {"text": text, "record": record, "do": "evaluate", "formula": "EF done"})[-1]
        self.assertEqual(answer["evaluation"]["verdict"], "true")
        answer = self.own.events("walk", {"text": text, "record": record, "do": "possible", "agent": "Guest"})[-1]
        self.assertGreaterEqual(int(answer["possible"]["total"]), 1)

    def test_examples_can_be_read(self):
        listed = json.loads(self.own.get("/api/examples")[1])
        self.assertEqual({one["group"] for one in listed}, {"Examples", "Parametric examples", "Scenarios"})
        names = {path.stem for path in (SOURCE / "examples").glob("*.ispl")}
        self.assertEqual({one["name"] for one in listed if one["group"] == "Examples"}, names)
        for one in listed[::5]:
            with self.subTest(one["name"]):
                self.assertFalse(self.own.events("read", {"text": one["text"]})[-1]["errors"])


class Language(ServeTest):
    """The answers behind the editor are those of the language server."""

    def test_every_method(self):
        own, server = self.studio(), Client()
        self.addCleanup(server.kill)
        for name in ("tutorial", "parametric/ring_election"):
            text = example(name)
            uri = server.open(text, "model.ispl")
            server.diagnostics(uri)

            def ask(method, **more):
                return own.events("language", {"text": text, "method": method, **more})[-1]["result"]

            for line, content in enumerate(text.split("\n")):
                if line % 7 != 3 or not content.strip():
                    continue
                place = {"line": line, "character": len(content) - len(content.lstrip()) + 2}
                for method in ("hover", "completion", "definition"):
                    with self.subTest(f"{name} {method} {place}"):
                        self.assertEqual(ask(method, position=place), server.at(method, uri=uri, **place))
                with self.subTest(f"{name} references {place}"):
                    self.assertEqual(ask("references", position=place),
                                     server.at("references", uri=uri, context={"includeDeclaration": True}, **place))
            self.assertEqual(ask("symbols"), server.about("documentSymbol", uri))
            self.assertEqual(ask("folding"), server.about("foldingRange", uri))
            self.assertEqual(ask("tokens")["data"], server.about("semanticTokens/full", uri)["data"])
            options = {"tabSize": 2, "insertSpaces": True}
            edits = server.about("formatting", uri, options=options)
            self.assertEqual(ask("format"), applied(text, edits))
        line, character = place_of(text, "leader[")
        place = {"line": line, "character": character}
        self.assertEqual(ask("rename", position=place, newName="boss"), server.at("rename", line, character, uri, newName="boss"))
        status, lines = own.post("language", {"text": text, "method": "rename", "position": place, "newName": "not a name"})
        self.assertEqual(lines[-1]["event"], "error")


class Limits(ServeTest):
    def test_time(self):
        own = self.studio("--timeout", "1")
        events = own.events("check", LONG)
        verdicts = [event["formula"] for event in events if event["event"] == "verdict"]
        self.assertTrue(verdicts)
        for formula in verdicts:
            self.assertEqual(formula["verdict"], "unknown")
            self.assertIn("time limit", formula["reason"])

    def test_memory(self):
        own = self.studio("--memory", "40M")
        counter = next(one["text"] for one in json.loads(own.get("/api/examples")[1])
                       if one["group"] == "Scenarios" and one["name"] == "counter")
        events = own.events("check", {"text": counter, "engine": "explicit", "parameters": {"N": "50000000"}, "formulas": [1]})
        self.assertIn("memory limit", events[0]["formula"]["reason"])
        self.assertEqual(own.events("check", {"text": example("tutorial")})[-1]["event"], "done", "others go on")

    def test_processes_have_limits(self):
        own = self.studio("--memory", "500M", "--timeout", "30")
        work = own.begin("check", LONG)
        until(lambda: own.children(), "at work")
        limits = pathlib.Path(f"/proc/{own.children()[0]}/limits").read_text(encoding="utf-8")
        if not SANITIZED:  # they reserve more addresses than any limit allows
            self.assertRegex(limits, r"Max address space\s+1573741824")
        self.assertRegex(limits, r"Max cpu time\s+40")
        self.assertRegex(limits, r"Max file size\s+0")
        self.assertRegex(limits, r"Max core file size\s+0")
        open_files = os.listdir(f"/proc/{own.children()[0]}/fd")
        self.assertLessEqual(len(open_files), 4, "it has no connection of anybody")
        work.close()

    def test_checks_at_once(self):
        own = self.studio("--jobs", "1", "--client-jobs", "1")
        first = own.begin("check", LONG)
        until(lambda: len(own.children()) == 1, "at work")
        second = own.begin("check", LONG)
        self.assertEqual(second.next(), {"event": "waiting", "ahead": 0})
        self.assertEqual(len(own.children()), 1)
        self.assertEqual(own.events("read", {"text": ""})[-1]["event"], "read", "the editor does not wait")
        first.close()
        until(lambda: second.next()["event"] == "progress", "the second has its turn")
        second.close()

    def test_a_client_with_too_many_requests(self):
        own = self.studio("--jobs", "1", "--client-requests", "3")
        waiting = [own.begin("check", LONG) for _ in range(3)]
        status, lines = own.post("read", {"text": ""})
        self.assertEqual(status, 429)
        self.assertIn("requests of yours", lines[0]["message"])
        self.assertEqual(own.post("read", {"text": ""}, source="127.0.0.9")[0], 200, "others are not concerned")
        for connection in waiting:
            connection.close()
        until(lambda: own.post("read", {"text": ""})[0] == 200, "free again")


class Cancelling(ServeTest):
    def test_going_away_ends_the_work(self):
        own = self.studio("--jobs", "3", "--client-jobs", "3")
        connections = [own.begin(verb, request) for verb, request in
                       (("check", LONG), ("explain", {**LONG, "formulas": [1]}),
                        ("sweep", {**LONG, "parameter": "N", "values": ["16"]}))]
        until(lambda: len(own.children()) == 3, "three at work")
        for connection in connections:
            connection.close()
        until(lambda: not own.children(), "all ended")

    def test_a_client_who_reads_nothing(self):
        own = self.studio()
        body = json.dumps({"text": example("tutorial")}).encode()
        connection = socket.create_connection(("127.0.0.1", own.port), timeout=PATIENCE)
        connection.sendall(f"POST /api/check HTTP/1.1\r\nHost: 127.0.0.1:{own.port}\r\nX-Gnomon-Token: {own.token}\r\n"
                           f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n".encode() + body)
        self.assertEqual(own.events("check", {"text": example("tutorial")})[-1]["event"], "done")
        connection.close()
        until(lambda: not own.children(), "ended")

    def test_half_a_request(self):
        own = self.studio()
        connection = socket.create_connection(("127.0.0.1", own.port), timeout=PATIENCE)
        connection.sendall(f"POST /api/check HTTP/1.1\r\nHost: 127.0.0.1:{own.port}\r\nX-Gnomon-Token: {own.token}\r\n"
                           "Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{".encode())
        connection.close()
        self.assertEqual(own.events("check", {"text": example("tutorial")})[-1]["event"], "done")


class Ending(ServeTest):
    def test_what_is_at_work_ends_first(self):
        own = self.studio("--timeout", "3", "--drain", "60")
        work = own.begin("check", LONG)
        until(lambda: own.children(), "at work")
        own.terminate()
        until(lambda: own.post("read", {"text": ""})[0] == 503, "new requests are refused")
        events = work.rest()
        self.assertEqual(events[-1]["event"], "done", "nothing is lost")
        work.close()
        self.assertEqual(own.wait(), 0)

    def test_but_not_for_ever(self):
        own = self.studio("--drain", "0")
        work = own.begin("check", LONG)
        until(lambda: own.children(), "at work")
        children = own.children()
        own.terminate()
        events = work.rest()
        self.assertEqual(events[-1], {"event": "error", "message": "the server is ending"})
        work.close()
        self.assertEqual(own.wait(), 0)
        for child in children:
            until(lambda child=child: not os.path.exists(f"/proc/{child}"), "ended")

    def test_killed_without_a_word(self):
        own = self.studio()
        work = own.begin("check", LONG)
        until(lambda: own.children(), "at work")
        children = own.children()
        own.process.kill()
        own.wait()
        for child in children:
            until(lambda child=child: not os.path.exists(f"/proc/{child}"), "ended")
        work.close()

    def test_idle(self):
        own = self.studio()
        own.terminate()
        self.assertEqual(own.wait(), 0)


if __name__ == "__main__":
    unittest.main()
