"""Conditions on sums of features, read from docs/forest/table.md: what they say, and random ones.

All features are brought to the left and all numbers to the right, where they are added up in the order in which they are written. Each
factor times its value is rounded to float64, the products are added from left to right, rounded each time, and the result is compared.
"""

import numpy as np

from floats import text
from schemas import whole_values

COMPARE = {"<=": np.less_equal, "<": np.less, ">=": np.greater_equal, ">": np.greater, "=": np.equal}


class Sum:
    """`terms` of (feature, factor) as they are written, features of the right side with the other sign; and the number on the right."""

    def __init__(self, terms, op, most):
        self.terms, self.op, self.most = terms, op, most

    def value(self, points):
        with np.errstate(over="ignore", invalid="ignore"):
            total = np.zeros(len(points))
            for index, factor in self.terms:
                total = total + np.float64(factor) * points[:, index].astype(np.float64)
        return total

    def holds(self, points):
        """Of a missing value the sum is none, and meets nothing."""
        total = self.value(points)
        return COMPARE[self.op](total, self.most) & ~np.isnan(total)

    def exact(self, features):
        """Whether the cells hold every value that each feature of the sum can have."""
        return all(listed(features[index]) for index, _ in self.terms)


def listed(feature):
    return feature["derived"] is not None or whole_values(feature) is not None


def joined(terms):
    """Terms with their signs, a space on both sides of each sign but the first."""
    said = ""
    for at, (sign, term) in enumerate(terms):
        said += ("-" if sign < 0 else "") + term if at == 0 else f" {'-' if sign < 0 else '+'} {term}"
    return said


def random_sum(rng, features, near, only_listed):
    """A sum and its text; None where no features are fit for one. `near`: inputs beside whose sums limits lie."""
    fit = [i for i, f in enumerate(features) if listed(f) or (f["type"] == "float" and not only_listed)]
    if not fit or not len(near):
        return None
    picked = [int(i) for i in rng.permutation(fit)[: int(rng.integers(1, 4))]]
    sides = [[], []]
    terms = []
    for index in picked:
        factor = float(rng.choice([1, 1, 1, 2, 3, 0.5, 0.1, 1.5, 100]))
        sign = int(rng.choice([1, 1, -1]))
        name = features[index]["name"]
        word = name if factor == 1 and rng.random() < 0.8 else f"{text(np.float64(factor))}*{name}"
        side = int(rng.random() < 0.35)
        # What stands first has no sign before a name: a factor below zero says it.
        if not sides[side] and sign < 0:
            word = f"{text(np.float64(factor))}*{name}"
        sides[side].append((sign, word))
        terms.append((side, index, sign * factor))
    op = str(rng.choice(["<=", ">=", "<=", ">=", "<", ">", "="]))
    written = [(index, factor if side == 0 else -factor) for which in (0, 1) for side, index, factor in terms if side == which]
    own = Sum(written, op, 0.0)
    if op == "=" and not own.exact(features):
        own.op = op = str(rng.choice(["<=", ">="]))
    values = own.value(near)
    values = values[np.abs(values) < 1e6]
    value = float(rng.choice(values)) if len(values) else 1.0
    value = value if rng.random() < 0.5 else round(value, 1)
    numbers = [[], []]
    if rng.random() < 0.25:
        extra = float(rng.choice([0.1, 2, 0.5, 10]))
        numbers[0].append((1, text(np.float64(extra))))
        own.most -= extra
    numbers[1].append((1 if value >= 0 else -1, text(np.float64(abs(value)))))
    own.most += value
    if not sides[0] and not numbers[0]:
        numbers[0].append((1, "0"))
    if len(terms) == 1 and sides[0] and not numbers[0]:
        # A name and a number are no sum: there the number is rounded as the feature is.
        sides[0] = [(1, f"{text(np.float64(terms[0][2]))}*{features[terms[0][1]]['name']}")]
    said = [joined(sides[k] + numbers[k]) for k in (0, 1)]
    return own, f"{said[0]} {op} {said[1]}"
