/**
 * Arrays of an ensemble -> `Trees`, the way onnxruntime 1.30 does it: what it takes is taken with its meaning, what it refuses is refused.
 * Source: tree_ensemble_common.h (Init, AddNodes) of onnxruntime, and what it was seen to do.
 */
import { LEAF, TEST, type Trees } from '../../model/index.js';
import { refuse } from '../source/problems.js';
import type { EnsembleArrays } from './arrays.js';
import { settleJoined } from './joined-tests.js';

/** Deeper trees overflow the stack of the runtime. */
export const MAX_DEPTH = 2000;

export interface LayOutOptions {
  /** The ensemble has one target: only the first vote of a leaf counts, and a leaf without votes counts its own value. */
  readonly single: boolean;
  /** Values are compared in double precision, in which the runtime joins more tests. */
  readonly wide: boolean;
}

/** How far the walk is with a node; 0 is not yet. */
const [ENTERED, FALSE_SEEN, TRUE_SEEN, LEFT] = [1, 2, 3, 4] as const;

/** Lays an ensemble out. The arrays have equal lengths. */
export function layOut(arrays: EnsembleArrays, options: LayOutOptions): Trees {
  const { kinds, features, thresholds, tracks, treeIds } = arrays;
  const indexOf = indexes(arrays);
  const { whenTrue, whenFalse } = children(arrays, indexOf);
  const roots = rootsOf(treeIds);
  const missingTrue = new Uint8Array(kinds.length);
  for (let node = 0; node < kinds.length; node++)
    // NaN != t holds, so the runtime takes the true branch whatever the file says of missing values.
    missingTrue[node] = kinds[node] !== LEAF && (tracks[node] === 1 || kinds[node] === TEST.neq) ? 1 : 0;
  const reached = checkShape(arrays, roots, whenTrue, whenFalse);
  const voted = votes(arrays, indexOf, reached, options);
  settleJoined({
    ...arrays,
    ...voted,
    roots,
    members: new Map(),
    whenTrue,
    whenFalse,
    missingTrue,
    wide: options.wide,
  });
  const feature = Int32Array.from(features, (value, node) => (kinds[node] === LEAF ? -1 : value));
  const threshold = Float64Array.from(thresholds, (value, node) => (kinds[node] === LEAF ? 0 : value));
  return {
    roots,
    kind: kinds,
    feature,
    threshold,
    missingTrue,
    whenTrue,
    whenFalse,
    members: new Map(),
    ...voted,
  };
}

/** From (tree, id) to the place of the node; -1 where there is none. */
type IndexOf = (tree: number, id: number) => number;

function indexes({ treeIds, nodeIds }: EnsembleArrays): IndexOf {
  const start = new Map<number, number>();
  let plain = true;
  for (let node = 0; node < treeIds.length && plain; node++) {
    const tree = treeIds[node] as number;
    if (node > 0 && treeIds[node - 1] === tree) plain = nodeIds[node] === node - (start.get(tree) as number);
    else {
      plain = !start.has(tree) && nodeIds[node] === 0;
      start.set(tree, node);
    }
  }
  if (plain)
    return (tree, id) => {
      const index = (start.get(tree) ?? Number.NaN) + id;
      return id >= 0 && treeIds[index] === tree ? index : -1;
    };
  const places = new Map<number, number>();
  for (let node = 0; node < treeIds.length; node++) {
    const [tree, id] = [treeIds[node] as number, nodeIds[node] as number];
    const key = tree * 2 ** 32 + (id + 2 ** 31);
    if (places.has(key)) refuse('forest_node_doubled', { tree, id });
    places.set(key, node);
  }
  return (tree, id) => places.get(tree * 2 ** 32 + (id + 2 ** 31)) ?? -1;
}

function children(
  { treeIds, nodeIds, kinds, trueIds, falseIds }: EnsembleArrays,
  indexOf: IndexOf,
): { readonly whenTrue: Int32Array; readonly whenFalse: Int32Array } {
  const [whenTrue, whenFalse] = [new Int32Array(kinds.length).fill(-1), new Int32Array(kinds.length).fill(-1)];
  for (let node = 0; node < kinds.length; node++) {
    if (kinds[node] === LEAF) continue;
    const tree = treeIds[node] as number;
    for (const [ids, into] of [
      [trueIds, whenTrue],
      [falseIds, whenFalse],
    ] as const) {
      const id = ids[node] as number;
      if (id < 0 || id >= kinds.length) refuse('forest_node_range', { tree, id, nodes: kinds.length });
      const child = indexOf(tree, id);
      if (child === -1) refuse('forest_node_missing', { tree, id });
      if (child === node) refuse('forest_cycle', { tree, id: nodeIds[node] as number });
      into[node] = child;
    }
  }
  return { whenTrue, whenFalse };
}

