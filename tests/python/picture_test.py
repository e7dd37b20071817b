"""What notebooks show: well-formed, complete, the same each time."""
import unittest
import xml.etree.ElementTree as xml

import gnomon
from support import EXAMPLES, SOURCE, TUTORIAL, PythonTest

SVG = "{http://www.w3.org/2000/svg}"


def texts(picture):
    return [element.text for element in xml.fromstring(picture).iter(f"{SVG}text")]


class Pictures(PythonTest):
    def setUp(self):
        self.model = gnomon.Model.from_file(TUTORIAL)
        self.witness = self.model.check(5).witness

    def test_witness(self):
        words = texts(self.witness.svg())
        for expected in ("s0", "s1", "Cook: boil", "Environment.kettle = hot", "Guest cannot tell apart s1, s0",
                         "AG (hot -> K(Guest, hot)) is false in s0"):
            self.assertIn(expected, words)
        self.assertEqual(self.witness.svg(), self.model.with_options().check(5).witness.svg())
        page = self.witness._repr_html_()
        self.assertIn("<svg", page)
        self.assertIn("Guest cannot tell it from s0", page)

    def test_every_witness_of_the_examples_can_be_drawn(self):
        drawn = 0
        for path in sorted(EXAMPLES.glob("*.ispl")):
            for result in gnomon.Model.from_file(path).check():
                if result.witness is None:
                    continue
                with self.subTest(model=path.name, formula=result.text):
                    picture = xml.fromstring(result.witness.svg())
                    width, height = float(picture.get("width")), float(picture.get("height"))
                    for box in picture.iter(f"{SVG}rect"):
                        if box.get("class") == "box":
                            self.assertLessEqual(float(box.get("x")) + float(box.get("width")), width)
                            self.assertLessEqual(float(box.get("y")) + float(box.get("height")), height)
                    if result.witness.tables:
                        self.assertIn("<table>", result.witness._repr_html_())
                drawn += 1
        self.assertGreater(drawn, 20)

    def test_loops_return(self):
        witness = gnomon.Model.from_file(EXAMPLES / "bit_transmission.ispl").check(8).witness
        self.assertIsNotNone(witness.paths[0].loop)
        arrows = [path for path in xml.fromstring(witness.svg()).iter(f"{SVG}path") if path.get("marker-end")]
        self.assertEqual(len(arrows), len(witness.paths[0].states))

    def test_verdicts(self):
        page = self.model.check()._repr_html_()
        self.assertEqual(page.count("FALSE"), 1)
        self.assertEqual(page.count("TRUE"), 12)
        self.assertEqual(len(list(xml.fromstring(page).iter("tr"))), 14)
        self.assertIn("AG (hot -&gt; K(Guest, hot))", self.model.check(5)._repr_html_())
        xml.fromstring(self.model.info._repr_html_())
        xml.fromstring(self.witness.states[0]._repr_html_())

    def test_graph(self):
        graph = self.model.graph()
        picture = xml.fromstring(graph.svg())
        self.assertEqual(len(list(picture.iter(f"{SVG}circle"))), 7)
        arrows = [path for path in picture.iter(f"{SVG}path") if path.get("marker-end")]
        self.assertEqual(len(arrows), len(graph.edges) + len(graph.initial))
        large = gnomon.Model.generate("counter", 200).graph()
        self.assertNotIn("<svg", large._repr_html_())
        self.assertIn("200 states", large._repr_html_())

    def test_text_of_the_user_is_escaped(self):
        state = gnomon.State({"A": {"x": "<b>&\x01"}})
        self.assertIn("&lt;b&gt;&amp;\N{REPLACEMENT CHARACTER}", state._repr_html_())


class PictureCommand(PythonTest):
    def test_the_picture_of_the_front_page_is_what_the_command_makes(self):
        done = self.python("-m", "gnomon", "svg", "examples/tutorial.ispl", "5", cwd=SOURCE)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertEqual(done.stdout, (SOURCE / "docs/counterexample.svg").read_text(encoding="utf-8"))

    def test_others(self):
        self.assertIn("<svg", self.python("-m", "gnomon", "graph", TUTORIAL).stdout)
        for arguments, status, message in [(["svg", TUTORIAL, "2"], 1, "no finite witness"),
                                           (["svg", TUTORIAL, "99"], 2, "there is no formula 99"),
                                           (["svg", TUTORIAL, "AG ("], 2, "error"),
                                           (["svg", "no.ispl", "1"], 2, "no.ispl")]:
            with self.subTest(arguments=arguments):
                done = self.python("-m", "gnomon", *arguments)
                self.assertEqual((done.returncode, done.stdout), (status, ""))
                self.assertIn(message, done.stderr)


if __name__ == "__main__":
    unittest.main()
