import type { Guard, ReadResult } from '../../model/index.js';
import { type BodyDraft, Draft } from '../source/draft.js';
import { Junctions } from '../source/junctions.js';
import type { ReadOptions } from '../source/options.js';
import { nearestTo, type Problems } from '../source/problems.js';
import { soleStart } from '../source/sole-start.js';
import { isList, itemsOf, kindOf, member, memberAt, textMember } from '../source/tree.js';
import { Conditions } from './conditions.js';
import { type Block, nodeOf } from './node.js';

const ENDING = 'Agentflow';

/** Reads an agent flow of the second version. The older kinds of flows wire components, and say nothing of what runs after what. */
export function readFlowise(tree: unknown, options: ReadOptions = {}): ReadResult {
  const draft = new Draft(options);
  const { problems } = draft;
  for (const list of ['nodes', 'edges'])
    if (!isList(member(tree, list)))
      problems.add('graph_value', `/${list}`, { expected: 'a list', found: kindOf(member(tree, list)) });
  const names = itemsOf(member(tree, 'nodes')).map((node) => textMember(member(node, 'data'), 'name') ?? '');
  if (!problems.any && !names.some((name) => name.endsWith(ENDING)))
    problems.add('graph_not_verifiable', '/nodes', {
      format: 'flowise',
      why: 'its edges connect components and are not a flow of control: export an AgentFlow of version 2',
    });
  const blocks = blocksOf(tree, problems);
  const wires = wiresOf(tree, problems);
  if (problems.any) return { ok: false, problems: problems.found };

  const ids = new Map(blocks.map((block) => [block.id, block]));
  const conditions = new Conditions(followedIn(blocks));
  const leaving = Map.groupBy(wires, ({ source }) => source);
  const byParent = Map.groupBy(blocks, ({ parent }) => parent);
  for (const { id, type } of blocks) if (type === 'iteration' && !byParent.has(id)) byParent.set(id, []);
  for (const [parent, inside] of byParent) {
    if (parent !== undefined && !ids.has(parent))
      problems.add('graph_reference_dangling', inside[0]?.pointer ?? '', {
        id: parent,
        ...nearestTo(parent, ids.keys()),
      });
    const body = parent === undefined ? draft.main : draft.body(parent);
    const junctions = new Junctions(body, (id) => ids.has(id));
    for (const block of inside) {
      const out = leaving.get(block.id) ?? [];
      const node = nodeOf(block, body.prefix + block.id, draft);
      body.node(
        { ...node, ...(!node.concurrency && out.length > 1 && { concurrency: 'all' as const }) },
        block.pointer,
      );
      leave(block, out, blocks, body, junctions, conditions, problems);
    }
    const starts = inside.filter(({ type }) => type === 'start');
    if (parent !== undefined) soleStart(body, inside, wires);
    else for (const { id, pointer } of starts) body.start(id, pointer);
  }
  for (const { source, target, pointer } of wires) if (!ids.has(source)) draft.main.edge({ source, target }, pointer);
  const variables = conditions.variables();
  return draft.finish({ execution: 'tokens', ...(variables.length > 0 && { variables }) });
}

function blocksOf(tree: unknown, problems: Problems): readonly Block[] {
  return itemsOf(member(tree, 'nodes')).flatMap((node, at): readonly Block[] => {
    const pointer = `/nodes/${at}`;
    const data = member(node, 'data');
    const name = textMember(data, 'name') ?? '';
    if (name.startsWith('stickyNote')) return [];
    const id = textMember(node, 'id');
    if (!id) {
      problems.add('graph_value', `${pointer}/id`, {
        expected: 'a text that is not empty',
        found: kindOf(member(node, 'id')),
      });
      return [];
    }
    if (name === '')
      problems.add('graph_value', `${pointer}/data/name`, {
        expected: 'a text that is not empty',
        found: kindOf(member(data, 'name')),
      });
    const type = name.endsWith(ENDING) ? name.slice(0, -ENDING.length) : name;
    const parent = textMember(node, 'parentNode');
    return [{ id, type, label: textMember(data, 'label') ?? '', inputs: member(data, 'inputs'), pointer, parent }];
  });
}

/** Blocks that make no value of their own. */
const MAKES_NONE: ReadonlySet<string> = new Set(['start', 'condition', 'directReply', 'loop']);

