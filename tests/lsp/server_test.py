"""`gnomon lsp` from outside: what editors see.

usage: GNOMON=path/to/gnomon GNOMON_SOURCE=path/to/repository server_test.py [CLASS...]
"""
import json
import re
import signal
import subprocess
import tempfile
import unittest

from client import GNOMON, PATIENCE, Client, ServerError, applied, examples, frame, place_of

MODEL = """\
-- A light and a robot that looks at it.
Agent Environment
  Obsvars: lamp : boolean; end Obsvars
  Vars: heat : 0..3; end Vars
  Actions = {switch, wait};
  Protocol: Other : {switch, wait}; end Protocol
  Evolution:
    lamp = true if Action = switch;
    heat = heat + 1 if Robot.Action = look;
  end Evolution
end Agent
Agent Robot
  Lobsvars = {heat};
  Vars: mood : {calm, tense}; end Vars
  Actions = {look, rest};
  Protocol:
    mood = calm and Environment.lamp : {look};
    Other : {look, rest};
  end Protocol
  Evolution: mood = tense if Action = look; end Evolution
end Agent
Evaluation
  lit if Environment.lamp;
  upset if Robot.mood = tense;
end Evaluation
InitStates Environment.lamp = false and Robot.mood = calm and Environment.heat = 0; end InitStates
Groups all = {Environment, Robot}; end Groups
Formulae
  AG (upset -> K(Robot, upset));
  <all>F lit;
end Formulae
"""

PARAMETRIC = """\
Constants
  N : 1..9 = 2;
  Id = 1..N;
end Constants
Definitions
  next(i : Id) = i mod N + 1;
  sees(a : agent) = a.on;
  formula sure(a : agent, f : formula) = K(a, f) or K(a, !(f));
end Definitions
Agent Light[i : Id]
  Vars: on : boolean; end Vars
  Actions = {toggle, rest};
  Evolution: on = ~on if Action = toggle and Light[next(i)].Action = rest; end Evolution
end Agent
Evaluation
  on[i : Id] if sees(Light[i]);
end Evaluation
InitStates forall (i : Id) (!Light[i].on); end InitStates
Formulae
  alone[i : Id] : AG (on[i] -> sure(Light[i], on[i])) expect true;
end Formulae
"""


class LspTest(unittest.TestCase):
    capabilities = {}
    options = {}

    def setUp(self):
        self.client = Client(self.capabilities, self.options)
        self.addCleanup(self.client.kill)

    def tearDown(self):
        self.assertEqual(self.client.close(), 0)

    def refused(self, code, function, *arguments, **more):
        with self.assertRaises(ServerError) as caught:
            function(*arguments, **more)
        self.assertEqual(caught.exception.code, code)
        return str(caught.exception)


