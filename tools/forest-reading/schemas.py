"""Random schemas and records for a model, and the table files that say them."""

import csv
import io

import numpy as np

from floats import text


def plain(name):
    return {"name": name, "type": "float", "group": None, "min": None, "max": None, "step": None, "values": None,
            "missing": "never", "mutable": "yes", "cost_per_unit": None, "derived": None, "protected": False}


def random_schema(rng, model):
    """A list of features, and whether it is told at all: without a schema each feature may be any number."""
    if rng.random() < 0.2:
        return [plain(f["name"]) for f in model["features"]], False
    found = []
    for known in model["features"]:
        feature = plain(known["name"])
        if known["whole"]:
            feature["type"] = str(rng.choice(["int", "int", "float", "enum", "ordinal", "bool"]))
            if feature["type"] in ("enum", "ordinal"):
                feature["values"] = sorted(int(v) for v in rng.choice(7, size=rng.integers(2, 5), replace=False))
            elif feature["type"] in ("int", "float") and rng.random() < 0.8:
                feature["min"] = int(rng.integers(-1, 2))
                feature["max"] = feature["min"] + int(rng.integers(2, 7))
                if feature["type"] == "int" and rng.random() < 0.2:
                    feature["step"] = 2
        elif rng.random() < 0.5:
            ends = sorted(float(np.float32(v)) for v in (rng.integers(-8, 9) / 2, rng.integers(-8, 9) / 2))
            feature["min"] = ends[0] if rng.random() < 0.8 else None
            feature["max"] = ends[1] + 0.5 if rng.random() < 0.8 else None
        draw = rng.random()
        if feature["type"] in ("float", "int", "enum", "ordinal"):
            if draw < 0.3:
                feature["missing"] = "allow"
            elif draw < 0.35:
                feature["missing"] = "code -999"
                # Beside a code the pages let an input lie between steps: then they say nothing to hold it against.
                feature["step"] = None
        feature["mutable"] = str(rng.choice(["yes"] * 6 + ["no", "up", "down"]))
        if rng.random() < 0.3:
            feature["cost_per_unit"] = float(rng.choice([0.5, 2, 10, 0.25]))
        found.append(feature)
    if len(found) >= 2 and rng.random() < 0.2:
        for index in rng.choice(len(found), size=int(rng.integers(2, min(3, len(found)) + 1)), replace=False):
            found[index] = {**plain(found[index]["name"]), "type": "onehot", "group": "kind", "mutable": "yes"}
    elif len(found) >= 3 and rng.random() < 0.12:
        picked = rng.choice(len(found), size=3, replace=False)
        for index in picked[:2]:
            low = int(rng.integers(0, 2))
            found[index] = {**plain(found[index]["name"]), "type": "int", "min": low, "max": low + int(rng.integers(1, 4))}
        op = str(rng.choice(["+", "-", "*", "/"]))
        if op == "/" and found[picked[1]]["min"] == 0:
            op = "+"
        a, b = (found[i]["name"] for i in picked[:2])
        found[picked[2]] = {**plain(found[picked[2]]["name"]), "derived": (a, op, b)}
    return found, True


def derive(op, a, b):
    with np.errstate(divide="ignore", invalid="ignore"):
        return a + b if op == "+" else a - b if op == "-" else a * b if op == "*" else a / b


def whole_values(feature):
    """All values of a feature that has few, or None."""
    if feature["type"] in ("bool", "onehot"):
        return [0, 1]
    if feature["values"] is not None:
        return list(feature["values"])
    if feature["type"] == "int" and feature["min"] is not None and feature["max"] is not None:
        return list(range(feature["min"], feature["max"] + 1, feature["step"] or 1))
    return None


def code(feature):
    return float(feature["missing"].split()[1]) if feature["missing"].startswith("code") else None


def random_value(rng, feature, pool):
    values = whole_values(feature)
    if values is not None:
        return float(rng.choice(values))
    if pool and rng.random() < 0.6:
        value = float(rng.choice(pool))
    else:
        value = float(np.float32(rng.normal() * 3)) if rng.random() < 0.5 else float(rng.integers(-8, 9)) / 2
    if feature["type"] == "int":
        value = float(np.round(value))
    if feature["min"] is not None:
        value = max(value, feature["min"])
    if feature["max"] is not None:
        value = min(value, feature["max"])
    return float(value)


def random_record(rng, features, pools):
    row = [random_value(rng, f, p) for f, p in zip(features, pools)]
    groups = [i for i, f in enumerate(features) if f["type"] == "onehot"]
    if groups:
        chosen = rng.choice(groups)
        for index in groups:
            row[index] = float(index == chosen)
    for index, feature in enumerate(features):
        if feature["missing"] == "allow" and rng.random() < 0.25:
            row[index] = float("nan")
        elif code(feature) is not None and rng.random() < 0.25:
            row[index] = code(feature)
    names = [f["name"] for f in features]
    for index, feature in enumerate(features):
        if feature["derived"]:
            a, op, b = feature["derived"]
            row[index] = float(np.float32(derive(op, np.float64(row[names.index(a)]), np.float64(row[names.index(b)]))))
    return row


def table(rows):
    """CSV of a list of dicts with the same keys."""
    out = io.StringIO()
    writer = csv.DictWriter(out, fieldnames=list(rows[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return out.getvalue()


def schema_file(features):
    rows = []
    for index, f in enumerate(features):
        op = f["derived"]
        rows.append({
            "name": f["name"], "position": index, "type": f["type"], "group": f["group"] or "",
            "min": "" if f["min"] is None else text(f["min"]), "max": "" if f["max"] is None else text(f["max"]),
            "step": f["step"] or "", "values": "" if f["values"] is None else "|".join(map(str, f["values"])),
            "missing": f["missing"], "mutable": f["mutable"],
            "cost_per_unit": "" if f["cost_per_unit"] is None else text(f["cost_per_unit"]),
            "derived": "" if op is None else f"{op[0]} {op[1]} {op[2]}",
        })
    return table(rows)


def records_file(features, records):
    return table([{"record_id": f"r{i}", **{f["name"]: "" if v == code(f) and i % 2 else text(v) for f, v in zip(features, row)}} for i, row in enumerate(records)])
