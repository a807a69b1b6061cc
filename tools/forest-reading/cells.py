"""Every cell of a small world: the values of each feature that can matter, their product, and what the runtime answers there."""

import itertools

import numpy as np

from ensembles import tests_of
from floats import first_at_least, neighbours
from schemas import code, derive, whole_values

LIMIT = 30_000


def step_function(model, feature, kind):
    """What the steps in front of the trees make of a number, in the arithmetic of the runtime; never falls."""
    scalers = [s for s in model["before"] if s["op"] == "Scaler"]

    def function(x):
        for step in scalers:
            x = kind(kind(x) - kind(step["offset"][feature])) * kind(step["scale"][feature])
        return x
    return function if scalers else None


def critical(model, feature, kind, thorough):
    """Numbers at which some tree may begin to answer otherwise, with those beside them."""
    found = set()
    function = step_function(model, feature, kind)
    for tree in model["trees"]:
        for test in tests_of(tree):
            if test["feature"] != feature:
                continue
            marks = []
            if test["mode"] == "BRANCH_MEMBER":
                for value in test["members"]:
                    marks += [value, value + 1, value - 1, value + 0.5, value - 0.5]
            else:
                marks = [test["value"]]
                if test["mode"] in ("BRANCH_EQ", "BRANCH_NEQ"):
                    marks += [test["value"] + 0.5, test["value"] - 0.5, test["value"] + 1, test["value"] - 1]
            for mark in marks:
                if function is None:
                    beside = neighbours(kind(mark), kind)
                    if not thorough and test["mode"] in ("BRANCH_LEQ", "BRANCH_GT"):
                        beside = beside[-2:]
                    elif not thorough and test["mode"] in ("BRANCH_LT", "BRANCH_GTE"):
                        beside = beside[:2]
                else:
                    beside = []
                    for target in neighbours(kind(mark), kind):
                        x = first_at_least(function, target, kind)
                        beside += [] if x is None else neighbours(x, kind)[:2 if not thorough else 3]
                found.update(float(v) for v in beside)
    for step in model["before"]:
        if step["op"] == "Imputer":
            found.add(float(kind(step["values"][feature])))
    return found


def allowed(feature, value):
    """Whether the schema lets a feature have this value (one number; NaN is a missing one)."""
    if np.isnan(value):
        return feature["missing"] == "allow"
    if code(feature) is not None and value == code(feature):
        return True
    values = whole_values(feature)
    if values is not None:
        return bool(value in values)
    if feature["type"] == "int" and value != np.floor(value):
        return False
    return (feature["min"] is None or value >= feature["min"]) and (feature["max"] is None or value <= feature["max"])


def values_of(model, features, index, extra, kind, thorough):
    feature = features[index]
    found = set(whole_values(feature) or [])
    if not found:
        found = critical(model, index, kind, thorough) | {float(kind(v)) for v in extra if not np.isnan(v)}
        for end in (feature["min"], feature["max"]):
            if end is not None:
                found.add(float(kind(end)))
        if feature["type"] == "int":
            found = {float(w) for v in found if abs(v) < 1e6 for w in (np.floor(v) - 1, np.floor(v), np.ceil(v), np.ceil(v) + 1)}
        found = {v + 0.0 for v in found if allowed(feature, v)} or {float(kind(0))}
    if code(feature) is not None:
        found.add(code(feature))
    ordered = sorted(found)
    return np.array(ordered + ([np.nan] if feature["missing"] == "allow" else []), dtype=kind)


def whole_world(features, points):
    """Which points meet what ties features to each other: one flag of a group, derived features."""
    good = np.ones(len(points), dtype=bool)
    flags = [i for i, f in enumerate(features) if f["type"] == "onehot"]
    if flags:
        good &= points[:, flags].sum(axis=1) == 1
    names = [f["name"] for f in features]
    for index, feature in enumerate(features):
        if feature["derived"]:
            a, op, b = feature["derived"]
            exact = derive(op, points[:, names.index(a)].astype(np.float64), points[:, names.index(b)].astype(np.float64))
            good &= points[:, index] == exact.astype(points.dtype)
    return good


class Cells:
    """The product of the features' values, answered by the model and the version it is compared with."""

    def __init__(self, model, features, extras, runtime, other):
        kind = runtime.kind
        for thorough in (True, False):
            # Both ends of every stretch in which no tree answers otherwise: what a bounded sum asks.
            self.thorough = thorough
            self.values = []
            for i, f in enumerate(features):
                if f["derived"]:
                    continue
                self.values.append(values_of(model, features, i, extras[i], kind, thorough))
            size = int(np.prod([len(v) for v in self.values]))
            if size <= LIMIT:
                break
        self.size = size
        if size > LIMIT:
            return
        names = [f["name"] for f in features]
        free = [i for i, f in enumerate(features) if not f["derived"]]
        for i, f in enumerate(features):
            if f["derived"]:
                a, op, b = f["derived"]
                left, right = (self.values[free.index(names.index(n))].astype(np.float64) for n in (a, b))
                exact = {float(kind(derive(op, p, q))) for p, q in itertools.product(left, right)}
                self.values.insert(i, np.array(sorted(exact), dtype=kind))
                free.insert(i, i)
        self.size = int(np.prod([len(v) for v in self.values]))
        if self.size > LIMIT:
            return
        self.shape = tuple(len(v) for v in self.values)
        mesh = np.meshgrid(*self.values, indexing="ij")
        self.points = np.stack([m.reshape(-1) for m in mesh], axis=1)
        self.valid = whole_world(features, self.points)
        self.answers = runtime.answer(self.points)
        self.other_answers = other.answer(self.points)