class Diagnostics(LspTest):
    def parse(self, text):
        """What `gnomon parse` says: (line, column, severity, message) of each."""
        with tempfile.NamedTemporaryFile("w", suffix=".ispl") as file:
            file.write(text)
            file.flush()
            result = subprocess.run([GNOMON, "parse", file.name], capture_output=True, text=True, timeout=PATIENCE)
            found = re.findall(r"^" + re.escape(file.name) + r":(?:(\d+):(\d+): )?\s*(error|warning|note): (.*)$",
                               result.stderr, re.M)
        return sorted((int(line or 1), int(column or 1), kind, re.sub(r" \[-W.*\]$", "", message))
                      for line, column, kind, message in found)

    def compare(self, text):
        names = {1: "error", 2: "warning", 3: "note"}
        shown = sorted((one["range"]["start"]["line"] + 1, one["range"]["start"]["character"] + 1,
                        names[one["severity"]], one["message"].split("\n")[0]) for one in self.client.diagnostics())
        self.assertEqual(shown, self.parse(text))
        return shown

    def test_those_of_parse(self):
        self.client.open(MODEL)
        self.assertEqual(self.compare(MODEL), [])
        found = 0
        for old, new in (("Robot.mood", "Robto.mood"), ("= {heat}", "= {heta}"), ("tense if", "tnse if"),
                         ("Vars: mood", "Vasr: mood"), (" upset));", " upset);"), ("lit if", "lit fi"),
                         ("look;\n  end Ev", "look\n  end Ev"), ("0..3", "3..0"), ("end Agent\nAgent", "Agent"),
                         ("Formulae\n  AG", "Formulae\n  AG AG zzz; AG")):
            text = MODEL.replace(old, new)
            self.assertNotEqual(text, MODEL)
            self.client.replace(text)
            found += len(self.compare(text))
        self.assertGreater(found, 10)

    def test_of_examples(self):
        for path in examples():
            text = path.read_text()
            uri = self.client.open(text, path.as_uri())
            self.assertEqual([one for one in self.client.diagnostics(uri) if one["severity"] == 1], [], path)

    def test_hints_and_notes_are_shown(self):
        text = PARAMETRIC.replace("if sees(Light[i])", "if Light[i + 1].on")
        self.client.open(text)
        messages = [one["message"] for one in self.client.diagnostics()]
        self.assertEqual(messages, ["`Light[3]`: there is no such element; the indices are 1..2\nnote: with i = 2"])
        self.client.replace(MODEL.replace("Robot.mood", "Robto.mood", 1))
        self.assertIn("hint: did you mean `Robot`?", self.client.diagnostics()[0]["message"])

    def test_the_range_is_what_is_wrong(self):
        self.client.open(MODEL.replace("Robot.mood = tense", "Robto.mood = tense"))
        [one] = [one for one in self.client.diagnostics() if one["severity"] == 1]
        self.assertEqual((one["range"]["start"], one["range"]["end"]),
                         ({"line": 23, "character": 11}, {"line": 23, "character": 16}))

    def test_warnings_have_their_names(self):
        self.client.open(MODEL.replace("<all>F lit;", "<all>F upset;"))
        self.assertEqual([(one["code"], one["severity"]) for one in self.client.diagnostics()],
                         [("unused-proposition", 2)])

    def test_only_the_last_of_queued_edits_is_read(self):
        uri = self.client.open(MODEL)
        for i in range(200):
            self.client.replace(MODEL + f"-- {i}\n")
        self.client.replace(MODEL.replace("Robot.mood", "Robto.mood", 1))
        self.assertEqual(len(self.client.diagnostics()), 1)
        published = [one for one in self.client.notifications if one["method"] == "textDocument/publishDiagnostics"]
        self.assertEqual(published, [], uri)

    def test_a_large_model_can_be_left_alone(self):
        """Reading a model of millions of parts does not keep the server from answering, and is given up on an edit."""
        large = PARAMETRIC.replace("1..9 = 2", "1..900000 = 900000")
        self.client.open(large)
        self.assertTrue(self.client.about("documentSymbol"))
        self.client.replace(PARAMETRIC)
        self.assertEqual(self.client.diagnostics(), [])

    def test_closed_documents_have_none(self):
        self.client.open(MODEL.replace("Robot.mood", "Robto.mood", 1))
        self.client.diagnostics()
        self.client.tell("textDocument/didClose", {"textDocument": {"uri": "file:///model.ispl"}})
        self.assertEqual(self.client.wait_for("textDocument/publishDiagnostics")["diagnostics"], [])

    def test_parameters_of_the_client(self):
        self.client.open(PARAMETRIC.replace("Id = 1..N;", "Id = 1..N; bad = 1 div (N - 2);"))
        before = self.client.diagnostics()
        self.client.tell("workspace/didChangeConfiguration", {"settings": {"gnomon": {"parameters": {"N": 3}}}})
        self.assertNotEqual(self.client.diagnostics(), before)


