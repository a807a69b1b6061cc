"""Veritas on the same trees and records: one request a line of JSON on stdin, one answer a line. Seconds are those of the processor."""
import json, resource, sys, time
from math import inf, nextafter
from veritas import AddTree, AddTreeType, Config, HeuristicType, Interval, VeritasRobustnessSearch

def add(at, nodes, sign=1.0, rename={}):
    """Trees as nested lists: a number is a leaf, [column, threshold, left, right] asks `value <= threshold`."""
    for root in nodes:
        tree = at.add_tree()
        todo = [(tree.root(), root)]
        while todo:
            at_node, node = todo.pop()
            if not isinstance(node, list):
                tree.set_leaf_value(at_node, 0, sign * node)
                continue
            column, threshold, left, right = node
            # Veritas asks `value < threshold`, of float64.
            tree.split(at_node, rename.get(column, column), nextafter(threshold, inf))
            todo += [(tree.left(at_node), left), (tree.right(at_node), right)]

def ensemble(parts, base):
    at = AddTree(1, AddTreeType.REGR)
    for part in parts:
        add(at, *part)
    at.set_base_score(0, base)
    return at

def search(at, box, seconds, ignore=None):
    config = Config(HeuristicType.MAX_OUTPUT)
    if ignore is not None:
        config.ignore_state_when_worse_than = ignore
        config.stop_when_num_solutions_exceeds = 1
    config.stop_when_optimal = ignore is None
    config.max_memory = 1024 * 1024 * 1024
    found = config.get_search(at, box)
    why = found.step_for(seconds, 100)
    return found, str(why).split('.')[-1]

trees = None
up = down = None
for line in sys.stdin:
    ask = json.loads(line)
    if ask['ask'] == 'model':
        trees = ask['trees']
        above = ask['above']
        # Greater than zero where the label is 1, and where it is 0.
        up = ensemble([(trees,)], -above)
        down = ensemble([(trees, -1.0)], above)
        print(json.dumps({}), flush=True)
        continue
    if ask['ask'] == 'memory':
        print(json.dumps({'peak': resource.getrusage(resource.RUSAGE_SELF).ru_maxrss}), flush=True)
        continue
    began = time.process_time()
    if ask['ask'] == 'decide':
        x, eps = ask['record'], ask['eps']
        # A tie is label 0: the margin is far above rounding and far below what leaves differ by.
        at, ignore = (down, -1e-6) if ask['label'] == 1 else (up, 1e-6)
        found, why = search(at, [Interval(v - eps, nextafter(v + eps, inf)) for v in x], ask['seconds'], ignore)
        answer = {'says': 'violated' if found.num_solutions() > 0 else 'proved' if why == 'NO_MORE_OPEN' else why}
    elif ask['ask'] == 'all':
        # Every combination of leaves is a solution of its own: boxes leaf by leaf.
        x, eps = ask['record'], ask['eps']
        at, ignore = (down, -1e-6) if ask['label'] == 1 else (up, 1e-6)
        config = Config(HeuristicType.MAX_OUTPUT)
        config.ignore_state_when_worse_than = ignore
        config.stop_when_optimal = False
        config.stop_when_num_solutions_exceeds = 10 ** 9
        config.max_memory = 1024 * 1024 * 1024
        found = config.get_search(at, [Interval(v - eps, nextafter(v + eps, inf)) for v in x])
        why = found.step_for(ask['seconds'], 100)
        answer = {'says': str(why).split('.')[-1], 'solutions': found.num_solutions()}
    elif ask['ask'] == 'radius':
        x = ask['record']
        source, target = (up, None) if ask['label'] == 1 else (None, up)
        robust = VeritasRobustnessSearch(x, 1.0, source, target, num_steps=10, max_time=ask['seconds'], silent=True)
        delta, low, high = robust.search()
        answer = {'low': low, 'high': high}
    elif ask['ask'] == 'range':
        at = up if ask['sign'] > 0 else down
        found, why = search(at, [], ask['seconds'])
        bounds = found.current_bounds()
        answer = {'says': why, 'least': bounds.atleast, 'most': bounds.best}
    elif ask['ask'] == 'gap':
        column, width = ask['column'], ask['width']
        at = ensemble([(trees,), (trees, -1.0, {column: width})], 0.0)
        box = [Interval() for _ in range(width + 1)]
        box[column], box[width] = Interval(0.75, 1.25), Interval(-0.25, 0.25)
        found, why = search(at, box, ask['seconds'])
        bounds = found.current_bounds()
        answer = {'says': why, 'least': bounds.atleast, 'most': bounds.best, 'solutions': found.num_solutions()}
    print(json.dumps({**answer, 'seconds': time.process_time() - began}).replace('Infinity', '1e999'), flush=True)
