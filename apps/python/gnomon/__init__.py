"""Gnomon checks what agents know, and when: a symbolic model checker for multi-agent systems.

    import gnomon
    model = gnomon.Model.from_file("examples/tutorial.ispl")
    print(model.check())
    print(model.check("AG (hot -> K(Guest, hot))").witness)

docs/python.md is the guide.
"""
from typing import Tuple

from . import _native
from ._data import (AgentInfo, AgentNames, BoundedInfo, Choice, Diagnostic, Edge, Entry, Graph, Info, JointAction, Link,
                    Move, Names, Path, Progress, State, StatesFound, Statistics, StepValues, Table, Taken, Truth, Unused,
                    Witness)
from ._errors import (DiagnosedError, FormulaError, GnomonError, LimitReached, ModelError, ScenarioError,
                      SimulationError, UnknownVerdict)
from ._model import Model, generate
from ._native import UsageError, warnings
from ._results import Result, Results
from ._simulation import Simulation, Step

__version__ = _native.version()


def scenarios() -> Tuple[str, ...]:
    """The families of generated models, each described with its parameters and specifications."""
    return _native.describe_scenarios()


def scenario_source(name: str) -> str:
    """The parametric model of a family, for ``Model.from_text(source, N=4)`` and for changes of your own."""
    return _native.scenario_source(name)


def automaton(formula: str, format: str = "hoa") -> str:
    """The automaton of a path formula (``"LTL G (p -> F q)"``), in the Hanoi omega-automata format or for Graphviz
    (``"dot"``). Every name is a proposition."""
    if format not in ("hoa", "dot"):
        raise ValueError(f"format is 'hoa' or 'dot', not {format!r}")
    return _native.automaton(formula, format == "dot")


__all__ = [
    "AgentInfo", "AgentNames", "BoundedInfo", "Choice", "DiagnosedError", "Diagnostic", "Edge", "Entry", "FormulaError",
    "GnomonError", "Graph", "Info", "JointAction", "LimitReached", "Link", "Model", "ModelError", "Move", "Names", "Path",
    "Progress", "Result", "Results", "ScenarioError", "Simulation", "SimulationError", "State", "StatesFound",
    "Statistics", "Step", "StepValues", "Table", "Taken", "Truth", "UnknownVerdict", "Unused", "UsageError", "Witness", "automaton", "generate",
    "scenario_source", "scenarios", "warnings",
]
