"""Protocols over channels that lose messages, as the papers write them down: bit transmission and go-back-N.

The Environment chooses in each step which directions of the channel work, as an action and as a variable with the same
names. Go-back-N has one action for each packet and bit, and pipes of three places in both directions.
"""
from .ispl import Agent, Model, always, conjunction, disjunction, numbers

DIRECTIONS = ["S", "R", "SR", "none"]


def works(direction):
    """The channel works in this direction, or in both."""
    return f"(Environment.Action = SR or Environment.Action = {direction})"


def nested_next(size):
    """If the channel works in `size` steps from the next one on, the acknowledgement is there after them."""
    working = "works"
    for _ in range(size - 1):
        working = f"works and X ({working})"
    return f"(X ({working})) -> ({'X ' * (size + 1)}acknowledged)"


def bit_transmission(size, *, logic="CTLK"):
    """A formula of the given size, at least 2; the model has 22 states whatever it is."""
    environment = Agent("Environment", variables=[("channel", "{S, R, SR, none}")], actions=DIRECTIONS,
                        protocol=[("Other", DIRECTIONS)],
                        evolution=[(f"channel = {d}", f"Action = {d}") for d in DIRECTIONS])
    sender = Agent("Sender", variables=[("bit", "{b0, b1}"), ("ack", "boolean")], actions=["send0", "send1", "rest"],
                   protocol=[("bit = b0 and ack = false", ["send0"]), ("bit = b1 and ack = false", ["send1"]),
                             ("ack = true", ["rest"])],
                   evolution=[("ack = true", f"ack = false and Receiver.Action = confirm and {works('R')}")])
    receiver = Agent("Receiver", variables=[("got", "{empty, r0, r1}")], actions=["rest", "confirm"],
                     protocol=[("got = empty", ["rest"]), ("(got = r0 or got = r1)", ["confirm"])],
                     evolution=[(f"got = r{b}", f"Sender.Action = send{b} and got = empty and {works('S')}")
                                for b in (0, 1)])
    formula = {"CTLK": "EX " * size + "acknowledged", "LTLK": f"LTL {nested_next(size)}",
               "CTL*K": f"CTL* A ({nested_next(size)})", "LDLK": f"LDL [tt{';works' * size}]acknowledged",
               "CDL*K": f"CDL* A ([tt{';works' * size}]acknowledged)"}[logic]
    return Model(f"Bit transmission, wording of the papers: formula of size {size}",
                 agents=[environment, sender, receiver],
                 propositions=[("acknowledged", "Sender.ack = true"), ("works", "Environment.channel = SR"),
                               ("tt", "Sender.bit = b0 or Sender.bit = b1")],
                 initial=["Receiver.got = empty", "Sender.ack = false"], formulas=[(formula, True)], states=22)


def pipes(packets):
    """Packets and acknowledgements move on by one place in each step, or are lost."""
    variables = [("channel", "{S, R, SR, none}")]
    for place in (1, 2, 3):
        variables += [(f"data{place}", "{b0, b1, empty}"), (f"number{place}", f"0 .. {packets}"),
                      (f"reply{place}", f"0 .. {packets}")]
    forward, lost = "(Action = SR or Action = S)", "(Action = R or Action = none)"
    evolution = [(f"channel = {d}", f"Action = {d}") for d in DIRECTIONS]
    for place in (3, 2):
        evolution += [(f"data{place} = data{place - 1}", forward), (f"data{place} = empty", lost)]
    evolution.append(("data1 = empty", "Sender.Action = none"))
    for bit in (0, 1):
        sends = disjunction(f"Sender.Action = p{i}b{bit}" for i in numbers(packets))
        evolution.append((f"data1 = b{bit}", f"({sends})"))
    evolution += [(f"number1 = {i}", f"(Sender.Action = p{i}b0 or Sender.Action = p{i}b1)") for i in numbers(packets)]
    evolution.append((f"number1 = {packets}", "Sender.Action = none"))
    evolution += [(f"number{place} = number{place - 1}", "Action = none or !(Action = none)") for place in (2, 3)]
    for place in (3, 2):
        evolution += [(f"reply{place} = reply{place - 1}", forward), (f"reply{place} = 0", lost)]
    evolution.append(("reply1 = 0", "Receiver.Action = silent"))
    evolution += [(f"reply1 = {i}", f"Receiver.Action = r{i}") for i in numbers(packets)]
    return Agent("Environment", variables=variables, actions=DIRECTIONS, protocol=[("Other", DIRECTIONS)],
                 evolution=evolution)


