"""Whether an input that was shown is what the row says: read from its bits, answered by the runtime alone."""

import numpy as np

from floats import bits, from_bits


def read(shown, kind, names):
    """Points of a witness, a row for each input."""
    rows = []
    for one in shown["inputs"]:
        by_name = {v["feature"]: v for v in one["values"]}
        rows.append([from_bits(by_name[n]["bits"], kind) for n in names])
    return np.array(rows, dtype=kind)


def name_versions(row, shown):
    """Of two versions the second input is the other one's; False when the answer did not say so."""
    if row["kind"] in ("same_as_model", "drift"):
        said = shown["inputs"][1]["model"]
        shown["inputs"][1]["model"] = "compare_model"
        return said == "compare_model"
    return True


def answers_differ(shown, points, runtime, other):
    """Labels and bits of scores, as told and as the runtime gives them for that input alone."""
    for one, point in zip(shown["inputs"], points):
        which = other if one["model"] == "compare_model" else runtime
        labels, scores, _ = which.answer(point[None, :], size=1)
        if labels is not None and labels[0] != one["label"]:
            return f"label {labels[0]} of the runtime, told {one['label']}"
        if not which.exact_scores:
            if not np.allclose(scores[0], one["scores"], rtol=0, atol=1e-5):
                return f"scores {scores[0].tolist()} of the library, told {one['scores']}"
            continue
        told = one["score_bits"]
        given = [bits(s) for s in scores[0]]
        if given != told and not (np.isnan(scores[0]).any() and len(told) == len(given)):
            return f"scores {given} of the runtime, told {told}"
    return None


def judged(judge, row, shown, points, runtime, other, record, own, told):
    """What is wrong with a witness of a violated row, or of a proved one that shows an extreme; None when it is right."""
    kind = row["kind"]
    for point in points:
        if not judge.exists(point[None, :])[0]:
            return "an input that the schema does not allow"
    answers = [(other if one["model"] == "compare_model" else runtime).answer(p[None, :], size=1) for one, p in zip(shown["inputs"], points)]
    region = judge.meets(row["where"], points) if not row["records"] or judge.reading["where_binds"] else np.ones(len(points), dtype=bool)
    if not region.all():
        return "an input outside of the region"
    if kind in ("never", "always"):
        return None if told != "violated" or not judge.holds(row["output"], row["expect"], answers[0])[0] else "it holds of this input"
    if kind == "range":
        return None
    if kind == "robust":
        within, _ = judge.within(row, record, points)
        if not within.all():
            return "farther than the amounts"
        return None if judge.other(row, answers[0], own)[0] else "the answer stays"
    if kind in ("min_distance", "recourse", "evasion"):
        size = judge.distance(row, record, points)[0]
        if size == np.inf:
            return "a change that is not allowed"
        if shown["distance"] is None or abs(size - shown["distance"]) > 1e-12 * max(1, abs(size)):
            return f"distance {size}, told {shown['distance']}"
        good = judge.holds(row["output"], row["expect"], answers[0])[0] if kind == "recourse" else judge.other({**row, "expect": None}, answers[0], own)[0]
        return None if good else "not the answer that was sought"
    if kind in ("monotone", "dominance", "protected_flip", "protected_gap"):
        free = set(row["direction"]) if kind in ("monotone", "dominance") else set(row["protected"])
        if len(points) == 2:
            a, b = points
            sa, sb = answers
        else:
            return f"{len(points)} inputs"
        for index in range(points.shape[1]):
            same = a[index] == b[index] or (np.isnan(a[index]) and np.isnan(b[index]))
            if index not in free and not same:
                return "features differ that must stay"
        ca, cb = (float(judge.column(row["output"], s)[0]) for s in (sa, sb))
        if kind in ("protected_flip",):
            return None if ca != cb or told != "violated" else "the same answer"
        if kind == "protected_gap":
            return None if told != "violated" or abs(ca - cb) > row["expect"][2] * (1 - 1e-7) else "the gap is within the limit"
        def moves(x, y):
            return all(x[i] <= y[i] if way == "up" else x[i] >= y[i] for i, way in row["direction"].items())
        # The smaller value of the feature that is named first is shown first; of equal ones nothing is said.
        first = next(iter(row["direction"]))
        if a[first] > b[first]:
            return "the greater value is shown first"
        if not moves(a, b):
            a, b, ca, cb = b, a, cb, ca
        if not moves(a, b):
            return "not all features go their ways"
        worse = ca > cb if row["expect"][0] == "nondecreasing" else ca < cb
        return None if worse else "the score does not turn"
    if kind in ("same_as_model", "drift"):
        mine = answers[0] if shown["inputs"][0]["model"] == "model" else answers[-1]
        theirs = answers[-1] if shown["inputs"][0]["model"] == "model" else answers[0]
        x, y = (float(judge.column(row["output"], s)[0]) for s in (mine, theirs))
        if told != "violated":
            return None
        if row["output"][0] in ("label", "band"):
            return None if x != y else "the same answer"
        limit = row["expect"][2] if kind == "drift" else row["tolerance"]
        return None if abs(x - y) > limit * (1 - 1e-7) else "within the tolerance"
    return None
