"""The Python module tells what the program tells, in the forms that its document promises."""
import copy
import itertools
import json
import pathlib
import pickle
import tempfile
import threading
import unittest

import gnomon
from support import ENDLESS, EXAMPLES, TUTORIAL, PythonTest

FALSE_FORMULA = "AG (hot -> K(Guest, hot))"
TINY = """
Agent A
  Vars: x : 0 .. 3; end Vars
  Actions = {up, stay};
  Protocol: Other : {up, stay}; end Protocol
  Evolution: x = x + 1 if Action = up; end Evolution
end Agent
Evaluation top if A.x = 3; end Evaluation
InitStates A.x = 0; end InitStates
Formulae EF top; AG top; end Formulae
"""


class Checking(PythonTest):
    def test_verdicts_are_those_of_the_program(self):
        models = sorted(EXAMPLES.glob("*.ispl"))
        self.assertGreater(len(models), 10)
        for path in models:
            with self.subTest(model=path.name):
                document = self.program("check", "--json", path)
                model = gnomon.Model.from_file(path)
                results = model.check()
                self.assertEqual(results.verdicts, [formula["verdict"] for formula in document["formulas"]])
                self.assertEqual([result.text for result in results], [f["text"] for f in document["formulas"]])
                self.assertEqual([result.logic for result in results], [f["logic"] for f in document["formulas"]])
                info = model.info
                self.assertEqual(str(info.reachable_states), document["model"]["reachable_states"])
                self.assertEqual(str(info.initial_states), document["model"]["initial_states"])
                self.assertEqual(info.state_bits, document["model"]["state_bits"])
                self.assertEqual(len(info.agents), document["model"]["agents"])

    def test_one_formula_several_and_numbers(self):
        model = gnomon.Model.from_file(TUTORIAL)
        one = model.check(FALSE_FORMULA)
        self.assertEqual((one.verdict, one.holds, bool(one), one.file), ("false", False, False, ""))
        self.assertIs(model.check(5).holds, False)
        self.assertEqual(model.check(1, FALSE_FORMULA, 2).verdicts, ["true", "false", "true"])
        self.assertEqual(model.check(FALSE_FORMULA).index, one.index)  # not added again
        self.assertEqual(len(model.formulas), 13)
        self.assertEqual(len(model.check()), 13)
        for number in (0, 14, -1):
            with self.assertRaisesRegex(IndexError, "has 13"):
                model.check(number)

    def test_engines_by_name_agree_and_proofs_have_certificates(self):
        model = gnomon.Model.from_file(TUTORIAL)
        expected = model.check().verdicts
        for engine in ("diagrams", "explicit", "auto"):
            with self.subTest(engine=engine):
                verdicts = model.with_options(engine=engine).check().verdicts
                # The last formula changes what an agent observes, which only diagrams follow.
                self.assertEqual(verdicts[:-1], expected[:-1])
                self.assertIn(verdicts[-1], (expected[-1], "unknown") if engine == "explicit" else expected[-1:])
        with self.assertRaisesRegex(ValueError, "ic3"):
            model.with_options(engine="portfolio")
        proved = model.with_options(engine="ic3").check()
        self.assertTrue(all(one.verdict in (known, "unknown") for one, known in zip(proved, expected)))
        self.assertIn("true", proved.verdicts)
        self.assertEqual([bool(one.certificate) for one in proved], [one.verdict == "true" for one in proved])
        self.assertEqual([one.certificate for one in model.check()], [""] * 13)
        whole = proved.to_certificate()
        for one in proved:
            self.assertEqual(f"formula {one.index}: {one.text}\n{one.certificate}" in whole, one.verdict == "true")
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "proof.txt"
            self.program("check", "--json", "--engine=ic3", "--certificate", path, TUTORIAL)
            self.assertEqual(path.read_text(encoding="utf-8"), whole)
        with self.assertRaisesRegex(ValueError, "copies"):
            pickle.loads(pickle.dumps(proved)).to_certificate()

    def test_results_are_a_sequence_and_values(self):
        results = gnomon.Model.from_text(TINY).check()
        self.assertEqual(repr(results), "TRUE    EF top\nFALSE   AG top")
        self.assertEqual(results[:1].verdicts, ["true"])
        self.assertEqual(results[-1].text, "AG top")
        self.assertEqual(pickle.loads(pickle.dumps(results)), results)
        self.assertEqual(copy.copy(results[0]), results[0])

    def test_json_is_the_document_of_the_program(self):
        results = gnomon.Model.from_file(TUTORIAL).check()
        self.assertIsNotNone(results[4].witness)
        document = json.loads(results.to_json())
        self.assertEqual([formula["verdict"] for formula in document["formulas"]], results.verdicts)
        self.assertEqual(document["formulas"][4]["witness"]["kind"], "counterexample")
        with self.assertRaises(ValueError):
            pickle.loads(pickle.dumps(results)).to_json()

    def test_options(self):
        model = gnomon.Model.from_file(EXAMPLES / "chain.ispl")
        for option in ({"order": "declaration"}, {"reorder": "off"}, {"exploration": "chaining"},
                       {"path_engine": "nfa"}, {"path_engine": "tableau"}):
            with self.subTest(option=option):
                self.assertEqual(model.with_options(**option).check().verdicts, model.check().verdicts)
        text = "Agent A Vars: seen : boolean; end Vars Actions = {a}; Protocol: Other : {a}; end Protocol Evolution: " \
               "seen = true if seen = false; seen = false if seen = true; end Evolution end Agent " \
               "Evaluation p if A.seen = true; end Evaluation InitStates A.seen = false; end InitStates Formulae end Formulae"
        self.assertEqual(gnomon.Model.from_text(text).check("LDL <true> !<true> true").verdict, "false")
        finite = gnomon.Model.from_text(text, finite_traces=True).check("LDL <true*> !<true> true")
        self.assertEqual(finite.verdict, "true")
        with self.assertRaisesRegex(ValueError, "knowledge is one of observational, clock, recall, not 'total'"):
            gnomon.Model.from_text(TINY, knowledge="total")
        with self.assertRaisesRegex(TypeError, "no option 'colour'"):
            gnomon.Model(TINY, colour="red")
        with self.assertRaisesRegex(TypeError, "order cannot be 3"):
            gnomon.Model.from_text(TINY, order=3)
        with self.assertRaisesRegex(ValueError, "did you mean"):
            gnomon.Model.from_text(TINY, silence=["unused-variabel"])

    def test_bounded(self):
        model = gnomon.Model.from_text(TINY)
        for engine in (True, "bdd", "sat"):
            with self.subTest(engine=engine):
                results = gnomon.Model.from_text(TINY).check(bounded=engine)
                self.assertEqual(results.verdicts, ["true", "false"])
        self.assertEqual(model.check("EF top", bounded="sat").basis, "part")
        result = model.check("EF top", bounded="sat", bound=1)
        self.assertEqual((result.verdict, result.reason_kind), ("unknown", "bound"))
        self.assertEqual(model.check("AG top", bounded=True, checks=("every", 2)).verdict, "false")
        for wrong in ({"bounded": "magic"}, {"bounded": True, "checks": "at"}, {"bounded": True, "checks": ("time", 1)},
                      {"bounded": True, "checks": ("every", 1.5)}, {"bound": 3}):
            with self.subTest(wrong=wrong), self.assertRaises(ValueError):
                model.check(1, **wrong)

    def test_limits_give_unknown_with_a_reason(self):
        model = gnomon.Model.from_file(ENDLESS)
        result = model.check(1, timeout=0.2)
        self.assertEqual((result.verdict, result.reason_kind, result.holds), ("unknown", "time", None))
        self.assertIn("time limit of 0.2 s", result.reason)
        with self.assertRaisesRegex(gnomon.UnknownVerdict, "time limit"):
            bool(result)
        self.assertIsNone(result.witness)
        self.assertTrue(result.no_witness)
        self.assertFalse(model.build(timeout=0.1))
        self.assertIsNone(model.facts.reachable_states)
        memory = gnomon.Model.generate("prisoners", 60).check(1, memory="1M")
        self.assertEqual((memory.verdict, memory.reason_kind), ("unknown", "memory"))
        for wrong in ({"timeout": 0}, {"timeout": -1}, {"memory": "much"}, {"memory": 0}, {"memory": -5}):
            with self.subTest(wrong=wrong), self.assertRaises(ValueError):
                model.check(1, **wrong)

    def test_sizes(self):
        from gnomon._limits import bytes_of
        self.assertEqual([bytes_of(size) for size in (None, 7, "7", "4G", "1.5Ki", "500 M".replace(" ", ""), "2gib")],
                         [0, 7, 7, 4 * 10**9, 1536, 5 * 10**8, 2 << 30])

    def test_large_counts_are_exact(self):
        info = gnomon.Model.generate("dining_cryptographers", 100).info
        self.assertGreater(info.reachable_states, 2**64)
        self.assertIsInstance(info.reachable_states, int)

    def test_info_and_statistics(self):
        model = gnomon.Model.from_text(TINY)
        self.assertIsNone(model.facts.reachable_states)
        self.assertEqual((model.info.reachable_states, model.facts.depth, model.info.deadlocks.count), (4, 3, 0))
        overflows = model.find_overflows().overflows
        self.assertEqual((overflows.count, overflows.example), (1, {"A": {"x": "3"}}))
        self.assertGreater(model.statistics.total_seconds, 0)
        self.assertIn("Agent A", model.to_ispl())
        self.assertEqual(gnomon.Model.from_text(model.to_ispl()).check().verdicts, ["true", "false"])


