"""Enumerations by definition: everything around a record, cell for cell, and the boxes that were told held against it."""

import itertools

import numpy as np

from cells import allowed, critical, whole_world
from floats import from_bits, neighbours, ordered
from schemas import code, whole_values

LIMIT = 40_000


class TooLarge(Exception):
    """More cells than are looked at."""


class Boxes:
    """The boxes of one record, as arrays: the ends of each side, and whether it holds a missing value."""

    def __init__(self, told, record, names, kind):
        self.told = told
        width = len(names)
        self.low = np.tile(np.array(record, dtype=kind), (len(told), 1))
        self.high = self.low.copy()
        self.missing = np.isnan(self.low)
        for b, box in enumerate(told):
            for side in box["sides"]:
                i = names.index(side["feature"])
                self.missing[b, i] = side["missing"]
                self.low[b, i] = np.nan if side["low_bits"] is None else from_bits(side["low_bits"], kind)
                self.high[b, i] = np.nan if side["high_bits"] is None else from_bits(side["high_bits"], kind)
        assert self.low.shape[1] == width

    def hold(self, b, points):
        """Which of the points box b holds."""
        inside = (points >= self.low[b]) & (points <= self.high[b])
        return (inside | (np.isnan(points) & self.missing[b])).all(axis=1)

    def overlap(self):
        """Two boxes that have something in common, or None. Only where no cell holds it, as groups and derived features leave out cells."""
        for a, b in itertools.combinations(range(len(self.told)), 2):
            both = (np.maximum(self.low[a], self.low[b]) <= np.minimum(self.high[a], self.high[b])) | (self.missing[a] & self.missing[b])
            if both.all():
                return a, b
        return None


def count_between(feature, low, high, kind):
    """How many values a feature has strictly between two that it has, in a stretch without any other critical value."""
    if feature["type"] in ("int", "bool", "onehot", "ordinal", "enum") or whole_values(feature) is not None:
        return int(high) - int(low) - 1 if whole_values(feature) is None else 0
    return ordered(high, kind) - ordered(low, kind) - 1


def ends(feature, here, most, kind):
    """The least and the greatest that a value may become; worked out in float64 and rounded inwards."""
    largest = np.finfo(kind).max
    low, high = (-float(largest), float(largest)) if np.isnan(here) else (float(here) - most, float(here) + most)
    with np.errstate(over="ignore"):
        a, b = kind(low), kind(high)
    a = np.nextafter(a, kind(np.inf)) if float(a) < low else a
    b = np.nextafter(b, kind(-np.inf)) if float(b) > high else b
    return a, b


class Surroundings:
    """All inputs around a record, as cells with the number of inputs that each stands for."""

    def __init__(self, model, features, record, amounts, extra, runtime):
        kind = runtime.kind
        self.features, self.kind, self.runtime = features, kind, runtime
        self.record = np.array(record, dtype=kind)
        self.amounts = amounts
        values, weights = [], []
        for i, feature in enumerate(features):
            v, w = self._side(model, i, feature, amounts[i], extra[i])
            values.append(v)
            weights.append(w)
        size = int(np.prod([len(v) for v in values]))
        if size > LIMIT:
            raise TooLarge
        mesh = np.meshgrid(*values, indexing="ij")
        self.points = np.stack([m.reshape(-1) for m in mesh], axis=1)
        counts = np.array([1], dtype=object)
        for w in weights:
            counts = np.multiply.outer(counts, np.array(w, dtype=object)).reshape(-1)
        keep = whole_world(features, self.points)
        self.points, self.counts = self.points[keep], counts[keep]
        self.answers = runtime.answer(self.points) if len(self.points) else None
        self.distance = np.zeros(len(self.points))
        for i, most in enumerate(amounts):
            if most is None:
                continue
            column = self.points[:, i].astype(np.float64)
            if np.isnan(self.record[i]):
                share = np.where(np.isnan(column), 0.0, 1.0)
            else:
                size = np.abs(column - float(self.record[i]))
                share = np.where(size == 0, 0.0, size / most if most else np.inf)
            self.distance = np.maximum(self.distance, share)

    def _side(self, model, i, feature, most, extra):
        here, kind = self.record[i], self.kind
        if most is None or most == 0 or feature["mutable"] == "no":
            return np.array([here], dtype=kind), [1]
        low, high = ends(feature, here, most, kind)
        if not np.isnan(here):
            low = here if feature["mutable"] == "up" else low
            high = here if feature["mutable"] == "down" else high
        fixed = whole_values(feature)
        if fixed is not None:
            found = {float(v) for v in fixed}
        else:
            found = critical(model, i, kind, True) | {float(low), float(high)} | ({float(here)} if not np.isnan(here) else set())
            for end in [feature["min"], feature["max"], *extra]:
                if end is not None and not np.isnan(end):
                    found |= {float(v) for v in neighbours(kind(end), kind)}
            if feature["type"] == "int":
                # Whole numbers beyond 2^53 are not modelled.
                found = {float(w) for v in found if abs(v) <= 2.0**53 for w in (np.floor(v) - 1, np.floor(v), np.ceil(v), np.ceil(v) + 1)}
        if code(feature) is not None:
            found |= {float(v) for v in neighbours(kind(code(feature)), kind)}
        found = sorted({v + 0.0 for v in found if allowed(feature, v) and low <= v <= high})
        counts = [1] * len(found)
        apart = code(feature) is not None and not (feature["min"] is None and feature["max"] is None)
        for k in range(len(found) - 1):
            if apart and code(feature) in (found[k], found[k + 1]):
                continue
            counts[k] += count_between(feature, kind(found[k]), kind(found[k + 1]), kind)
        if np.isnan(here):
            found, counts = found + [np.nan], counts + [1]
        return np.array(found, dtype=kind), counts
