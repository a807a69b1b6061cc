import type { Guard, GraphNode, Join, ToolUse, Variable } from '../../model/index.js';
import type { BodyDraft, Draft } from '../source/draft.js';
import { readExpression } from '../source/expressions.js';
import { nearestTo, shown } from '../source/problems.js';
import { member, textMember } from '../source/tree.js';
import { type Connection, type Flow, type FlowNode, readFlow, recordsAt, textAt } from './flow.js';
import { Wiring } from './wiring.js';

const DEPTH = 8;

/** The types of the inputs that conditions read, by the variable each comes from. */
export type Types = Map<string, Variable['type'] | 'several'>;

/** Lowers one definition into a body; a loop is a body within. */
export class FlowLowering {
  private readonly wiring: Wiring;

  constructor(
    private readonly draft: Draft,
    private readonly types: Types,
    private readonly flow: Flow,
    private readonly body: BodyDraft,
    /** Of a loop: how deep it lies, and the variables it is given from outside. */
    private readonly within: { readonly depth: number; readonly given: readonly string[] },
  ) {
    this.wiring = new Wiring(flow);
  }

  lower(): void {
    for (const node of this.flow.nodes) this.node(node);
    for (const connection of this.flow.connections) this.refer(connection);
    if (this.draft.problems.any) return;
    for (const node of this.flow.nodes) {
      if (node.type === 'Condition') this.condition(node);
      else if (node.type === 'LoopController') this.controller(node);
      else if (node.type === 'Iterator') this.iterate(node);
      else if (node.type === 'Collector') this.collect(node);
      else for (const target of this.wiring.targetsOf(node.name)) this.edge(node.name, target);
    }
  }

  private node(node: FlowNode): void {
    const { name, type, pointer, configuration } = node;
    const { body, draft } = this;
    const own = { id: name, ...this.joinOf(node) };
    const makes = { reads: this.readsOf(node), writes: [body.prefix + name] };
    const add = (made: Omit<GraphNode, 'id'>): void => {
      // One output may lead to several nodes, which then all run.
      body.node(
        {
          ...own,
          ...made,
          ...(this.wiring.targetsOf(name).size > 1 && made.concurrency === undefined && { concurrency: 'all' }),
        },
        pointer,
      );
    };
    const opaque = (): void => {
      add({ kind: 'code', may_call: '*', fallible: true, result: this.resultOf(node), ...makes });
      draft.assume('tools_unknown', pointer, { nodes: [body.prefix + name], params: { node: name } });
    };
    const tool = (called: string): void => {
      add({ kind: 'tool', tools: [this.use(node, called)], result: this.resultOf(node), ...makes });
    };
    switch (type) {
      case 'Input':
        add({ kind: 'start' });
        body.start(name, pointer);
        return;
      case 'LoopInput':
        add({ kind: 'code', reads: [...this.within.given, ...this.controlled()], writes: makes.writes });
        body.start(name, pointer);
        return;
      case 'Output':
        body.node({ ...own, kind: 'end' }, pointer);
        return;
      case 'Condition':
      case 'LoopController':
        body.node({ ...own, kind: 'router' }, pointer);
        return;
      case 'Prompt':
        add({ kind: 'llm', fallible: true, context: 'isolated', result: this.resultOf(node), ...makes });
        return;
      case 'LambdaFunction':
        tool(functionName(textMember(configuration, 'lambdaArn') ?? '') || name);
        return;
      case 'KnowledgeBase':
        tool(`knowledge_base:${textMember(configuration, 'knowledgeBaseId') ?? name}`);
        return;
      case 'Retrieval':
        tool('s3:getObject');
        return;
      case 'Storage':
        tool('s3:putObject');
        return;
      case 'Lex':
        tool('lex:recognizeText');
        return;
      case 'Agent':
      case 'InlineCode':
        opaque();
        return;
      case 'Iterator':
        if (!this.wiring.collectorOf(name))
          draft.problems.add('graph_not_verifiable', pointer, {
            format: 'bedrock',
            why: 'an Iterator without a Collector',
          });
        body.node({ ...own, kind: 'code', ...makes }, pointer);
        return;
      case 'Collector':
        body.node({ ...own, kind: 'code', ...makes }, pointer);
        return;
      case 'Loop':
        this.loop(node);
        return;
      default:
        draft.problems.add('graph_value', `${pointer}/type`, { expected: 'a type of node', found: type });
    }
  }

  /** Both ends are there, and a condition that is left by is one of the source's. */
  private refer({ source, target, condition, pointer }: Connection): void {
    const { problems } = this.draft;
    for (const [field, id] of [
      ['source', source],
      ['target', target],
    ] as const)
      if (id !== '' && !this.wiring.byName.has(id))
        problems.add('graph_reference_dangling', `${pointer}/${field}`, {
          id,
          ...nearestTo(id, this.wiring.byName.keys()),
        });
    if (condition === undefined || condition === '') return;
    const names = this.conditionsOf(this.wiring.byName.get(source)).map(({ name }) => name);
    if (!names.includes(condition))
      problems.add('graph_reference_dangling', `${pointer}/configuration/conditional/condition`, {
        id: condition,
        ...nearestTo(condition, names),
      });
  }