class Navigation(LspTest):
    def setUp(self):
        super().setUp()
        self.client.open(PARAMETRIC)

    def places(self, result):
        lines = PARAMETRIC.split("\n")
        return [(one["range"]["start"]["line"] + 1,
                 lines[one["range"]["start"]["line"]][one["range"]["start"]["character"]:
                                                      one["range"]["end"]["character"]]) for one in result]

    def test_definition(self):
        for word, occurrence, line in (("Light[i])", 1, 10), ("next(i)", 1, 6), ("Id]", 1, 3), ("on[i]", 2, 16),
                                       ("sure(Light", 1, 8), ("on = ~on", 1, 11), ("i mod", 1, 6), ("rest;", 1, 12)):
            found = self.places(self.client.at("definition", *place_of(PARAMETRIC, word, occurrence)))
            self.assertEqual([one[0] for one in found], [line], word)

    def test_references(self):
        place = place_of(PARAMETRIC, "on : boolean")
        found = self.client.at("references", *place, context={"includeDeclaration": True})
        self.assertEqual(self.places(found), [(7, "on"), (11, "on"), (13, "on"), (13, "on"), (18, "on")])
        found = self.client.at("references", *place, context={"includeDeclaration": False})
        self.assertEqual(self.places(found), [(7, "on"), (13, "on"), (13, "on"), (18, "on")])
        self.assertEqual(len(self.client.at("documentHighlight", *place)), 5)

    def test_nothing_where_there_is_no_name(self):
        for method in ("definition", "hover", "documentHighlight"):
            self.assertIsNone(self.client.at(method, *place_of(PARAMETRIC, "; end Vars")))

    def test_rename(self):
        edit = self.client.at("rename", *place_of(PARAMETRIC, "on : boolean"), newName="lit")
        text = applied(PARAMETRIC, edit["changes"]["file:///model.ispl"])
        self.assertEqual(text.count("lit"), 5)
        self.client.replace(text)
        self.assertEqual(self.client.diagnostics(), [])

    def test_rename_is_prepared(self):
        line, character = place_of(PARAMETRIC, "Light[i]", 2)
        self.assertEqual(self.client.at("prepareRename", line, character + 2),
                         {"range": {"start": {"line": line, "character": character},
                                    "end": {"line": line, "character": character + 5}}, "placeholder": "Light"})

    def test_refusals(self):
        for word, newName, sentence in (
                ("on : boolean", "end", "a word of the language"), ("on : boolean", "1x", "is no name"),
                ("on : boolean", "a-b", "is no name"), ("Id = 1", "forall", "is an operator"),
                ("on[i : Id]", "AG", "is an operator of formulas"), ("toggle, rest", "rest", "is taken"),
                ("next(i", "N", "is taken"), ("i : Id) = i mod", "N", "is taken"), ("end Agent", "x", "word of the language"),
                ("expect", "x", "word of the language"), ("1..9", "x", "no name here")):
            message = self.refused(-32803, self.client.at, "rename", *place_of(PARAMETRIC, word), newName=newName)
            self.assertIn(sentence, message)
        self.client.replace(MODEL)
        for word, sentence in (("Environment", "the Environment has no other name"), ("Vars", "word of the language")):
            self.assertIn(sentence, self.refused(-32803, self.client.at, "prepareRename", *place_of(MODEL, word)))
        self.client.replace(MODEL.replace("lit;", "lti;"))
        self.assertIn("not known", self.refused(-32803, self.client.at, "prepareRename",
                                                *place_of(MODEL.replace("lit;", "lti;"), "lti")))


class Hover(LspTest):
    def hover(self, text, word, occurrence=1):
        self.client.open(text)
        self.client.diagnostics()
        return self.client.at("hover", *place_of(text, word, occurrence))["contents"]["value"]

    def test_variable(self):
        text = self.hover(MODEL, "heat = heat")
        for part in ("heat : 0..3", "variable `heat` of agent `Environment`", "4 values: `0 .. 3`",
                     "seen by `Environment`, `Robot`"):
            self.assertIn(part, text)
        self.assertIn("2 values: `{calm, tense}`", self.hover(MODEL, "mood = tense"))
        self.assertIn("seen by `Robot`\n", self.hover(MODEL, "mood = tense"))

    def test_value(self):
        self.assertIn("a value of `Robot.mood`", self.hover(MODEL, "tense", 2))

    def test_template(self):
        text = self.hover(PARAMETRIC, "Light")
        for part in ("Agent Light[i : Id]", "instances: `Light[1]`, `Light[2]`", "Agent Light__1\n  Vars:\n    on : boolean;"):
            self.assertIn(part, text)
        self.assertIn("instances: `Light[1].on`, `Light[2].on`", self.hover(PARAMETRIC, "on : boolean"))

    def test_expansion_of_definitions(self):
        self.assertIn("here:\n```ispl\ni mod N + 1\n```", self.hover(PARAMETRIC, "next", 2))
        self.assertIn("here:\n```ispl\nK((Light[i]), (on[i])) or K((Light[i]), !((on[i])))\n```",
                      self.hover(PARAMETRIC, "sure", 2))

    def test_families_and_parameters(self):
        self.assertIn("on__1 if Light__1.on", self.hover(PARAMETRIC, "on[i]", 1))
        self.assertIn("alone[2] : AG (on[2] ->", self.hover(PARAMETRIC, "alone"))
        self.assertIn("`N = 2`, one of `1..9`", self.hover(PARAMETRIC, "N :"))
        self.assertIn("Id = 1..N", self.hover(PARAMETRIC, "i mod"))

    def test_facts_survive_half_typed_text(self):
        self.hover(MODEL, "heat")
        self.client.replace(MODEL + "Agent ")
        self.client.diagnostics()
        self.assertIn("4 values", self.client.at("hover", *place_of(MODEL, "heat"))["contents"]["value"])


