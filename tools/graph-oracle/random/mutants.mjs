/** Small changes of a random graph. */
import { below, pick } from '@ostiary/policy/testing';

const MUTATIONS = {
  'edge added': (rng, { graph }) => {
    const [from, to] = [pick(rng, graph.nodes), pick(rng, graph.nodes)];
    if (from.kind === 'end' || from.kind === 'fail' || to.kind === 'start' || (to.join ?? 'any') !== 'any')
      return false;
    graph.edges.push({ id: 'added', source: from.id, target: to.id });
    return true;
  },
  'edge removed': (rng, { graph }) => {
    graph.edges.splice(below(rng, graph.edges.length), 1);
    return true;
  },
  'check moved': (rng, { graph }) => {
    const checks = graph.nodes.filter((node) => node.kind === 'tool' && node.tools[0].name === 'check');
    const others = graph.nodes.filter((node) => node.kind === 'tool' && node.tools[0].name !== 'check');
    if (checks.length === 0 || others.length === 0) return false;
    const [one, other] = [pick(rng, checks), pick(rng, others)];
    [one.tools, other.tools] = [other.tools, one.tools];
    [one.result, other.result] = [other.result, one.result];
    for (const node of [one, other]) if (node.result === undefined) delete node.result;
    return true;
  },
  'outcome swapped': (rng, { graph }) => {
    const answered = graph.edges.filter(({ outcome }) => outcome !== undefined);
    if (answered.length === 0) return false;
    const edge = pick(rng, answered);
    edge.outcome = { approve: 'reject', edit: 'reject', reject: 'approve', pass: 'fail', fail: 'pass' }[edge.outcome];
    return true;
  },
  'constant changed': (rng, { graph }) => {
    const guards = graph.edges.filter(({ guard }) => guard?.expr?.value !== undefined);
    if (guards.length === 0) return false;
    const { expr } = pick(rng, guards).guard;
    expr.value =
      typeof expr.value === 'number'
        ? 7 - expr.value
        : typeof expr.value === 'boolean'
          ? !expr.value
          : expr.value === 'a'
            ? 'b'
            : 'a';
    return true;
  },
};

export function mutant(rng, given) {
  const changed = structuredClone(given);
  const names = Object.keys(MUTATIONS);
  const name = pick(rng, names);
  return MUTATIONS[name](rng, changed) ? { ...changed, mutation: name } : null;
}