  private edge(source: string, target: string, more: { readonly guard?: Guard; readonly branch?: string } = {}): void {
    const [connection] = this.wiring.leaving(source).filter((each) => each.target === target);
    this.body.edge({ source, target, ...more }, connection?.pointer ?? this.wiring.byName.get(source)?.pointer ?? '');
  }

  /** A node runs when all of its inputs are there. Of inputs that several connections lead to it is not said which is waited for. */
  private joinOf({ name, type, pointer }: FlowNode): { readonly join?: Join } {
    const all = this.wiring.arriving(name);
    const unknown = (): { readonly join: Join } => {
      this.draft.assume('join_unknown', pointer, { nodes: [this.body.prefix + name], params: { node: name } });
      return { join: 'unknown' };
    };
    if (this.wiring.isDecided(name)) return this.wiring.waitsFor(name).length > 0 ? unknown() : {};
    const data = all.filter(({ source }) => !this.wiring.isSize(source, name));
    const sources = new Set(data.map(({ source }) => source));
    if (sources.size < 2) return {};
    if (type === 'Collector') return unknown();
    const inputs = new Map<string, Set<string>>();
    for (const { input = '', source } of data) inputs.set(input, (inputs.get(input) ?? new Set()).add(source));
    if ([...inputs.values()].every((each) => each.size === 1)) return { join: 'all' };
    if (inputs.size === 1) return { join: 'any' };
    return unknown();
  }

  private conditionsOf(
    node: FlowNode | undefined,
  ): readonly { readonly name: string; readonly expression?: string; readonly pointer: string }[] {
    if (node?.type !== 'Condition') return [];
    const pointer = `${node.pointer}/configuration/condition/conditions`;
    return recordsAt(member(node.configuration, 'conditions'), pointer, this.draft.problems).map(
      ({ item, pointer: at }) => {
        const expression = textMember(item, 'expression');
        return {
          name: textAt(item, 'name', at, this.draft.problems),
          pointer: at,
          ...(expression !== undefined && { expression }),
        };
      },
    );
  }

  /** The first condition that holds is left by, `default` when none does. One that leads nowhere ends the lane. */
  private condition(node: FlowNode): void {
    const { body } = this;
    let others = 0;
    for (const { name, expression, pointer } of this.conditionsOf(node)) {
      // What is left over goes one way.
      if (expression === undefined && (others += 1) > 1)
        this.draft.problems.add('graph_field_missing', pointer, { field: 'expression' });
      const leaving = this.wiring.leaving(node.name).filter(({ condition }) => condition === name);
      const targets = [...new Set(leaving.map((each) => each.target))];
      const target = this.first(targets, `${node.name}:${name}`, pointer);
      const when = expression === undefined ? { otherwise: true as const } : { guard: this.guard(node, expression) };
      body.edge({ source: node.name, target, branch: name, ...when }, leaving[0]?.pointer ?? pointer);
    }
  }

  private controller(node: FlowNode): void {
    const { body } = this;
    const input = this.flow.nodes.find(({ type }) => type === 'LoopInput');
    const condition = member(node.configuration, 'continueCondition');
    const expression = textMember(condition, 'expression');
    const most = member(node.configuration, 'maxIterations');
    if (!input) return;
    const times = typeof most === 'number' && Number.isSafeInteger(most) && most > 0 ? { max_times: most - 1 } : {};
    const guard = expression === undefined ? {} : { guard: this.guard(node, expression) };
    if (times.max_times !== 0)
      body.edge({ source: node.name, target: input.name, branch: 'continue', ...guard, ...times }, node.pointer);
    body.edge(
      { source: node.name, target: this.own(`${node.name}:end`, 'end', node.pointer), otherwise: true },
      node.pointer,
    );
  }

  /** The nodes between run for each item, one after the other; where there is none, none of them. */
  private iterate({ name, pointer }: FlowNode): void {
    const collector = this.wiring.collectorOf(name);
    const targets = [...this.wiring.targetsOf(name)];
    if (targets.length > 0) {
      const target = this.first(targets, `${name}:item`, pointer);
      this.body.edge({ source: name, target, branch: 'item', guard: { choice: 'env' } }, pointer);
    }
    if (collector !== undefined)
      this.body.edge({ source: name, target: collector, branch: 'no item', guard: { choice: 'env' } }, pointer);
  }

  /** Behind the Collector either the next item runs, or all that follows. */
  private collect({ name, pointer }: FlowNode): void {
    const iterator = this.wiring.arriving(name).find(({ source }) => this.wiring.isSize(source, name))?.source;
    if (iterator !== undefined)
      this.body.edge({ source: name, target: iterator, branch: 'item', guard: { choice: 'env' } }, pointer);
    const next = this.first([...this.wiring.targetsOf(name)], `${name}:done`, pointer);
    this.body.edge({ source: name, target: next, branch: 'done', guard: { choice: 'env' } }, pointer);
  }

