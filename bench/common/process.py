"""Runs a command within limits and measures it.

Seconds are processor time of the child, user and system together, which a busy machine disturbs less than the clock on
the wall. The time limit is one of processor time as well; a run that hardly gets the processor is stopped by the clock,
at a multiple of it. Of several repetitions the fastest counts: whatever disturbs a run makes it slower, never faster.
Peak memory never falls below that of the interpreter that starts the run, some 13 MB.
"""
import contextlib
import math
import os
import resource
import subprocess
import tempfile
import threading

ENOUGH_SECONDS = 10  # a run that took so long is not repeated
CLOCK_FACTOR = 20  # so much slower than the processor time may the clock be


class Limits:
    """Seconds of processor time and megabytes of address space of one run; None is no limit."""

    def __init__(self, seconds=60.0, megabytes=None):
        self.seconds = seconds
        self.megabytes = megabytes


class Outcome:
    """How a run ended: its exit status (negative: the signal that ended it), what it printed, what it took."""

    def __init__(self, status, output, seconds, kilobytes):
        self.status = status
        self.output = output
        self.seconds = seconds
        self.kilobytes = kilobytes


def set_limits(pid, limits):
    """For a process that was just started; it may have ended already."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        if limits.seconds is not None:
            whole = math.ceil(limits.seconds)
            resource.prlimit(pid, resource.RLIMIT_CPU, (whole, whole + 1))
        if limits.megabytes is not None:
            space = int(limits.megabytes * 2**20)
            resource.prlimit(pid, resource.RLIMIT_AS, (space, space))


def run(command, limits):
    """One run of the command; a limit that is reached ends it by a signal."""
    with tempfile.TemporaryFile() as output:
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.DEVNULL)
        set_limits(process.pid, limits)
        clock = None
        if limits.seconds is not None:
            clock = threading.Timer(CLOCK_FACTOR * limits.seconds + 60, process.kill)
            clock.start()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        if clock:
            clock.cancel()
        output.seek(0)
        return Outcome(process.returncode, output.read(), usage.ru_utime + usage.ru_stime, usage.ru_maxrss)


def fastest(command, limits, repeat=1):
    """The fastest of `repeat` runs; the first that a signal ends, or that takes long, is the last."""
    best = None
    for _ in range(max(1, repeat)):
        outcome = run(command, limits)
        if best is None or outcome.status < 0 or outcome.seconds < best.seconds:
            best = outcome
        if outcome.status < 0 or outcome.seconds >= ENOUGH_SECONDS:
            break
    return best
