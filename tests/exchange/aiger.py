"""A small reader of AIGER 1.9, written from the description of the format, and a search through all states of a circuit.

All values of the inputs are tried at once: a signal is a number with one bit for each of them.
"""
from common import components


class Aiger:
    def __init__(self, data):
        self.data, self.at = data, 0
        header = self.line().split()
        self.binary = header[0] == "aig"
        assert header[0] in ("aig", "aag"), header
        numbers = [int(word) for word in header[1:]] + [0] * 9
        self.largest, inputs, latches, outputs, ands, bad, constraints, justice, fairness = numbers[:9]
        assert outputs == 0 and constraints == 0
        self.inputs = [2 * (i + 1) if self.binary else int(self.line()) for i in range(inputs)]
        self.latches, self.next, self.initially = [], [], []
        for i in range(latches):
            words = [int(word) for word in self.line().split()]
            if self.binary:
                words.insert(0, 2 * (inputs + i + 1))
            self.latches.append(words[0])
            self.next.append(words[1])
            self.initially.append(words[2] if len(words) > 2 else 0)
        self.bad = [int(self.line()) for _ in range(bad)]
        sizes = [int(self.line()) for _ in range(justice)]
        self.justice = [[int(self.line()) for _ in range(size)] for size in sizes]
        self.fairness = [int(self.line()) for _ in range(fairness)]
        self.ands = []
        for i in range(ands):
            if self.binary:
                own = 2 * (inputs + latches + i + 1)
                large = own - self.number()
                self.ands.append((own, large, large - self.number()))
            else:
                self.ands.append(tuple(int(word) for word in self.line().split()))
        for own, large, small in self.ands:
            assert own > large >= small, "the operands of a conjunction come first"
        self.symbols, self.comment = {}, ""
        while self.at < len(self.data):
            line = self.line()
            if line == "c":
                self.comment = self.data[self.at:].decode()
                break
            place, name = line.split(" ", 1)
            self.symbols[place] = name

    def line(self):
        end = self.data.index(b"\n", self.at)
        text = self.data[self.at:end].decode()
        self.at = end + 1
        return text

    def number(self):
        value, shift = 0, 0
        while True:
            byte = self.data[self.at]
            self.at += 1
            value |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return value

    def structure(self):
        """All but the way it is written."""
        return (self.inputs, self.latches, self.next, self.initially, self.bad, self.justice, self.fairness, self.ands,
                self.symbols, self.comment)


class Search:
    """The reachable states of a circuit, tuples of bits, and its edges: successor and which signals are 1."""

    def __init__(self, circuit):
        self.circuit = circuit
        width = 1 << len(circuit.inputs)
        self.all = (1 << width) - 1
        self.columns = []
        for i in range(len(circuit.inputs)):
            column, run = 0, 1 << i
            block = ((1 << run) - 1) << run
            for start in range(0, width, 2 * run):
                column |= block << start
            self.columns.append(column)
        self.signals = list(circuit.bad) + sorted({s for one in circuit.justice for s in one} | set(circuit.fairness))
        first = tuple(circuit.initially)
        self.edges, open_states = {first: None}, [first]
        while open_states:
            state = open_states.pop()
            self.edges[state] = self.steps(state)
            for successor, _ in self.edges[state]:
                if successor not in self.edges:
                    self.edges[successor] = None
                    open_states.append(successor)

    def steps(self, state):
        circuit = self.circuit
        value = {0: 0}
        for literal, column in zip(circuit.inputs, self.columns):
            value[literal] = column
        for literal, bit in zip(circuit.latches, state):
            value[literal] = self.all if bit else 0

        def of(literal):
            return value[literal] if literal % 2 == 0 else self.all ^ value[literal - 1]
        for own, large, small in circuit.ands:
            value[own] = of(large) & of(small)
        parts = [(self.all, ())]
        for literal in circuit.next + self.signals:
            column = of(literal)
            split = []
            for mask, bits in parts:
                if mask & column:
                    split.append((mask & column, bits + (1,)))
                if mask & ~column:
                    split.append((mask & ~column, bits + (0,)))
            parts = split
        latches = len(circuit.next)
        return {(bits[:latches], frozenset(s for s, b in zip(self.signals, bits[latches:]) if b)) for _, bits in parts}

    def finds(self, name):
        """Whether some run satisfies the property b0, j1, ..."""
        number = int(name[1:])
        if name[0] == "b":
            bad = self.circuit.bad[number]
            return any(bad in signals for steps in self.edges.values() for _, signals in steps)
        wanted = set(self.circuit.justice[number]) | set(self.circuit.fairness)
        graph = {state: [to for to, _ in steps] for state, steps in self.edges.items()}
        for members in components(graph):
            inside = [signals for state in members for to, signals in self.edges[state] if to in members]
            if inside and all(any(one in signals for signals in inside) for one in wanted):
                return True
        return False