class Structure(LspTest):
    def test_document_symbols(self):
        self.client.open(PARAMETRIC)

        def outline(symbols):
            return [(one["name"], outline(one.get("children", []))) for one in symbols]

        self.assertEqual(outline(self.client.about("documentSymbol")), [
            ("Constants", [("N", []), ("Id", [])]),
            ("Definitions", [("next", []), ("sees", []), ("sure", [])]),
            ("Light", [("Vars", [("on", [])]), ("Actions", [("toggle", []), ("rest", [])]), ("Evolution", [])]),
            ("Evaluation", [("on", [])]),
            ("InitStates", []),
            ("Formulae", [("alone", [])])])

    def test_ranges_of_symbols_enclose_their_names(self):
        def check(symbols, outer):
            for one in symbols:
                inner, name = one["range"], one["selectionRange"]
                key = lambda place: (place["line"], place["character"])
                self.assertLessEqual(key(inner["start"]), key(name["start"]))
                self.assertLessEqual(key(name["end"]), key(inner["end"]))
                if outer:
                    self.assertLessEqual(key(outer["start"]), key(inner["start"]))
                    self.assertLessEqual(key(inner["end"]), key(outer["end"]))
                check(one.get("children", []), inner)

        for path in examples():
            uri = self.client.open(path.read_text(), path.as_uri())
            check(self.client.about("documentSymbol", uri), None)

    def test_folding(self):
        self.client.open("-- a\n-- b\n" + MODEL)
        found = [(one["startLine"], one["endLine"], one["kind"]) for one in self.client.about("foldingRange")]
        self.assertIn((0, 2, "comment"), found)
        self.assertIn((3, 11, "region"), found)   # the first agent without its last line
        self.assertIn((8, 10, "region"), found)   # its Evolution

    def test_semantic_tokens(self):
        legend = self.client.capabilities["semanticTokensProvider"]["legend"]
        self.client.open(MODEL)
        data = self.client.about("semanticTokens/full")["data"]
        lines, line, character, found = MODEL.split("\n"), 0, 0, {}
        for i in range(0, len(data), 5):
            lines_down, right, length, kind, modifiers = data[i:i + 5]
            character = right if lines_down else character + right
            line += lines_down
            word = lines[line][character:character + length]
            found.setdefault(word, set()).add((legend["tokenTypes"][kind], modifiers))
        for word, kind in (("Robot", "class"), ("heat", "property"), ("look", "event"), ("calm", "enumMember"),
                           ("lit", "variable"), ("all", "namespace"), ("K", "operator"), ("end", "keyword"),
                           ("-- A light and a robot that looks at it.", "comment")):
            self.assertEqual({one[0] for one in found[word]}, {kind}, word)
        self.assertEqual(found["lit"], {("variable", 0), ("variable", 1)})  # used, declared


