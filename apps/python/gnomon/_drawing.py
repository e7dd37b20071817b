"""Pictures and tables for notebooks: HTML and SVG without anything that must be fetched or installed.

A witness is drawn as one row of boxes for each path, with the joint actions on the arrows; a loop returns below its row;
a dashed line ties states that agents cannot tell apart. A graph is drawn in columns, by the distance of states from the
initial ones, each column ordered by where its predecessors stand. The same object always gives the same text.
"""
from __future__ import annotations

import html
from typing import TYPE_CHECKING, Dict, List, Mapping, Optional, Sequence, Set, Tuple

if TYPE_CHECKING:
    from ._data import Graph, State, Witness

MOST_STATES_DRAWN = 60
_GOES_ON = "EG true"
MOST_LINES = 6  # in a box or on an arrow

_CHARACTER = 6.7  # width of a character of the small type
_LINE = 15
_COLOURS = {"true": "#1a7f37", "false": "#c62828", "unknown": "#8a6d00"}
_STYLE = ("text{font:11px monospace;fill:#1b1b1b}.name,.title{font-weight:bold}.action{fill:#555}"
          ".link{fill:#6a3fb5}.box{fill:#f6f8fa;stroke:#57606a}.edge{fill:none;stroke:#57606a}"
          ".tie{fill:none;stroke:#6a3fb5;stroke-dasharray:5 4}")


def escape(text: str) -> str:
    """Text as HTML or SVG. Characters that no XML document may contain are replaced."""
    return html.escape("".join(c if c >= " " or c in "\n\t" else "\N{REPLACEMENT CHARACTER}" for c in text))


def raw_table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table whose cells are HTML already. Columns that are empty everywhere are left out."""
    used = [column for column in range(len(head)) if any(row[column] for row in rows)] or list(range(len(head)))
    lines = ["<table>"]
    if any(head[column] for column in used):
        lines.append("<tr>" + "".join(f"<th>{escape(head[column])}</th>" for column in used) + "</tr>")
    for row in rows:
        lines.append("<tr>" + "".join(f'<td style="text-align:left">{row[column]}</td>' for column in used) + "</tr>")
    return "\n".join(lines) + "\n</table>"


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table of plain text."""
    return raw_table(head, [[escape(cell) for cell in row] for row in rows])


def verdict(word: str) -> str:
    """A verdict in its colour."""
    return f'<b style="color:{_COLOURS[word]}">{word.upper()}</b>'


class _Picture:
    """SVG elements, and the rectangle that they need."""

    def __init__(self) -> None:
        self.parts: List[str] = []
        self.width = 0.0
        self.height = 0.0

    def cover(self, x: float, y: float) -> None:
        self.width = max(self.width, x)
        self.height = max(self.height, y)

    def text(self, x: float, y: float, words: str, kind: str, anchor: str = "start") -> None:
        self.parts.append(f'<text class="{kind}" x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(words)}</text>')
        length = len(words) * _CHARACTER
        self.cover(x + (length if anchor == "start" else length / 2), y + 4)

    def path(self, data: str, kind: str, arrow: bool = True) -> None:
        tip = ' marker-end="url(#tip)"' if arrow else ""
        self.parts.append(f'<path class="{kind}" d="{data}"{tip}/>')

    def finish(self) -> str:
        width, height = self.width + 12, self.height + 12
        head = (f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height:.0f}" '
                f'viewBox="0 0 {width:.0f} {height:.0f}">')
        tip = ('<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" '
               'orient="auto"><path d="M0 0L8 4L0 8z" fill="#57606a"/></marker></defs>')
        return "\n".join([head, f"<style>{_STYLE}</style>", tip, '<rect width="100%" height="100%" fill="white"/>',
                          *self.parts, "</svg>"]) + "\n"


def _shortened(lines: List[str]) -> List[str]:
    return lines if len(lines) <= MOST_LINES else lines[:MOST_LINES - 1] + [f"... {len(lines) - MOST_LINES + 1} more"]


def _values(state: State, before: Optional[State]) -> List[str]:
    """The values of a state, or those that differ from the state before it."""
    old = {} if before is None else before.flat()
    return [f"{name} = {value}" for name, value in state.flat().items() if old.get(name) != value]


def _actions(actions: Mapping[str, str]) -> List[str]:
    return _shortened([f"{agent}: {action}" for agent, action in actions.items()])


def _width(lines: Sequence[str]) -> float:
    return max((len(line) for line in lines), default=0) * _CHARACTER


class _Box:
    """Where a state was drawn."""

    def __init__(self, x: float, y: float, width: float, height: float, row: int) -> None:
        self.x, self.y, self.width, self.height, self.row = x, y, width, height, row


