"""Verdicts by definition: each kind of row decided on every cell, and each shown input held against the row."""

import numpy as np

from cells import allowed, whole_world
from floats import neighbours
from schemas import code

COMPARE = {"<=": np.less_equal, "<": np.less, ">=": np.greater_equal, ">": np.greater, "=": np.equal, "!=": np.not_equal}
NEAR = 1e-9  # Verdicts that hang on so little of a limit are not judged: sums and products of amounts are rounded.


class Unclear(Exception):
    """The limit is nearer than amounts can be told apart."""


class Judge:
    """A world and one way to read the pages. `reading` names what the pages leave open; see READINGS."""

    def __init__(self, features, kind, labels, reading):
        self.features, self.kind, self.labels, self.reading = features, kind, labels, reading

    # What is said of one input.

    def is_missing(self, index, column):
        mark = code(self.features[index])
        return np.isnan(column) | (column == mark if mark is not None else False)

    def meets(self, conditions, points):
        good = np.ones(len(points), dtype=bool)
        for index, op, value in conditions:
            if op == "sum":
                good &= value.holds(points)
                continue
            column = points[:, index]
            missing = self.is_missing(index, column)
            nothing = np.isnan(column)
            if op == "is missing":
                good &= missing
            elif op == "is not missing":
                good &= ~missing
            elif op in ("in", "not in"):
                inside = np.isin(column, np.array(value, dtype=self.kind))
                good &= inside if op == "in" else ~inside & (~nothing | self.reading["not_in_missing"])
            else:
                held = COMPARE[op](column, self.kind(value))
                good &= held & (~nothing | (self.reading["not_in_missing"] and op == "!="))
        return good

    def exists(self, points):
        """Whether an input can exist: the schema of each feature, groups, derived features."""
        good = whole_world(self.features, points)
        for index, feature in enumerate(self.features):
            column = points[:, index]
            if feature["derived"]:
                continue
            good &= np.array([allowed(feature, float(v)) for v in column], dtype=bool)
        return good

    def column(self, said, answers):
        labels, scores, sums = answers
        if said[0] == "label":
            told = labels.tolist()
            self.labels += [v for v in dict.fromkeys(told) if v not in self.labels]
            return np.array([self.labels.index(v) for v in told])
        if said[0] == "band":
            column = self.column(said[1], answers)
            return np.searchsorted(np.array(said[2], dtype=column.dtype), column, side="right")
        return (scores if said[0] == "p" else sums)[:, said[1]]

    def holds(self, said, expect, answers):
        column = self.column(said, answers)
        if expect[0] == "label":
            return COMPARE[expect[1]](column, self.labels.index(expect[2]))
        if expect[0] == "band":
            return COMPARE[expect[1]](column, said[3].index(expect[2]))
        return COMPARE[expect[1]](column, column.dtype.type(expect[2]))

    # What is said of an input beside a record.

    def amounts(self, row, record):
        """The most that each feature may change, None where it may not."""
        result = []
        for index in range(len(self.features)):
            said = (row["epsilon"] or {}).get(index)
            if said is None:
                result.append(None)
            elif np.isnan(record[index]):
                result.append(0.0 if said.endswith("%") else float(said))
            elif said.endswith("%"):
                result.append(abs(float(record[index])) * float(said[:-1]) / 100)
            else:
                result.append(float(said))
        return result

    def moves(self, row, record, points):
        """Whether each input may be reached from the record, what stays and which way it goes; and its changes."""
        record = np.asarray(record, dtype=self.kind)
        good = np.ones(len(points), dtype=bool)
        changed = np.zeros(points.shape, dtype=bool)
        delta = np.zeros(points.shape, dtype=np.float64)
        for index, feature in enumerate(self.features):
            column = points[:, index]
            here, nothing = bool(np.isnan(record[index])), np.isnan(column)
            same = nothing if here else (column == record[index])
            changed[:, index] = ~same
            delta[:, index] = np.where(nothing | here, np.where(same, 0, 1), column.astype(np.float64) - (0 if here else float(record[index])))
            if not here and (row["kind"] == "robust" or feature["mutable"] != "yes" or index in row["direction"]):
                good &= ~nothing
            ways = {row["direction"].get(index) if row["kind"] in ("recourse", "evasion") else None, feature["mutable"]}
            if "no" in ways or {"up", "down"} <= ways:
                good &= same
            if "up" in ways:
                good &= same | here | (delta[:, index] > 0)
            if "down" in ways:
                good &= same | here | (delta[:, index] < 0)
            frozen = index in row["fixed"] or (row["vary"] is not None and index not in row["vary"])
            if row["kind"] != "robust" and frozen and not (feature["derived"] and self.reading["derived_follows"]):
                good &= same
        return good, changed, delta

    def within(self, row, record, points):
        """robust: the inputs within the amounts. Unclear ones are told by a second array."""
        good, changed, delta = self.moves(row, record, points)
        unclear = np.zeros(len(points), dtype=bool)
        share = np.zeros(len(points))
        for index, most in enumerate(self.amounts(row, record)):
            if most is None:
                if not (self.features[index]["derived"] and self.reading["derived_follows"]):
                    good &= ~changed[:, index]
                continue
            if np.isnan(np.asarray(record, dtype=self.kind)[index]):
                good &= ~changed[:, index] | (most > 0) | self.reading["percent_of_missing"]
                share += np.where(changed[:, index], 1 / most if most else np.inf, 0)
                continue
            size = np.abs(delta[:, index])
            unclear |= (size != 0) & (np.abs(size - most) <= NEAR * most) & (size != most)
            here = float(np.asarray(record, dtype=self.kind)[index])
            column = points[:, index].astype(np.float64)
            good &= (column >= here - most) & (column <= here + most) | (size <= most * (1 + NEAR)) & (size != most)
            share += size / most if most else np.where(size == 0, 0, np.inf)
        if row["distance"] == "l1":
            unclear |= (np.abs(share - 1) <= NEAR) & (share != 1)
            good &= share <= 1 + NEAR
        if row["max_changes"] is not None:
            good &= self.count(changed) <= row["max_changes"]
        return good, unclear & good

    def count(self, changed):
        flags = [i for i, f in enumerate(self.features) if f["type"] == "onehot"]
        if not flags or not self.reading["group_is_one"]:
            return changed.sum(axis=1)
        rest = [i for i in range(changed.shape[1]) if i not in flags]
        return changed[:, rest].sum(axis=1) + changed[:, flags].any(axis=1)

    def distance(self, row, record, points):
        """How far each input is; infinite where it may not be reached."""
        good, changed, delta = self.moves(row, record, points)
        priced = row["kind"] != "min_distance" or self.reading["prices_measure"]
        weights = np.array([row["cost"].get(i, (f["cost_per_unit"] if priced and f["cost_per_unit"] is not None else 1.0)) for i, f in enumerate(self.features)])
        norm = row["distance"] or ("linf" if row["kind"] == "min_distance" else "l1")
        if norm == "l0":
            size = (changed * weights).sum(axis=1) if self.reading["l0_weighs"] else self.count(changed).astype(float)
        else:
            parts = np.abs(delta) * weights
            size = parts.max(axis=1) if norm == "linf" else parts.sum(axis=1)
        if row["max_changes"] is not None:
            good &= self.count(changed) <= row["max_changes"]
        return np.where(good, size, np.inf)

    # Rows.

    def chosen(self, row, records, answers):
        """Which records a row is about; None for one that is wrong."""
        records = np.array(records, dtype=self.kind)
        fit = self.exists(records)
        good = self.meets(row["where"], records)
        if row["label"] is not None:
            good &= self.column(("label",), answers) == self.labels.index(row["label"])
        return fit, good

    def region(self, row, world):
        """Cells that a row about a region is about, or that a record's other input may be in."""
        good = world.valid.copy()
        if not row["records"] or self.reading["where_binds"]:
            good &= self.meets(row["where"], world.points)
        return good

    def decide(self, row, world, record=None, own=None):
        """(verdict, number, arg) of a row about a region, or about one record with its own answers."""
        kind = row["kind"]
        region = self.region(row, world)
        if kind in ("range", "never", "always"):
            if not region.any():
                return "vacuous", None
            if kind == "range":
                column = self.column(row["output"], world.answers)[region]
                ends = (float(column.min()), float(column.max()))
                bad = row["expect"] is not None and not COMPARE[row["expect"][1]](ends[1] if row["expect"][1][0] == "<" else ends[0], float(column.dtype.type(row["expect"][2])))
                return ("violated" if bad else "proved"), ends
            good = self.holds(row["output"], row["expect"], world.answers)
            return ("violated" if (region & ~good).any() else "proved"), None
        if kind == "robust":
            within, unclear = self.within(row, record, world.points)
            bad = region & within & self.other(row, world.answers, own)
            if bad.any() and not (bad & ~unclear).any():
                raise Unclear
            return ("violated" if bad.any() else "proved"), None
        if kind in ("min_distance", "evasion", "recourse"):
            size = np.where(region & (self.holds(row["output"], row["expect"], world.answers) if kind == "recourse" else self.other({**row, "expect": None}, world.answers, own)), self.distance(row, record, world.points), np.inf)
            least = float(size.min())
            if kind == "recourse":
                return ("violated" if least == np.inf else "proved"), least
            if row["expect"] is None:
                return ("violated" if kind == "evasion" and least < np.inf else "proved"), least
            limit = row["expect"][2]
            if least != limit and abs(least - limit) <= NEAR * limit:
                raise Unclear
            return ("proved" if COMPARE[row["expect"][1]](least, limit) else "violated"), least
        if kind in ("monotone", "dominance"):
            return self.monotone(row, world, region, record, own)
        if kind in ("protected_flip", "protected_gap"):
            return self.protected(row, world, region, record, own)
        if kind in ("same_as_model", "drift"):
            if record is not None:
                mine, theirs = own
                region = None
            else:
                if not region.any():
                    return "vacuous", None
                mine, theirs = world.answers, world.other_answers
            a, b = self.column(row["output"], mine), self.column(row["output"], theirs)
            if region is not None:
                a, b = a[region], b[region]
            if row["output"][0] in ("label", "band"):
                return ("violated" if (a != b).any() else "proved"), None
            worst = float(np.abs(a.astype(np.float64) - b.astype(np.float64)).max())
            limit = row["expect"][2] if kind == "drift" else row["tolerance"]
            return self.against(worst, limit), worst if kind == "drift" else None
        raise AssertionError(kind)

    def against(self, worst, limit):
        if worst != limit and abs(worst - limit) <= 1e-7 * max(1.0, abs(limit)):
            raise Unclear
        return "violated" if worst > limit else "proved"

    def other(self, row, answers, own):
        """Inputs with another answer than the record, or than is expected."""
        if row["expect"] is not None:
            return ~self.holds(row["output"], row["expect"], answers)
        return self.column(row["output"], answers) != self.column(row["output"], own)[0]

    def monotone(self, row, world, region, record, own):
        score = self.column(row["output"], world.answers).astype(np.float64)
        score = score if row["expect"][0] == "nondecreasing" else -score
        numbers = np.ones(len(region), dtype=bool)
        for index in row["direction"]:
            numbers &= ~np.isnan(world.points[:, index])
        region = region & self.line_of(record, row["direction"], world.points)
        if not region.any():
            return "vacuous", None
        region = region & numbers
        if not region.any():
            return ("vacuous" if self.reading["no_pair_is_vacuous"] else "proved"), None
        # At each input the highest score of those from which the features move their ways to it.
        highest = np.where(region, score, -np.inf).reshape(world.shape)
        for axis, way in row["direction"].items():
            turned = highest if way == "up" else np.flip(highest, axis=axis)
            turned = np.maximum.accumulate(turned, axis=axis)
            highest = turned if way == "up" else np.flip(turned, axis=axis)
        bad = region & (score < highest.reshape(-1))
        return ("violated" if bad.any() else "proved"), None

    def line_of(self, record, free, points):
        """Inputs that have what the record has, but for the features that are free; all, of a region."""
        good = np.ones(len(points), dtype=bool)
        if record is not None:
            record = np.asarray(record, dtype=self.kind)
            for index in range(len(self.features)):
                if index not in free:
                    here = points[:, index]
                    good &= (here == record[index]) | (np.isnan(here) & np.isnan(record[index]))
        return good

    def protected(self, row, world, region, record, own):
        column = self.column(row["output"], world.answers).astype(np.float64)
        axes = tuple(row["protected"])
        region = region & self.line_of(record, axes, world.points)
        if not region.any():
            return "vacuous", None
        grid = column.reshape(world.shape)
        inside = region.reshape(world.shape)
        high = np.where(inside, grid, -np.inf).max(axis=axes)
        low = np.where(inside, grid, np.inf).min(axis=axes)
        worst = float(np.where(high >= low, high - low, 0).max())
        if row["kind"] == "protected_flip":
            return ("violated" if worst > 0 else "proved"), None
        return self.against(worst, row["expect"][2]), worst

    def knife_edge(self, row, record, own, runtime):
        """stable_label: every neighbour of a record within so many units in the last place."""
        import itertools
        choices = []
        for index, value in enumerate(record):
            feature = self.features[index]
            value = self.kind(value)
            near = [value]
            if feature["type"] == "float" and (feature["mutable"] != "no" or self.reading["edge_moves_fixed"]) and not np.isnan(value) and not (code(feature) == value) and not feature["derived"]:
                for _ in range(row["tolerance"]):
                    near = sorted({n for v in near for n in neighbours(v, self.kind)})
                if not self.reading["edge_leaves_schema"]:
                    near = [v for v in near if allowed(feature, float(v))]
            choices.append(near)
        points = np.array(list(itertools.product(*choices)), dtype=self.kind)
        answers = runtime.answer(points)
        return ("violated" if (self.column(row["output"], answers) != self.column(row["output"], own)[0]).any() else "proved"), None


READINGS = {
    "not_in_missing": False,       # != and `not in` hold of a missing value
    "no_pair_is_vacuous": True,    # monotone and dominance of a region in which nothing can move
    "where_binds": False,          # conditions of `@records where` bind what is compared with the record, too
    "derived_follows": False,      # a derived feature changes by itself with what it is derived of
    "group_is_one": False,         # flags of one group count as one change
    "prices_measure": False,       # cost_per_unit weighs min_distance, too
    "l0_weighs": False,            # l0 adds up costs
    "edge_moves_fixed": False,     # stable_label moves features that the schema calls immutable
    "percent_of_missing": False,   # so many percent of a missing value is any number
    "edge_leaves_schema": False,   # stable_label looks beyond the ends of the schema
}