def window_sender(window, packets):
    room = f"(confirmed + {window} > next) and (next < {packets})"
    sends = [(i, bit) for i in numbers(packets) for bit in (0, 1)]
    variables = [("done", "boolean"), ("confirmed", f"0 .. {packets}"), ("next", f"0 .. {packets}")]
    return Agent("Sender", sees=["data1", "reply3", "number1"],
                 variables=variables + [(f"bit{i}", "{b0, b1}") for i in numbers(packets)],
                 actions=["none"] + [f"p{i}b{bit}" for i, bit in sends],
                 protocol=[("done = true", ["none"])]
                 + [(f"next = {i} and bit{i} = b{bit}", [f"p{i}b{bit}"]) for i, bit in sends] + [("Other", ["none"])],
                 evolution=[("done = true", f"Environment.reply3 = {packets}")]
                 + [(f"confirmed = {i}", f"Environment.reply3 = {i}") for i in numbers(packets)]
                 + [("next = next + 1", f"done = false and {room}"),
                    ("next = confirmed + 1", f"done = false and Environment.reply3 = confirmed or !({room})"),
                    ("next = next", "done = true")])


def buffering_receiver(packets):
    arriving = "Environment.data3 <> empty"
    protocol = [("slot1 = empty or Environment.data3 = empty", ["silent"])]
    protocol += [(f"slot{i} <> empty and slot{i + 1} = empty and {arriving}", [f"r{i}"]) for i in numbers(packets - 1)]
    protocol.append((f"slot{packets} <> empty and {arriving}", [f"r{packets}"]))
    return Agent("Receiver", sees=["reply1", "data3", "number3"],
                 variables=[(f"slot{i}", "{empty, r0, r1}") for i in numbers(packets)],
                 actions=["silent"] + [f"r{i}" for i in numbers(packets)], protocol=protocol,
                 evolution=[(f"slot{i} = r{bit}",
                             f"Environment.data3 = b{bit} and slot{i} = empty and Environment.number3 = {i}")
                            for i in numbers(packets) for bit in (0, 1)])


def go_back_n(window, packets, *, logic="CTLK"):
    """Packets with numbers, at most `window` of them without acknowledgement on their way."""
    correct = conjunction(f"!wrong{i}" for i in numbers(packets))
    learned = "GK(ends, K(Receiver, last0) or K(Receiver, last1))"
    formulas = [(always(correct, logic), True)]
    if logic == "LTLK":
        formulas.append((f"LTL (G works) -> (F {learned})", True))
    if logic in ("LDLK", "CDL*K"):
        formulas += [(f"LDL ([tt*]works) -> (<tt*>{learned})", True),
                     (f"CDL* works -> E (<((works;fails)+(works;works;fails))*>{learned})", True)]
    initial = ["Sender.done = false", "Sender.confirmed = 0", "Sender.next = 1"]
    initial += [f"Receiver.slot{i} = empty" for i in numbers(packets)]
    for place in (1, 2, 3):
        initial += [f"Environment.data{place} = empty", f"Environment.reply{place} = 0"]
    propositions = [(f"wrong{i}", f"(Receiver.slot{i} = r0 and Sender.bit{i} = b1) or "
                                  f"(Receiver.slot{i} = r1 and Sender.bit{i} = b0)") for i in numbers(packets)]
    propositions += [(f"last{bit}", f"Receiver.slot{packets} = r{bit}") for bit in (0, 1)]
    propositions += [("works", "Environment.channel = SR"), ("fails", "Environment.channel = none"),
                     ("tt", "Environment.channel = SR or !(Environment.channel = SR)")]
    return Model(f"Go-back-N, wording of the papers: window {window}, {packets} packets", semantics="SingleAssignment",
                 agents=[pipes(packets), window_sender(window, packets), buffering_receiver(packets)],
                 propositions=propositions, initial=initial, groups=[("ends", ["Sender", "Receiver"])],
                 formulas=formulas)