/** A tree begins wherever the tree's id is another than that of the node before, and at every node after one of tree -1. */
function rootsOf(treeIds: Int32Array): Int32Array {
  const roots: number[] = [];
  let previous = -1;
  for (let node = 0; node < treeIds.length; node++) {
    if (previous === -1 || previous !== treeIds[node]) roots.push(node);
    previous = treeIds[node] as number;
  }
  return Int32Array.from(roots);
}

/**
 * No cycles, and no false child that was reached before: the runtime lays a node's false child right behind it, so it cannot have two
 * parents.
 * @returns by node: 0 where no root leads to it
 */
function checkShape(
  { treeIds, nodeIds }: Pick<EnsembleArrays, 'treeIds' | 'nodeIds'>,
  roots: Int32Array,
  whenTrue: Int32Array,
  whenFalse: Int32Array,
): Uint8Array {
  const state = new Uint8Array(treeIds.length);
  const path: number[] = [];
  for (const root of roots) {
    if (state[root] !== 0) continue;
    path.push(root);
    state[root] = ENTERED;
    const enter = (child: number): void => {
      const tree = treeIds[child] as number;
      if (path.length >= MAX_DEPTH) refuse('forest_too_deep', { tree, limit: MAX_DEPTH });
      state[child] = ENTERED;
      path.push(child);
    };
    while (path.length > 0) {
      const node = path.at(-1) as number;
      const [tree, falseChild, trueChild] = [
        treeIds[node] as number,
        whenFalse[node] as number,
        whenTrue[node] as number,
      ];
      if (state[node] === ENTERED && falseChild !== -1) {
        state[node] = FALSE_SEEN;
        const id = nodeIds[falseChild] as number;
        if (state[falseChild] !== 0 && state[falseChild] !== LEFT) refuse('forest_cycle', { tree, id });
        if (state[falseChild] !== 0) refuse('forest_child_shared', { tree, id });
        enter(falseChild);
      } else if (state[node] === FALSE_SEEN && state[trueChild] === 0) {
        state[node] = TRUE_SEEN;
        enter(trueChild);
      } else {
        if (state[node] === FALSE_SEEN && state[trueChild] !== LEFT)
          refuse('forest_cycle', { tree, id: nodeIds[trueChild] as number });
        state[node] = LEFT;
        path.pop();
      }
    }
  }
  return state;
}

function votes(
  { kinds, treeIds, voteTrees, voteNodes, voteTargets, voteWeights, thresholds, targets }: EnsembleArrays,
  indexOf: IndexOf,
  reached: Uint8Array,
  { single }: LayOutOptions,
): Pick<Trees, 'voteStart' | 'voteTarget' | 'voteWeight'> {
  const places = new Int32Array(voteNodes.length);
  const voteStart = new Int32Array(kinds.length + 1);
  const counted = new Int32Array(kinds.length);
  for (let vote = 0; vote < voteNodes.length; vote++) {
    const [tree, id, target] = [voteTrees[vote] as number, voteNodes[vote] as number, voteTargets[vote] as number];
    const place = indexOf(tree, id);
    if (place === -1) refuse('forest_node_missing', { tree, id });
    if (target < 0 || target >= targets) refuse('forest_target_range', { target, targets });
    // The runtime keeps no such node, and gives its votes to the first node of all: they count where that is a leaf.
    if (reached[place] === 0 && kinds[0] === LEAF)
      refuse('forest_attribute', {
        attribute: 'nodes_nodeids',
        why: `nothing leads to node ${id} of tree ${tree}, and the runtime gives its votes to the first leaf`,
      });
    places[vote] = place;
    // Votes of a node that is no leaf are passed over, as the runtime does.
    if (kinds[place] === LEAF) counted[place]!++;
  }
  if (single) for (let node = 0; node < kinds.length; node++) counted[node] = kinds[node] === LEAF ? 1 : 0;
  for (let node = 0; node < kinds.length; node++) voteStart[node + 1] = voteStart[node]! + counted[node]!;
  const total = voteStart[kinds.length] as number;
  const [voteTarget, voteWeight] = [new Int32Array(total), new Float64Array(total)];
  const filled = voteStart.slice(0, -1);
  for (let vote = 0; vote < voteNodes.length; vote++) {
    const place = places[vote] as number;
    const at = filled[place] as number;
    if (kinds[place] !== LEAF || at >= (voteStart[place + 1] as number)) continue;
    for (let before = voteStart[place] as number; before < at; before++)
      if (voteTarget[before] === voteTargets[vote])
        refuse('forest_target_doubled', { tree: treeIds[place] as number, target: voteTargets[vote] as number });
    filled[place] = at + 1;
    voteTarget[at] = voteTargets[vote] as number;
    voteWeight[at] = voteWeights[vote] as number;
  }
  if (single)
    for (let node = 0; node < kinds.length; node++)
      if (kinds[node] === LEAF && filled[node] === voteStart[node])
        voteWeight[voteStart[node] as number] = thresholds[node] as number;
  return { voteStart, voteTarget, voteWeight };
}