class Parameters(PythonTest):
    RING = EXAMPLES / "parametric" / "ring_election.ispl"

    def test_values(self):
        small, large = (gnomon.Model.from_file(self.RING, N=n) for n in (2, 3))
        self.assertLess(small.info.reachable_states, large.info.reachable_states)
        self.assertEqual(len(small.graph(limit=10_000).states), small.info.reachable_states)
        walk = large.simulate()
        walk.start(number=1)
        self.assertIn("Node[3]", walk.step_at(0).state)
        self.assertEqual(gnomon.Model.from_file(self.RING, N=3, engine="explicit").check().verdicts,
                         large.check().verdicts)

    def test_numbers_of_steps(self):
        model = gnomon.Model.from_file(self.RING, N=2)
        asked = ("min(leader[1])", "EF<=x (leader[1] or leader[2])", "max(leader[1] and !leader[1])")
        document = self.program("check", "--json", "-D", "N=2", *(f"--formula={text}" for text in asked), self.RING)
        least, some, none = model.check(*asked)
        self.assertEqual(least.number, document["formulas"][0]["value"])
        self.assertIsNone(none.number)
        self.assertIsNone(least.values)
        self.assertEqual(dict(some.values.parameters), {"x": "up"})
        self.assertEqual(some.values.best, document["formulas"][1]["smallest"])
        self.assertTrue(some.values.best in some.values and some.values.best - 1 not in some.values)
        self.assertEqual(dict(some.witness.values), {"x": some.values.best})
        with self.assertRaises(ValueError):
            {"y": 3} in some.values
        tried = model.with_options(step_ranges={"x": (0, 3), "y": 2}).check("EF[x,3] (leader[1] or leader[2])")
        self.assertEqual(tried.values.range, ("x", 0, 3))
        self.assertEqual([value in tried.values for value in range(4)],
                         [bool(model.check(f"EF[{value},3] (leader[1] or leader[2])")) for value in range(4)])
        with self.assertRaisesRegex(ValueError, "no number between 3 and 2"):
            model.with_options(step_ranges={"x": (3, 2)})

    def test_wrong_ones(self):
        with self.assertRaisesRegex(gnomon.ModelError, "no parameter `M`"):
            gnomon.Model.from_file(self.RING, M=3)
        with self.assertRaises(gnomon.ModelError):
            gnomon.Model.from_file(self.RING, N=-3)


