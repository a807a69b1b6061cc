import { type GraphEdge, type GraphNode, edgesOf } from '../model/index.js';
import { EVENT, PLACE } from './control.js';
import type { Draft } from './draft.js';
import type { Job } from './job.js';

/** A person at a pause in front of a node: on with an approval or an edit; refused, past the node or to the end of its lane. */
export function lowerPause(
  draft: Draft,
  node: number,
  at: number,
  on: number,
  past: number,
  over: number,
  edited: readonly string[],
): void {
  draft.move(at, on, { event: draft.event(EVENT.approve, -1, node) });
  draft.move(at, on, { event: draft.event(EVENT.edit, -1, node, edited) });
  const reject = draft.event(EVENT.reject, -1, node);
  draft.move(at, past, { event: reject });
  draft.move(at, over, { event: reject });
}

/** A person whose edges tell no answer approves by going on, where the node lists what that confirms (S6). */
export function approvedByGoing(draft: Draft, job: Job, local: number, shape: GraphNode, out: number): number {
  if (shape.kind !== 'human' || shape.confirms === undefined) return out;
  const { index } = job;
  if (
    edgesOf(index, local, 'success').some((edge) =>
      ['approve', 'edit', 'reject'].includes(index.body.edges[edge]?.outcome ?? ''),
    )
  )
    return out;
  const node = job.base + local;
  const at = draft.place(node);
  draft.move(at, out, { event: draft.event(EVENT.approve, -2, node) });
  return at;
}

/** Whether an edge of a node can say that its check has passed. */
const maySayPass = ({ index }: Job, local: number): boolean =>
  edgesOf(index, local, 'success').some((edge) => {
    const { branch, outcome } = index.body.edges[edge] as GraphEdge;
    return branch !== undefined || outcome === 'pass';
  });

/** Whether the edges of a node tell what a person answered, and somebody can go on by them who was not asked. */
export const mayGoUnasked = ({ index }: Job, local: number, shape: GraphNode): boolean =>
  shape.kind === 'human' &&
  shape.disabled !== true &&
  (shape.on_error === 'continue' || shape.interrupt === 'before' || shape.interrupt === 'both') &&
  edgesOf(index, local, 'success').some((edge) => index.body.edges[edge]?.outcome !== undefined);

/** Where a node goes that has failed for good (S3). */
export function failedPlace(draft: Draft, job: Job, local: number, shape: GraphNode, out: number): number {
  if (shape.on_error === 'continue') {
    // To fail is of the step of the call that failed.
    if (!maySayPass(job, local)) return out;
    const at = draft.place(job.base + local, PLACE.atomic);
    draft.move(at, out, { event: draft.event(EVENT.continued, job.base + local, job.base + local) });
    return at;
  }
  const edges = shape.on_error === 'edge' ? edgesOf(job.index, local, 'error') : [];
  if (edges.length === 0) return job.abort;
  return caught(draft, job, job.base + local, edges);
}

/**
 * One of the `error` edges is taken, whichever the run chooses. Where each of them may be missing, or be taken as often as it may be, the run may end in failure: they are
 * asked one after the other then, and each is taken there, or cannot be.
 */
function caught(draft: Draft, job: Job, node: number, edges: readonly number[]): number {
  const shapes = edges.map((edge) => job.index.body.edges[edge] as GraphEdge);
  const at = draft.place(node);
  const crossings = edges.map((edge, index) => {
    const shape = shapes[index] as GraphEdge;
    const to = job.entered + (job.index.target[edge] as number);
    const event = draft.event(EVENT.caught, job.edgeBase + edge, node);
    const bound = draft.bound(shape, job.edgeBase + edge);
    const doubt =
      shape.provenance === 'may'
        ? draft.doubt({ code: 'may_edge', at: `${draft.instances[job.instance]?.prefix ?? ''}${shape.id}` })
        : -1;
    return { to, doubt, bound, traits: { event, edge: job.edgeBase + edge, step: true, bound } };
  });
  const isSure = crossings.some(({ doubt, bound }) => doubt < 0 && bound < 0);
  /** Takes an edge from a place, or goes on from there where it cannot be taken; -1: nowhere. */
  const ask = (from: number, { to, doubt, bound, traits }: (typeof crossings)[number], on: number): void => {
    if (bound >= 0 && on >= 0) draft.move(from, on, { bound: -2 - bound });
    if (doubt < 0) {
      draft.move(from, to, traits);
      return;
    }
    const asked = draft.place(node);
    draft.doubtful(asked);
    draft.move(from, asked);
    draft.move(asked, to, { ...traits, doubt });
    if (on >= 0) draft.move(asked, on, { doubt });
  };
  const isOnly = !isSure && crossings.length === 1;
  if (!isOnly) for (const each of crossings) ask(at, each, -1);
  if (isSure) return at;
  let from = isOnly ? at : draft.place(node);
  if (!isOnly) draft.move(at, from);
  for (const [index, each] of crossings.entries()) {
    const on = index === crossings.length - 1 ? job.abort : draft.place(node);
    ask(from, each, on);
    from = on;
  }
  return at;
}
