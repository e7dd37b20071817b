"""Walks through a model."""
from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Iterator, List, Mapping, Optional, Sequence, Tuple

from ._data import Choice, JointAction, Names, State
from ._limits import Size, bytes_of
from ._native import Simulation as _Simulation


@dataclass(frozen=True)
class Step:
    """A state of a walk and how the walk came there."""

    state: State
    propositions: Tuple[str, ...]  #: those that hold
    actions: Optional[JointAction]  #: that led here; None for the first state


class Simulation:
    """A walk: states 0 to ``len(walk) - 1``, of which one is the present one.

    Iterating over it goes on at random, from the present state on, until a state has no successor; a walk that was not
    started begins in a random initial state. The same seed makes the same walk.
    """

    def __init__(self, text: bytes, name: str, *, parameters: Sequence[Tuple[str, str]] = (), seed: int = 1,
                 finite_traces: bool = False, silence: Sequence[str] = (), timeout: Optional[float] = None,
                 memory: Size = None) -> None:
        self._walk = _Simulation(name, text, list(parameters), finite_traces, list(silence), seed, timeout, bytes_of(memory))
        self._random = random.Random(seed)

    def __len__(self) -> int:
        return self._walk.size

    def __iter__(self) -> Iterator[Step]:
        if len(self) == 0:
            total, _ = self._walk.initial_states([], 0, 1)
            self.start(number=self._random.randint(1, total))
        yield self.step_at(self.position)
        while self._walk.random(1)[0] == 1:
            yield self.step_at(self.position)

    def step_at(self, index: int) -> Step:
        """The state at a position of the walk."""
        if index < 0:
            index += len(self)
        if not 0 <= index < len(self):
            raise IndexError(f"the walk has {len(self)} states")
        actions = self._walk.actions(index - 1) if index > 0 else None
        return Step(self._walk.state(index), self._walk.propositions(index), actions)

    @property
    def names(self) -> Names:
        """All names of the model."""
        return self._walk.names()

    @property
    def position(self) -> int:
        """Where in the walk the present state is."""
        return self._walk.position

    @property
    def state(self) -> State:
        """The present state."""
        return self.step_at(self.position).state

    @property
    def path(self) -> List[Step]:
        """The whole walk."""
        return [self.step_at(index) for index in range(len(self))]

    def initial_states(self, *values: str, offset: int = 0, count: int = 20) -> Tuple[State, ...]:
        """A page of the initial states with these values, written ``"Agent.variable=value"``."""
        return self._walk.initial_states(values, offset, count)[1]

    def start(self, *values: str, number: int = 0) -> State:
        """Begins in the number-th (from 1) of the initial states with these values; 0: there is only one."""
        self._walk.start(values, number)
        return self.state

    def choices(self, *actions: str, offset: int = 0, count: int = 20) -> Tuple[Choice, ...]:
        """A page of the joint actions that are possible now, and contain these actions (``"Agent=action"``)."""
        return self._walk.choices(actions, offset, count)[1]

    def step(self, actions: Optional[Mapping[str, str]] = None, *, number: Optional[int] = None,
             outcome: int = 0) -> Tuple[State, ...]:
        """Makes a step, by the actions of agents (those without a choice may be left out) or by the number of a choice.
        Returns nothing, or, if several states may follow and ``outcome`` (from 1) says not which, these states."""
        words = [f"{agent}={action}" for agent, action in (actions or {}).items()]
        return self._walk.step(words, "" if number is None else str(number), outcome)

    def random(self, steps: int = 1) -> int:
        """Makes random steps; how many there were before a state without successor."""
        return self._walk.random(steps)[0]

    def jump(self, index: int) -> None:
        """Makes another state of the walk the present one."""
        self._walk.jump(index)

    def restart(self) -> None:
        """Back to the choice of an initial state."""
        self._walk.restart()

    def undo(self) -> None:
        """Takes back the last change of the walk."""
        self._walk.undo()

    def evaluate(self, formula: str) -> Optional[bool]:
        """Whether a formula holds in the present state; None if a limit was reached. Digits stand for the formula of the
        model's text with this number."""
        return {"true": True, "false": False}.get(self._walk.evaluate(formula)[0])

    def possible(self, agent: str, most: int = 20) -> Tuple[int, Tuple[State, ...]]:
        """The reachable states that look like the present one to an agent: how many there are, and the first ones."""
        return self._walk.possible(agent, most)

    def record(self) -> str:
        """The walk as text, as ``gnomon simulate`` saves it."""
        return self._walk.record()

    def replay(self, record: str, name: str = "record") -> None:
        """Repeats a recorded walk."""
        self._walk.replay(record, name)
