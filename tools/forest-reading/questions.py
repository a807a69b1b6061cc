"""Random rows of a table of properties: the cells as text, and beside them what was meant."""

import numpy as np

from floats import text
from sums import random_sum

COLUMNS = ["id", "kind", "where", "fixed", "vary", "epsilon", "protected", "direction", "output", "expect", "tolerance", "distance", "cost", "max_changes", "compare_model"]
OF_RECORDS = {"robust", "min_distance", "recourse", "evasion", "stable_label"}
KINDS = ["range", "never", "always", "robust", "min_distance", "monotone", "protected_flip", "protected_gap", "dominance",
         "same_as_model", "drift", "recourse", "evasion", "stable_label"]


def condition(rng, features, pools):
    index = int(rng.integers(len(features)))
    feature = features[index]
    pool = pools[index]
    value = float(rng.choice(pool)) if pool else 0.0
    if feature["missing"] != "never" and rng.random() < 0.3:
        op = str(rng.choice(["is missing", "is not missing"]))
        return (index, op, None), f"{feature['name']} {op}"
    op = str(rng.choice(["<=", "<", ">=", ">", "<=", ">=", "=", "!=", "in", "not in"]))
    if op in ("in", "not in"):
        some = sorted(set(float(v) for v in rng.choice(pool, size=2))) if pool else [0.0]
        return (index, op, some), f"{feature['name']} {op} {'|'.join(text(v) for v in some)}"
    return (index, op, value), f"{feature['name']}{op}{text(value)}"


def conditions(rng, world, most):
    """Conditions on features, and sometimes one on a sum, or several where the cells hold all values that count."""
    features, pools = world["features"], world["pools"]
    drawn = [condition(rng, features, pools) for _ in range(int(rng.integers(0, most + 1)))]
    for at in range(int(rng.choice([0, 0, 1, 1, 2])) if world["sums"] else 0):
        found = random_sum(rng, features, world["near"], world["sums"] == "listed" or at > 0)
        # Of several sums no cell but a single value shows whether they can be met at once.
        if found is not None and (at == 0 or all(one[2].exact(features) for one, _ in drawn if one[1] == "sum")):
            drawn.append(((None, "sum", found[0]), found[1]))
    drawn = [drawn[int(i)] for i in rng.permutation(len(drawn))]
    return [c for c, _ in drawn], "; ".join(t for _, t in drawn)


def limit(rng, numbers):
    """A limit that often is exactly a score that occurs, or next to it."""
    value = numbers.dtype.type(rng.choice(numbers))
    draw = rng.random()
    if draw < 0.4:
        return float(value)
    if draw < 0.5:
        return float(np.nextafter(value, numbers.dtype.type(9)))
    return round(float(value), 1)


def numeric(rng, world):
    kind, k = world["numbers"][int(rng.integers(len(world["numbers"])))]
    return (kind, k), f"{kind}[{k}]"


def band(rng, world):
    ends = sorted({round(float(v), 2) for v in rng.choice(world["column"](world["band"]), size=2)} | {0.5})[:2]
    names = ["low", "mid", "high"][: len(ends)] + ["top"]
    said = ",".join([f"{n}<{text(np.float64(e))}" for n, e in zip(names, ends)] + [names[-1]])
    return ("band", world["band"], ends, names), f"band({said})"


def answer(rng, world):
    """An output with an answer: a label or a band; None where the model has neither."""
    choices = (["label"] * 3 if world["labels"] else []) + (["band"] if world["band"] else [])
    if not choices:
        return None, None
    return (("label",), "label") if str(rng.choice(choices)) == "label" else band(rng, world)


def names(indices, features):
    return "; ".join(features[i]["name"] for i in indices)


def some(rng, indices, least=1):
    indices = list(indices)
    if len(indices) <= least:
        return indices
    return sorted(int(i) for i in rng.choice(indices, size=int(rng.integers(least, len(indices) + 1)), replace=False))


