"""Models: read, checked, explored."""
from __future__ import annotations

import math
import os
from typing import Any, Callable, Dict, List, Mapping, Optional, Sequence, Tuple, Union, overload

from ._data import Diagnostic, Graph, Info, Progress, Statistics
from ._errors import FormulaError, ModelError
from ._limits import Size, bytes_of
from ._native import Formula, Run, generate as _generate, state_graph
from ._results import Result, Results
from ._simulation import Simulation

FormulaLike = Union[str, int]
"""The text of a formula, or its number in the model's text, from 1."""
OnProgress = Optional[Callable[[Progress], object]]
Checks = Union[str, Tuple[str, float]]
StepRanges = Mapping[str, Union[int, Tuple[int, int]]]
"""Values of parameters in the bounds of formulas: one, or the first and the last."""
Value = Union[int, str]
"""Of a parameter of a model; bool is an int."""


def generate(name: str, *parameters: Union[int, str], logic: Optional[str] = None,
             specification: Optional[int] = None, **named: Union[int, str]) -> str:
    """The text of a generated model: ``generate("dining_cryptographers", 4)`` or ``generate(..., N=4)``."""
    words = [str(parameter) for parameter in parameters] + [f"{key}={value}" for key, value in named.items()]
    return _generate(name, words, logic, specification)


