"""What can go wrong. All exceptions of the module derive from GnomonError."""
from __future__ import annotations

from typing import TYPE_CHECKING, Tuple

if TYPE_CHECKING:
    from ._data import Diagnostic


class GnomonError(Exception):
    """The base of all exceptions of this module."""


class DiagnosedError(GnomonError, ValueError):
    """Something is wrong with a text; ``diagnostics`` say what and where. As a string: as a compiler would say it."""

    diagnostics: Tuple[Diagnostic, ...]

    def __init__(self, diagnostics: Tuple[Diagnostic, ...]) -> None:
        super().__init__(diagnostics)
        self.diagnostics = diagnostics

    def __str__(self) -> str:
        return "\n".join(diagnostic.rendered.rstrip("\n") for diagnostic in self.diagnostics)


class ModelError(DiagnosedError):
    """The text of a model has errors."""


class FormulaError(DiagnosedError):
    """A formula has errors."""


class ScenarioError(GnomonError, ValueError):
    """There is no such scenario, or not with these parameters."""


class SimulationError(GnomonError, ValueError):
    """A walk cannot do what was asked for; nothing was changed."""


class LimitReached(GnomonError):
    """A limit was reached where there is nothing to return but the whole."""


class UnknownVerdict(GnomonError):
    """The truth of a formula was asked for that is not known; the message says why it is not."""
