import type { ReadResult } from '../../model/index.js';
import { Compared } from '../source/compared.js';
import { Draft } from '../source/draft.js';
import type { ReadOptions } from '../source/options.js';
import type { Caller } from '../source/roles.js';
import { toolOf } from './activity.js';
import { attribute, BPMN, childNamed, type Element, elementsIn, isXml } from './elements.js';
import { Process, type Shared } from './process.js';

/** Whether a document is of BPMN 2.0. */
export const isBpmn = (tree: unknown): boolean => isXml(tree) && tree.name === 'definitions' && tree.namespace === BPMN;

/** Reads the process of a document of BPMN 2.0. Pictures, lanes and messages between processes say nothing of what runs after what. See docs/graph/formats/bpmn.md. */
export function readBpmn(tree: unknown, options: ReadOptions = {}): ReadResult {
  const draft = new Draft(options);
  const { problems } = draft;
  const processes = isXml(tree) ? elementsIn(tree, '').filter(({ name, id }) => name === 'process' && id !== '') : [];
  const main = mainOf(processes);
  if (!main) {
    const why =
      processes.length === 0 ? 'there is no process in it' : 'there are several processes, and none runs the others';
    problems.add('graph_not_verifiable', '', { format: 'bpmn', why });
    return { ok: false, problems: problems.found };
  }
  const compared = new Compared();
  const shared: Shared = {
    draft,
    compared,
    processes: new Map(processes.map((one) => [one.id, one])),
    compensations: [],
    nodesOf: new Map(),
  };
  new Process(shared, main, draft.main, [main.id]).lower();
  if (problems.any) return { ok: false, problems: problems.found };
  for (const { activity, handler } of shared.compensations) {
    const caller = (element: Element): Caller => ({ nodes: shared.nodesOf.get(element) ?? [], tool: toolOf(element) });
    draft.compensates({ by: caller(handler), of: caller(activity), pointer: handler.pointer });
  }
  const name = attribute(main.xml, 'name');
  const variables = compared.variables();
  return draft.finish({
    ...(name !== undefined && { name }),
    execution: 'tokens',
    ...(variables.length > 0 && { variables }),
  });
}

/** The one process, the one that a machine runs, or the one that no other calls. */
function mainOf(processes: readonly Element[]): Element | undefined {
  const filled = processes.filter(({ xml }) => childNamed(xml, 'sequenceFlow') ?? childNamed(xml, 'startEvent'));
  const called = new Set(filled.flatMap((one) => callsIn(one)));
  const choices = [
    processes,
    filled,
    filled.filter(({ id }) => !called.has(id)),
    filled.filter(({ id, xml }) => !called.has(id) && attribute(xml, 'isExecutable') === 'true'),
  ];
  return choices.find((some) => some.length === 1)?.[0];
}

function callsIn(element: Element): readonly string[] {
  return elementsIn(element.xml, element.pointer).flatMap((one) =>
    one.name === 'callActivity' ? (attribute(one.xml, 'calledElement') ?? []) : callsIn(one),
  );
}
