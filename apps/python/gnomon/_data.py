"""What the checker tells, as plain data: diagnostics, states, witnesses, facts about models, graphs.

Objects of these classes are made by the native half of the module. They are values: they can be compared, copied,
pickled, and they outlive the model they came from.
"""
from __future__ import annotations

from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Dict, Iterator, List, Mapping, Optional, Tuple

from . import _drawing

JointAction = Mapping[str, str]
"""The action of every agent that has actions."""


@dataclass(frozen=True)
class Diagnostic:
    """An error, a warning or a note about a text."""

    severity: str  #: ``"error"``, ``"warning"`` or ``"note"``
    file: str
    line: int  #: from 1; 0: about the model as a whole
    column: int
    message: str
    hint: str  #: may be empty
    name: str  #: of a warning
    rendered: str  #: message, source line, caret and hint, as the program prints them

    def __str__(self) -> str:
        return self.rendered.rstrip("\n")


class State(Mapping[str, Mapping[str, str]]):
    """A global state: agent -> variable -> value, values as written in ISPL. Immutable and hashable."""

    __slots__ = ("_agents", "_hash")
    _agents: Mapping[str, Mapping[str, str]]
    _hash: int

    def __init__(self, agents: Mapping[str, Mapping[str, str]]) -> None:
        self._agents = {agent: MappingProxyType(dict(values)) for agent, values in agents.items()}
        self._hash = hash(frozenset((agent, frozenset(values.items())) for agent, values in self._agents.items()))

    def __getitem__(self, agent: str) -> Mapping[str, str]:
        return self._agents[agent]

    def __iter__(self) -> Iterator[str]:
        return iter(self._agents)

    def __len__(self) -> int:
        return len(self._agents)

    def __hash__(self) -> int:
        return self._hash

    def as_dict(self) -> Dict[str, Dict[str, str]]:
        """A copy made of dictionaries, ready for JSON."""
        return {agent: dict(values) for agent, values in self._agents.items()}

    def flat(self) -> Dict[str, str]:
        """``{"Agent.variable": value}``: a row of a table."""
        return {f"{agent}.{name}": value for agent, values in self._agents.items() for name, value in values.items()}

    def __repr__(self) -> str:
        return "State(" + ", ".join(f"{name}={value}" for name, value in self.flat().items()) + ")"

    def __reduce__(self) -> Tuple[Any, ...]:
        return (State, (self.as_dict(),))

    def _repr_html_(self) -> str:
        return _drawing.table(["variable", "value"], [[name, value] for name, value in self.flat().items()])


@dataclass(frozen=True)
class Truth:
    """Where along a path a part of its formula is true, by position."""

    formula: str
    holds: Tuple[bool, ...]


@dataclass(frozen=True)
class Path:
    """A path of a witness, finite or a loop. States are numbers into ``Witness.states``."""

    formula: str  #: what it shows; empty: that its last state can be reached
    holds: bool  #: the formula is true, or false, in the first state
    states: Tuple[int, ...]
    loop: Optional[int]  #: the position that follows the last one; None: a finite path
    last: Optional[int]  #: of a finite trace: the position where it ends
    actions: Tuple[JointAction, ...]  #: one per step, that back to ``loop`` included
    truth: Tuple[Truth, ...] = ()  #: where the parts of a path formula are true; the formula itself comes first
    #: two positions with the same state: the steps between are made ``times`` more often than listed, or, if that is
    #: None, may be repeated as often as one likes, for larger values of parameters
    repeat: Optional[Tuple[int, int]] = None
    times: Optional[int] = None


@dataclass(frozen=True)
class Link:
    """The agents cannot tell the two states apart; of kind ``"O"``: the agent is green in the second."""

    source: int
    target: int
    agents: Tuple[str, ...]
    kind: str  #: ``"K"``, ``"GK"``, ``"GCK"``, ``"DK"`` or ``"O"``


@dataclass(frozen=True)
class Move:
    """A choice of actions and the states it may lead to."""

    actions: JointAction
    outcomes: Tuple[int, ...]


@dataclass(frozen=True)
class Entry:
    """What a table says about one state."""

    state: int
    moves: Tuple[Move, ...]
    step: Optional[int] = None  #: of an operator with a bound: so many steps were made before


@dataclass(frozen=True)
class Table:
    """What a coalition does, state by state, or how the others answer whatever it does."""

    formula: str
    holds: bool
    agents: Tuple[str, ...]
    entries: Tuple[Entry, ...]
    open: Tuple[int, ...]  #: states where the table was cut off


