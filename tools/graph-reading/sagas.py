"""Saga rules (S14) as monitors: SG1 to SG6 and SG8 of one step, whose compensations the catalogue names.

A state is (failed, passed, commits, early, undoing, lost, undone, unknown), or BAD. `commits` are the committed steps, the latest last; `early` those
whose latest commit came before the first pivot; `lost` a failed call after a pivot; `undone` the compensations attempted since the commit."""

from orders import BAD

KINDS = ("SG1", "SG2", "SG3", "SG4", "SG5", "SG6", "SG8")


class Saga:
    def __init__(self, kind, step, steps, tools, pivots):
        self.kind, self.step, self.steps, self.pivots = kind, step, steps, pivots
        self.classes = {tool["name"]: set(tool["classes"]) for tool in tools}
        self.undoes = {tool["name"]: tool["compensates"] for tool in tools if tool.get("compensates") in steps}

    def applies(self):
        if self.kind in ("SG2", "SG3", "SG5"):
            return self.step in self.undoes.values()
        if self.kind == "SG1":
            return self.step in self.undoes.values() or ("write" in self.classes[self.step] and self.step not in self.pivots)
        if self.kind == "SG6":
            return "irreversible" in self.classes[self.step] and self.step not in self.pivots
        return True

    def start(self):
        return (False, False, (), frozenset(), False, False, False, False)

    def event(self, state, event):
        if state == BAD or event[0] not in ("attempt", "success", "lost"):
            return state
        failed, passed, commits, early, undoing, lost, undone, unknown = state
        kind, tool = event[0], event[1]
        step = self.undoes.get(tool)
        if kind == "attempt":
            if self.forbidden(tool, step, state):
                return BAD
            if step is not None:
                failed = undoing = True
                undone = undone or step == self.step
        elif kind == "success":
            if step is not None:
                commits, early = tuple(s for s in commits if s != step), early - {step}
            if tool in self.steps:
                unknown = unknown or tool in commits
                commits = (*(s for s in commits if s != tool), tool)
                early = early - {tool} if passed else early | {tool}
                if tool == self.step:
                    lost = undone = False
            passed = passed or tool in self.pivots
        elif tool in self.steps:
            failed = failed or event[2]
            lost = lost or (passed and tool == self.step)
        return (failed, passed, commits, early, undoing, lost, undone, unknown)

    def forbidden(self, tool, step, state):
        _, passed, commits, early, undoing, _, undone, _ = state
        if self.kind == "SG8":
            return tool == self.step and undoing
        if self.kind == "SG6":
            known = self.classes[tool]
            return self.step in commits and bool({"write", "irreversible"} & known) and not {"retriable", "idempotent", "infallible"} & known and tool not in self.undoes
        if step != self.step:
            return False
        if self.kind == "SG5":
            return "idempotent" not in self.classes[tool] and (step not in commits or undone)
        if step not in commits:
            return False
        later = commits[commits.index(step) + 1 :]
        return any(each in self.undoes.values() for each in later) if self.kind == "SG2" else self.kind == "SG3" and passed and step in early

    def end(self, state, failed):
        if state == BAD:
            return True
        if self.kind == "SG4":
            return state[5]
        return self.kind == "SG1" and (failed or state[0]) and self.step in state[2] and not state[1]

    def waits(self, state):
        return False