  /** The one node, or one that leads to all of them. Nothing to lead to is an end. */
  private first(targets: readonly string[], wanted: string, pointer: string): string {
    const [only] = targets;
    if (only !== undefined && targets.length === 1) return only;
    const own = this.own(wanted, only === undefined ? 'end' : 'fork', pointer);
    for (const target of targets) this.body.edge({ source: own, target }, pointer);
    return own;
  }

  private loop(node: FlowNode): void {
    const { draft, body } = this;
    const { name, pointer, configuration } = node;
    const depth = this.within.depth + 1;
    if (depth > DEPTH) {
      draft.problems.add('graph_too_large', pointer, { what: 'depth', limit: DEPTH });
      return;
    }
    const at = `${pointer}/configuration/loop/definition`;
    const flow = readFlow(member(configuration, 'definition'), at, draft.problems);
    const id = body.prefix + name;
    const given = this.readsOf(node);
    const inner = new FlowLowering(draft, this.types, flow, draft.body(id), { depth, given });
    inner.lower();
    const several = this.wiring.targetsOf(name).size > 1;
    body.node(
      {
        id: name,
        kind: 'subgraph',
        subgraph: id,
        ...this.joinOf(node),
        reads: [...given, ...inner.controlled()],
        writes: [id],
        ...(several && { concurrency: 'all' }),
      },
      pointer,
    );
  }

  /** What the controller of a loop hands to the next turn, and out. */
  private controlled(): readonly string[] {
    return this.flow.nodes.flatMap((node) => (node.type === 'LoopController' ? this.readsOf(node) : []));
  }

  private own(wanted: string, kind: 'end' | 'fork', pointer: string): string {
    let id = wanted;
    while (this.body.has(id) || this.wiring.byName.has(id)) id += "'";
    this.body.node({ id, kind }, pointer);
    return id;
  }

  /** The variable an input comes from: an output of another node, and the part of it that the expression names. */
  private variableOf(node: FlowNode, name: string): string | null {
    const input = node.inputs.find((each) => each.name === name);
    const sources = this.wiring.arriving(node.name).filter((each) => each.input === name);
    const [source] = sources;
    const [, path] = /^\$\.data((?:\.[A-Za-z_]\w*)*)$/.exec(input?.expression ?? '') ?? [];
    if (!source || sources.length > 1 || path === undefined) return null;
    return `${this.output(source)}${path}`;
  }

  private readsOf(node: FlowNode): readonly string[] {
    const sources = this.wiring.arriving(node.name).filter(({ condition }) => condition === undefined);
    return [...new Set(sources.map((each) => this.output(each)))];
  }

  private resultOf({ name }: FlowNode): string {
    const data = this.wiring.leaving(name).find(({ condition }) => condition === undefined);
    return data ? this.output(data) : this.body.prefix + name;
  }

  /** The variable of an output, in this body. */
  private output({ source, output = '' }: Connection): string {
    return `${this.body.prefix}${source}${output === '' ? '' : `.${output}`}`;
  }

  private use(node: FlowNode, called: string): ToolUse {
    const bound = node.inputs.flatMap(({ name }) => {
      const variable = this.variableOf(node, name);
      return variable === null || name === '' ? [] : [{ name, variable }];
    });
    return { name: called, ...(bound.length > 0 && { arguments: bound }) };
  }

  /** The types of inputs are checked when the node is reached, so a comparison is one of values of that type. */
  private guard(node: FlowNode, expression: string): Guard {
    const text = shown(expression);
    const typed = (name: string): string | null => {
      const variable = this.variableOf(node, name);
      const type = TYPES.get(node.inputs.find((each) => each.name === name)?.type ?? '');
      if (variable === null || !type) return null;
      const known = this.types.get(variable);
      this.types.set(variable, known === undefined || known === type ? type : 'several');
      return variable;
    };
    const expr = readExpression(expression, (path, op, operand) => {
      const variable = typed(path);
      if (variable === null) return null;
      if ('path' in operand) {
        const other = typed(operand.path);
        return other === null ? null : { op, variable, other };
      }
      const { value } = operand;
      if (op === '=' || op === '!=') return { op, variable, value };
      return typeof value === 'number' ? { op, variable, value } : null;
    });
    return expr ? { expr, text } : { opaque: text };
  }
}

const TYPES = new Map<string, Variable['type']>([
  ['String', 'string'],
  ['Number', 'real'],
  ['Boolean', 'bool'],
]);

/** The name in the ARN of a function, without version or alias. */
function functionName(arn: string): string {
  const [, name = arn] = /:function:([^:]+)/.exec(arn) ?? [];
  const [, template = name] = /^\$\{([^}]+?)(?:\.Arn)?\}/.exec(name) ?? [];
  return template;
}
