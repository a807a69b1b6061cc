"""Holds the service against the command: python service.py MODELS SEED URL KEY OTHER_KEY [FOLDER]. The service runs already."""

import csv
import hashlib
import io
import json
import os
import sys
import time
import urllib.error
import urllib.request

import enumeration
import product
from run import Run, guarded, world_of

SECONDS = 120


class Service:
    """Calls of the interface with one key."""

    def __init__(self, url, key):
        self.url, self.key = url, key

    def call(self, method, path, body=None, raw=None, headers=None):
        data = raw if raw is not None else None if body is None else json.dumps(body).encode()
        for _ in range(20):
            request = urllib.request.Request(self.url + path, data=data, method=method, headers={"Authorization": f"Bearer {self.key}", "Content-Type": "application/json", **(headers or {})})
            try:
                with urllib.request.urlopen(request, timeout=60) as answer:
                    status, text = answer.status, answer.read()
            except urllib.error.HTTPError as error:
                status, text = error.code, error.read()
            if status not in (429, 503):
                break
            time.sleep(2)
        try:
            return status, json.loads(text)
        except (json.JSONDecodeError, UnicodeDecodeError):
            return status, text

    def upload(self, content, purpose="model", media="application/octet-stream"):
        status, opened = self.call("POST", "/v1/uploads", {"purpose": purpose, "media_type": media, "size": len(content), "sha256": hashlib.sha256(content).hexdigest()})
        if status != 201:
            return None, opened
        status, sent = self.call("PUT", opened["content_path"], raw=content)
        return (opened["id"], sent) if status == 200 and sent["complete"] else (None, sent)

    def solve(self, body):
        """The job at its end with its result, or the problem."""
        status, job = self.call("POST", "/v1/solves", body, headers={"Prefer": "wait=30"})
        if status not in (200, 202):
            return status, job
        end = time.time() + SECONDS
        while job["status"] in ("queued", "running") and time.time() < end:
            _, job = self.call("GET", f"/v1/solves/{job['id']}?wait=20")
        return self.call("GET", f"/v1/solves/{job['id']}?include=result")

    def artefacts(self, job):
        """Files of a job by kind: their ids and bytes."""
        _, listed = self.call("GET", f"/v1/solves/{job['id']}/artifacts")
        found = {}
        for one in listed["data"]:
            _, content = self.call("GET", f"/v1/artifacts/{one['id']}")
            found[one["kind"]] = (one["id"], content if isinstance(content, bytes) else json.dumps(content).encode())
        return found


def slugs(problem):
    """Slug of a problem and those of its errors with where they point."""
    if not isinstance(problem, dict):
        return str(problem)[:100]
    return problem.get("slug"), [(e.get("slug"), e.get("pointer")) for e in problem.get("errors", [])]


