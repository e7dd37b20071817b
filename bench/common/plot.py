"""Plots as SVG, written by hand: points and lines on logarithmic axes, readable on light and dark backgrounds.

Colours are given as classes; the style sheet inside the file follows the reader's colour scheme. The background is
transparent. Colours are those of Okabe and Ito, which colour-blind readers can tell apart, and each series has a shape
of its own.
"""
import html
import math

STYLE = """
text { font: 12px sans-serif; fill: #222 } .small { font-size: 10px } .title { font-size: 14px; font-weight: bold }
.grid { stroke: #ddd } .frame { stroke: #888; fill: none } .guide { stroke: #888; stroke-dasharray: 4 3; fill: none }
.s0 { fill: #0072b2; stroke: #0072b2 } .s1 { fill: #d55e00; stroke: #d55e00 } .s2 { fill: #009e73; stroke: #009e73 }
.s3 { fill: #cc79a7; stroke: #cc79a7 } .s4 { fill: #e69f00; stroke: #e69f00 } .s5 { fill: #777777; stroke: #777777 }
.line { stroke-width: 1.5 }
@media (prefers-color-scheme: dark) {
  text { fill: #ddd } .grid { stroke: #444 } .frame { stroke: #888 } .guide { stroke: #999 }
  .s0 { fill: #56b4e9; stroke: #56b4e9 } .s5 { fill: #aaaaaa; stroke: #aaaaaa }
}
""".strip()
LEFT, TOP, RIGHT, BOTTOM = 64, 40, 170, 48  # margins; the names of the series stand on the right
LABEL_HEIGHT, LETTER_WIDTH = 11, 5.5


class Axis:
    """A logarithmic axis of whole decades that holds all values, mapped to a range of pixels."""

    def __init__(self, values, first, last):
        positive = [v for v in values if v > 0] or [1]
        self.low = math.floor(math.log10(min(positive)))
        self.high = max(math.ceil(math.log10(max(positive))), self.low + 1)
        self.first = first
        self.last = last

    def at(self, value):
        share = (math.log10(value) - self.low) / (self.high - self.low)
        return self.first + share * (self.last - self.first)

    def ticks(self):
        step = 1 + (self.high - self.low) // 8
        return [10.0**e for e in range(self.low, self.high + 1, step)]


def tick_text(value):
    exponent = round(math.log10(value))
    if 0 <= exponent <= 3:
        return str(10**exponent)
    return f"{value:.{-exponent}f}" if -3 <= exponent < 0 else f"1e{exponent}"


def marker(series, x, y, title):
    """A point of the given series; its title shows up under the pointer."""
    shape = series % 4
    if shape == 0:
        body = f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3.5" class="s{series % 6}">'
        name = "circle"
    else:
        points = {1: [(-3.5, -3.5), (3.5, -3.5), (3.5, 3.5), (-3.5, 3.5)], 2: [(0, -4.5), (4.2, 3.2), (-4.2, 3.2)],
                  3: [(0, -4.8), (4.8, 0), (0, 4.8), (-4.8, 0)]}[shape]
        path = " ".join(f"{x + dx:.1f},{y + dy:.1f}" for dx, dy in points)
        body = f'<polygon points="{path}" class="s{series % 6}">'
        name = "polygon"
    return f"{body}<title>{html.escape(title)}</title></{name}>"


def text(x, y, words, anchor="start", kind=""):
    attribute = f' class="{kind}"' if kind else ""
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"{attribute}>{html.escape(words)}</text>'


class Plot:
    """Series are (name, [(x, y, title)]). With `joined`, the points of a series are joined by lines."""

    def __init__(self, title, x_title, y_title, series, width=880, height=480, joined=False):
        self.width, self.height = width, height
        points = [point for _, found in series for point in found]
        self.x = Axis([p[0] for p in points], LEFT, width - RIGHT)
        self.y = Axis([p[1] for p in points], height - BOTTOM, TOP)
        self.parts = [text(LEFT, 20, title, kind="title"),
                      text((LEFT + width - RIGHT) / 2, height - 10, x_title, "middle"),
                      f'<g transform="translate(16 {height / 2:.1f}) rotate(-90)">{text(0, 0, y_title, "middle")}</g>']
        self.draw_grid()
        self.series = series
        self.joined = joined
        self.boxes = []  # of the labels: left, right, height

    def draw_grid(self):
        for tick in self.x.ticks():
            x = self.x.at(tick)
            self.parts += [f'<path d="M{x:.1f} {TOP}V{self.height - BOTTOM}" class="grid"/>',
                           text(x, self.height - BOTTOM + 16, tick_text(tick), "middle", "small")]
        for tick in self.y.ticks():
            y = self.y.at(tick)
            self.parts += [f'<path d="M{LEFT} {y:.1f}H{self.width - RIGHT}" class="grid"/>',
                           text(LEFT - 6, y + 4, tick_text(tick), "end", "small")]
        self.parts.append(f'<rect x="{LEFT}" y="{TOP}" width="{self.width - LEFT - RIGHT}" '
                          f'height="{self.height - TOP - BOTTOM}" class="frame"/>')

    def guide(self, factor, label):
        """The line y = factor * x, as far as it runs inside."""
        low = max(10.0**self.x.low, 10.0**self.y.low / factor)
        high = min(10.0**self.x.high, 10.0**self.y.high / factor)
        if low >= high:
            return
        self.parts.append(f'<path d="M{self.x.at(low):.1f} {self.y.at(low * factor):.1f}'
                          f'L{self.x.at(high):.1f} {self.y.at(high * factor):.1f}" class="guide"/>')
        self.parts.append(text(self.x.at(high) - 4, self.y.at(high * factor) + 14, label, "end", "small"))

    def label(self, x, y, words):
        """Words to the left of a point, or above that place as far as other labels are in the way."""
        width = LETTER_WIDTH * len(words)
        left = self.x.at(x) - 7 - width
        if left < LEFT:
            left = self.x.at(x) + 7
        for step in range(40):
            top = self.y.at(y) + 3 - step * LABEL_HEIGHT
            if not any(left < b and a < left + width and abs(top - other) < LABEL_HEIGHT for a, b, other in self.boxes):
                break
        self.boxes.append((left, left + width, top))
        self.parts.append(text(left, top, words, kind="small"))

    def svg(self):
        body = list(self.parts)
        for number, (name, points) in enumerate(self.series):
            if self.joined and len(points) > 1:
                path = "L".join(f"{self.x.at(x):.1f} {self.y.at(y):.1f}" for x, y, _ in points)
                body.append(f'<path d="M{path}" class="line s{number % 6}" style="fill:none"/>')
            body += [marker(number, self.x.at(x), self.y.at(y), title) for x, y, title in points]
            x, y = self.width - RIGHT + 16, TOP + 16 + 18 * number
            body += [marker(number, x, y - 4, name), text(x + 10, y, name, kind="small")]
        size = f'viewBox="0 0 {self.width} {self.height}" width="{self.width}" height="{self.height}"'
        head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img">\n<style>{STYLE}</style>'
        return "\n".join([head, *body, "</svg>", ""])
