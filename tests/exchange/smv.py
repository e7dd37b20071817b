"""A small reader of the part of SMV that the program writes: a module of VAR, IVAR, DEFINE, INIT, TRANS, FAIRNESS and
specifications. Precedences are those of the user manual of NuSMV. Conditions become functions of Python, formulas trees.
"""
import itertools
import re

from common import components

TOKEN = re.compile(r"\s*(<->|->|<=|>=|!=|:=|\.\.|[A-Za-z_][A-Za-z0-9_$#]*|\d+|[-+*/=<>!&|(){}\[\],;:])")
# From the loosest to the tightest; implication associates to the right.
LEVELS = [["->"], ["<->"], ["|", "xor"], ["&"], ["U", "V"], ["=", "!=", "<", ">", "<=", ">="], ["in"], ["+", "-"], ["*", "/"]]
PREFIXES = ("EX", "AX", "EF", "AF", "EG", "AG", "X", "F", "G")
KEYWORDS = ("MODULE", "VAR", "IVAR", "DEFINE", "INIT", "TRANS", "FAIRNESS", "INVARSPEC", "CTLSPEC", "LTLSPEC")


def tokens(text):
    text = re.sub(r"--.*", "", text)
    found, at = [], 0
    text = text.rstrip()
    while at < len(text):
        match = TOKEN.match(text, at)
        assert match, text[at:at + 40]
        found.append(match.group(1))
        at = match.end()
    return found


class Parser:
    def __init__(self, words):
        self.words, self.at = words, 0

    def peek(self):
        return self.words[self.at] if self.at < len(self.words) else None

    def take(self, wanted=None):
        word = self.words[self.at]
        assert wanted is None or word == wanted, (word, wanted, self.words[max(0, self.at - 8):self.at + 8])
        self.at += 1
        return word

    def expression(self, level=0):
        if level == len(LEVELS):
            return self.prefix()
        left = self.expression(level + 1)
        if level == 0:
            if self.peek() == "->":
                self.take()
                return ("->", left, self.expression(0))
            return left
        while self.peek() in LEVELS[level]:
            sign = self.take()
            left = (sign, left, self.expression(level + 1))
        return left

    def prefix(self):
        word = self.take()
        if word == "!":
            return ("!", self.prefix())
        if word == "-":
            return ("neg", self.prefix())
        if word in PREFIXES:
            return (word, self.prefix())
        if word in ("E", "A"):
            self.take("[")
            left = self.expression()
            self.take("]")
            assert left[0] == "U", left
            return (word + "U", left[1], left[2])
        if word == "(":
            inner = self.expression()
            self.take(")")
            return inner
        if word == "{":
            members = [self.expression()]
            while self.peek() == ",":
                self.take()
                members.append(self.expression())
            self.take("}")
            return ("set", *members)
        if word == "case":
            branches = []
            while self.peek() != "esac":
                condition = self.expression()
                self.take(":")
                branches.append((condition, self.expression()))
                self.take(";")
            self.take("esac")
            return ("case", *branches)
        if word == "next":
            self.take("(")
            name = self.take()
            self.take(")")
            return ("next", name)
        if word.isdigit():
            return ("number", int(word))
        return ("TRUE",) if word == "TRUE" else ("FALSE",) if word == "FALSE" else ("name", word)


def python(tree, scope):
    """The expression as Python over dictionaries s (state), a (inputs), n (next state)."""
    kind = tree[0]
    sub = [python(part, scope) for part in tree[1:]] if kind not in ("number", "name", "next", "case") else []
    if kind == "number":
        return str(tree[1])
    if kind in ("TRUE", "FALSE"):
        return "True" if kind == "TRUE" else "False"
    if kind == "next":
        return f"n[{tree[1]!r}]"
    if kind == "name":
        if tree[1] in scope.variables:
            return f"s[{tree[1]!r}]"
        if tree[1] in scope.inputs:
            return f"a[{tree[1]!r}]"
        if tree[1] in scope.defines:
            return python(scope.defines[tree[1]], scope)
        return repr(tree[1])
    if kind == "case":
        text = "fail()"
        for condition, value in reversed(tree[1:]):
            text = f"({python(value, scope)} if {python(condition, scope)} else {text})"
        return text
    if kind == "set":
        return "(" + ", ".join(sub) + ",)"
    if kind == "/":
        return f"truncated({sub[0]}, {sub[1]})"
    if kind == "!":
        return f"(not {sub[0]})"
    if kind == "neg":
        return f"(-{sub[0]})"
    if kind == "->":
        return f"((not {sub[0]}) or {sub[1]})"
    sign = {"&": "and", "|": "or", "<->": "==", "xor": "!=", "=": "=="}.get(kind, kind)
    return f"({sub[0]} {sign} {sub[1]})"


def truncated(a, b):
    return abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)