class Compared(Run):
    """Both modes at the service beside the command on the same files."""

    def __init__(self, folder, service, other):
        super().__init__(folder)
        self.service, self.stranger = service, other

    def one(self, seed):
        self.table(seed)
        self.around(seed)

    def model(self, files, name="model.onnx"):
        upload, problem = self.service.upload(files[name])
        if upload is None:
            raise RuntimeError(f"upload: {problem}")
        return {"upload_id": upload}

    def table(self, seed):
        world = world_of(seed, self.source)
        if world is None:
            return
        files = world["files"]
        folder = self.folder / "now"
        answer, refusal = product.ask(folder, files)
        body = {"mode": "forest", "model": self.model(files), "compare_model": self.model(files, "newer.onnx"), "properties": files["table.csv"], "records": files["records.csv"]}
        body |= {"schema": files["schema.csv"]} if "schema.csv" in files else {}
        status, job = self.service.solve(body)
        self.counts["jobs of tables"] += 1
        if answer is None or status != 200 or job["status"] != "succeeded":
            self.counts["refused by both" if answer is None and status == 400 else "jobs that did not succeed"] += 1
            if not (answer is None and status == 400):
                self.differ(seed, None, f"job: {status} {job.get('status')} {job.get('error') or slugs(job)}, the command {refusal}")
            return
        made = self.service.artefacts(job)
        here = (folder / "answers.csv").read_text()
        there = made["csv"][1].decode()
        for a, b in zip(csv.DictReader(io.StringIO(here)), csv.DictReader(io.StringIO(there))):
            self.counts["lines compared"] += 1
            apart = {k: (a[k], b[k]) for k in a if a[k] != b.get(k) and k not in ("replay", "numeric_tie")}
            if apart:
                self.differ(seed, None, f"line of a service: {a['id']} {a['record_id']} {apart}")
            self.counts[f"replay {b['replay']}"] += 1
        if here.count("\n") != there.count("\n"):
            self.differ(seed, None, f"lines of a service: {there.count(chr(10))}, of the command {here.count(chr(10))}")
        told = {r["id"]: r["verdict"] for r in job["result"]["rows"]}
        mine = {k: r["verdict"] for k, r in answer[0].items()}
        if told != mine:
            self.differ(seed, None, f"rows of a service: {[(k, told.get(k), mine[k]) for k in mine if told.get(k) != mine[k]][:5]}")
        if seed % 3 == 0:
            self.resumed(seed, body, files, there)

    def resumed(self, seed, body, files, whole):
        """Cut, gone on with, by a stranger, with another model, and with what is no file of a job."""
        status, cut = self.service.solve({**body, "options": {"nodes": 2}})
        if status != 200 or cut["status"] != "succeeded":
            self.differ(seed, None, f"cut job: {status} {cut.get('status')} {cut.get('error')}")
            return
        made = self.service.artefacts(cut)
        if "resume" not in made:
            self.counts["jobs that left nothing open"] += 1
            return
        left = made["resume"][0]
        status, job = self.service.solve({**body, "resume": {"artifact_id": left}})
        if status != 200 or job["status"] != "succeeded":
            self.differ(seed, None, f"resumed job: {status} {job.get('status')} {job.get('error') or slugs(job)}")
            return
        self.counts["jobs gone on with"] += 1
        text = self.service.artefacts(job)["csv"][1].decode()
        for a, b in zip(csv.DictReader(io.StringIO(whole)), csv.DictReader(io.StringIO(text))):
            if a["verdict"] != b["verdict"]:
                self.differ(seed, None, f"resumed at a service: {a['id']} {a['record_id']} {b['verdict']}, whole {a['verdict']}")
        foreign = {**body, "model": {"upload_id": self.stranger.upload(files["model.onnx"])[0]}, "compare_model": {"upload_id": self.stranger.upload(files["newer.onnx"])[0]}}
        for what, (who, asked) in {
            "a stranger's artefact": (self.stranger, {**foreign, "resume": {"artifact_id": left}}),
            "a stranger's upload": (self.stranger, body),
            "another model": (self.service, {**body, "model": body["compare_model"], "resume": {"artifact_id": left}}),
            "an artefact that there is not": (self.service, {**body, "resume": {"artifact_id": "art_01M84J092YNH8M9FPSFGM8HDV5"}}),
            "another kind of file": (self.service, {**body, "resume": {"artifact_id": self.service.artefacts(cut)["csv"][0]}}),
        }.items():
            if what == "another model" and files["model.onnx"] == files["newer.onnx"]:
                continue
            status, answer = who.solve(asked)
            said = slugs(answer) if status != 200 else (answer["status"], (answer.get("error") or {}).get("slug"))
            self.reasons[f"{what}: {status} {said}"] += 1
            self.examples.setdefault(f"{what}: {status} {said}", (seed, (answer.get("error") or answer.get("errors"))))
            if status == 200 and answer["status"] == "succeeded":
                self.differ(seed, None, f"taken: {what}")

    def around(self, seed):
        world = enumeration.world_of(seed)
        if world is None:
            return
        files = world["files"]
        product.save(self.folder / "now", files)
        tool = enumeration.Run(self.folder)
        here, refusal = tool.call(world, "--csv", "boxes.csv", "--summary", "summary.csv")
        asked = dict(zip((o[2:] for o in world["asked"]["options"][::2]), world["asked"]["options"][1::2]))
        body = {"mode": "forest_enumeration", "model": self.model(files), "records": files["records.csv"], **asked}
        body |= {"schema": files["schema.csv"]} if "schema.csv" in files else {}
        status, job = self.service.solve(body)
        self.counts["jobs around records"] += 1
        if here is None or status != 200 or job["status"] != "succeeded":
            if not (here is None and status == 400):
                self.differ(seed, None, f"enumeration: {status} {job.get('status')} {job.get('error') or slugs(job)}, the command {refusal}")
            return
        made = self.service.artefacts(job)
        for kind, name in (("boxes", "boxes.csv"), ("summary", "summary.csv")):
            mine, theirs = (self.folder / "now" / name).read_bytes(), made[kind][1]
            self.counts["files compared"] += 1
            if mine != theirs:
                pairs = [(a, b) for a, b in zip(mine.decode().splitlines(), theirs.decode().splitlines()) if a != b]
                self.differ(seed, None, f"{name} of a service: {pairs[:2]}")
        if seed % 3 == 0:
            status, cut = self.service.solve({**body, "options": {"boxes": 1}})
            for _ in range(30):
                if cut["status"] == "succeeded" and cut["result"]["open"] == 0:
                    break
                left = self.service.artefacts(cut)["resume"][0]
                status, cut = self.service.solve({**body, "options": {"boxes": 1}, "resume": {"artifact_id": left}})
                if status != 200 or cut["status"] != "succeeded":
                    self.differ(seed, None, f"resumed enumeration: {status} {cut.get('error') or slugs(cut)}")
                    return
            self.counts["enumerations gone on with"] += 1
            last = self.service.artefacts(cut)
            for kind in ("boxes", "summary", "jsonl", "report"):
                if last[kind][1] != made[kind][1]:
                    self.differ(seed, None, f"resumed enumeration: {kind} is not that of one job")


def main():
    count, seed, url, key, other = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3], *sys.argv[4:6]
    run = Compared(sys.argv[6] if len(sys.argv) > 6 else "/tmp/forest-reading", Service(url, key), Service(url, other))
    run.folder.mkdir(parents=True, exist_ok=True)
    for n in range(count):
        guarded(run, seed + n)
        (run.folder / f"service-{seed}.json").write_text(json.dumps({"seeds": [seed, seed + n], **run.summary()}, indent=1, default=str))
    print(json.dumps(run.summary(), indent=1, default=str))


if __name__ == "__main__":
    os.nice(10)
    main()