class Errors(PythonTest):
    def test_model(self):
        with self.assertRaises(gnomon.ModelError) as caught:
            gnomon.Model.from_text("Agent A Vars: x : nat; end Vars end Agent", "wrong.ispl")
        error = caught.exception
        self.assertIsInstance(error, ValueError)
        self.assertGreaterEqual(len(error.diagnostics), 1)
        first = error.diagnostics[0]
        self.assertEqual((first.severity, first.file, first.line), ("error", "wrong.ispl", 1))
        self.assertIn("wrong.ispl:1:", str(error))
        self.assertIn("^", str(error))
        self.assertEqual(pickle.loads(pickle.dumps(error)).diagnostics, error.diagnostics)

    def test_formula(self):
        model = gnomon.Model.from_file(TUTORIAL)
        with self.assertRaisesRegex(gnomon.FormulaError, "did you mean `Guest`"):
            model.check("AG K(Gest, hot)")
        self.assertEqual(model.check("AG true").verdict, "true")
        with self.assertRaises(gnomon.FormulaError):
            gnomon.automaton("LTL G (p")

    def test_warnings_are_told(self):
        text = TINY.replace("Evaluation top", "Evaluation idle if A.x = 1; top")
        model = gnomon.Model.from_text(text)
        self.assertEqual([(d.severity, d.name) for d in model.diagnostics], [("warning", "unused-proposition")])
        self.assertIn("unused-proposition", gnomon.warnings())
        self.assertEqual(gnomon.Model.from_text(text, silence=["unused-proposition"]).diagnostics, ())
        for strict in ({"warnings_are_errors": True}, {"error_warnings": ["unused-proposition"]}):
            with self.assertRaises(gnomon.ModelError):
                gnomon.Model.from_text(text, **strict)

    def test_bytes_that_are_no_text(self):
        model = gnomon.Model.from_text(TINY.encode() + b"-- caf\xe9\n")
        self.assertEqual(model.check().verdicts, ["true", "false"])
        with self.assertRaisesRegex(gnomon.ModelError, "\N{REPLACEMENT CHARACTER}"):
            gnomon.Model.from_text(b"Agent \xff\xfe end Agent")

    def test_files_that_are_not_there(self):
        with self.assertRaises(FileNotFoundError):
            gnomon.Model.from_file("no/such/model.ispl")

    def test_scenarios(self):
        with self.assertRaisesRegex(gnomon.ScenarioError, "did you mean"):
            gnomon.generate("prisonners")
        with self.assertRaises(gnomon.ScenarioError):
            gnomon.generate("counter", 3)


