"""Order rules (S2, S13) as monitors: what is forbidden counts from the attempt, what is demanded from the success.

A state is (open, data), or BAD. `event` gives the state after an event, `end` that after the end of the run."""

BAD = "bad"
ANSWERS = ("response", "bounded_response", "chain_response", "existence")


class Order:
    def __init__(self, rule):
        self.pattern, self.first, self.second = rule["pattern"], rule["first"], rule.get("second")
        self.count = rule.get("count", 1)
        self.after, self.until = rule.get("scope", {}).get("after"), rule.get("scope", {}).get("until")
        self.even = rule.get("even_on_failure", False)

    def start(self):
        return (self.after is None, self.fresh())

    def fresh(self):
        return {"at_most": 0, "not_coexistence": (False, False), "bounded_response": None, "chain_response": None}.get(self.pattern, False)

    def event(self, state, event):
        if state == BAD or event[0] not in ("attempt", "success", "over"):
            return state
        kind, tool = event[0], event[1]
        is_open, data = state
        if kind == "attempt" and tool == self.after and not is_open:
            return (True, self.fresh())
        if not is_open:
            return state
        data = self.inside(data, kind, tool)
        if data == BAD:
            return BAD
        if kind == "success" and tool == self.until:
            return BAD if self.awaited(data) else (False, self.fresh()) if self.after is not None else (False, self.fresh())
        return (True, data)

    def inside(self, data, kind, tool):
        pattern, attempt, success = self.pattern, kind == "attempt", kind == "success"
        if pattern == "absence":
            return BAD if attempt and tool == self.first else data
        if pattern == "existence":
            return data or (success and tool == self.first)
        if pattern == "at_most":
            now = data + (attempt and tool == self.first)
            return BAD if now > self.count else now
        if pattern == "precedence":
            if attempt and tool == self.second and not data:
                return BAD
            return data or (success and tool == self.first)
        if pattern == "alternate_precedence":
            if attempt and tool == self.second:
                return False if data else BAD
            return data or (success and tool == self.first)
        if pattern == "response":
            if attempt and tool == self.first:
                return True
            return data and not (success and tool == self.second)
        if pattern == "not_coexistence":
            now = (data[0] or (attempt and tool == self.first), data[1] or (attempt and tool == self.second))
            return BAD if all(now) else now
        # A bounded answer: how many calls are left, once there is something to answer.
        limit = self.count if pattern == "bounded_response" else 1
        if attempt:
            if data is not None:
                return data - 1
            return limit if tool == self.first else None
        if data is None:
            return None
        if success and tool == self.second:
            return None
        return BAD if data == 0 else data

    def awaited(self, data):
        if self.pattern == "existence" or self.pattern == "response":
            return data is False if self.pattern == "existence" else data is True
        return self.pattern in ("bounded_response", "chain_response") and data is not None

    def end(self, state, failed):
        if state == BAD:
            return True
        return state[0] and self.awaited(state[1]) and (not failed or self.even)

    def waits(self, state):
        """Whether something is still to be done in this state."""
        return state != BAD and state[0] and self.awaited(state[1])


class Calls:
    """A rule about each call alone: an attempt that facts do not allow breaks it."""

    def start(self):
        return "fine"

    def event(self, state, event):
        return BAD if event[0] == "attempt" and event[2] is False else state

    def end(self, state, failed):
        return state == BAD

    def waits(self, state):
        return False