class Model:
    """A model in ISPL. Reading it raises ModelError if the text has errors.

    What was computed is kept: the reachable states are found once. A model may be used in several threads; its calls
    wait for each other, those of different models do not. Long calls release the interpreter's lock and can be
    interrupted (Ctrl-C); after that the model starts anew when it is next used.

    Options are those of ``gnomon check``, and have the same defaults:

    finite_traces         LDL and CDL* formulas are about finite traces
    finite_tests          "finite" or "infinite"
    order                 "force" or "declaration"
    reorder               "auto" or "off"
    exploration           "auto", "bfs" or "chaining"
    engine                "diagrams", "explicit", "auto" or "ic3"
    jobs                  threads of the explicit engine
    path_engine           "auto", "counters", "explicit", "fixpoint", "nfa", "symbolic" or "tableau"
    strategies            "full" or "uniform"
    knowledge             "observational", "clock" or "recall"
    initial_information   "own" or "all"
    step_ranges           values of parameters in bounds: {"x": 5} or {"x": (0, 20)}, both ends included
    silence               names of warnings that are not given
    error_warnings        names of warnings that count as errors
    warnings_are_errors   all of them do
    progress              called with a Progress a few times per second during long calls

    ``from_file`` and ``from_text`` take other keywords as parameters of the model: ``Model.from_file(path, N=5)``.
    """

    def __init__(self, text: Union[str, bytes], name: str = "model", *, progress: OnProgress = None,
                 **options: Any) -> None:
        self._text = text.encode("utf-8", "surrogateescape") if isinstance(text, str) else bytes(text)
        self._name = name
        self._options = dict(options)
        self._options["step_ranges"] = _ranges(self._options.get("step_ranges") or {})
        self._progress = progress
        self._start()

    @classmethod
    def from_text(cls, text: Union[str, bytes], name: str = "model", *, progress: OnProgress = None,
                  finite_traces: bool = False, finite_tests: str = "finite", order: str = "force",
                  reorder: str = "auto", exploration: str = "auto", engine: str = "diagrams", jobs: int = 1,
                  path_engine: str = "auto", strategies: str = "full", knowledge: str = "observational",
                  initial_information: str = "own", step_ranges: Optional[StepRanges] = None,
                  silence: Sequence[str] = (), error_warnings: Sequence[str] = (),
                  warnings_are_errors: bool = False, **parameters: Value) -> Model:
        """A model from its text; ``name`` stands for the file in messages. Other keywords are parameters of the
        model: ``N=5``."""
        return cls(text, name, progress=progress, parameters=_texts(parameters), finite_traces=finite_traces,
                   finite_tests=finite_tests, order=order, reorder=reorder, exploration=exploration, engine=engine,
                   jobs=jobs, path_engine=path_engine, strategies=strategies, knowledge=knowledge,
                   initial_information=initial_information, step_ranges=step_ranges or {}, silence=list(silence),
                   error_warnings=list(error_warnings), warnings_are_errors=warnings_are_errors)

    @classmethod
    def from_file(cls, path: Union[str, os.PathLike[str]], *, progress: OnProgress = None,
                  finite_traces: bool = False, finite_tests: str = "finite", order: str = "force",
                  reorder: str = "auto", exploration: str = "auto", engine: str = "diagrams", jobs: int = 1,
                  path_engine: str = "auto", strategies: str = "full", knowledge: str = "observational",
                  initial_information: str = "own", step_ranges: Optional[StepRanges] = None,
                  silence: Sequence[str] = (), error_warnings: Sequence[str] = (),
                  warnings_are_errors: bool = False, **parameters: Value) -> Model:
        """A model from a file. Other keywords are parameters of the model: ``N=5``."""
        with open(path, "rb") as file:
            text = file.read()
        return cls.from_text(text, os.fspath(path), progress=progress, finite_traces=finite_traces,
                             finite_tests=finite_tests, order=order, reorder=reorder, exploration=exploration,
                             engine=engine, jobs=jobs, path_engine=path_engine, strategies=strategies,
                             knowledge=knowledge, initial_information=initial_information, step_ranges=step_ranges,
                             silence=silence,
                             error_warnings=error_warnings, warnings_are_errors=warnings_are_errors, **parameters)

    @classmethod
    def generate(cls, name: str, *parameters: Union[int, str], logic: Optional[str] = None,
                 specification: Optional[int] = None, **options: Any) -> Model:
        """A generated model (``gnomon.scenarios()`` lists them): ``Model.generate("dining_cryptographers", 4)``."""
        return cls(generate(name, *parameters, logic=logic, specification=specification), name, **options)

    def with_options(self, **changes: Any) -> Model:
        """The same model, with other options."""
        return Model(self._text, self._name, **{"progress": self._progress, **self._options, **changes})

    def _start(self) -> None:
        self._asked: Dict[str, int] = {}
        self._current = Run(self._name, self._text, self._options, self._progress)
        if self._current.has_errors:
            raise ModelError(self._current.diagnostics)

    def _run(self) -> Run:
        """The run, or a new one after an interruption."""
        if self._current.ended:
            self._start()
        return self._current

    @property
    def name(self) -> str:
        """The file that it was read from, or what stands for it."""
        return self._name

    @property
    def text(self) -> str:
        """The text as it was read."""
        return self._text.decode("utf-8", "replace")

    @property
    def diagnostics(self) -> Tuple[Diagnostic, ...]:
        """Warnings so far."""
        return self._run().diagnostics

    @property
    def formulas(self) -> Tuple[str, ...]:
        """The formulas of the text."""
        asked = set(self._asked.values())
        fields = [formula.fields() for formula in self._run().formulas]
        return tuple(entry["text"] for entry in fields if entry["index"] not in asked)

    def __repr__(self) -> str:
        return f"<gnomon.Model {self._name}: {len(self.formulas)} formulas>"

    def to_ispl(self) -> str:
        """The model and its formulas, formatted."""
        return self._run().print()

    def __reduce__(self) -> Tuple[Any, ...]:
        return (_restore, (self._text, self._name, self._options))

    # --- checking ---------------------------------------------------------------------------------------------------

    @overload
    def check(self, *, timeout: Optional[float] = None, memory: Size = None, bounded: Union[bool, str] = False,
              bound: Optional[int] = None, checks: Checks = "auto", progress: OnProgress = None) -> Results: ...
    @overload
    def check(self, formula: FormulaLike, /, *, timeout: Optional[float] = None, memory: Size = None,
              bounded: Union[bool, str] = False, bound: Optional[int] = None, checks: Checks = "auto",
              progress: OnProgress = None) -> Result: ...
    @overload
    def check(self, first: FormulaLike, second: FormulaLike, /, *others: FormulaLike, timeout: Optional[float] = None,
              memory: Size = None, bounded: Union[bool, str] = False, bound: Optional[int] = None,
              checks: Checks = "auto", progress: OnProgress = None) -> Results: ...
    def check(self, *formulas: FormulaLike, timeout: Optional[float] = None, memory: Size = None,
              bounded: Union[bool, str] = False, bound: Optional[int] = None, checks: Checks = "auto",
              progress: OnProgress = None) -> Union[Result, Results]:
        """Decides formulas: all of the model's text, one (its Result is returned), or several.

        timeout    seconds; in bounded checking for all formulas together, otherwise for each
        memory     that the process may grow by: bytes, or a word such as "4G"
        bounded    True or "bdd": decide while the states are being found; "explicit": while they are listed; "sat": on
                   paths of growing length
        bound      bounded checking goes no further
        checks     when bounded checking checks, but with "sat": "auto", "all", or ("every" | "at" | "states" | "memory" |
                   "time", number)
        progress   instead of the model's callback

        A limit gives the verdict "unknown" with a reason.
        """
        run = self._run()
        indices = [self._index(run, formula) for formula in formulas]
        if not formulas:
            indices = list(range(1, len(self.formulas) + 1))
        decided = self._decide(run, indices, timeout, bytes_of(memory), bounded, bound, checks, progress)
        results = [Result(**handle.fields(), _run=run, _handle=handle) for handle in decided]
        return results[0] if len(formulas) == 1 else Results(results, run)

    def _decide(self, run: Run, indices: List[int], timeout: Optional[float], memory: int, bounded: Union[bool, str],
                bound: Optional[int], checks: Checks, progress: OnProgress) -> List[Formula]:
        if bounded:
            engine = "bdd" if bounded is True else bounded
            when, amount = (checks, math.nan) if isinstance(checks, str) else checks
            number = 1.0 if when == "all" else amount
            return run.check_bounded(indices, engine, when, number, bound, timeout, memory, progress)
        if bound is not None or checks != "auto":
            raise ValueError("bound and checks belong to bounded checking: say bounded=True")
        return [run.check(index, timeout, memory, progress) for index in indices]

    def _index(self, run: Run, formula: FormulaLike) -> int:
        if isinstance(formula, int):
            if not 1 <= formula <= len(self.formulas):
                raise IndexError(f"there is no formula {formula}: {self._name} has {len(self.formulas)}")
            return formula
        if formula not in self._asked:
            index, diagnostics = run.add_formula(formula)
            if index is None:
                raise FormulaError(diagnostics)
            self._asked[formula] = index
        return self._asked[formula]

    # --- facts ------------------------------------------------------------------------------------------------------

    def build(self, timeout: Optional[float] = None, memory: Size = None, progress: OnProgress = None) -> bool:
        """Finds the reachable states; whether that was completed within the limits."""
        return self._run().build(timeout, bytes_of(memory), progress)

    @property
    def info(self) -> Info:
        """Agents, bits, initial and reachable states, depth, deadlocks, unused names. Finds the reachable states first;
        ``facts`` computes nothing."""
        run = self._run()
        run.find_deadlocks()
        return run.facts()

    @property
    def facts(self) -> Info:
        """What is known so far."""
        return self._run().facts()

    def find_overflows(self) -> Info:
        """Looks for reachable states with an assignment out of range; the answer is in ``overflows``."""
        run = self._run()
        run.find_overflows()
        return run.facts()

    @property
    def statistics(self) -> Statistics:
        """Seconds and memory so far."""
        return self._run().statistics()

    # --- states -----------------------------------------------------------------------------------------------------

    def graph(self, limit: int = 500, agents: Union[Sequence[str], str] = ()) -> Graph:
        """The reachable states and their transitions; LimitReached if there are more states than ``limit``. With
        ``agents`` (names, or "all") also which states they cannot tell apart."""
        names: Optional[List[str]] = None if agents == "all" else [agents] if isinstance(agents, str) else list(agents)
        return state_graph(self._name, self._text, self._options.get("parameters", []), limit, names,
                           self._options.get("silence", []))

    def simulate(self, seed: int = 1, timeout: Optional[float] = None, memory: Size = None) -> Simulation:
        """A walk through the model. The limits are those of one question to it."""
        return Simulation(self._text, self._name, parameters=self._options.get("parameters", []), seed=seed,
                          finite_traces=self._options.get("finite_traces", False),
                          silence=self._options.get("silence", []), timeout=timeout, memory=memory)


def _texts(parameters: Dict[str, Value]) -> List[Tuple[str, str]]:
    """As they are written in ISPL: ``True`` is ``true``."""
    return [(name, str(value).lower() if isinstance(value, bool) else str(value)) for name, value in parameters.items()]


def _ranges(steps: Union[StepRanges, Sequence[Tuple[str, int, int]]]) -> List[Tuple[str, int, int]]:
    """Name, first and last value."""
    if not isinstance(steps, Mapping):
        return list(steps)
    return [(name, value, value) if isinstance(value, int) else (name, *value) for name, value in steps.items()]


def _restore(text: bytes, name: str, options: Dict[str, Any]) -> Model:
    """A pickled model: the text and the options; callbacks stay behind."""
    return Model(text, name, **options)