class Explaining(PythonTest):
    def test_witnesses_are_those_of_the_program(self):
        explained = 0
        for name in ("tutorial", "bit_transmission", "card_game"):
            path = EXAMPLES / f"{name}.ispl"
            document = self.program("check", "--json", "--witness", "--engine=diagrams", path)
            for result, formula in zip(gnomon.Model.from_file(path).check(), document["formulas"]):
                with self.subTest(model=name, formula=result.text):
                    self.assertEqual(result.witness is not None, "witness" in formula)
                    if result.witness is not None:
                        self.compare(result.witness, formula["witness"])
                        explained += 1
                    else:
                        self.assertTrue(result.no_witness)
        self.assertGreater(explained, 10)

    def compare(self, witness, expected):
        self.assertEqual("counterexample" if witness.counterexample else "witness", expected["kind"])
        self.assertEqual([state.as_dict() for state in witness.states], expected["states"])
        for path, other in itertools.zip_longest(witness.paths, expected["paths"]):
            self.assertEqual((list(path.states), path.loop, list(path.actions)),
                             (other["states"], other.get("loop"), other["actions"]))
            self.assertEqual([(row.formula, list(row.holds)) for row in path.truth],
                             [(row["formula"], row["holds"]) for row in other.get("truth", [])])
        for link, other in itertools.zip_longest(witness.links, expected["links"]):
            self.assertEqual((link.source, link.target, list(link.agents), link.kind),
                             (other["from"], other["to"], other["agents"], other["as"]))

    def test_text_depth_and_states(self):
        result = gnomon.Model.from_file(TUTORIAL).check(FALSE_FORMULA)
        witness = result.witness
        self.assertIs(result.witness, witness)
        self.assertIn("Guest cannot tell it from s0", str(witness))
        self.assertEqual([state["Environment"]["kettle"] for state in witness.states_of()], ["cold", "hot"])
        self.assertGreater(len(result.explain(full=True).text), len(witness.text))
        self.assertTrue(witness.dot.startswith("digraph"))
        self.assertTrue(result.page().lower().startswith("<!doctype html"))
        self.assertEqual(witness.observes["Guest"], ("Environment.lamp", "Guest.drunk"))
        self.assertEqual([("hot" in names) for names in witness.propositions][:2], [False, True])
        self.assertIsNone(gnomon.Model.from_file(TUTORIAL).check(2).page())

    def test_states_are_mappings(self):
        state = gnomon.Model.from_file(TUTORIAL).check(FALSE_FORMULA).witness.states[0]
        self.assertEqual(list(state), ["Environment", "Cook", "Guest"])
        self.assertEqual(state["Cook"], {"cups": "0"})
        self.assertEqual(state.flat()["Environment.lamp"], "false")
        self.assertEqual(pickle.loads(pickle.dumps(state)), state)
        self.assertEqual({state: 1}[gnomon.State(state.as_dict())], 1)
        self.assertNotEqual(state, gnomon.State({"Cook": {"cups": "0"}}))
        with self.assertRaises(TypeError):
            state["Cook"]["cups"] = "1"


