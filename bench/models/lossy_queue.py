"""A queue that loses messages: numbers 1, 2, ... go through a queue of bounded length, any of them may vanish.

The queue moves up on its own, so messages and gaps wander through it. Order is a matter of comparing numbers, which
ties every place to its neighbours and to both ends.
"""
from .ispl import Agent, Model, conjunction, numbers


def queue(places, last):
    evolution = []
    for i in numbers(places - 1):
        move = f"Action = move{i} and place{i} = 0 and place{i + 1} > 0"
        evolution.append((f"place{i} = place{i + 1} and place{i + 1} = 0", move))
    evolution += [(f"place{i} = 0", f"Action = lose{i}") for i in numbers(places)]
    evolution += [(f"place{places} = {n}", f"Action = connect and place{places} = 0 and Producer.Action = send{n}")
                  for n in numbers(last)]
    evolution += [("place1 = 0", "Action = connect and Consumer.Action = receive and place1 > 0 and "
                   f"!(place{places} = 0 and Producer.Action <> wait)")]
    actions = [f"move{i}" for i in numbers(places - 1)] + [f"lose{i}" for i in numbers(places)] + ["connect"]
    return Agent("Environment", variables=[(f"place{i}", f"0 .. {last}") for i in numbers(places)],
                 actions=actions, protocol=[("Other", actions)], evolution=evolution)


def lossy_queue(places, last):
    sends = [f"send{n}" for n in numbers(last)]
    producer = Agent("Producer", sees=[f"place{places}"], variables=[("sent", f"0 .. {last}")],
                     actions=sends + ["wait"],
                     protocol=[(f"sent = {n - 1} and Environment.place{places} = 0", [f"send{n}", "wait"])
                               for n in numbers(last)]
                     + [("Other", ["wait"])],
                     evolution=[(f"sent = {n}", f"Environment.Action = connect and Action = send{n}")
                                for n in numbers(last)])
    consumer = Agent("Consumer", sees=["place1"], variables=[("got", f"0 .. {last}")], actions=["receive"],
                     protocol=[("Other", ["receive"])],
                     evolution=[("got = Environment.place1",
                                 "Environment.Action = connect and Environment.place1 > 0 and "
                                 f"{conjunction(f'Producer.Action <> {send}' for send in sends)}")])
    ordered = conjunction(f"(Environment.place{i} = 0 or Environment.place{j} = 0 or "
                          f"Environment.place{i} < Environment.place{j})"
                          for i in numbers(places) for j in numbers(places, first=i + 1))
    return Model(f"Lossy queue: {places} places, numbers to {last}", agents=[queue(places, last), producer, consumer],
                 propositions=[("ordered", ordered), ("all_sent", f"Producer.sent = {last}"),
                               ("all_got", f"Consumer.got = {last}"),
                               ("plausible", "Consumer.got <= Producer.sent"), ("some_got", "Consumer.got > 0")],
                 initial=[f"Environment.place{i} = 0" for i in numbers(places)]
                 + ["Producer.sent = 0", "Consumer.got = 0"],
                 formulas=[("AG ordered", True), ("AG plausible", True), ("EF all_got", True), ("AF all_got", False),
                           ("AG (all_got -> K(Consumer, all_sent))", True),
                           ("AG (all_sent -> K(Producer, some_got))", False)])
