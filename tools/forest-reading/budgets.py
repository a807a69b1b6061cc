"""Runs the reading under small budgets: python budgets.py MODELS SEED [FOLDER]. What is cut must be true, must only narrow, and must end as the whole does."""

import csv
import json
import os
import shutil
import sys

import numpy as np

import product
from judge import READINGS, Judge, Unclear
from run import Run, guarded, onnx_source, sources, world_of

WHOLE = 200_000
NUMBERS = ("at_least", "at_most")


class Cut(Run):
    """Rows asked with few nodes, gone on with, and held against the definition and the run that was not cut."""

    def asked(self, world, folder, nodes, resume=None):
        """Lines of answers.csv by (id, record), its text, and rows; or the text of a refusal."""
        product.save(folder, world["files"])
        more = ["--resume", resume] if resume else []
        left = folder / f"left-{nodes}.json"
        status, out, err = product.call(["model.onnx", "table.csv", *product.arguments(world["files"]), "--json", "--csv", "answers.csv", "--left-open", left.name,
                                         "--certificate", "proofs.jsonl", "--nodes", str(nodes), *more], folder)
        if status not in (0, 1, 4) and not (status == 3 and out.startswith("{")):
            return None, None, None, f"{status}: {(err or out).strip()}"
        text = (folder / "answers.csv").read_text()
        lines = {(q["id"], q["record_id"] or None): q for q in csv.DictReader(text.splitlines())}
        return lines, {"answers": text, "proofs": (folder / "proofs.jsonl").read_text(), "left": left.name if left.exists() else None}, {r["id"]: r for r in json.loads(out)["rows"]}, None

    def one(self, seed):
        world = world_of(seed, self.source)
        if world is None:
            return
        self.features = world["features"]
        self.largest = float(np.nan_to_num(np.abs(world["cells"].answers[2])).max())
        folder = self.folder / "now"
        shutil.rmtree(folder, ignore_errors=True)
        whole, files, _, refusal = self.asked(world, folder, WHOLE)
        if whole is None:
            self.counts["models refused"] += 1
            return
        self.counts["models"] += 1
        definition = self.definitions(world, whole)
        last, resume, union = {}, None, ""
        nodes = int(np.random.default_rng(seed).integers(1, 6))
        while True:
            told, mine, rows, refusal = self.asked(world, folder, nodes, resume)
            if told is None:
                self.differ(seed, None, f"cut run refused: {refusal[:300]}")
                return
            self.counts["cut runs"] += 1
            for key, line in told.items():
                self.line(seed, world, key, line, whole[key], last.get(key), definition.get(key))
            union = mine["proofs"]
            last, resume = told, mine["left"]
            if nodes == WHOLE:
                break
            nodes = min(WHOLE, nodes * int(np.random.default_rng(seed + nodes).integers(2, 30)))
            if nodes > 3000 or all(line["verdict"] != "undecided" for line in told.values()):
                nodes = WHOLE
        for key, line in whole.items():
            self.settled(seed, definition.get(key), key, line, last[key])
        self.together(seed, world, folder, files["proofs"], union, {k for k, line in last.items() if line["verdict"] == "proved" and not self.limit_alone(line)})

    def limit_alone(self, line):
        """A distance whose limit was proved before the distance was known has no certificate, and says so by its bounds."""
        return line["kind"] in ("min_distance", "evasion") and line["at_least"] != line["at_most"]

    def settled(self, seed, known, key, line, told):
        """What was settled on the way, beside the run that was not cut: the verdict, and its number where it is an exact one."""
        for column in line:
            if line[column] != told[column]:
                self.counts[f"resumed differs from whole in {column}"] += 1
                self.examples.setdefault(f"resumed differs in {column}", (seed, *key, line[column], told[column]))
        if line["verdict"] != told["verdict"]:
            self.differ(seed, known and known[2], f"resumed to the end: {key} {told['verdict']}, whole {line['verdict']}")

    def together(self, seed, world, folder, whole, union, proved):
        """Certificates of the run that went on last prove what those of the whole run prove."""
        product.save(folder, {"union.jsonl": union, "whole.jsonl": whole})
        proofs, refusal = product.verify(folder, world["files"], "union.jsonl")
        others, _ = product.verify(folder, world["files"], "whole.jsonl")
        if proofs is None or others is None:
            if whole or union:
                self.differ(seed, None, f"certificates of parts refused as a whole: {refusal}")
            return
        self.counts["certificates"] += len(proofs)
        for key in {*proofs, *others} & proved:
            if proofs.get(key, "none") != others.get(key, "none"):
                self.differ(seed, None, f"certificates of parts: {key} {proofs.get(key, 'there is none')}, of the whole {others.get(key, 'there is none')}")

    def definitions(self, world, whole):
        """(verdict, number) of each question by definition."""
        X = np.array(world["records"], dtype=world["runtime"].kind)
        own, own2 = world["runtime"].answer(X, size=1), world["other"].answer(X, size=1)
        judge = Judge(world["features"], world["runtime"].kind, world["labels"], dict(READINGS))
        found = {}
        for row in world["rows"]:
            for key, line in whole.items():
                if key[0] != row["cells"]["id"] or line["verdict"] in ("unsupported", "input_error"):
                    continue
                try:
                    found[key] = self.expected(world, judge, row["parts"], None if key[1] is None else int(key[1][1:]), own, own2)[0] + (row,)
                except Unclear:
                    self.counts["unclear"] += 1
        return found

    def line(self, seed, world, key, line, whole, last, known):
        """One line of a cut run: never against the whole one or the definition, and never wider than before."""
        self.counts[f"lines {line['verdict']}"] += 1
        row = known and known[2]
        if line["verdict"] == "internal_error":
            self.differ(seed, row, f"internal error: {key} {line['reason'][:200]}")
            return
        if line["verdict"] not in ("undecided", whole["verdict"]):
            self.differ(seed, row, f"a cut verdict: {key} told {line['verdict']}, whole {whole['verdict']}")
        if line["verdict"] in ("unsupported", "input_error") or known is None:
            return
        if last is not None and last["verdict"] != "undecided" and line["verdict"] != last["verdict"]:
            self.differ(seed, row, f"a verdict changes: {key} {last['verdict']} to {line['verdict']}")
        if line["verdict"] != "undecided":
            return
        low, high = (float(line[c]) if line[c] else None for c in NUMBERS)
        number = known[1]
        self.counts["undecided with bounds" if low is not None or high is not None else f"undecided without bounds {row['cells']['kind']}"] += 1
        ends = number if isinstance(number, tuple) else (number, number)
        if number is not None:
            slack = 1e-12 * max(1.0, *(abs(e) for e in ends if np.isfinite(e)), 0)
            if low is not None and low > ends[0] + slack or high is not None and high < ends[1] - slack:
                self.differ(seed, row, f"bounds of what is undecided: {key} told {(low, high)}, by definition {ends}")
        if last is not None and last["verdict"] == "undecided":
            before = tuple(float(last[c]) if last[c] else None for c in NUMBERS)
            if before[0] is not None and (low is None or low < before[0]) or before[1] is not None and (high is None or high > before[1]):
                self.differ(seed, row, f"bounds that widen: {key} {before} to {(low, high)}")


def main():
    count, seed = int(sys.argv[1]), int(sys.argv[2])
    run = Cut(sys.argv[3] if len(sys.argv) > 3 else "/tmp/forest-reading", *(sources(sys.argv[4:]) or [onnx_source]))
    for n in range(count):
        guarded(run, seed + n)
        if n % 10 == 9 or n == count - 1:
            (run.folder / f"budgets-{seed}.json").write_text(json.dumps({"seeds": [seed, seed + n], **run.summary()}, indent=1, default=str))
    print(json.dumps(run.summary(), indent=1, default=str))


if __name__ == "__main__":
    os.nice(10)
    main()
