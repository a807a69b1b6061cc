import { type ControlGraph, PLACE } from '../lower/index.js';

/** How a run ends whose last lane comes to a place; null where it does not. */
export function endingAt(graph: ControlGraph, place: number): 'normal' | 'failed' | null {
  const kind = graph.kind[place];
  if (kind !== PLACE.end && kind !== PLACE.terminate && kind !== PLACE.abort) return null;
  const { done, failed } = graph.instances[graph.scope[place] as number] as ControlGraph['instances'][number];
  if (kind === PLACE.abort) return failed < 0 ? 'failed' : null;
  return done < 0 ? 'normal' : null;
}

/** Whether a lane that comes to a place ends the run in the same step: it fails, or ends all lanes, and nothing around it goes on. */
export function endsTheRun(graph: ControlGraph, place: number): boolean {
  let at = place;
  while (at >= 0) {
    const kind = graph.kind[at];
    if (kind !== PLACE.abort && kind !== PLACE.terminate) return false;
    const { done, failed } = graph.instances[graph.scope[at] as number] as ControlGraph['instances'][number];
    at = kind === PLACE.abort ? failed : done;
  }
  return true;
}
