import { ABSENT, ILL, hasValue } from './values.mjs';

const PATHS = new Set(['root', 'get', 'variable', 'typed', 'or else']);

/** `a or else b`: what stands for absence. */
export function fallen(evaluation, node) {
  const { a, b } = node;
  if (a.k === 'and' || a.k === 'or' || a.k === 'not') {
    const truth = evaluation.truth(spread(a, b.value));
    return truth === undefined ? ILL : truth;
  }
  const value = evaluation.value(a);
  if (PATHS.has(a.k)) return value === ABSENT && !a.kind.found.clash ? evaluation.value(b) : value;
  if (hasValue(value)) return value;
  const read = reads(a).map(({ path, excused }) => ({ found: evaluation.value(path), path, excused }));
  if (read.some(({ found, path }) => path.kind.found.clash || (found !== ABSENT && !hasValue(found)))) return ILL;
  return read.some(({ found, excused }) => found === ABSENT && !excused) ? evaluation.value(b) : value;
}

/** Each test of several with the truth that makes the whole the one that is wanted. */
function spread(node, truth) {
  if (node.k === 'not') return { ...node, a: spread(node.a, !truth) };
  if (node.k === 'and' || node.k === 'or') return { ...node, a: spread(node.a, truth), b: spread(node.b, truth) };
  if (reads(node).length === 0) return node;
  return { k: 'or else', a: node, b: { k: 'bool', value: truth }, kind: node.kind };
}

/** The attributes a test reads: not those that it only asks the presence of, nor the items of its lists. */
function reads(node) {
  switch (node.k) {
    case 'root':
    case 'get':
    case 'variable':
      return [{ path: node, excused: false }];
    case 'or else':
      return reads(node.a).map((read) => ({ ...read, excused: true }));
    case 'has':
    case 'label':
      return [];
    case 'each':
    case 'listSum':
      return reads(node.list);
    default:
      return ['a', 'b', 'list'].flatMap((side) => (node[side] ? reads(node[side]) : []));
  }
}
