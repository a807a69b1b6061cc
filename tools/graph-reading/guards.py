"""Expressions of guards (S4, S7): what they say of values, and which of them are opaque.

A value is a triple: what it is, whether it is `present`, and whether it is `empty`. The last two say nothing about the first, except that what is empty is ""."""

import itertools

ORDERED = {"<": lambda a, b: a < b, "<=": lambda a, b: a <= b, ">": lambda a, b: a > b, ">=": lambda a, b: a >= b}


def atoms(expr):
    if expr["op"] in ("and", "or"):
        return [each for part in expr["of"] for each in atoms(part)]
    return atoms(expr["of"]) if expr["op"] == "not" else [expr]


def kind_of(declared):
    return "number" if declared["type"] in ("int", "real") else declared["type"]


def kind_of_value(value):
    return "bool" if isinstance(value, bool) else "string" if isinstance(value, str) else "number"


def allowed(atom, variables):
    """Whether the types of the variables allow the comparison."""
    if atom["variable"] not in variables:
        return False
    kind = kind_of(variables[atom["variable"]])
    if "other" in atom:
        if atom["other"] not in variables:
            return False
        return kind_of(variables[atom["other"]]) == kind and (kind == "number" or atom["op"] in ("=", "!="))
    if atom["op"] in ORDERED:
        return kind == "number"
    if atom["op"] == "contains":
        return kind == "string"
    if atom["op"] == "in":
        return all(kind_of_value(value) == kind for value in atom["values"])
    if atom["op"] in ("=", "!="):
        return kind_of_value(atom["value"]) == kind
    return True


def is_opaque(expr, variables):
    return not all(allowed(atom, variables) for atom in atoms(expr))


def holds(expr, values):
    op = expr["op"]
    if op == "and":
        return all(holds(part, values) for part in expr["of"])
    if op == "or":
        return any(holds(part, values) for part in expr["of"])
    if op == "not":
        return not holds(expr["of"], values)
    value, present, empty = values[expr["variable"]]
    if op == "present":
        return present
    if op == "empty":
        return empty
    other = values[expr["other"]][0] if "other" in expr else expr.get("value")
    if op == "=":
        return value == other
    if op == "!=":
        return value != other
    if op == "in":
        return value in expr["values"]
    if op == "contains":
        return other in value
    return ORDERED[op](value, other)


def domain(declared, exprs, texts=()):
    """Values that tell all expressions apart: the constants, what lies beside and between them, and texts that are put together from them."""
    used = [atom for expr in exprs for atom in atoms(expr) if allowed(atom, {declared["name"]: declared, **({atom["other"]: declared, atom["variable"]: declared} if "other" in atom else {})}) and declared["name"] in (atom.get("variable"), atom.get("other"))]
    if declared["type"] == "bool":
        base = [False, True]
    elif "values" in declared:
        base = declared["values"]
    elif declared["type"] == "string":
        # What other variables may be is told apart, too.
        parts = [atom["value"] for expr in exprs for atom in atoms(expr) if isinstance(atom.get("value"), str)]
        parts += [v for expr in exprs for atom in atoms(expr) for v in atom.get("values", []) if isinstance(v, str)]
        base = {"", "~"} | set(texts) | set(parts) | {a + b for a, b in itertools.product(parts, parts)} | {a + b + c for a, b, c in itertools.product(parts, parts, parts) if len(parts) < 4}
    else:
        numbers = sorted({v for expr in exprs for atom in atoms(expr) for v in [atom.get("value"), *atom.get("values", [])] if isinstance(v, (int, float)) and not isinstance(v, bool)} | {0})
        step = 1 if declared["type"] == "int" else 0.5
        near = {n + d * step for n in numbers for d in (-1, 0, 1)}
        near |= {declared[end] for end in ("min", "max") if end in declared}
        base = [n for n in near if declared.get("min", n) <= n <= declared.get("max", n) and (declared["type"] == "real" or n == int(n))]
    ops = {atom["op"] for atom in used}
    triples = [(v, p, e) for v in base for p in ((False, True) if "present" in ops else (True,)) for e in ((False, True) if "empty" in ops else (False,)) if not e or v == ""]
    # One value of each behaviour is enough, unless variables are compared with each other.
    if any("other" in atom for atom in used):
        return sorted(triples, key=repr)
    seen = {}
    for triple in sorted(triples, key=repr):
        seen.setdefault(tuple(holds(atom, {declared["name"]: triple}) for atom in used), triple)
    return list(seen.values())
