"""Verdicts."""
from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Dict, Iterator, List, Optional, Sequence, Tuple, Union, overload

from . import _drawing
from ._data import StepValues, Witness
from ._errors import UnknownVerdict
from ._limits import Size, bytes_of
from ._native import Formula, Run


@dataclass(frozen=True)
class Result:
    """A formula with its verdict. As a truth value: whether it holds; UnknownVerdict if that is not known."""

    index: int  #: from 1: those of the file, then those asked for
    text: str  #: as written, white space folded
    file: str  #: empty: not from the text of the model
    line: int
    column: int
    logic: str  #: CTLK, ATLK, LTLK, ...
    strategic: bool
    verdict: str  #: ``"true"``, ``"false"`` or ``"unknown"``
    value: str  #: of a question for a number of steps: the number, ``"none"`` or ``"infinite"``; otherwise empty
    values: Optional[StepValues]  #: of a formula with parameters in its bounds: those that make it true
    reason: str  #: why it is unknown
    reason_kind: Optional[str]  #: likewise: time, memory, size, interrupted, unsupported or bound
    basis: str  #: what it rests on: whole, or in bounded checking part or induction
    depth: Optional[int]  #: bounded checking: where it was decided
    rounds: bool  #: that depth counts rounds of chaining, not steps
    seconds: float
    explanation: Tuple[str, ...]  #: how each path quantifier was evaluated
    certificate: str  #: what proves it, where IC3 did (``engine="ic3"``, sometimes ``"auto"``); otherwise empty
    _run: Optional[Run] = field(default=None, repr=False, compare=False)
    _handle: Optional[Formula] = field(default=None, repr=False, compare=False)
    _explained: Dict[Tuple[int, bool], Tuple[Optional[Witness], str]] = field(
        default_factory=dict, repr=False, compare=False)

    @property
    def holds(self) -> Optional[bool]:
        """True, False, or None if it is not known."""
        return {"true": True, "false": False}.get(self.verdict)

    @property
    def number(self) -> Optional[int]:
        """The answer of a question for a number of steps; None if it is none, infinite, or nothing was asked."""
        return int(self.value) if self.value.isdigit() else None

    def __bool__(self) -> bool:
        if self.holds is None:
            raise UnknownVerdict(f"{self.text}: {self.reason}")
        return self.holds

    def explain(self, depth: int = 6, full: bool = False, timeout: Optional[float] = None,
                memory: Size = None) -> Optional[Witness]:
        """The witness, or None; then ``no_witness`` says why. ``depth``: how many paths, look-alikes and strategies
        below one another; ``full``: its text shows every state in full."""
        if (depth, full) not in self._explained:
            if self._run is None or self._handle is None:
                return None
            self._explained[depth, full] = self._run.explain(self._handle, depth, full, timeout, bytes_of(memory))
        return self._explained[depth, full][0]

    @property
    def witness(self) -> Optional[Witness]:
        """Why it is true or false; computed when it is first asked for."""
        return self.explain()

    def page(self) -> Optional[str]:
        """The witness as a page for the browser, which needs nothing but itself; None if there is no witness."""
        if self.witness is None or self._run is None or self._handle is None:
            return None
        return self._run.page(self._handle)

    @property
    def no_witness(self) -> str:
        """Why there is no witness; empty if there is one."""
        if self.explain() is not None:
            return ""
        return self._explained[6, False][1] if (6, False) in self._explained else "the result is a copy"

    def __getstate__(self) -> Dict[str, Any]:
        return {**self.__dict__, "_run": None, "_handle": None}

    def _row(self) -> List[str]:
        place = f"{self.file}:{self.line}" if self.file else ""
        return [str(self.index), _drawing.verdict(self.verdict), f"<code>{_drawing.escape(self.text)}</code>",
                _drawing.escape(self.logic), _drawing.escape(place), f"{self.seconds:.3f}", _drawing.escape(self.reason)]

    def _repr_html_(self) -> str:
        return Results([self])._repr_html_()


class Results(Sequence[Result]):
    """Verdicts, in the order of the formulas."""

    def __init__(self, results: Sequence[Result], run: Optional[Run] = None) -> None:
        self._results = tuple(results)
        self._run = run

    @overload
    def __getitem__(self, index: int) -> Result: ...
    @overload
    def __getitem__(self, index: slice) -> Results: ...
    def __getitem__(self, index: Union[int, slice]) -> Union[Result, Results]:
        if isinstance(index, slice):
            return Results(self._results[index], self._run)
        return self._results[index]

    def __iter__(self) -> Iterator[Result]:
        return iter(self._results)

    def __len__(self) -> int:
        return len(self._results)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Results):
            return self._results == other._results
        return NotImplemented

    def __reduce__(self) -> Tuple[Any, ...]:
        return (Results, (self._results,))

    @property
    def verdicts(self) -> List[str]:
        """``["true", "false", ...]``"""
        return [result.verdict for result in self._results]

    def to_json(self) -> str:
        """The document that ``gnomon check --json`` prints, with the witnesses that were asked for."""
        run, handles = self._known("JSON")
        return run.to_json(handles, False)

    def to_certificate(self) -> str:
        """What proves those that IC3 proved: the text that ``gnomon check --certificate`` writes."""
        run, handles = self._known("a certificate")
        return run.to_certificate(handles)

    def _known(self, form: str) -> Tuple[Run, List[Formula]]:
        handles = [result._handle for result in self._results if result._handle is not None]
        if self._run is None or len(handles) < len(self._results):
            raise ValueError(f"copies of results cannot be written as {form}")
        return self._run, handles

    def __repr__(self) -> str:
        lines = [f"{result.verdict.upper():8}{result.text}{'  (' + result.reason + ')' if result.reason else ''}"
                 for result in self._results]
        return "\n".join(lines) if lines else "Results([])"

    def _repr_html_(self) -> str:
        return _drawing.raw_table(["", "verdict", "formula", "logic", "place", "seconds", "reason"],
                                  [result._row() for result in self._results])
