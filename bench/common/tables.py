"""Tables on the terminal, a line at a time, and in Markdown."""
import decimal


class Column:
    """A title, a width (to the left if negative, as in printf), and the cell of a row as a function or a key."""

    def __init__(self, title, width, cell):
        self.title = title
        self.width = width
        self.cell = cell if callable(cell) else lambda row: row[cell]

    def aligned(self, text):
        return text.ljust(-self.width) if self.width < 0 else text.rjust(self.width)


def shown(value):
    """A cell as text: nothing for None, seconds and ratios with three significant digits or so."""
    if value is None:
        return ""
    if isinstance(value, float):
        return seconds(value)
    return str(value)


def seconds(value):
    return "-" if value is None else f"{value:.3f}" if value < 10 else f"{value:.1f}"


def ratio(value):
    return "-" if value is None else f"{value:.2f}" if value < 100 else f"{value:.0f}"


def count(value, width=12):
    """A number of states, which may be a text of hundreds of digits."""
    text = "-" if value is None else str(value)
    return text if len(text) <= width else f"{decimal.Decimal(text):.2e}"


class Table:
    """Prints its title and head at once, and each row as soon as it is known; keeps the rows."""

    def __init__(self, columns, title=None, out=print):
        self.columns = columns
        self.rows = []
        self.out = out
        if title:
            out(f"\n{title}")
        out(" ".join(c.aligned(c.title) for c in columns).rstrip())

    def add(self, row, remark=""):
        self.rows.append(row)
        line = " ".join(c.aligned(shown(c.cell(row))) for c in self.columns)
        self.out((f"{line}  {remark}" if remark else line).rstrip())


def markdown(columns, rows):
    """The lines of a table in Markdown; numbers stand to the right."""
    head = "| " + " | ".join(c.title for c in columns) + " |"
    rule = "|" + "|".join("---" if c.width < 0 else "---:" for c in columns) + "|"
    body = ["| " + " | ".join(shown(c.cell(row)).replace("|", "\\|").replace("*", "\\*") for c in columns) + " |"
            for row in rows]
    return [head, rule, *body]
