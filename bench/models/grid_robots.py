"""Robots on a grid with obstacles: one robot moves at a time, to a free cell.

Positions are pairs of numbers in the Environment, and every move asks whether the target cell is free, which ties all
robots to each other. The obstacles depend on the seed; the free cells are connected.
"""
import random

from .ispl import Agent, Model, conjunction, numbers

STEPS = {"north": (0, 1), "east": (1, 0), "south": (0, -1), "west": (-1, 0)}


def connected(cells):
    if not cells:
        return False
    seen = {min(cells)}
    frontier = list(seen)
    while frontier:
        x, y = frontier.pop()
        for dx, dy in STEPS.values():
            cell = (x + dx, y + dy)
            if cell in cells and cell not in seen:
                seen.add(cell)
                frontier.append(cell)
    return seen == cells


def free_cells(width, height, robots, seed):
    """A sixth of the cells is blocked if possible; the starting cells, in the first row, stay free."""
    choice = random.Random(seed)
    cells = {(x, y) for x in range(width) for y in range(height)}
    for _ in range(width * height // 6):
        candidate = (choice.randrange(width), choice.randrange(1, height))
        if connected(cells - {candidate}):
            cells.discard(candidate)
    if not 2 <= robots < width or height < 2:
        raise ValueError("at least two robots, and fewer than the grid is wide, on at least two rows")
    return cells


def grid_robots(width, height, robots, seed=1):
    """Robots that move one at a time, to free cells, starting side by side in the first row.

    The robot with the shortest way can go to the goal; the last one can move aside unseen by the first.
    """
    cells = free_cells(width, height, robots, seed)
    blocked = [(x, y) for x in range(width) for y in range(height) if (x, y) not in cells]
    variables = [(f"x{i}", f"0 .. {width - 1}") for i in numbers(robots)]
    variables += [(f"y{i}", f"0 .. {height - 1}") for i in numbers(robots)]
    evolution = []
    for i in numbers(robots):
        for name, (dx, dy) in STEPS.items():
            inside = {"north": f"y{i} < {height - 1}", "south": f"y{i} > 0", "east": f"x{i} < {width - 1}",
                      "west": f"x{i} > 0"}[name]
            free = [f"!(x{i} + {dx} = x{j} and y{i} + {dy} = y{j})" for j in numbers(robots) if j != i]
            free += [f"!(x{i} + {dx} = {x} and y{i} + {dy} = {y})" for x, y in blocked]
            move = f"x{i} = x{i} + {dx}" if dx else f"y{i} = y{i} + {dy}"
            condition = conjunction([f"Action = turn{i}", f"Robot{i}.Action = {name}", inside] + free)
            evolution.append((move, condition))
    turns = [f"turn{i}" for i in numbers(robots)]
    environment = Agent("Environment", variables=variables, actions=turns, protocol=[("Other", turns)],
                        evolution=evolution)
    agents = [Agent(f"Robot{i}", sees=[f"x{i}", f"y{i}"], actions=list(STEPS) + ["stay"],
                    protocol=[("Other", list(STEPS) + ["stay"])]) for i in numbers(robots)]
    goal_x, goal_y = max(cells, key=lambda cell: (cell[1], cell[0]))
    propositions = [(f"goal{i}", f"Environment.x{i} = {goal_x} and Environment.y{i} = {goal_y}")
                    for i in numbers(robots)]
    crash = " or ".join(f"(Environment.x{i} = Environment.x{j} and Environment.y{i} = Environment.y{j})"
                        for i in numbers(robots) for j in numbers(robots, first=i + 1))
    propositions += [("crash", crash),
                     ("last_moved", f"!(Environment.x{robots} = {robots - 1} and Environment.y{robots} = 0)")]
    reached = " or ".join(f"goal{i}" for i in numbers(robots))
    others = conjunction(f"!goal{j}" for j in numbers(robots, first=2))
    return Model(f"Robots: grid {width} x {height}, {robots} robots, seed {seed}", semantics="SingleAssignment",
                 agents=[environment] + agents, propositions=propositions,
                 initial=[f"Environment.x{i} = {i - 1} and Environment.y{i} = 0" for i in numbers(robots)],
                 formulas=[("AG (!crash)", True), (f"EF ({reached})", True), (f"AF ({reached})", False),
                           (f"AG (goal1 -> K(Robot1, {others}))", True),
                           ("AG (last_moved -> K(Robot1, last_moved))", False)])