@dataclass(frozen=True)
class Taken:
    """Something that the witness rests on without showing it."""

    formula: str
    holds: bool
    state: int


@dataclass(frozen=True)
class Witness:
    """Why a formula is true or false. Every witness was replayed, step by step, by an independent interpreter."""

    counterexample: bool
    states: Tuple[State, ...]
    propositions: Tuple[Tuple[str, ...], ...]  #: those that hold, by state
    observes: Mapping[str, Tuple[str, ...]]  #: by agent: the variables that it sees
    paths: Tuple[Path, ...]  #: the first begins in the initial state that the witness is about
    links: Tuple[Link, ...]
    tables: Tuple[Table, ...]
    taken: Tuple[Taken, ...]
    notes: Tuple[str, ...]
    values: Mapping[str, Optional[int]]  #: of parameters in bounds, that were put in; None: all, or no bound
    further: Tuple[Witness, ...]  #: the same for other values of the parameters
    text: str = field(repr=False)  #: for people, as ``gnomon check --witness`` prints it
    dot: str = field(repr=False)  #: for Graphviz

    def states_of(self, path: int = 0) -> List[State]:
        """The states along a path, in order."""
        return [self.states[number] for number in self.paths[path].states]

    def svg(self) -> str:
        """The paths and what ties them together, as a picture."""
        return _drawing.witness(self)

    def __str__(self) -> str:
        return self.text

    def _repr_html_(self) -> str:
        return _drawing.witness_html(self)


@dataclass(frozen=True)
class StepValues:
    """The values of the parameters in the bounds of a formula (``F<=x p``) that make it true."""

    parameters: Mapping[str, str]  #: ``"up"``: growing values keep the formula true; ``"down"``: shrinking ones
    points: Tuple[Mapping[str, Optional[int]], ...]  #: the extreme values; None: all values
    mixed: bool  #: parameters of both directions: one point, the optimum of each
    unbounded: bool  #: false for all values, but true without the bounds
    range: Optional[Tuple[str, int, int]]  #: a parameter whose values were tried: name, first, last
    good: Tuple[Tuple[int, int], ...]  #: those of its values that make the formula true: first and last of each run
    stopped: str  #: why the search was stopped when the verdict was known; then there are no points
    at_least: Optional[int]  #: then: the optimum of the only parameter is no smaller
    at_most: Optional[int]  #: likewise: no larger

    @property
    def best(self) -> Optional[int]:
        """Of a single parameter: the smallest value that makes the formula true, or the largest; None if there is
        none, or if all values of a parameter whose shrinking keeps the formula true do."""
        if len(self.parameters) != 1 or not self.points:
            return None
        return next(iter(self.points[0].values()))

    def __contains__(self, values: object) -> bool:
        """Whether these values make the formula true: a number, or a mapping from names to numbers."""
        if self.mixed or self.stopped:
            raise ValueError("the good values of these parameters are not all known")
        if self.range is not None:
            return isinstance(values, int) and any(first <= values <= last for first, last in self.good)
        if isinstance(values, int) and len(self.parameters) == 1:
            values = {next(iter(self.parameters)): values}
        if not isinstance(values, Mapping) or set(values) != set(self.parameters):
            raise ValueError(f"values of {', '.join(self.parameters)} are needed")
        return any(all(self._good(name, values[name], point[name]) for name in point) for point in self.points)

    def _good(self, name: str, value: int, extreme: Optional[int]) -> bool:
        if extreme is None:
            return True
        return value >= extreme if self.parameters[name] == "up" else value <= extreme


@dataclass(frozen=True)
class Progress:
    """What a long call is doing; the argument of progress callbacks."""

    phase: str  #: parse, encode, reach, fairness, check, deadlocks or overflows
    depth: int  #: reach: steps from the initial states so far; checking by SAT: the bound
    formula: int  #: check: the index of the formula, from 1
    formulas: int  #: check: how many there are
    nodes: int  #: diagram nodes in use
    states: float  #: states found so far; 0: not counted
    seconds: float  #: since the model was read


@dataclass(frozen=True)
class AgentInfo:
    """The size of an agent."""

    name: str
    variables: int
    actions: int
    observes: int  #: variables that it sees


@dataclass(frozen=True)
class StatesFound:
    """What a search for states of some kind found."""

    count: int
    example: Optional[State]