class Completion(LspTest):
    def complete(self, text):
        """At the mark |."""
        at = text.index("|")
        text = text.replace("|", "")
        self.client.open(text)
        before = text[:at]
        result = self.client.at("completion", before.count("\n"), at - (before.rfind("\n") + 1))
        return [one["label"] for one in result["items"]]

    def check(self, text, wanted, unwanted=()):
        labels = self.complete(text)
        for one in wanted:
            self.assertIn(one, labels)
        for one in unwanted:
            self.assertNotIn(one, labels)
        return labels

    def test_sections(self):
        self.check(MODEL + "\nFo|", ["Formulae", "Evaluation", "Agent"], ["Protocol", "lit"])
        self.check(MODEL.replace("Lobsvars = {heat};", "P|"), ["Protocol", "Vars", "end Agent"], ["Formulae"])
        self.check(MODEL.replace("<all>F lit;", "e|"), ["end Formulae"])

    def test_values_of_the_variable_that_is_compared(self):
        labels = self.check(MODEL.replace("Robot.mood = tense", "Robot.mood = |"), ["calm", "tense", "Robot"])
        self.assertEqual(labels[:2], ["calm", "tense"])
        labels = self.complete(MODEL.replace("mood = tense if Action", "mood = | if Action"))
        self.assertEqual(labels[:2], ["calm", "tense"])

    def test_actions(self):
        self.assertEqual(self.complete(MODEL.replace("Robot.Action = look", "Robot.Action = |")), ["look", "rest"])
        self.assertEqual(self.complete(MODEL.replace("if Action = look", "if Action = l|")), ["look", "rest"])
        self.assertEqual(self.complete(MODEL.replace(": {look}", ": {|}")), ["look", "rest"])

    def test_members(self):
        self.assertEqual(self.complete(MODEL.replace("lit if Environment.lamp", "lit if Environment.|")), ["lamp", "heat"])
        self.assertEqual(self.complete(MODEL.replace("<all>F lit", "Robot.|")), ["RedStates", "GreenStates"])
        self.check(MODEL.replace("Robot.Action = look", "Robot.|"), ["mood", "Action"], ["lamp"])

    def test_names_of_the_place(self):
        self.check(MODEL.replace("mood = calm and", "| and"), ["mood", "Environment", "end Protocol"], ["lamp", "lit"])
        self.assertEqual(self.complete(MODEL.replace("{Environment, Robot}", "{Environment, |}")), ["Environment", "Robot"])
        self.assertEqual(self.complete(MODEL.replace("Lobsvars = {heat}", "Lobsvars = {|}")), ["lamp", "heat"])
        self.check(MODEL.replace("heat : 0..3", "heat : |"), ["boolean"], ["lamp"])

    def test_formulas_of_the_logic_at_hand(self):
        self.check(MODEL.replace("<all>F lit", "|"), ["lit", "upset", "AG", "K", "A", "LTL", "CTL*"], ["X", "G", "mood"])
        self.check(MODEL.replace("<all>F lit", "LTL |"), ["lit", "X", "G", "F", "K"], ["LTL"])
        self.check(MODEL.replace("<all>F lit", "LTL lit |"), ["and", "U", "W", "R"], ["lit"])
        self.check(MODEL.replace("<all>F lit", "lit |"), ["and", "or", "expect"], ["W", "lit"])
        self.assertEqual(self.complete(MODEL.replace("K(Robot,", "K(|,")), ["Environment", "Robot"])
        self.assertEqual(self.complete(MODEL.replace("<all>F lit", "GK(|")), ["all"])
        for listed in ("<{|}>F lit", "<{Robot, |}>F lit", "<{E|", "GK({|", "GCK({Robot, E|}, lit)"):
            self.assertEqual(self.complete(MODEL.replace("<all>F lit", listed)), ["Environment", "Robot"], listed)

    def test_parametric(self):
        self.check(PARAMETRIC.replace("(!Light[i].on)", "(!Light[|].on)"), ["i", "N", "next"], [])
        self.check(PARAMETRIC.replace("sure(Light[i], on[i])", "sure(|, on[i])"), ["Light"], ["on"])
        self.check(PARAMETRIC.replace("sure(Light[i], on[i])", "sure(Light[i], |)"), ["on", "AG", "sure"], [])

    def test_nothing_in_numbers_and_comments(self):
        self.assertEqual(self.complete(MODEL.replace("0..3", "0..3|")), [])
        self.assertEqual(self.complete(MODEL.replace("looks at", "loo| at")), [])