class Walking(PythonTest):
    def setUp(self):
        self.model = gnomon.Model.from_file(TUTORIAL)

    def test_a_walk_is_a_path_of_the_graph(self):
        graph = self.model.graph()
        numbers = {state: number for number, state in enumerate(graph.states)}
        edges = {(source, target): data["actions"] for source, target, data in graph.edges}
        walk = list(itertools.islice(self.model.simulate(seed=5), 60))
        self.assertEqual(len(walk), 60)
        self.assertIn(numbers[walk[0].state], graph.initial)
        self.assertIsNone(walk[0].actions)
        for before, after in zip(walk, walk[1:]):
            self.assertIn(after.actions, edges[numbers[before.state], numbers[after.state]])
            self.assertEqual(after.propositions, graph.propositions[numbers[after.state]])
        self.assertEqual(walk, list(itertools.islice(self.model.simulate(seed=5), 60)))
        self.assertNotEqual(walk, list(itertools.islice(self.model.simulate(seed=6), 60)))

    def test_a_walk_ends_where_nothing_follows(self):
        stuck = TINY.replace("Protocol: Other", "Protocol: x < 3").replace(", stay}; end Protocol", "}; end Protocol")
        walk = list(gnomon.Model.from_text(stuck).simulate())
        self.assertEqual([step.state["A"]["x"] for step in walk], ["0", "1", "2", "3"])

    def test_by_hand(self):
        walk = self.model.simulate()
        self.assertEqual(len(walk), 0)
        with self.assertRaises(IndexError):
            walk.state
        self.assertEqual(walk.start()["Environment"]["kettle"], "cold")
        self.assertEqual(len(walk.choices()), 4)
        self.assertEqual(walk.step({"Environment": "heat", "Cook": "boil"}), ())
        self.assertEqual(walk.state["Environment"]["kettle"], "hot")
        self.assertIs(walk.evaluate("hot"), True)
        self.assertIs(walk.evaluate("K(Guest, hot)"), False)
        total, worlds = walk.possible("Guest")
        self.assertEqual(total, len(worlds))
        self.assertIn(walk.state, worlds)
        with self.assertRaises(gnomon.SimulationError):
            walk.step({"Cook": "fly"})
        with self.assertRaises(gnomon.FormulaError):
            walk.evaluate("K(Nobody, hot)")
        self.assertIs(walk.evaluate("2"), True)
        with self.assertRaises(gnomon.SimulationError):
            walk.evaluate("99")
        self.assertEqual((len(walk), walk.position), (2, 1))
        record = walk.record()
        other = self.model.simulate()
        other.replay(record)
        self.assertEqual(other.path, walk.path)
        walk.jump(0)
        self.assertEqual(walk.state["Environment"]["kettle"], "cold")
        self.assertEqual([agent.name for agent in walk.names.agents], ["Environment", "Cook", "Guest"])

    def test_outcomes_must_be_chosen(self):
        text = TINY.replace("x = x + 1 if Action = up;", "x = 1 if Action = up and x = 0; x = 2 if Action = up and x = 0;")
        walk = gnomon.Model.from_text(text).simulate()
        walk.start()
        outcomes = walk.step({"A": "up"})
        self.assertEqual(sorted(state["A"]["x"] for state in outcomes), ["1", "2"])
        self.assertEqual(walk.step({"A": "up"}, outcome=2), ())
        self.assertEqual(walk.state, outcomes[1])

    def test_graph(self):
        document = self.program("graph", "--format=json", TUTORIAL)
        graph = self.model.graph(agents="all")
        self.assertEqual(len(graph.nodes), len(document["states"]))
        self.assertEqual(len(graph.edges), len(document["edges"]))
        self.assertEqual(sorted(graph.alike), ["Cook", "Environment", "Guest"])
        for classes in graph.alike.values():
            self.assertEqual(sorted(itertools.chain(*classes)), list(range(len(graph.states))))
        with self.assertRaises(gnomon.LimitReached):
            self.model.graph(limit=3)
        with self.assertRaises(gnomon.SimulationError):
            self.model.graph(agents="Nobody")

    def test_networkx_takes_it(self):
        try:
            import networkx
        except ImportError:
            self.skipTest("networkx is not installed")
        graph = self.model.graph()
        picture = networkx.DiGraph()
        picture.add_nodes_from(graph.nodes)
        picture.add_edges_from(graph.edges)
        self.assertEqual(picture.number_of_nodes(), self.model.info.reachable_states)
        self.assertEqual(max(networkx.single_source_shortest_path_length(picture, 0).values()), self.model.info.depth)