@dataclass(frozen=True)
class BoundedInfo:
    """How far bounded checking went."""

    engine: str  #: ``"bdd"``, ``"sat"`` or ``"explicit"``
    depth: int
    rounds: bool  #: the depth counts rounds of chaining, not steps
    complete: bool  #: all reachable states were found
    states: Optional[int]
    checks: int
    check_seconds: float


@dataclass(frozen=True)
class Unused:
    """Names that are declared but without use."""

    variables: Tuple[str, ...]
    actions: Tuple[str, ...]
    propositions: Tuple[str, ...]
    groups: Tuple[str, ...]


@dataclass(frozen=True)
class Info:
    """Facts about a model; what is not known is None. Counts are exact, of any size."""

    agents: Tuple[AgentInfo, ...]
    variables: int
    state_bits: Optional[int]
    initial_states: Optional[int]
    reachable_states: Optional[int]
    depth: Optional[int]
    fair_states: Optional[int]  #: with a Fairness section: reachable states from which a fair path starts
    deadlocks: Optional[StatesFound]
    overflows: Optional[StatesFound]
    bounded: Optional[BoundedInfo]
    unused: Unused

    def _repr_html_(self) -> str:
        rows = [["agents", ", ".join(agent.name for agent in self.agents)], ["variables", str(self.variables)]]
        numbers = [("bits of a state", self.state_bits), ("initial states", self.initial_states),
                   ("reachable states", self.reachable_states), ("depth", self.depth), ("fair states", self.fair_states),
                   ("deadlocks", None if self.deadlocks is None else self.deadlocks.count)]
        rows += [[name, str(number)] for name, number in numbers if number is not None]
        return _drawing.table(["", ""], rows)


@dataclass(frozen=True)
class Statistics:
    """Where the time went, and how much memory was used."""

    parse_seconds: float
    encode_seconds: float
    reach_seconds: float
    check_seconds: float
    analysis_seconds: float
    total_seconds: float
    peak_nodes: int
    peak_memory_bytes: int  #: of the process
    reorderings: int


@dataclass(frozen=True)
class Edge:
    """A transition of a graph with all joint actions that make it."""

    source: int
    target: int
    actions: Tuple[JointAction, ...]


@dataclass(frozen=True)
class Graph:
    """The reachable states, numbered in breadth-first order, and their transitions.

    ``nodes`` and ``edges`` have the form that networkx takes::

        picture = networkx.DiGraph()
        picture.add_nodes_from(graph.nodes)
        picture.add_edges_from(graph.edges)
    """

    states: Tuple[State, ...]
    propositions: Tuple[Tuple[str, ...], ...]  #: those that hold, by state
    initial: Tuple[int, ...]
    transitions: Tuple[Edge, ...] = field(repr=False)
    alike: Mapping[str, Tuple[Tuple[int, ...], ...]] = field(repr=False)  #: by agent: states it cannot tell apart
    dot: str = field(repr=False)  #: for Graphviz

    @property
    def nodes(self) -> List[Tuple[int, Dict[str, Any]]]:
        """``(number, {"state": ..., "propositions": ..., "initial": ...})`` of each state."""
        first = set(self.initial)
        return [(number, {"state": state, "propositions": self.propositions[number], "initial": number in first})
                for number, state in enumerate(self.states)]

    @property
    def edges(self) -> List[Tuple[int, int, Dict[str, Any]]]:
        """``(number, number, {"actions": ...})`` of each transition."""
        return [(edge.source, edge.target, {"actions": edge.actions}) for edge in self.transitions]

    def svg(self) -> str:
        """The graph as a picture, one column for each distance from the initial states."""
        return _drawing.graph(self)

    def _repr_html_(self) -> str:
        return _drawing.graph_html(self)


@dataclass(frozen=True)
class Choice:
    """A joint action that is possible in the present state of a walk."""

    number: int  #: among all joint actions of the state, from 1
    actions: JointAction
    outcomes: Tuple[State, ...]  #: the first ones
    outcome_count: int  #: 0: this action leads nowhere
    too_many_outcomes: bool  #: to list any


@dataclass(frozen=True)
class AgentNames:
    """The names that belong to an agent."""

    name: str
    variables: Mapping[str, Tuple[str, ...]]  #: with their values; none are listed where there are more than 100
    actions: Tuple[str, ...]


@dataclass(frozen=True)
class Names:
    """All names of a model, in the order of their declarations."""

    agents: Tuple[AgentNames, ...]
    propositions: Tuple[str, ...]
    groups: Tuple[str, ...]
