"""Random small ensembles, as plain data: what a model is before it is written as ONNX.

A tree is a leaf {"votes": {target: weight}} or a test {"feature", "mode", "value" | "members", "missing", "yes", "no"}.
"""

import numpy as np

ORDERED = ["BRANCH_LEQ", "BRANCH_LT", "BRANCH_GTE", "BRANCH_GT"]
EQUAL = ["BRANCH_EQ", "BRANCH_NEQ"]


def number(rng, ugly):
    if rng.random() < ugly:
        return float(np.float32(rng.normal() * 10.0 ** rng.integers(-1, 2)))
    return float(rng.integers(-16, 17)) / float(rng.choice([1, 2, 4, 8]))


def weight(rng, style):
    if style == "shares":
        return float(np.float32(rng.integers(0, 11) / 10 / 3))
    if style == "eighths":
        return float(rng.integers(0, 9)) / 8
    if style == "margins":
        return float(rng.integers(-8, 9)) / 8
    if style == "ties":
        return float(rng.choice([-0.5, 0.0, 0.5, 1.0]))
    return float(np.float32(rng.normal()))


def leaf(rng, model, target):
    targets = model["targets"] if target is None else [target]
    return {"votes": {t: weight(rng, model["style"]) for t in targets}}


def test(rng, model):
    feature = int(rng.integers(len(model["features"])))
    known = model["features"][feature]
    modes = ORDERED if model["one_mode"] is None else [model["one_mode"]]
    node = {"feature": feature, "missing": bool(rng.random() < model["missing"]), "mode": str(rng.choice(modes))}
    if known["whole"] and rng.random() < 0.5 or rng.random() < model["equal"]:
        node["mode"] = str(rng.choice(EQUAL + (["BRANCH_MEMBER"] * 2 if model["op"] == "v5" else [])))
    if known["whole"]:
        node["value"] = float(rng.integers(0, 5)) + (0.5 if node["mode"] in ORDERED and rng.random() < 0.3 else 0.0)
    elif known["pool"] and rng.random() < 0.6:
        node["value"] = float(rng.choice(known["pool"]))
    else:
        node["value"] = number(rng, model["ugly"])
        known["pool"].append(node["value"])
    if node["mode"] == "BRANCH_MEMBER":
        node["members"] = sorted(set(float(v) for v in rng.integers(0, 8, size=rng.integers(1, 4))))
    return node


def tree(rng, model, depth, target=None):
    if depth == 0 or rng.random() < 0.12:
        return leaf(rng, model, target)
    node = test(rng, model)
    node["yes"] = tree(rng, model, depth - 1, target)
    if node["mode"] == "BRANCH_EQ" and depth > 1 and rng.random() < 0.4:
        # A chain as converters write it: the same column, and one true child for several values.
        value = node["value"] + float(rng.integers(1, 3))
        node["no"] = {**node, "value": value, "no": tree(rng, model, depth - 2, target)}
        return node
    node["no"] = tree(rng, model, depth - 1, target)
    return node


def features(rng):
    found = []
    for index in range(int(rng.integers(1, 5))):
        found.append({"name": f"f{index}", "whole": bool(rng.random() < 0.5), "pool": []})
    return found


def random_model(rng):
    """One ensemble with everything that the page admits, often ordinary, now and then odd."""
    model = {
        "op": str(rng.choice(["classifier", "classifier", "regressor", "v5"])),
        "features": features(rng),
        "ugly": float(rng.choice([0.0, 0.1, 0.8])),
        "style": str(rng.choice(["shares", "eighths", "margins", "ties", "ugly"])),
        "missing": float(rng.choice([0.0, 0.5])),
        "equal": float(rng.choice([0.0, 0.0, 0.2])),
        "one_mode": str(rng.choice(ORDERED)) if rng.random() < 0.5 else None,
        "input": str(rng.choice(["float"] * 9 + ["double"])),
    }
    count = int(rng.integers(1, 5))
    model["labels"], model["base"], model["aggregate"] = None, [], "SUM"
    if model["op"] == "classifier":
        classes = int(rng.choice([2, 2, 2, 3, 4]))
        model["classes"] = classes
        model["targets"] = list(range(classes)) if classes > 2 else [[0], [0], [1], [0, 1]][rng.integers(4)]
        model["post"] = str(rng.choice(["NONE", "NONE", "LOGISTIC", "SOFTMAX", "SOFTMAX_ZERO"]))
        kind = rng.random()
        if kind < 0.3:
            model["labels"] = ["no", "yes", "maybe", "other"][:classes]
        elif kind < 0.5:
            model["labels"] = [int(v) for v in rng.choice([-3, 0, 1, 2, 5, 7, 10], size=classes, replace=False)]
        else:
            model["labels"] = list(range(classes))
        if rng.random() < 0.4:
            size = classes if classes > 2 else int(rng.integers(1, 3))
            model["base"] = [weight(rng, model["style"]) for _ in range(size)]
    else:
        outputs = int(rng.choice([1, 1, 2, 3]))
        model["classes"] = outputs
        model["targets"] = list(range(outputs))
        model["post"] = str(rng.choice(["NONE", "NONE", "LOGISTIC", "SOFTMAX"])) if outputs > 1 or model["op"] == "v5" else "NONE"
        if model["op"] == "v5" and outputs == 1 and model["post"] == "SOFTMAX":
            model["post"] = "NONE"
        model["aggregate"] = str(rng.choice(["SUM", "SUM", "AVERAGE"]))
        if model["op"] == "regressor" and rng.random() < 0.4:
            model["base"] = [weight(rng, model["style"]) for _ in range(outputs)]
        if outputs > 1:
            model["tail"] = str(rng.choice(["argmax", "argmax", "argmax+labels", "none"]))
    if model["op"] == "classifier":
        model["tail"] = str(rng.choice(["none", "none", "zipmap", "cast"]))
        if model["tail"] == "cast" and isinstance(model["labels"][0], str):
            model["tail"] = "none"
    model.setdefault("tail", "none")
    by_target = model["op"] == "v5" or (len(model["targets"]) > 1 and rng.random() < 0.2)
    if by_target:
        count = max(count, len(model["targets"]))
    model["trees"] = []
    for index in range(count):
        target = model["targets"][index % len(model["targets"])] if by_target else None
        model["trees"].append(tree(rng, model, int(rng.integers(1, 4 if count < 4 else 3)), target))
    model["before"] = before(rng, model)
    return model


def before(rng, model):
    """Steps in front of the trees: none, most of the time."""
    width = len(model["features"])
    draw = rng.random()
    if model["input"] == "double" or draw > 0.25:
        return []
    steps = []
    if draw < 0.1:
        steps.append({"op": "Imputer", "values": [float(rng.integers(0, 5)) for _ in range(width)]})
    if draw > 0.05:
        steps.append({
            "op": "Scaler",
            "offset": [float(rng.choice([0, 1, -2, 0.3])) for _ in range(width)],
            "scale": [float(rng.choice([1, 0.5, 2, 0.1, 1 / 3])) for _ in range(width)],
        })
    return steps


def tests_of(node):
    if "votes" in node:
        return []
    return [node] + tests_of(node["yes"]) + tests_of(node["no"])


def newer(rng, model):
    """Another version: some leaves moved, some trees drawn again."""
    def change(node):
        if "votes" in node:
            moved = rng.random() < 0.3
            return {"votes": {t: weight(rng, model["style"]) if moved else w for t, w in node["votes"].items()}}
        return {**node, "yes": change(node["yes"]), "no": change(node["no"])}
    return {**model, "trees": [change(tree) for tree in model["trees"]]}