def _draw_box(picture: _Picture, x: float, y: float, number: int, lines: Sequence[str], state: State, row: int,
              least: float = 0) -> _Box:
    width = max(_width(lines), 24) + 16
    height = max((len(lines) + 1) * _LINE + 10, least)
    everything = "\n".join(_values(state, None))
    picture.parts.append(f'<g><title>{escape(everything)}</title><rect class="box" x="{x:.1f}" y="{y:.1f}" '
                         f'width="{width:.1f}" height="{height:.1f}" rx="6"/></g>')
    picture.text(x + 8, y + _LINE + 1, f"s{number}", "name")
    for index, line in enumerate(lines):
        picture.text(x + 8, y + (index + 2) * _LINE + 1, line, "value")
    picture.cover(x + width, y + height)
    return _Box(x, y, width, height, row)


def _draw_path(picture: _Picture, it: Witness, index: int, y: float, drawn: Dict[int, List[_Box]]) -> float:
    """One row; the height at which the next one may begin."""
    path = it.paths[index]
    words = "is true" if path.holds else "is false"
    title = f"{path.formula} {words} in s{path.states[0]}" if path.formula else f"s{path.states[-1]} can be reached"
    picture.text(12, y + _LINE, title, "title")
    top = y + _LINE + 12
    x = 12.0
    boxes: List[_Box] = []
    arrows = top + max([len(_actions(actions)) for actions in path.actions] + [1]) * _LINE + 4
    for place, number in enumerate(path.states):
        before = it.states[path.states[place - 1]] if place > 0 else None
        lines = _shortened(_values(it.states[number], before))
        if path.last == place:
            lines.append("(the trace ends)")
        if place > 0:
            label = _actions(path.actions[place - 1])
            gap = max(_width(label), 24) + 28
            for line, word in enumerate(label):
                picture.text(x + gap / 2, arrows - (len(label) - line - 1) * _LINE - 6, word, "action", "middle")
            picture.path(f"M{x:.1f} {arrows:.1f}H{x + gap - 2:.1f}", "edge")
            x += gap
        box = _draw_box(picture, x, top, number, lines, it.states[number], index, arrows - top + 10)
        boxes.append(box)
        drawn.setdefault(number, []).append(box)
        x += box.width
    bottom = max([picture.height] + [box.y + box.height for box in boxes])
    if path.loop is not None:
        first, last = boxes[path.loop], boxes[-1]
        start = last.x + last.width / 2 + (8 if first is last else 0)
        end = first.x + first.width / 2 - (8 if first is last else 0)
        low = bottom + 14
        picture.path(f"M{start:.1f} {last.y + last.height:.1f}V{low:.1f}H{end:.1f}V{first.y + first.height + 1:.1f}",
                     "edge")
        back = ", ".join(_actions(path.actions[-1])) if len(path.actions) == len(path.states) else ""
        picture.text(min(start, end), low + _LINE, back, "action")
        bottom = low + _LINE
    picture.cover(0, bottom)
    return bottom + 26


def _nearest(source: Sequence[_Box], target: Sequence[_Box]) -> Tuple[_Box, _Box]:
    """The pair of boxes to tie: in different rows if possible, rows close to each other."""
    pairs = [(a, b) for a in source for b in target]
    return min(pairs, key=lambda pair: (pair[0] is pair[1], abs(abs(pair[0].row - pair[1].row) - 1), abs(pair[0].x - pair[1].x)))


def _draw_tie(picture: _Picture, a: _Box, b: _Box, label: str) -> None:
    start, end = a.x + a.width / 2 + 6, b.x + b.width / 2 - 6
    if a.row != b.row:
        upper, lower = (a, b) if a.y < b.y else (b, a)
        above, below = upper.y + upper.height, lower.y
        picture.path(f"M{upper.x + upper.width / 2:.1f} {above:.1f}L{lower.x + lower.width / 2:.1f} {below:.1f}", "tie",
                     arrow=False)
        picture.text((upper.x + upper.width / 2 + lower.x + lower.width / 2) / 2 + 6, (above + below) / 2 + 4, label,
                     "link")
        return
    low = max(picture.height, a.y + a.height, b.y + b.height) + 14
    picture.path(f"M{start:.1f} {a.y + a.height:.1f}V{low:.1f}H{end:.1f}V{b.y + b.height:.1f}", "tie", arrow=False)
    picture.text(min(start, end), low + _LINE, label, "link")


