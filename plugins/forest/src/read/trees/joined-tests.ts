/**
 * onnxruntime joins a chain of equality tests of one column, each the false child of the one before and with the same true child, into
 * one test of a set. The set sends a missing value where the first test of the chain sends it, whatever the others say. Seen with 1.30:
 * values that are whole numbers from 1 to 32 (to 64 in double precision) are joined. Two true children count as the same where they are built
 * alike and their leaves have the same first weight: what else these vote for is not looked at (CheckIfSubtreesAreEqual).
 */
import { LEAF, TEST, type Trees } from '../../model/index.js';
import { refuse } from '../source/problems.js';
import type { EnsembleArrays } from './arrays.js';

export interface ChainArrays
  extends
    Pick<EnsembleArrays, 'kinds' | 'features' | 'thresholds' | 'treeIds' | 'nodeIds'>,
    Pick<Trees, 'roots' | 'voteStart' | 'voteTarget' | 'voteWeight' | 'members'> {
  readonly whenTrue: Int32Array;
  readonly whenFalse: Int32Array;
  /** Changed here, where a joined test says another way than its first. */
  readonly missingTrue: Uint8Array;
  readonly wide: boolean;
}

/** Work that comparing subtrees may cost in all. */
const MAX_COMPARED = 4_000_000;

/** Sets `missingTrue` of joined tests to what the runtime does; refuses what cannot be said node by node. */
export function settleJoined(arrays: ChainArrays): void {
  const { kinds, features, thresholds, whenTrue, whenFalse, missingTrue, treeIds, nodeIds, members, roots, wide } =
    arrays;
  const most = wide ? 64 : 32;
  const fits = (value: number): boolean => value >= 1 && value <= most && Number.isInteger(value);
  // A test of a small set is written out as a chain of equalities first, so it is joined with its neighbours too.
  const joins = (node: number): boolean =>
    (kinds[node] === TEST.eq && fits(thresholds[node] as number)) ||
    (kinds[node] === TEST.member && (members.get(node)?.some(fits) ?? false));
  let parents: Uint8Array | undefined;
  const left = { work: MAX_COMPARED };
  for (let node = 0; node < kinds.length; node++) {
    if (!joins(node)) continue;
    let next = whenFalse[node] as number;
    const seen = new Set([node]);
    while (!seen.has(next) && joins(next) && features[next] === features[node]) {
      if (whenTrue[next] !== whenTrue[node]) {
        const same = sameTree(arrays, whenTrue[node] as number, whenTrue[next] as number, left);
        if (same === 'different') break;
        // The leaves that are joined away are no more, and the runtime gives their votes to the first node of all: they count where that is a leaf.
        if (same === 'but for votes' || kinds[roots[0] as number] === LEAF)
          refuse('forest_votes_mixed', { tree: treeIds[node] as number, id: nodeIds[node] as number });
        if (same === 'but for missing' || missingTrue[next] !== missingTrue[node])
          refuse('forest_missing_mixed', { tree: treeIds[node] as number, id: nodeIds[node] as number });
      } else if (missingTrue[next] !== missingTrue[node] && missingTrue[node] === 0) {
        parents ??= parentsOf(arrays);
        if (parents[next] !== 1 || kinds[node] === TEST.member || kinds[next] === TEST.member)
          refuse('forest_missing_mixed', { tree: treeIds[node] as number, id: nodeIds[node] as number });
        missingTrue[next] = 0;
      }
      seen.add(next);
      next = whenFalse[next] as number;
    }
  }
}

/** How many parents a node has, up to 2. */
function parentsOf({ kinds, whenTrue, whenFalse }: ChainArrays): Uint8Array {
  const parents = new Uint8Array(kinds.length);
  for (let node = 0; node < kinds.length; node++)
    if (kinds[node] !== LEAF)
      for (const child of [whenTrue[node] as number, whenFalse[node] as number])
        parents[child] = Math.min(2, parents[child]! + 1);
  return parents;
}

type Likeness = 'same' | 'but for missing' | 'but for votes' | 'different';

function sameTree(arrays: ChainArrays, one: number, other: number, left: { work: number }): Likeness {
  const { kinds, features, thresholds, whenTrue, whenFalse, missingTrue } = arrays;
  const pairs: (readonly [number, number])[] = [[one, other]];
  let likeness: Likeness = 'same';
  for (let pair = pairs.pop(); pair; pair = pairs.pop()) {
    const [a, b] = pair;
    if (a === b) continue;
    if (left.work-- <= 0) refuse('forest_too_large', { what: 'comparisons of subtrees', limit: MAX_COMPARED });
    if (kinds[a] !== kinds[b]) return 'different';
    if (kinds[a] === LEAF) {
      if (mayDiffer(arrays, a, b)) return 'different';
      if (!sameVotes(arrays, a, b)) likeness = 'but for votes';
      continue;
    }
    if (features[a] !== features[b] || thresholds[a] !== thresholds[b]) return 'different';
    if (missingTrue[a] !== missingTrue[b] && likeness === 'same') likeness = 'but for missing';
    pairs.push([whenTrue[a] as number, whenTrue[b] as number], [whenFalse[a] as number, whenFalse[b] as number]);
  }
  return likeness;
}

/** Whether the runtime tells two leaves apart. Of one without votes it takes the weight of another leaf: that is not followed. */
function mayDiffer({ voteStart, voteWeight }: ChainArrays, a: number, b: number): boolean {
  const [first, second] = [voteStart[a] as number, voteStart[b] as number];
  if (first === voteStart[a + 1] || second === voteStart[b + 1]) return false;
  return voteWeight[first] !== voteWeight[second];
}

function sameVotes({ voteStart, voteTarget, voteWeight }: ChainArrays, a: number, b: number): boolean {
  const [first, second] = [voteStart[a] as number, voteStart[b] as number];
  const count = (voteStart[a + 1] as number) - first;
  if ((voteStart[b + 1] as number) - second !== count) return false;
  for (let vote = 0; vote < count; vote++)
    if (
      voteTarget[first + vote] !== voteTarget[second + vote] ||
      voteWeight[first + vote] !== voteWeight[second + vote]
    )
      return false;
  return true;
}
