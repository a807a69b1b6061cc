/** P5: SG1 to SG9 (docs/graph/semantics.md and the readings of the rules in docs/graph/properties.md), one judge for each rule and step. */
import { writesOver } from '../values.mjs';

const SAGA_KINDS = ['SG1', 'SG2', 'SG3', 'SG4', 'SG5', 'SG6', 'SG7', 'SG8', 'SG9'];

/** Of a rule, every `[kind, target]` that is judged. */
export const sagaTargets = (rule) =>
  SAGA_KINDS.flatMap((kind) =>
    rule.steps
      .filter(({ compensation }) => compensation !== undefined || !['SG1', 'SG2', 'SG3', 'SG5', 'SG7'].includes(kind))
      .map((step) => [kind, step.tool]),
  );

export function saga(plan, rule, kind, target) {
  const steps = new Map(rule.steps.map((step) => [step.tool, step]));
  const undoes = new Map(rule.steps.flatMap((s) => (s.compensation === undefined ? [] : [[s.compensation, s.tool]])));
  const pivots = new Set(
    rule.pivots ?? [...plan.tools.values()].filter((t) => t.classes.includes('pivot')).map((t) => t.name),
  );
  const is = (tool, name) => plan.tools.get(tool)?.classes.includes(name) === true;
  const keyed = (node, tool) =>
    is(tool, 'idempotent') ||
    plan.tools.get(tool)?.idempotencyKey !== undefined ||
    node.retry?.idempotency_key !== undefined;
  const nodeOf = (event) => plan.bodies.get(event.body).nodes.get(event.id);
  const comp = steps.get(target).compensation;

  const fallible = (tool) =>
    is(tool, 'write') &&
    !['retriable', 'idempotent', 'infallible', 'compensation'].some((name) => is(tool, name)) &&
    !undoes.has(tool);

  /** Whether this call is one that was made before, by the same node (SG9). */
  function again(state, event) {
    const since = state.calls[`${event.node}?${String(event.use)}`];
    if (since === undefined) return null;
    const node = nodeOf(event);
    if (event.repeat && node.kind === 'tool') return 'sure';
    if (since.length > 0) return null;
    const names = Object.keys(plan.tools.get(event.tool)?.args.fields ?? {});
    const open =
      event.args.some(({ model }) => model) || names.some((name) => event.args.every((arg) => arg.name !== name));
    return open ? 'maybe' : 'sure';
  }

  function badOf(state, event) {
    const attempted = event.e === 'attempt' ? event.tool : null;
    const here = state.committed.includes(target);
    switch (kind) {
      case 'SG1':
        return (
          event.e === 'end' &&
          event.how !== 'stuck' &&
          (state.failing || event.how === 'failure') &&
          here &&
          !state.pivot
        );
      case 'SG2': {
        const later = state.committed.slice(state.committed.indexOf(target) + 1);
        return attempted === comp && here && later.some((tool) => steps.get(tool).compensation !== undefined);
      }
      case 'SG3':
        return attempted === comp && here && state.pivot && state.before.includes(target);
      case 'SG4':
        return event.e === 'end' && event.how === 'failure' && state.lost.includes(target);
      case 'SG5': {
        if (attempted !== comp || is(comp, 'idempotent')) return false;
        const half = is(target, 'may_have_happened') && state.tried.includes(target);
        return (!here && !half) || state.undone.includes(target);
      }
      case 'SG6':
        return attempted !== null && fallible(attempted) && state.final.includes(target);
      case 'SG7': {
        if (event.e === 'failed') return event.tool === comp && event.way === 'abort';
        if (event.e !== 'edge' || !event.error || state.failedCall[event.lane] !== comp) return false;
        const body = plan.bodies.get(event.body);
        return body.nodes.get(body.edges.find(({ id }) => id === event.edge).target).kind === 'fail';
      }
      case 'SG8':
        return attempted === target && state.began;
      default:
        return (
          attempted === target &&
          event.known &&
          is(target, 'write') &&
          !keyed(nodeOf(event), target) &&
          again(state, event)
        );
    }
  }

  function next(state, event) {
    const s = { ...state };
    const tool = event.tool;
    if (event.e === 'attempt') {
      s.tried = add(s.tried, steps.has(tool) ? tool : null);
      if (undoes.has(tool)) {
        s.began = true;
        s.failing = true;
        s.undone = add(s.undone, undoes.get(tool));
      }
      if (kind === 'SG9' && tool === target && event.known)
        s.calls = { ...s.calls, [`${event.node}?${String(event.use)}`]: [] };
    }
    if (event.e === 'success') {
      if (undoes.has(tool)) s.committed = s.committed.filter((name) => name !== undoes.get(tool));
      if (steps.has(tool)) {
        s.committed = [...s.committed.filter((name) => name !== tool), tool];
        s.undone = s.undone.filter((name) => name !== tool);
        s.lost = s.lost.filter((name) => name !== tool);
        s.before = s.pivot ? s.before.filter((name) => name !== tool) : add(s.before, tool);
        if (is(tool, 'irreversible') && !pivots.has(tool)) s.final = add(s.final, tool);
      }
      if (pivots.has(tool)) s.pivot = true;
    }
    if (event.e === 'failed') {
      if (s.pivot && steps.has(tool)) s.lost = add(s.lost, tool);
      if (kind === 'SG7' && event.way === 'edge') s.failedCall = { ...s.failedCall, [event.lane]: tool };
    }
    if (event.e === 'edge' && event.error) {
      if ((nodeOf(event).tools ?? []).some(({ name }) => steps.has(name))) s.failing = true;
      s.failedCall = {};
    }
    if (event.e === 'write' && kind === 'SG9') s.calls = written(s.calls, event);
    return s;
  }

  function written(calls, { names }) {
    return Object.fromEntries(
      Object.entries(calls).map(([call, since]) => {
        const [path, use] = call.split('?');
        const variables = usesOf(plan, path)[Number(use)]?.arguments?.flatMap(({ variable }) => variable ?? []) ?? [];
        return [call, add(since, variables.some((name) => writesOver(names, name)) ? 'written' : null)];
      }),
    );
  }

  return {
    start: {
      committed: [],
      tried: [],
      undone: [],
      before: [],
      lost: [],
      final: [],
      pivot: false,
      began: false,
      failing: false,
      calls: {},
      failedCall: {},
    },
    concerns: (event) => event.e === 'attempt' && (event.tool === target || event.tool === comp),
    rename: (state, rename) => ({
      ...state,
      failedCall: Object.fromEntries(
        Object.entries(state.failedCall).flatMap(([lane, tool]) => (rename(lane) ? [[rename(lane), tool]] : [])),
      ),
    }),
    step(state, event) {
      const bad = badOf(state, event);
      return { state: next(state, event), bad: bad === true ? 'sure' : bad || null };
    },
  };
}

const add = (list, item) => (item === null || list.includes(item) ? list : [...list, item]);

/** The calls of the node at a path such as `book/pay`. */
function usesOf(plan, path) {
  const parts = path.split('/');
  let body = plan.bodies.get('');
  for (const part of parts.slice(0, -1)) body = plan.bodies.get(body.nodes.get(part).subgraph);
  return body.nodes.get(parts.at(-1)).tools ?? [];
}
