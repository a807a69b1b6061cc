"""Neighbours and literals of floating point numbers."""

import numpy as np


def neighbours(value, kind):
    """The number itself and what stands next to it on either side, in its own precision."""
    value = kind(value)
    if np.isnan(value):
        return []
    if np.isinf(value):
        return [value]
    return [np.nextafter(value, kind(-np.inf)), value, np.nextafter(value, kind(np.inf))]


def text(value):
    """The shortest decimal that reads back as the same number; empty for NaN."""
    if isinstance(value, (int, np.integer)):
        return str(int(value))
    if np.isnan(value):
        return ""
    if value == int(value) and abs(value) < 1e15:
        return ("-0" if np.signbit(value) and value == 0 else str(int(value)))
    return np.format_float_positional(value, unique=True, trim="-")


def bits(value):
    """Hexadecimal digits of a number, the most significant first."""
    return value.tobytes()[::-1].hex()


def from_bits(digits, kind):
    return np.frombuffer(bytes.fromhex(digits)[::-1], dtype=kind)[0]


def ordered(value, kind):
    """A whole number that grows with the float."""
    whole = np.int32 if kind is np.float32 else np.int64
    n = int(np.array(value, dtype=kind).view(whole))
    low = -(1 << (31 if kind is np.float32 else 63))
    return n if n >= 0 else low - n


def unordered(n, kind):
    whole = np.int32 if kind is np.float32 else np.int64
    low = -(1 << (31 if kind is np.float32 else 63))
    return np.array(n if n >= 0 else low - n, dtype=whole).view(kind)[()]


def first_at_least(function, target, kind):
    """The least finite x with function(x) >= target, of a function that never falls; None where there is none."""
    largest = np.finfo(kind).max
    low, high = ordered(-largest, kind), ordered(largest, kind)
    with np.errstate(over="ignore"):
        if not function(largest) >= target:
            return None
        while low < high:
            middle = (low + high) // 2
            if function(unordered(middle, kind)) >= target:
                high = middle
            else:
                low = middle + 1
    return unordered(low, kind)