/** Whether a block of the flow writes a variable, or nothing does: what somebody asks may be another question after an answer of a person. */
function followedIn(blocks: readonly Block[]): (variable: string) => boolean {
  const made = new Set(blocks.flatMap(({ id, type }) => (MAKES_NONE.has(type) ? [] : [id])));
  const asks = blocks.some(
    ({ type, inputs }) => type === 'humanInput' || /HumanInput":true/.test(JSON.stringify(inputs) ?? ''),
  );
  return (variable) => {
    const [root = '', ...path] = variable.split('.');
    if (!/^\$?\w+(?:\.\w+)*$/.test(variable)) return false;
    if (root === '$flow') return path[0] === 'state' && path.length === 2;
    return made.has(root) || root === '$form' || root === '$vars' || (variable === 'question' && !asks);
  };
}

interface Wire {
  readonly source: string;
  readonly target: string;
  /** What stands behind `-output-` in its handle: a number where a block has several outputs. */
  readonly output: string;
  readonly pointer: string;
}

function wiresOf(tree: unknown, problems: Problems): readonly Wire[] {
  return itemsOf(member(tree, 'edges')).map((edge, at): Wire => {
    const pointer = `/edges/${at}`;
    for (const end of ['source', 'target'])
      if (typeof member(edge, end) !== 'string')
        problems.add('graph_value', `${pointer}/${end}`, { expected: 'a text', found: kindOf(member(edge, end)) });
    return {
      source: textMember(edge, 'source') ?? '',
      target: textMember(edge, 'target') ?? '',
      output: textMember(edge, 'sourceHandle')?.split('-output-').at(-1) ?? '',
      pointer,
    };
  });
}

interface Output {
  readonly branch: string;
  readonly guard?: Guard;
  readonly otherwise?: true;
  readonly outcome?: 'approve' | 'reject';
}

/** The outputs of a block in the order they are asked; undefined: it has one, and its wires are all followed. */
function outputsOf({ type, inputs }: Block, conditions: Conditions): readonly Output[] | undefined {
  switch (type) {
    case 'condition': {
      const asked = conditions.guards(inputs).map((guard, at) => ({ branch: String(at), guard }));
      return [...asked, { branch: String(asked.length), otherwise: true }];
    }
    case 'conditionAgent':
      return itemsOf(member(inputs, 'conditionAgentScenarios')).map((_, at) => ({
        branch: String(at),
        guard: { choice: 'llm' },
      }));
    case 'humanInput':
      return [
        { branch: '0', outcome: 'approve', guard: { choice: 'human' } },
        { branch: '1', outcome: 'reject', guard: { choice: 'human' } },
      ];
    default:
      return undefined;
  }
}

function leave(
  block: Block,
  wires: readonly Wire[],
  blocks: readonly Block[],
  body: BodyDraft,
  junctions: Junctions,
  conditions: Conditions,
  problems: Problems,
): void {
  const { id, pointer, type } = block;
  if (type === 'loop') return loopBack(block, blocks, body, junctions, problems);
  const outputs = outputsOf(block, conditions);
  for (const output of outputs ?? []) {
    const targets = wires.filter((wire) => wire.output === output.branch);
    const target = junctions.to(targets, `${id} [${output.branch}]`, pointer);
    body.edge({ source: id, target, ...output }, targets[0]?.pointer ?? pointer);
  }
  const branches = outputs?.map(({ branch }) => branch);
  for (const { target, output, pointer: at } of wires)
    if (!branches) body.edge({ source: id, target }, at);
    else if (!branches.includes(output))
      problems.add('graph_reference_dangling', `${at}/sourceHandle`, { id: output, ...nearestTo(output, branches) });
}

/** The way back is no edge in the file: an input names the block, by its id and its label, and how often. After that the flow ends. */
function loopBack(
  { id, inputs, pointer }: Block,
  blocks: readonly Block[],
  body: BodyDraft,
  junctions: Junctions,
  problems: Problems,
): void {
  const back = textMember(inputs, 'loopBackToNode') ?? '';
  const at = `${pointer}/data/inputs/loopBackToNode`;
  const target =
    blocks.find((block) => back === `${block.id}-${block.label}` || back === block.id) ?? byId(back, blocks);
  if (!target)
    return problems.add('graph_reference_dangling', at, {
      id: back,
      ...nearestTo(
        back,
        blocks.map((one) => one.id),
      ),
    });
  const most = Number(memberAt(inputs, 'maxLoopCount') ?? NaN);
  const bounded = Number.isSafeInteger(most) && most >= 0;
  body.edge({ source: id, target: target.id, branch: 'again', ...(bounded && { max_times: most }) }, at);
  if (bounded) body.edge({ source: id, target: junctions.end(pointer), branch: 'enough', otherwise: true }, at);
}

/** The label may have been changed since: the id is what stands before a hyphen. */
function byId(back: string, blocks: readonly Block[]): Block | undefined {
  return blocks.find(({ id }) => back.startsWith(`${id}-`));
}
