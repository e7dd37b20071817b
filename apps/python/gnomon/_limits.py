"""Sizes of memory: numbers of bytes, or words such as ``"4G"`` and ``"500M"``, as on the command line."""
from __future__ import annotations

import re
from typing import Optional, Union

Size = Optional[Union[int, str]]


def bytes_of(size: Size) -> int:
    """The number of bytes; 0 for no limit."""
    if size is None:
        return 0
    if isinstance(size, int) and size > 0:
        return size
    match = re.fullmatch(r"([0-9]+(?:\.[0-9]+)?)(?:([KMGT])(i)?)?B?", str(size), re.IGNORECASE)
    if isinstance(size, int) or match is None or float(match[1]) <= 0:
        raise ValueError(f"{size!r} is not a size; write for example '4G' or '500M'")
    power = "KMGT".index(match[2].upper()) + 1 if match[2] else 0
    return max(1, int(float(match[1]) * (1024 if match[3] else 1000) ** power))