class Smv:
    def __init__(self, text):
        self.variables, self.inputs, self.defines = {}, {}, {}
        self.init, self.trans, self.fairness, self.specifications = [], [], [], []
        parser = Parser(tokens(text))
        parser.take("MODULE")
        parser.take("main")
        section = None
        while parser.peek() is not None:
            if parser.peek() in KEYWORDS:
                section = parser.take()
                if section not in ("VAR", "IVAR", "DEFINE"):
                    tree = parser.expression()
                    parser.take(";")
                    if section.endswith("SPEC"):
                        self.specifications.append((section, tree))
                    else:
                        {"INIT": self.init, "TRANS": self.trans, "FAIRNESS": self.fairness}[section].append(tree)
                continue
            name = parser.take()
            if section == "DEFINE":
                parser.take(":=")
                self.defines[name] = parser.expression()
            else:
                parser.take(":")
                target = self.variables if section == "VAR" else self.inputs
                assert name not in self.variables and name not in self.inputs and name not in self.defines
                target[name] = self.domain(parser)
            parser.take(";")
        constants = {one for domain in (self.variables | self.inputs).values() for one in domain if isinstance(one, str)}
        assert not constants & (set(self.variables) | set(self.inputs) | set(self.defines)), "a name has one meaning"
        self.explore()

    @staticmethod
    def domain(parser):
        if parser.peek() == "boolean":
            parser.take()
            return [False, True]
        if parser.peek() == "{":
            return [member[1] for member in parser.expression()[1:]]

        def number():
            sign = -1 if parser.peek() == "-" else 1
            if sign < 0:
                parser.take()
            return sign * int(parser.take())
        low = number()
        parser.take("..")
        return list(range(low, number() + 1))

    def function(self, tree):
        return eval(f"lambda s, a, n: {python(tree, self)}", {"truncated": truncated})

    def explore(self):
        """The reachable states, as tuples in the order of the variables, and their successors."""
        names = list(self.variables)
        every = [dict(zip(names, values)) for values in itertools.product(*self.variables.values())]
        choices = [dict(zip(self.inputs, values)) for values in itertools.product(*self.inputs.values())]
        init = [self.function(tree) for tree in self.init]
        trans = [self.function(tree) for tree in self.trans]
        self.initial = {tuple(s.values()) for s in every if all(f(s, None, None) for f in init)}
        self.successors, open_states = {}, list(self.initial)
        while open_states:
            state = open_states.pop()
            if state in self.successors:
                continue
            s = dict(zip(names, state))
            found = {tuple(n.values()) for n in every
                     if any(all(f(s, a, n) for f in trans) for a in choices)}
            self.successors[state] = found
            open_states.extend(found)
        assert all(self.successors.values()), "every state of SMV has a successor"

    # --- CTL under fairness --------------------------------------------------------------------------------------

    def backwards(self, target, through):
        found, changed = set(target), True
        while changed:
            more = {s for s in through - found if self.successors[s] & found}
            found |= more
            changed = bool(more)
        return found

    def fair_within(self, states):
        """Where a fair path begins that stays among these states."""
        graph = {s: [t for t in self.successors[s] if t in states] for s in states}
        constraints = [self.holding(tree) for tree in self.fairness]
        core = set()
        for members in components(graph):
            cyclic = len(members) > 1 or any(s in graph[s] for s in members)
            if cyclic and all(members & one for one in constraints):
                core |= members
        return self.backwards(core, set(states)) if core else set()

    def holding(self, tree):
        f = self.function(tree)
        names = list(self.variables)
        return {s for s in self.successors if f(dict(zip(names, s)), None, None)}

    def states(self, tree):
        """The states in which a formula of CTL holds."""
        every = set(self.successors)
        fair = self.fair_within(every) if self.fairness else every
        kind = tree[0]
        if kind == "!":
            return every - self.states(tree[1])
        if kind == "&":
            return self.states(tree[1]) & self.states(tree[2])
        if kind == "|":
            return self.states(tree[1]) | self.states(tree[2])
        if kind == "->":
            return (every - self.states(tree[1])) | self.states(tree[2])
        if kind == "<->" and self.is_temporal(tree):
            return every - (self.states(tree[1]) ^ self.states(tree[2]))
        if kind == "EX":
            target = self.states(tree[1]) & fair
            return {s for s in every if self.successors[s] & target}
        if kind == "EF":
            return self.backwards(self.states(tree[1]) & fair, every)
        if kind == "EG":
            return self.fair_within(self.states(tree[1]))
        if kind == "EU":
            return self.backwards(self.states(tree[2]) & fair, self.states(tree[1]))
        if kind in ("AX", "AF", "AG"):
            return every - self.states(({"AX": "EX", "AF": "EG", "AG": "EF"}[kind], ("!", tree[1])))
        if kind == "AU":
            neither = ("&", ("!", tree[1]), ("!", tree[2]))
            return every - (self.states(("EU", ("!", tree[2]), neither)) | self.states(("EG", ("!", tree[2]))))
        return self.holding(tree)

    def is_temporal(self, tree):
        return isinstance(tree, tuple) and (tree[0] in PREFIXES + ("EU", "AU") or
                                            any(self.is_temporal(part) for part in tree[1:]))

    def holds(self, tree):
        """In all initial states from which a fair path starts."""
        every = set(self.successors)
        fair = self.fair_within(every) if self.fairness else every
        return (self.initial & fair) <= self.states(tree)


def back_to_ltl(tree, ended):
    """A formula of LTL as the program reads it; what is said of the end of the model is left out."""
    if tree[0] == "->" and tree[1] == ("G", ("!", ("name", ended))):
        return back_to_ltl(tree[2], ended)
    words = {"TRUE": "true", "FALSE": "false"}
    if tree[0] in words:
        return words[tree[0]]
    if tree[0] == "name":
        name = tree[1]
        return name.removesuffix("_RedStates") + ".RedStates" if name.endswith("_RedStates") else name
    parts = [back_to_ltl(part, ended) for part in tree[1:]]
    if len(parts) == 1:
        return f"({tree[0]} ({parts[0]}))"
    sign = {"&": "and", "|": "or", "V": "R"}.get(tree[0], tree[0])
    return f"(({parts[0]}) {sign} ({parts[1]}))"