def witness(it: Witness) -> str:
    """The witness as SVG."""
    picture = _Picture()
    drawn: Dict[int, List[_Box]] = {}
    y = 6.0
    # That a fair path goes on from the end of a finite one is said in words, as in the text of the witness.
    shown = [index for index, path in enumerate(it.paths) if index == 0 or path.formula != _GOES_ON]
    for index in shown:
        y = _draw_path(picture, it, index, y, drawn)
    hidden = {number for index, path in enumerate(it.paths) if index not in shown for number in path.states}
    tied = {number for link in it.links for number in (link.source, link.target)}
    loose = [number for number in range(len(it.states)) if number not in drawn and (number in tied or number not in hidden)]
    x = 12.0
    for number in loose:
        box = _draw_box(picture, x, y, number, _shortened(_values(it.states[number], None)), it.states[number],
                        len(it.paths))
        drawn[number] = [box]
        x += box.width + 24
    for link in it.links:
        if link.source == link.target:
            continue  # every state looks like itself
        verb = "is green in" if link.kind == "O" else "cannot tell apart"
        names = ", ".join(link.agents)
        label = f"{names} {verb} s{link.target}" if link.kind == "O" else f"{names} {verb} s{link.source}, s{link.target}"
        _draw_tie(picture, *_nearest(drawn[link.source], drawn[link.target]), label)
    return picture.finish()


def witness_html(it: Witness) -> str:
    """The picture, strategies as tables, and the words below it."""
    parts = [f'<div style="overflow-x:auto">{witness(it)}</div>']
    for strategy in it.tables:
        words = "is true" if strategy.holds else "is false"
        rows = [[f"s{entry.state}", ", ".join(f"{agent}: {action}" for agent, action in move.actions.items()),
                 ", ".join(f"s{number}" for number in move.outcomes)]
                for entry in strategy.entries for move in entry.moves]
        parts.append(f"<p><code>{escape(strategy.formula)}</code> {words}</p>" + table(["in", "do", "then"], rows))
    parts.append(f"<details><summary>in words</summary><pre>{escape(it.text)}</pre></details>")
    return "\n".join(parts)


def _layers(it: Graph) -> List[List[int]]:
    """The states by distance from the initial ones, each layer ordered by the places of its predecessors."""
    successors: Dict[int, List[int]] = {}
    for edge in it.transitions:
        successors.setdefault(edge.source, []).append(edge.target)
    layers: List[List[int]] = [list(it.initial)]
    seen: Set[int] = set(it.initial)
    while layers[-1]:
        places: Dict[int, List[int]] = {}
        for place, number in enumerate(layers[-1]):
            for target in successors.get(number, []):
                if target not in seen:
                    places.setdefault(target, []).append(place)
        seen.update(places)
        layers.append(sorted(places, key=lambda number: (sum(places[number]) / len(places[number]), number)))
    return layers[:-1]


def graph(it: Graph) -> str:
    """The graph as SVG."""
    picture = _Picture()
    layers = _layers(it)
    tallest = max((len(layer) for layer in layers), default=0)
    radius, wide, high = 14.0, 96.0, 58.0
    where: Dict[int, Tuple[float, float]] = {}
    for column, layer in enumerate(layers):
        for place, number in enumerate(layer):
            where[number] = (48 + column * wide, 36 + (place + (tallest - len(layer)) / 2) * high)
    for edge in it.transitions:
        (x1, y1), (x2, y2) = where[edge.source], where[edge.target]
        everything = "\n".join(", ".join(f"{a}: {b}" for a, b in actions.items()) for actions in edge.actions)
        picture.parts.append(f"<g><title>{escape(everything)}</title>")
        if edge.source == edge.target:
            picture.path(f"M{x1 - 6:.1f} {y1 - radius + 2:.1f}c-10 -20 22 -20 12 -1", "edge")
        else:
            distance = ((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5
            dx, dy = (x2 - x1) / distance, (y2 - y1) / distance
            bend = 0.0 if 0 < x2 - x1 <= wide else 0.22 * distance
            cx, cy = (x1 + x2) / 2 - dy * bend, (y1 + y2) / 2 + dx * bend
            picture.path(f"M{x1 + dx * radius:.1f} {y1 + dy * radius:.1f}Q{cx:.1f} {cy:.1f} "
                         f"{x2 - dx * (radius + 2):.1f} {y2 - dy * (radius + 2):.1f}", "edge")
            picture.cover(max(x1, x2) + radius, max(y1, y2, cy) + radius)
        picture.parts.append("</g>")
    for number in it.initial:
        x, y = where[number]
        picture.path(f"M{x - radius - 18:.1f} {y:.1f}H{x - radius - 2:.1f}", "edge")
    for number, (x, y) in where.items():
        holding = ", ".join(it.propositions[number])
        everything = "\n".join(_values(it.states[number], None) + ([holding] if holding else []))
        picture.parts.append(f'<g><title>{escape(everything)}</title><circle class="box" cx="{x:.1f}" cy="{y:.1f}" '
                             f'r="{radius:.0f}"/></g>')
        picture.text(x, y + 4, str(number), "name", "middle")
        picture.cover(x + radius, y + radius)
    return picture.finish()


def graph_html(it: Graph) -> str:
    """The picture of a small graph; the numbers of a larger one."""
    summary = f"<p>{len(it.states)} states, {len(it.transitions)} transitions</p>"
    if len(it.states) > MOST_STATES_DRAWN:
        return summary
    return f'{summary}\n<div style="overflow-x:auto">{graph(it)}</div>'