class QuickFixes(LspTest):
    def fixes(self, text):
        self.client.open(text)
        self.client.diagnostics()
        whole = {"start": {"line": 0, "character": 0}, "end": {"line": text.count("\n") + 1, "character": 0}}
        return self.client.about("codeAction", range=whole, context={"diagnostics": []})

    def test_each_repairs_its_mistake(self):
        for old, new, title in (("Robot.mood", "Robto.mood", "Write `Robot`"), ("= {heat}", "= {heta}", "Write `heat`"),
                                ("mood = tense if", "mood = tnese if", "Write `tense`"),
                                ("K(Robot", "K(Robt", "Write `Robot`"), ("F lit", "F lti", "Write `lit`"),
                                ("0..3", "3..0", "Write `0 .. 3`"), ("Action = look;", "Action = lok;", "Write `look`"),
                                ("mood = calm and Environment.lamp", "mood = calm and lamp", "Write `Environment.lamp`"),
                                ("Environment.lamp = false", "lamp = false", "Write `Environment.lamp`"),
                                ("<all>F lit;", "<all>F lit", "Insert `;`"),
                                ("mood = tense if", "mood := tense if", "Write `=`"),
                                ("lamp : boolean", "lamp : bool", "Write `boolean`"),
                                ("heat : 0..3;", "heat : 0..3\n ", "Insert `;`")):
            text = MODEL.replace(old, new, 1)
            self.assertNotEqual(text, MODEL)
            fixes = self.fixes(text)
            self.assertEqual([one["title"] for one in fixes], [title], new)
            repaired = applied(text, fixes[0]["edit"]["changes"]["file:///model.ispl"])
            self.client.replace(repaired)
            self.assertEqual([one for one in self.client.diagnostics() if one["severity"] == 1], [], repaired)

    def test_none_where_a_hint_is_no_replacement(self):
        self.assertEqual(self.fixes(MODEL.replace("Environment.lamp : {look}", "Robot.Action = look : {look}")), [])


class Places(LspTest):
    """Characters beyond ASCII: in UTF-16 a smiley is two."""
    text = MODEL.replace("  Vars: mood", "  -- 😀 ü\n  Vars: mood").replace("Lobsvars = {heat};", "Lobsvars = {heat}; -- 😀")

    def test_utf_16(self):
        self.assertEqual(self.client.capabilities["positionEncoding"], "utf-16")
        text = "Agent A -- 😀\n/* 😀😀 */ Vars: x : boolean; end Vars end Agent"
        self.client.open(text)
        self.client.diagnostics()
        # The declaration stands behind three smileys; before it there are 9 + 6 characters in the line.
        line = text.split("\n")[1]
        units = len(line[:line.index("x :")].encode("utf-16-le")) // 2
        self.assertEqual(self.client.at("hover", 1, units)["range"],
                         {"start": {"line": 1, "character": units}, "end": {"line": 1, "character": units + 1}})
        self.assertIsNone(self.client.at("hover", 1, units - 2))
        # In the middle of a smiley, and an edit there: the text stays well-formed.
        self.client.change([{"range": {"start": {"line": 1, "character": 4}, "end": {"line": 1, "character": 6}},
                             "text": "ß"}])
        self.client.change([{"range": {"start": {"line": 1, "character": units - 1}, "end": {"line": 1, "character": units}},
                             "text": "y"}])
        self.assertIn("variable `y`", self.client.at("hover", 1, units - 1)["contents"]["value"])


class BytePlaces(LspTest):
    capabilities = {"general": {"positionEncodings": ["utf-16", "utf-8"]}}

    def test_utf_8(self):
        self.assertEqual(self.client.capabilities["positionEncoding"], "utf-8")
        text = "Agent A /* 😀ü */ Vars: x : boolean; end Vars end Agent"
        self.client.open(text)
        at = text.encode().index(b"x :")
        self.assertEqual(self.client.at("hover", 0, at)["range"]["start"], {"line": 0, "character": at})


class LineEnds(LspTest):
    def test_all_kinds(self):
        for end in ("\n", "\r\n", "\r"):
            text = MODEL.split("\n", 1)[1].replace("\n", end)  # a comment ends with "\n" only
            self.client.open(text)
            self.assertEqual([one for one in self.client.diagnostics() if one["severity"] == 1], [])
            found = self.client.at("definition", 22, 12)
            self.assertEqual(found[0]["range"]["start"]["line"], 10, repr(end))


