import type { XmlElement } from '../../gate/index.js';
import type { GraphNode } from '../../model/index.js';
import type { Draft } from '../source/draft.js';
import { attribute, childNamed, type Element } from './elements.js';

const ZEEBE = 'http://camunda.org/schema/zeebe/1.0';
const CAMUNDA = 'http://camunda.org/schema/1.0/bpmn';

/** The name of what a task calls: the type of its job or its topic, where a workflow engine has put one, else what it is called in the picture. */
function toolName({ xml, id }: Element): string {
  const extensions = childNamed(xml, 'extensionElements')?.children ?? [];
  const job = extensions.find(
    (one): one is XmlElement => typeof one !== 'string' && one.namespace === ZEEBE && one.name === 'taskDefinition',
  );
  return (job && attribute(job, 'type')) || attribute(xml, `{${CAMUNDA}}topic`) || attribute(xml, 'name')?.trim() || id;
}

const CALL_NO_TOOL: ReadonlySet<string> = new Set(['userTask', 'manualTask', 'receiveTask', 'scriptTask']);

/** What a task calls; undefined: it is no task, or calls nothing by itself. */
export const toolOf = (element: Element): string | undefined =>
  element.name === 'task' || (element.name.endsWith('Task') && !CALL_NO_TOOL.has(element.name))
    ? toolName(element)
    : undefined;

/** The node of a task. `placed` is its id with that of its body. */
export function taskOf(task: Element, placed: string, draft: Draft): Omit<GraphNode, 'id'> {
  const resting = { nodes: [placed], params: { node: task.id } };
  switch (task.name) {
    case 'userTask':
    case 'manualTask':
      draft.assume('approval_not_judged', task.pointer, resting);
      return { kind: 'human', writes: '*' };
    case 'receiveTask':
      return { kind: 'code', writes: '*' };
    case 'scriptTask':
      draft.assume('code_calls_no_tool', task.pointer, resting);
      return { kind: 'code', fallible: true, writes: '*' };
    default:
      return { kind: 'tool', tools: [{ name: toolName(task) }], writes: '*' };
  }
}

/** Whether an activity runs for each of several items, and at the same time. Any variable may be the item. */
export function repeated({ xml }: Element): { readonly parallel?: true; readonly writes: '*' } | undefined {
  const several = childNamed(xml, 'multiInstanceLoopCharacteristics');
  if (several) return { ...(attribute(several, 'isSequential') !== 'true' && { parallel: true }), writes: '*' };
  return childNamed(xml, 'standardLoopCharacteristics') ? { writes: '*' } : undefined;
}
