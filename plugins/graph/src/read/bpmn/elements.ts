import type { XmlElement } from '../../gate/index.js';
import { nearestTo, type Problems } from '../source/problems.js';
import { isRecord } from '../source/tree.js';

export const BPMN = 'http://www.omg.org/spec/BPMN/20100524/MODEL';

/** An element of BPMN, with where it stands. */
export interface Element {
  readonly name: string;
  readonly id: string;
  readonly xml: XmlElement;
  readonly pointer: string;
}

export interface SequenceFlow {
  readonly id: string;
  readonly source: string;
  readonly target: string;
  readonly condition: XmlElement | undefined;
  readonly pointer: string;
}

/** What lies directly in a process or a sub-process. */
export interface Scope {
  readonly nodes: ReadonlyMap<string, Element>;
  readonly flows: readonly SequenceFlow[];
  /** What compensates an activity, by the id of the activity. */
  readonly handlers: ReadonlyMap<string, Element>;
}

export const isXml = (value: unknown): value is XmlElement =>
  isRecord(value) && typeof value['namespace'] === 'string' && Array.isArray(value['children']);

/** The elements of BPMN in another, with their pointers. */
export function elementsIn(parent: XmlElement, pointer: string): readonly Element[] {
  return parent.children.flatMap((xml, at) =>
    typeof xml === 'string' || xml.namespace !== BPMN
      ? []
      : [{ name: xml.name, id: attribute(xml, 'id') ?? '', xml, pointer: `${pointer}/children/${at}` }],
  );
}

export const childNamed = (xml: XmlElement, name: string): XmlElement | undefined =>
  xml.children.find(
    (child): child is XmlElement => typeof child !== 'string' && child.name === name && child.namespace === BPMN,
  );

export const hasDefinition = (xml: XmlElement, kind: string): boolean =>
  childNamed(xml, `${kind}EventDefinition`) !== undefined;

export const attribute = (xml: XmlElement, name: string): string | undefined =>
  Object.hasOwn(xml.attributes, name) ? xml.attributes[name] : undefined;

export const textIn = (xml: XmlElement): string =>
  xml.children
    .filter((child) => typeof child === 'string')
    .join('')
    .trim();

export const SUB_PROCESSES: ReadonlySet<string> = new Set(['subProcess', 'transaction', 'adHocSubProcess']);
const ACTIVITIES: ReadonlySet<string> = new Set([
  'task',
  'serviceTask',
  'sendTask',
  'scriptTask',
  'businessRuleTask',
  'receiveTask',
  'userTask',
  'manualTask',
  ...SUB_PROCESSES,
  'callActivity',
]);
const OTHERS: ReadonlySet<string> = new Set([
  'exclusiveGateway',
  'parallelGateway',
  'inclusiveGateway',
  'eventBasedGateway',
  'complexGateway',
  'startEvent',
  'endEvent',
  'intermediateCatchEvent',
  'intermediateThrowEvent',
  'boundaryEvent',
]);

export const isActivity = ({ name }: Element): boolean => ACTIVITIES.has(name);

/** An activity that runs to compensate, and not by itself. */
export const isForCompensation = (element: Element): boolean =>
  isActivity(element) && attribute(element.xml, 'isForCompensation') === 'true';

/** What an event compensates: one activity, all of its scope (empty), or nothing, for it is no such event (null). */
export function throwsCompensation({ name, xml }: Element): string | null {
  const compensates = childNamed(xml, 'compensateEventDefinition');
  if (name === 'endEvent' && hasDefinition(xml, 'cancel')) return '';
  if (compensates === undefined || (name !== 'endEvent' && name !== 'intermediateThrowEvent')) return null;
  return attribute(compensates, 'activityRef') ?? '';
}

/** Reads one scope. A reference to what is not in it is a problem, and so is an id that comes twice. */
export function readScope(parent: Element, problems: Problems): Scope {
  const inside = elementsIn(parent.xml, parent.pointer);
  const nodes = new Map<string, Element>();
  for (const element of inside) {
    if (!isActivity(element) && !OTHERS.has(element.name)) continue;
    const first = nodes.get(element.id)?.pointer;
    if (element.id === '') problems.add('graph_field_missing', element.pointer, { field: 'id' });
    else if (first !== undefined) problems.add('graph_id_doubled', element.pointer, { id: element.id, first });
    else nodes.set(element.id, element);
  }
  const refer = ({ xml, pointer }: Element, field: string): string => {
    const id = attribute(xml, field);
    if (id === undefined) problems.add('graph_field_missing', pointer, { field });
    else if (!nodes.has(id)) problems.add('graph_reference_dangling', pointer, { id, ...nearestTo(id, nodes.keys()) });
    return id ?? '';
  };
  const flows = inside
    .filter(({ name }) => name === 'sequenceFlow')
    .map((flow) => ({
      id: flow.id,
      source: refer(flow, 'sourceRef'),
      target: refer(flow, 'targetRef'),
      condition: childNamed(flow.xml, 'conditionExpression'),
      pointer: flow.pointer,
    }));
  for (const node of nodes.values()) if (node.name === 'boundaryEvent') refer(node, 'attachedToRef');
  return { nodes, flows, handlers: handlersIn(inside, nodes) };
}

/** An association leads from a boundary event to what compensates the activity it is on. */
function handlersIn(inside: readonly Element[], nodes: ReadonlyMap<string, Element>): ReadonlyMap<string, Element> {
  const found = new Map<string, Element>();
  for (const { name, xml } of inside) {
    if (name !== 'association') continue;
    const event = nodes.get(attribute(xml, 'sourceRef') ?? '');
    const handler = nodes.get(attribute(xml, 'targetRef') ?? '');
    const of = event && hasDefinition(event.xml, 'compensate') ? attribute(event.xml, 'attachedToRef') : undefined;
    if (of !== undefined && handler) found.set(of, handler);
  }
  return found;
}
