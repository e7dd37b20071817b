"""Figures from measured times."""
import math


def geometric_mean(values):
    values = list(values)
    return math.exp(sum(math.log(v) for v in values) / len(values)) if values else None


def growth_exponent(size, seconds, larger_size, more_seconds):
    """e such that the time grows as size^e between two sizes; None if a time is missing or too short to tell."""
    if not seconds or not more_seconds:
        return None
    return math.log(more_seconds / seconds) / math.log(larger_size / size)