class Protocol(LspTest):
    def test_unknown_requests_and_notifications(self):
        self.refused(-32601, self.client.ask, "textDocument/nonsense", {})
        self.client.tell("textDocument/nonsense", {})
        self.client.tell("$/setTrace", {"value": "off"})

    def test_wrong_parameters(self):
        self.refused(-32602, self.client.ask, "textDocument/hover", {})
        self.refused(-32602, self.client.ask, "textDocument/hover", [])
        self.client.open(MODEL)
        self.refused(-32602, self.client.at, "hover", "one", 2)
        self.refused(-32602, self.client.at, "rename", 1, 6)
        self.refused(-32803, self.client.at, "hover", 1, 2, uri="file:///other.ispl")
        self.refused(-32803, self.client.ask, "workspace/executeCommand", {"command": "nonsense", "arguments": []})
        self.client.tell("textDocument/didChange", {"contentChanges": 1})
        self.assertIn("didChange", self.client.wait_for("window/logMessage")["message"])

    def test_places_outside_the_text(self):
        self.client.open(MODEL)
        for line, character in ((10000, 0), (0, 10000), (4294967295, 4294967295)):
            self.client.at("hover", line, character)
            self.client.at("completion", line, character)

    def test_what_is_no_json(self):
        for body in (b"{", b"[]", b"1", b"[" * 100000, b"{\"a\":" * 100000, b"\xff\xfe", b""):
            self.client.process.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
        self.client.process.stdin.flush()
        for _ in range(7):
            with self.assertRaises(ServerError) as caught:
                self.client.answer(None)
            self.assertEqual(caught.exception.code, -32700)

    def test_headers(self):
        body = json.dumps({"jsonrpc": "2.0", "id": "a", "method": "nonsense"}).encode()
        head = b"content-type: x\r\nCONTENT-LENGTH:%d\r\nContent-Type: y\r\n\r\n" % len(body)
        for byte in head + body:  # in pieces
            self.client.process.stdin.write(bytes([byte]))
            self.client.process.stdin.flush()
        self.refused(-32601, self.client.answer, "a")

    def test_cancelled_while_queued(self):
        self.client.open(MODEL)
        self.client.process.stdin.write(
            frame({"jsonrpc": "2.0", "id": 77, "method": "textDocument/documentSymbol",
                   "params": {"textDocument": {"uri": "file:///model.ispl"}}}) +
            frame({"jsonrpc": "2.0", "method": "$/cancelRequest", "params": {"id": 77}}))
        self.client.process.stdin.flush()
        try:
            self.client.answer(77)  # it may have been answered already
        except ServerError as error:
            self.assertEqual(error.code, -32800)

    def test_several_documents(self):
        first = self.client.open(MODEL, "file:///first.ispl")
        second = self.client.open(PARAMETRIC, "file:///second.ispl")
        self.assertEqual(self.client.diagnostics(first), [])
        self.assertEqual(self.client.diagnostics(second), [])
        self.assertIn("Light", [one["name"] for one in self.client.about("documentSymbol", second)])


class LifeTest(unittest.TestCase):
    """Each test starts the server itself."""


class Life(LifeTest):
    def start(self, **more):
        client = Client(**more)
        self.addCleanup(client.kill)
        return client

    def test_the_first_request(self):
        client = self.start(initialize=False)
        with self.assertRaises(ServerError) as caught:
            client.ask("textDocument/hover", {})
        self.assertEqual(caught.exception.code, -32002)

    def test_after_shutdown_nothing_is_answered(self):
        client = self.start()
        client.ask("shutdown", None)
        with self.assertRaises(ServerError) as caught:
            client.ask("textDocument/hover", {})
        self.assertEqual(caught.exception.code, -32600)
        client.tell("exit", None)
        self.assertEqual(client.process.wait(timeout=PATIENCE), 0)

    def test_exit_without_shutdown(self):
        client = self.start()
        client.tell("exit", None)
        self.assertEqual(client.process.wait(timeout=PATIENCE), 1)

    def test_the_client_goes_away(self):
        client = self.start()
        client.open(PARAMETRIC.replace("1..9 = 2", "1..900000 = 900000"))
        client.process.stdin.close()
        self.assertEqual(client.process.wait(timeout=PATIENCE), 1)

    def test_a_signal(self):
        client = self.start()
        client.process.send_signal(signal.SIGTERM)
        self.assertEqual(client.process.wait(timeout=PATIENCE), 1)

    def test_what_is_no_protocol(self):
        for text in (b"x" * 10000, b"Content-Length: much\r\n\r\n{}", b"\r\n\r\n"):
            result = subprocess.run([GNOMON, "lsp"], input=text, capture_output=True, timeout=PATIENCE)
            self.assertEqual(result.returncode, 2, result.stderr)
            self.assertIn(b"gnomon: error: ", result.stderr)

    def test_standard_input_is_said(self):
        result = subprocess.run([GNOMON, "lsp", "--stdio"], input=b"", capture_output=True, timeout=PATIENCE)
        self.assertEqual((result.returncode, result.stdout), (1, b""))


if __name__ == "__main__":
    unittest.main()
