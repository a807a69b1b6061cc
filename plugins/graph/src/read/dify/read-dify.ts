import type { Guard, ReadResult } from '../../model/index.js';
import { Compared } from '../source/compared.js';
import { type BodyDraft, Draft } from '../source/draft.js';
import { Junctions } from '../source/junctions.js';
import type { ReadOptions } from '../source/options.js';
import { nearestTo } from '../source/problems.js';
import { isRecord, itemsOf, member, memberAt, textMember } from '../source/tree.js';
import { type Line, readApplication, type Step } from './application.js';
import { casesOf } from './cases.js';
import { goesOn, nodeOf, toolName } from './step.js';

/** Reads the DSL of an application of Dify: a workflow, a chatflow, or an agent. */
export function readDify(tree: unknown, options: ReadOptions = {}): ReadResult {
  const draft = new Draft(options);
  const title = textMember(memberAt(tree, 'app'), 'name');
  const name = title === undefined ? {} : { name: title };
  if (!isRecord(memberAt(tree, 'workflow', 'graph')) && isRecord(member(tree, 'model_config')))
    return readAgent(member(tree, 'model_config'), draft, name);
  const { steps, lines } = readApplication(tree, draft.problems);
  if (draft.problems.any) return { ok: false, problems: draft.problems.found };
  const ids = new Set(steps.map(({ id }) => id));
  const compared = new Compared();
  const leaving = Map.groupBy(lines, ({ source }) => source);
  const roots = (first: string): boolean => ids.has(first) || ['sys', 'env', 'conversation'].includes(first);
  const byParent = Map.groupBy(steps, ({ parent }) => parent);
  // An iteration without steps is asked for its start as well.
  for (const { id, type } of steps) if (RUNS_STEPS.has(type) && !byParent.has(id)) byParent.set(id, []);
  for (const [parent, inside] of byParent) {
    if (parent !== undefined && !ids.has(parent))
      draft.problems.add('graph_reference_dangling', inside[0]?.pointer ?? '', {
        id: parent,
        ...nearestTo(parent, ids),
      });
    const body = parent === undefined ? draft.main : draft.body(parent);
    const junctions = new Junctions(body, (id) => ids.has(id));
    for (const step of inside) {
      body.node(
        branching(step, nodeOf(step, body.prefix + step.id, roots, draft), leaving.get(step.id) ?? []),
        step.pointer,
      );
      leave(step, leaving.get(step.id) ?? [], body, junctions, compared, draft);
      if (goesOn(step.data))
        draft.assume('failed_item_ends_loop', step.pointer, {
          nodes: [body.prefix + step.id],
          params: { node: step.id },
        });
    }
    begin(
      body,
      junctions,
      inside,
      steps.find(({ id }) => id === parent),
      draft,
    );
  }
  // A line from a step that is not there is in no body yet: it is refused with the others.
  for (const { source, target, pointer } of lines) if (!ids.has(source)) draft.main.edge({ source, target }, pointer);
  const variables = compared.variables();
  return draft.finish({
    ...name,
    execution: 'tokens',
    ...(variables.length > 0 && { variables }),
  });
}

const RUNS_STEPS: ReadonlySet<string> = new Set(['iteration', 'loop']);

function branching(step: Step, node: ReturnType<typeof nodeOf>, lines: readonly Line[]): ReturnType<typeof nodeOf> {
  if (step.type === 'if-else' || step.type === 'question-classifier') return { ...node, concurrency: 'exclusive' };
  return lines.length > 1 ? { ...node, concurrency: 'all' } : node;
}

interface Output {
  readonly handle: string;
  readonly guard?: Guard;
  readonly otherwise?: true;
}

/** The outputs of a step, in the order in which they are asked; undefined: it has one, and its lines are all followed. */
function outputsOf({ type, data }: Step, compared: Compared): readonly Output[] | undefined {
  if (type === 'if-else') return [...casesOf(data, compared), { handle: 'false', otherwise: true }];
  if (type === 'question-classifier')
    return itemsOf(member(data, 'classes')).map((one) => ({
      handle: textMember(one, 'id') ?? '',
      guard: { choice: 'llm' },
    }));
  if (type === 'human-input')
    return itemsOf(member(data, 'user_actions')).map((one) => ({
      handle: textMember(one, 'id') ?? '',
      guard: { choice: 'human' },
    }));
  return undefined;
}

function leave(
  step: Step,
  lines: readonly Line[],
  body: BodyDraft,
  junctions: Junctions,
  compared: Compared,
  draft: Draft,
): void {
  const { id, pointer } = step;
  const failing = lines.filter(({ handle }) => handle === 'fail-branch');
  const succeeding = lines.filter(({ handle }) => handle !== 'fail-branch');
  const outputs = outputsOf(step, compared);
  for (const { handle, ...how } of outputs ?? []) {
    const targets = succeeding.filter((line) => line.handle === handle);
    const target = junctions.to(targets, `${id} [${handle}]`, pointer);
    body.edge({ source: id, target, branch: handle, ...how }, targets[0]?.pointer ?? pointer);
  }
  const handles = outputs?.map(({ handle }) => handle);
  for (const { target, handle, pointer: at } of succeeding)
    if (!handles) body.edge({ source: id, target }, at);
    else if (!handles.includes(handle))
      draft.problems.add('graph_reference_dangling', `${at}/sourceHandle`, {
        id: handle,
        ...nearestTo(handle, handles),
      });
  if (textMember(step.data, 'error_strategy') === 'fail-branch')
    body.edge(
      { source: id, target: junctions.to(failing, `${id} [error]`, pointer), on: 'error' },
      failing[0]?.pointer ?? pointer,
    );
}

/** A run begins at the start, or with any of the triggers; the body of an iteration where its step says. */
function begin(
  body: BodyDraft,
  junctions: Junctions,
  steps: readonly Step[],
  parent: Step | undefined,
  draft: Draft,
): void {
  const named = textMember(parent?.data, 'start_node_id');
  const starts = steps.filter(({ id, type }) =>
    named === undefined ? type === 'start' || type.endsWith('-start') || type.startsWith('trigger-') : id === named,
  );
  const [only] = starts;
  if (named !== undefined && !only) return body.start(named, `${parent?.pointer ?? ''}/data/start_node_id`);
  if (!only) return draft.problems.add('graph_start_missing', parent?.pointer ?? '/workflow/graph/nodes', {});
  const triggers = starts.filter(({ type }) => type.startsWith('trigger-'));
  if (starts.length === 1) return body.start(only.id, only.pointer);
  if (triggers.length < starts.length) for (const { id, pointer } of starts) body.start(id, pointer);
  else {
    const targets = starts.map(({ id, pointer }) => ({ target: id, pointer }));
    body.start(junctions.anyOf('start', targets, only.pointer), only.pointer);
  }
}

/** An application without a graph is one model with its tools. */
function readAgent(config: unknown, draft: Draft, name: { readonly name?: string }): ReadResult {
  const pointer = '/model_config';
  const mode = memberAt(config, 'agent_mode');
  const tools = member(mode, 'enabled') === false ? [] : itemsOf(member(mode, 'tools'));
  const on = tools.filter((tool) => textMember(tool, 'tool_name') !== undefined && member(tool, 'enabled') !== false);
  const calls = on.map((tool) => ({ name: toolName(tool) }));
  draft.main.node(
    calls.length > 0 ? { id: 'agent', kind: 'agent', tools: calls } : { id: 'agent', kind: 'llm', fallible: true },
    pointer,
  );
  draft.main.start('agent', pointer);
  return draft.finish(name);
}
