import type { GraphBody } from '../../model/index.js';

/** Where the branches of a decision meet: a node of the body, or behind its end. */
export interface Meet {
  /** Index of the node; -1: behind the end of the body. */
  readonly node: number;
  /** How many further nodes every way from there to an end passes: of two that one lane is on the way to, the outer has fewer. */
  readonly depth: number;
}

/**
 * Per node of a body the first other node that every way from it to an end comes to (S11): an abort that no edge shows is left aside, a `fail` node is an end.
 * Behind the end where there is none, and where no end can be reached. Source: immediate postdominators, Cooper, Harvey and Kennedy 2001.
 */
export const meetsOf = (body: GraphBody): readonly Meet[] => meeting(body, new Set());

/**
 * No earlier than `meetsOf` in any way that the `may` edges of a body can be there or not: a node that may have no way on may be an end, and where no end may be
 * reached branches may meet nowhere.
 */
export function latestMeetsOf(body: GraphBody): readonly Meet[] {
  const sure = new Set(
    body.edges.flatMap(({ on, provenance, source }) => (on === 'error' || provenance === 'may' ? [] : [source])),
  );
  const leading = body.edges.filter(({ on }) => on !== 'error');
  const ends = leading.flatMap(({ source }) => (sure.has(source) ? [] : [source]));
  return meeting(body, new Set([...ends, ...endless(body)]));
}

/** The nodes from which in some way no end is reached: the largest set that its sure edges do not leave, and in which each node has a way on. */
function endless({ nodes, edges }: GraphBody): ReadonlySet<string> {
  const inside = new Set(nodes.flatMap(({ id, kind }) => (kind === 'end' || kind === 'fail' ? [] : [id])));
  for (let size = -1; size !== inside.size;) {
    size = inside.size;
    const goesOn = new Set(
      edges.flatMap(({ on, source, target }) => (on !== 'error' && inside.has(target) ? [source] : [])),
    );
    for (const { provenance, source, target } of edges)
      if (provenance !== 'may' && !inside.has(target)) inside.delete(source);
    for (const id of inside) if (!goesOn.has(id)) inside.delete(id);
  }
  return inside;
}

/** `ends`: further nodes at which a way may end. */
function meeting({ nodes, edges }: GraphBody, ends: ReadonlySet<string>): readonly Meet[] {
  const indexOf = new Map(nodes.map(({ id }, index) => [id, index]));
  const exit = nodes.length;
  const onward: number[][] = nodes.map(() => []);
  const goesOn = new Uint8Array(exit);
  for (const { source, target, on } of edges) {
    const from = indexOf.get(source) as number;
    const { kind } = nodes[from] as (typeof nodes)[number];
    if (kind === 'end' || kind === 'fail') continue;
    (onward[from] as number[]).push(indexOf.get(target) as number);
    if (on !== 'error') goesOn[from] = 1;
  }
  goesOn.forEach((goes, node) => {
    if (goes === 0 || ends.has((nodes[node] as (typeof nodes)[number]).id)) (onward[node] as number[]).push(exit);
  });
  const back: number[][] = Array.from({ length: exit + 1 }, () => []);
  onward.forEach((targets, node) => targets.forEach((target) => (back[target] as number[]).push(node)));
  const order = fromExit(back, exit);
  const rank = new Int32Array(exit + 1).fill(-1);
  order.forEach((node, at) => (rank[node] = at));
  const first = new Int32Array(exit + 1).fill(-1);
  first[exit] = exit;
  const common = (left: number, right: number): number => {
    let [a, b] = [left, right];
    while (a !== b)
      if ((rank[a] as number) > (rank[b] as number)) a = first[a] as number;
      else b = first[b] as number;
    return a;
  };
  for (let again = true; again;) {
    again = false;
    for (const node of order) {
      if (node === exit) continue;
      const known = (onward[node] as number[]).filter((target) => first[target] !== -1);
      const meet = known.reduce(common);
      if (first[node] === meet) continue;
      first[node] = meet;
      again = true;
    }
  }
  const depth = new Int32Array(exit + 1);
  for (const node of order) if (node !== exit) depth[node] = (depth[first[node] as number] as number) + 1;
  return nodes.map((_, node) => {
    const meet = first[node] as number;
    return meet === -1 || meet === exit ? { node: -1, depth: 0 } : { node: meet, depth: depth[meet] as number };
  });
}

/** Nodes from which the exit can be reached, each behind one that it can go on to: a depth-first order from the exit backwards. */
function fromExit(back: readonly (readonly number[])[], exit: number): readonly number[] {
  const seen = new Uint8Array(back.length);
  const done: number[] = [];
  const open: { node: number; at: number }[] = [{ node: exit, at: 0 }];
  seen[exit] = 1;
  for (let top = open.at(-1); top; top = open.at(-1)) {
    const next = back[top.node]?.[top.at];
    top.at += 1;
    if (next === undefined) {
      done.push(top.node);
      open.pop();
    } else if (seen[next] === 0) {
      seen[next] = 1;
      open.push({ node: next, at: 0 });
    }
  }
  return done.toReversed();
}
