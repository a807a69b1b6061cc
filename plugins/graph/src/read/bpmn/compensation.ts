import type { BodyDraft, Draft } from '../source/draft.js';
import { attribute, type Element, type Scope } from './elements.js';
import { taskOf } from './activity.js';

/**
 * Runs behind an event what compensates: of one activity or of all of the scope, the last in the file first. Only what has been completed is compensated, and
 * the graph does not keep that: it is asked as something that is not read. Returns the node behind which the run goes on.
 */
export function compensate({
  of,
  one,
  scope,
  body,
  draft,
}: {
  readonly of: Element;
  readonly one: string | undefined;
  readonly scope: Scope;
  readonly body: BodyDraft;
  readonly draft: Draft;
}): string {
  let last = of.id;
  const order = [...scope.nodes.keys()].toReversed().filter((id) => one === undefined || id === one);
  const edges: string[] = [];
  for (const activity of order) {
    const handler = scope.handlers.get(activity);
    if (!handler) continue;
    const asked = `${of.id} [${activity}?]`;
    const run = `${of.id} [${handler.id}]`;
    const behind = `${of.id} [${activity}]`;
    const title = attribute(handler.xml, 'name')?.trim();
    body.node({ id: asked, kind: 'router' }, of.pointer);
    body.node({ id: run, ...(title && { title }), ...taskOf(handler, body.prefix + run, draft) }, handler.pointer);
    body.node({ id: behind, kind: 'wait' }, of.pointer);
    body.edge({ source: last, target: asked }, of.pointer);
    edges.push(
      body.edge({ source: asked, target: run, guard: { opaque: `${activity} has been completed` } }, of.pointer),
    );
    body.edge({ source: asked, target: behind, otherwise: true }, of.pointer);
    body.edge({ source: run, target: behind }, handler.pointer);
    last = behind;
  }
  if (edges.length > 0)
    draft.assume('compensates_what_completed', of.pointer, {
      nodes: [body.prefix + of.id],
      edges: edges.map((edge) => body.prefix + edge),
      params: { node: of.id },
    });
  return last;
}