class Generating(PythonTest):
    def test_scenarios(self):
        names = [description.split()[0] for description in gnomon.scenarios()]
        self.assertIn("dining_cryptographers", names)
        for name in names:
            self.assertIn("Formulae", gnomon.generate(name))
            self.assertIn("Constants", gnomon.scenario_source(name))
        source = gnomon.scenario_source("dining_cryptographers")
        self.assertEqual(gnomon.Model.from_text(source, N=4).info.reachable_states, 320)
        with self.assertRaises(gnomon.ScenarioError):
            gnomon.scenario_source("prisonners")
        self.assertEqual(gnomon.generate("counter", 8), gnomon.generate("counter", N=8))
        self.assertEqual(len(gnomon.Model.generate("counter", 8, logic="CTLK", specification=1).formulas), 1)

    def test_automata(self):
        self.assertTrue(gnomon.automaton("LTL G (p -> F q)").startswith("HOA: v1"))
        self.assertTrue(gnomon.automaton("LTL G (p -> F q)", "dot").startswith("digraph"))
        with self.assertRaises(ValueError):
            gnomon.automaton("LTL G p", "png")


class Threads(PythonTest):
    def test_several_models_at_once(self):
        names = ["tutorial", "bit_transmission", "card_game", "prisoners"]
        expected = [gnomon.Model.from_file(EXAMPLES / f"{name}.ispl").check().verdicts for name in names]
        found = [None] * len(names)

        def work(index):
            found[index] = gnomon.Model.from_file(EXAMPLES / f"{names[index]}.ispl").check().verdicts

        threads = [threading.Thread(target=work, args=(index,)) for index in range(len(names))]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(found, expected)

    def test_one_model_in_several_threads(self):
        model = gnomon.Model.from_file(TUTORIAL)
        found = {}

        def work(number):
            result = model.check(number)
            found[number] = (result.verdict, result.witness is None)

        threads = [threading.Thread(target=work, args=(1 + number % 13,)) for number in range(39)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        fresh = gnomon.Model.from_file(TUTORIAL).check()
        self.assertEqual(found, {result.index: (result.verdict, result.witness is None) for result in fresh})

    def test_the_interpreter_goes_on_meanwhile(self):
        model = gnomon.Model.from_file(ENDLESS)
        ended = []
        thread = threading.Thread(target=lambda: ended.append(model.check(1, timeout=1.0)))
        thread.start()
        rounds = 0
        while thread.is_alive():
            rounds += 1
        thread.join()
        self.assertEqual(ended[0].reason_kind, "time")
        self.assertGreater(rounds, 1000)


if __name__ == "__main__":
    unittest.main()
