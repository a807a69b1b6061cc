/** Bodies of random graphs. */
import { below, chance, pick } from '@ostiary/policy/testing';
import { randomGuard } from './node.mjs';

/** A body: a path from the start to the end through all nodes, with further edges and a few back. */
export function randomBody(rng, size, catalogue, flavour, makeNode) {
  const middle = Array.from({ length: size }, (_, i) => makeNode(`n${String(i)}`, i));
  const ends = [{ id: 'end', kind: 'end', ...(flavour.lanes && chance(rng, 0.15) ? { terminate: true } : {}) }];
  if (chance(rng, flavour.about === 'saga' ? 0.5 : 0.2)) ends.push({ id: 'fail', kind: 'fail' });
  const nodes = [{ id: 'start', kind: 'start' }, ...middle, ...ends];
  const order = ['start', ...middle.map(({ id }) => id), 'end'];
  const edges = [];
  const connect = (source, target, more = {}) => {
    if (edges.some((edge) => edge.source === source && edge.target === target && (edge.on ?? '') === (more.on ?? '')))
      return;
    edges.push({ id: `e${String(edges.length)}`, source, target, ...more });
  };
  const later = (index) => pick(rng, [...order.slice(index + 1, index + 4), ...ends.map(({ id }) => id)]);
  for (const [index, node] of middle.entries()) {
    const at = index + 1;
    if (index === 0) connect('start', node.id);
    if (
      node.kind === 'router' ||
      node.kind === 'fork' ||
      (['human', 'llm', 'agent'].includes(node.kind) && chance(rng, 0.5))
    )
      branch(node, at);
    else connect(node.id, order[at + 1]);
    if (node.on_error === 'edge' && chance(rng, 0.9)) connect(node.id, later(at), { on: 'error' });
  }
  if (size === 0) connect('start', 'end');
  for (const turn of flavour.wide ? [0.5, 0.25] : [0.3]) if (chance(rng, turn) && size > 1) back();
  for (const edge of edges)
    if ((edge.on ?? 'success') === 'success' && chance(rng, flavour.may)) edge.provenance = 'may';
  for (const node of nodes)
    if (
      node.kind !== 'start' &&
      edges.filter((edge) => edge.target === node.id).length > 1 &&
      flavour.lanes &&
      chance(rng, 0.6)
    ) {
      const plain = edges.every(
        (edge) => edge.target !== node.id || (edge.on === undefined && edge.provenance === undefined),
      );
      node.join = plain
        ? pick(rng, ['any', 'all', 'all', 'active', ...(flavour.unknown ? ['unknown', 'unknown'] : [])])
        : 'any';
    }
  const flows = flavour.about === 'taint' && chance(rng, 0.4) ? dataEdges(rng, middle) : [];
  return { start: 'start', nodes, edges, ...(flows.length > 0 ? { data_edges: flows } : {}) };

  function back() {
    const from = pick(rng, middle.slice(1));
    const to = pick(rng, middle.slice(0, middle.indexOf(from)));
    if (flavour.lanes && from.kind === 'fork') return;
    connect(from.id, to.id, {
      ...(chance(rng, 0.3) ? { max_times: flavour.wide ? 1 + below(rng, 3) : 1 } : {}),
      ...(from.kind === 'router' ? guarded() : {}),
    });
  }
  function guarded() {
    const guard = randomGuard(rng, flavour.asked);
    return guard === undefined ? {} : { guard };
  }
  function branch(node, at) {
    const more = flavour.wide && chance(rng, 0.5) ? [later(at), later(at)] : chance(rng, 0.2) ? [later(at)] : [];
    const targets = [...new Set([order[at + 1], later(at), ...more])];
    if (targets.length === 1) targets.push(order[Math.min(at + 2, order.length - 1)]);
    for (const [i, target] of [...new Set(targets)].entries()) {
      if (node.kind === 'fork') connect(node.id, target);
      else if (node.kind === 'human')
        connect(node.id, target, {
          outcome:
            i === 0 ? pick(rng, ['approve', 'approve', 'edit', 'reject']) : pick(rng, ['reject', 'reject', 'approve']),
        });
      else if (i > 0 && chance(rng, 0.5) && !edges.some(({ source, otherwise }) => source === node.id && otherwise))
        connect(node.id, target, { otherwise: true });
      else connect(node.id, target, guarded());
    }
  }
}

/** Flows of values from nodes that may return one to nodes that may use it. */
function dataEdges(rng, nodes) {
  const given = nodes.filter(({ kind }) => ['tool', 'agent', 'llm', 'subgraph', 'human', 'code'].includes(kind));
  const taking = nodes.filter(({ tools, kind }) => tools !== undefined || kind === 'llm');
  if (given.length === 0 || taking.length === 0) return [];
  return Array.from({ length: 1 + below(rng, 2) }, () => ({
    source: pick(rng, given).id,
    target: pick(rng, taking).id,
    ...(chance(rng, 0.6) ? { target_input: pick(rng, ['x', 'x', 'y']) } : {}),
  })).filter(({ source, target }) => source !== target);
}

/** Marks the ways a check passes by: branches and outcomes on the edges of its node, and a router that judges its result. */
export function withPasses(rng, body, catalogue) {
  const { passes } = catalogue.tools[0].checks[0];
  for (const node of body.nodes) {
    if (node.tools?.[0].name !== 'check' || node.kind !== 'tool') continue;
    const [first, ...rest] = body.edges.filter((edge) => edge.source === node.id && edge.on === undefined);
    if (!first) continue;
    if (passes?.branch) {
      first.branch = 'yes';
      if (rest.length === 0 && chance(rng, 0.6))
        body.edges.push({ id: `${first.id}n`, source: node.id, target: 'end', branch: 'no' });
    } else if (passes?.field) {
      Object.assign(first, { guard: { expr: { op: '=', variable: 'r.ok', value: true } } });
      body.edges.push({
        id: `${first.id}n`,
        source: node.id,
        target: pick(rng, ['end', first.target]),
        otherwise: true,
      });
    } else if (chance(rng, 0.15)) {
      Object.assign(first, { outcome: pick(rng, ['pass', 'fail']) });
      body.edges.push({ id: `${first.id}n`, source: node.id, target: 'end', outcome: 'fail' });
    }
  }
}
