import { LEAF, TEST } from '../model/index.js';
import { ensembleOnnx, type TreeNodeSketch } from './onnx.js';

const TREES = 150;

/** Each tree gives one of two weights, so that sums of them are rounded otherwise in another order. */
const nodes = Array.from({ length: TREES }, (_, tree): TreeNodeSketch[] => {
  const node = { tree, feature: 0, threshold: tree, whenTrue: 1, whenFalse: 2, missingTrue: false };
  const weight = (side: number): number => Math.fround(((tree * 7919 + side * 104_729) % 10_007) / 10_007 / 100);
  return [
    { ...node, id: 0, kind: TEST.leq, votes: [] },
    { ...node, id: 1, kind: LEAF, votes: [[0, weight(1)]] },
    { ...node, id: 2, kind: LEAF, votes: [[0, weight(2)]] },
  ];
}).flat();

/** A model of one feature whose scores hang on the order in which its trees are added. */
export const tiedOnnx = (more: { readonly classifier: boolean; readonly base?: readonly number[] }): Uint8Array =>
  ensembleOnnx({
    nodes,
    labels: more.classifier ? ['no', 'yes'] : [0],
    post: 'NONE',
    inputType: 1,
    columns: 1,
    ...more,
  });