def side(rng, said, world):
    """An expectation of one input."""
    if said[0] == "label":
        op, label = str(rng.choice(["=", "!="])), world["labels"][int(rng.integers(len(world["labels"])))]
        return ("label", op, label), f"label{op}{label}"
    if said[0] == "band":
        op, name = str(rng.choice(["=", "!="])), str(rng.choice(said[3]))
        return ("band", op, name), f"band{op}{name}"
    op, value = str(rng.choice(["<=", ">=", "<", ">"])), limit(rng, world["column"](said))
    return ("number", op, value), f"{op}{text(world['column'](said).dtype.type(value))}"


def question(rng, world, index):
    """One row, or None where this kind cannot be asked of this model."""
    features, pools = world["features"], world["pools"]
    kind = str(rng.choice(KINDS))
    parts = {"kind": kind, "max_changes": None, "cost": {}, "vary": None, "fixed": [], "direction": {}, "distance": "", "expect": None, "tolerance": None, "epsilon": None}
    cells = {c: "" for c in COLUMNS} | {"id": f"q{index}", "kind": kind}
    parts["records"] = kind in OF_RECORDS or (kind in ("monotone", "dominance", "protected_flip", "protected_gap", "same_as_model", "drift") and rng.random() < 0.3)
    if parts["records"]:
        parts["where"], said, parts["label"] = [], "", None
        draw = rng.random()
        if draw < 0.2 and world["labels"]:
            parts["label"] = world["labels"][int(rng.integers(len(world["labels"])))]
            said = f" where label={parts['label']}"
        elif draw < 0.35:
            parts["where"], said = conditions(rng, world, 1)
            said = f" where {said}" if said else ""
        cells["where"] = "@records" + said
    else:
        parts["where"], cells["where"] = conditions(rng, world, 2 if kind in ("range", "never", "always") else 1)
    movable = [i for i, f in enumerate(features) if f["mutable"] != "no"]

    if kind == "range":
        parts["output"], cells["output"] = numeric(rng, world)
        if rng.random() < 0.6:
            op, value = str(rng.choice(["<=", ">="])), limit(rng, world["column"](parts["output"]))
            parts["expect"], cells["expect"] = ("number", op, value), f"{op}{text(world['column'](parts['output']).dtype.type(value))}"
    elif kind in ("never", "always"):
        parts["output"], cells["output"] = answer(rng, world) if rng.random() < 0.5 else numeric(rng, world)
        if parts["output"] is None:
            return None
        parts["expect"], cells["expect"] = side(rng, parts["output"], world)
    elif kind == "robust":
        if not movable:
            return None
        parts["output"], cells["output"] = answer(rng, world) if rng.random() < 0.8 else numeric(rng, world)
        if parts["output"] is None:
            return None
        if parts["output"][0] in ("p", "score") or rng.random() < 0.2:
            parts["expect"], cells["expect"] = side(rng, parts["output"], world)
        else:
            cells["expect"] = str(rng.choice(["", "same band" if parts["output"][0] == "band" else "same label"]))
        amounts = {}
        if rng.random() < 0.3:
            amount = str(rng.choice(["1", "0.5", "10%", "50%", "2"]))
            amounts = {i: amount for i in movable}
            cells["epsilon"] = f"*={amount}"
        else:
            for i in some(rng, movable):
                amounts[i] = str(rng.choice(["1", "0.5", "10%", "50%", "2", "0.3", "3"]))
            cells["epsilon"] = "; ".join(f"{features[i]['name']}={a}" for i, a in amounts.items())
        parts["epsilon"] = amounts
        parts["distance"] = cells["distance"] = str(rng.choice(["", "", "linf", "l1", "l0"]))
        if parts["distance"] == "l0" or rng.random() < 0.2:
            parts["max_changes"] = int(rng.integers(1, 3))
            cells["max_changes"] = str(parts["max_changes"])
    elif kind in ("min_distance", "recourse", "evasion"):
        if not movable:
            return None
        parts["output"], cells["output"] = answer(rng, world) if kind != "recourse" or rng.random() < 0.7 else numeric(rng, world)
        if parts["output"] is None:
            return None
        if kind == "recourse":
            parts["expect"], cells["expect"] = side(rng, parts["output"], world)
        elif rng.random() < 0.5:
            value = float(rng.choice([0.5, 1, 2, 0.25, 3]))
            word = "distance" if kind == "min_distance" else "cost"
            op = str(rng.choice([">=", ">="  , ">"]))
            parts["expect"], cells["expect"] = (word, op, value), f"{word}{op}{text(np.float64(value))}"
        if rng.random() < 0.3:
            cells["vary"] = str(rng.choice(["*", ""]))
        else:
            parts["vary"] = some(rng, movable)
            cells["vary"] = names(parts["vary"], features)
        if rng.random() < 0.2:
            parts["fixed"] = some(rng, range(len(features)))[:1]
            cells["fixed"] = names(parts["fixed"], features)
            if parts["vary"] is not None:
                parts["vary"] = [i for i in parts["vary"] if i not in parts["fixed"]]
                cells["vary"] = names(parts["vary"], features)
                if not parts["vary"]:
                    return None
        parts["distance"] = cells["distance"] = str(rng.choice(["", "", "linf", "l1", "l0"]))
        if rng.random() < 0.4:
            parts["cost"] = {i: float(rng.choice([0.5, 1, 2, 4, 0.1])) for i in some(rng, movable)}
            cells["cost"] = "; ".join(f"{features[i]['name']}={text(np.float64(c))}" for i, c in parts["cost"].items())
        if rng.random() < 0.2:
            parts["max_changes"] = int(rng.integers(1, 3))
            cells["max_changes"] = str(parts["max_changes"])
        if kind != "min_distance" and rng.random() < 0.2:
            parts["direction"] = {i: str(rng.choice(["up", "down"])) for i in some(rng, movable)[:2]}
            cells["direction"] = "; ".join(f"{features[i]['name']} {d}" for i, d in parts["direction"].items())
    elif kind in ("monotone", "dominance"):
        free = [i for i, f in enumerate(features)]
        if len(free) < 1:
            return None
        moved = some(rng, free)[:1] if kind == "monotone" else some(rng, free, 2)
        way = str(rng.choice(["up", "down"]))
        mixed = rng.random() < 0.6
        moved = [int(i) for i in rng.permutation(moved)]
        parts["direction"] = {i: str(rng.choice(["up", "down"])) if mixed else way for i in moved}
        cells["direction"] = "; ".join(f"{features[i]['name']} {w}" for i, w in parts["direction"].items())
        parts["output"], cells["output"] = numeric(rng, world)
        cells["expect"] = str(rng.choice(["nondecreasing", "nonincreasing"]))
        parts["expect"] = (cells["expect"],)
    elif kind in ("protected_flip", "protected_gap"):
        parts["protected"] = some(rng, range(len(features)))
        cells["protected"] = names(parts["protected"], features)
        if kind == "protected_flip":
            parts["output"], cells["output"] = answer(rng, world)
            if parts["output"] is None:
                return None
            cells["expect"] = "same band" if parts["output"][0] == "band" else "no flip"
        else:
            parts["output"], cells["output"] = numeric(rng, world)
            parts["expect"] = ("gap", "<=", gap_limit(rng, world, parts["output"]))
            cells["expect"] = f"gap<={text(np.float64(parts['expect'][2]))}"
    elif kind in ("same_as_model", "drift"):
        cells["compare_model"] = "newer"
        if kind == "same_as_model" and rng.random() < 0.7:
            parts["output"], cells["output"] = answer(rng, world)
            if parts["output"] is None:
                return None
            cells["expect"] = "same band" if parts["output"][0] == "band" else "same label"
        else:
            parts["output"], cells["output"] = numeric(rng, world)
            value = gap_limit(rng, world, parts["output"])
            if kind == "drift":
                parts["expect"], cells["expect"] = ("number", "<=", value), f"<={text(np.float64(value))}"
            else:
                parts["tolerance"], cells["tolerance"] = value, text(np.float64(value))
    elif kind == "stable_label":
        parts["output"], cells["output"] = answer(rng, world)
        if parts["output"] is None:
            return None
        parts["tolerance"] = int(rng.integers(1, 3))
        cells["tolerance"] = f"{parts['tolerance']}ulp"
        cells["expect"] = "same band" if parts["output"][0] == "band" else "same label"
    return {"parts": parts, "cells": cells}


def gap_limit(rng, world, said):
    column = world["column"](said)
    pair = rng.choice(column, size=2)
    value = abs(float(pair[0]) - float(pair[1]))
    return value if rng.random() < 0.3 else round(value, 2)
