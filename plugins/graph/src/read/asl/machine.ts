import type { GraphNode } from '../../model/index.js';
import type { BodyDraft, Draft, DraftEdge } from '../source/draft.js';
import { nearestTo } from '../source/problems.js';
import { entriesOf, isRecord, itemsOf, kindOf, member, textMember, type TreeRecord } from '../source/tree.js';
import { Conditions } from './choices.js';
import { type Effects, effectsOf, isJsonata } from './effects.js';
import { DOCUMENT, type Scope } from './paths.js';
import { lowerMap, lowerParallel, type Nesting } from './nested.js';
import { addOwn, at, errors, recordsOf, type State } from './state.js';
import { argumentsOf, callOf, inputOf, readsOf } from './tasks.js';
import type { Values } from './values.js';

/** What all machines of one document share. */
export interface Shared {
  readonly draft: Draft;
  readonly values: Values;
  /** Where each state stands: a name is one state's in the whole document. */
  readonly names: Map<string, string>;
}

const STATE_TYPES = ['Task', 'Choice', 'Parallel', 'Map', 'Pass', 'Wait', 'Succeed', 'Fail'] as const;
type StateType = (typeof STATE_TYPES)[number];
const DEPTH = 32;

/** One set of states: the document itself, a branch of a Parallel, the processor of a Map. */
export class Machine {
  private readonly states: ReadonlyMap<string, unknown>;

  constructor(
    private readonly shared: Shared,
    private readonly source: TreeRecord,
    private readonly pointer: string,
    private readonly scope: Scope,
  ) {
    this.states = new Map(entriesOf(member(source, 'States')));
  }

  /** Lowers all states into a body; returns the id of the first. */
  lower(body: BodyDraft, depth: number): string {
    const { draft } = this.shared;
    const start = textMember(this.source, 'StartAt');
    if (depth > DEPTH) draft.problems.add('graph_too_large', this.pointer, { what: 'depth', limit: DEPTH });
    else if (this.named(this.source, 'StartAt', this.pointer) !== null) {
      const entered = new Set([...this.states.values()].flatMap(targetsOf));
      for (const [id, state] of this.states)
        this.state(body, depth, id, state, id === start && !entered.has(id) ? this.scope.given : this.scope);
    }
    return start ?? '';
  }

  private state(body: BodyDraft, depth: number, id: string, state: unknown, reading: Scope): void {
    const { draft, names } = this.shared;
    const pointer = at(this.pointer, 'States', id);
    if (!isRecord(state)) {
      draft.problems.add('graph_value', pointer, { expected: 'a record', found: kindOf(state) });
      return;
    }
    const first = names.get(id);
    if (first !== undefined) {
      draft.problems.add('graph_id_doubled', pointer, { id, first });
      return;
    }
    names.set(id, pointer);
    const type = member(state, 'Type');
    const known = STATE_TYPES.find((each) => each === type);
    if (!known) {
      if (type === undefined) draft.problems.add('graph_field_missing', pointer, { field: 'Type' });
      else
        draft.problems.add('graph_value', at(pointer, 'Type'), {
          expected: STATE_TYPES.join(', '),
          found: typeof type === 'string' ? type : kindOf(type),
        });
      return;
    }
    this.lowerAs(known, body, depth, { id, state, pointer, jsonata: isJsonata(state, this.source), reading });
  }

  private lowerAs(type: StateType, body: BodyDraft, depth: number, all: State): void {
    const { id, pointer } = all;
    switch (type) {
      case 'Succeed':
        body.node({ id, kind: 'end' }, pointer);
        return;
      case 'Fail':
        body.node({ id, kind: 'fail' }, pointer);
        return;
      case 'Choice':
        this.choice(body, all);
        return;
      case 'Task':
        this.task(body, all);
        break;
      case 'Parallel':
        lowerParallel(this.nesting(body, depth), all);
        break;
      case 'Map':
        lowerMap(this.nesting(body, depth), all);
        break;
      case 'Pass':
      case 'Wait':
        this.pass(body, all, type === 'Pass');
        break;
    }
    recordsOf(all.state, 'Retry', pointer, this.shared.draft.problems);
    this.next(body, all);
    this.catches(body, all);
  }

  private pass(body: BodyDraft, { id, state, pointer, jsonata, reading }: State, isPass: boolean): void {
    const parameters = member(state, jsonata ? 'Output' : 'Parameters');
    // A Pass that only says where its input goes copies it there.
    const copies =
      !jsonata && typeof member(state, 'ResultPath') === 'string' && member(state, 'ResultPath') !== DOCUMENT;
    const made = isPass && !jsonata && (parameters !== undefined || member(state, 'Result') !== undefined || copies);
    const effects = effectsOf(state, jsonata, made);
    const constant = !jsonata && parameters === undefined && member(state, 'Result') !== undefined;
    const node: GraphNode =
      effects.writes.length === 0
        ? { id, kind: isPass ? 'router' : 'wait' }
        : {
            id,
            kind: 'code',
            ...(!constant && { reads: readsOf(parameters, jsonata, reading, inputOf(state)) }),
            writes: this.names(effects.writes),
          };
    body.node(node, pointer);
  }

  private task(body: BodyDraft, { id, state, pointer, jsonata, reading }: State): void {
    const { draft } = this.shared;
    if (textMember(state, 'Resource') === undefined)
      draft.problems.add('graph_field_missing', pointer, { field: 'Resource' });
    const call = callOf(state, jsonata);
    const effects = effectsOf(state, jsonata, true, call.kind === 'tool' ? call.root : DOCUMENT);
    const reads = readsOf(member(state, jsonata ? 'Arguments' : 'Parameters'), jsonata, reading, inputOf(state));
    const common = { id, reads, ...this.outcome(effects), ...errors(state) };
    switch (call.kind) {
      case 'tool': {
        if (call.name === '' && Object.hasOwn(state, 'Resource'))
          draft.problems.add('graph_value', at(pointer, 'Resource'), {
            expected: 'the name of what runs',
            found: 'none',
          });
        const bound = argumentsOf(call.given, jsonata, reading, inputOf(state));
        const tools = [{ name: call.name, ...(bound.length > 0 && { arguments: bound }) }];
        body.node(
          { ...common, kind: call.callback ? 'human' : 'tool', tools, ...(call.callback && { fallible: true }) },
          pointer,
        );
        return;
      }
      case 'machine':
        draft.assume('body_missing', pointer, { nodes: [body.prefix + id], params: { node: id, body: call.name } });
        // Without a name of a body: the machine's may be that of a state here.
        body.node({ ...common, kind: 'subgraph' }, pointer);
        return;
      case 'dynamic':
        draft.assume('tool_by_value', pointer, { nodes: [body.prefix + id], params: { node: id } });
        body.node({ ...common, kind: 'code', may_call: '*', fallible: true }, pointer);
    }
  }

  private choice(body: BodyDraft, all: State): void {
    const { id, state, pointer, jsonata, reading } = all;
    const { draft, values } = this.shared;
    body.node({ id, kind: 'router' }, pointer);
    const conditions = new Conditions(reading, values);
    // Conditions see the input that InputPath leaves; their paths are then not those of the document.
    const moved = !jsonata && member(state, 'InputPath') !== undefined && member(state, 'InputPath') !== DOCUMENT;
    const rules = recordsOf(state, 'Choices', pointer, draft.problems);
    if (rules.length === 0 && !draft.problems.any)
      draft.problems.add('graph_field_missing', pointer, { field: 'Choices' });
    for (const { item: rule, index, place } of rules) {
      const found = conditions.guard(rule);
      const guard = moved && 'expr' in found ? { opaque: found.text ?? '' } : found;
      const branch = `Choices[${String(index)}]`;
      this.follow(body, all, {
        field: 'Next',
        of: rule,
        place,
        branch,
        changed: leaving(state, rule, jsonata),
        more: { guard },
      });
    }
    if (Object.hasOwn(state, 'Default'))
      this.follow(body, all, {
        field: 'Default',
        of: state,
        place: pointer,
        branch: 'Default',
        changed: leaving(state, state, jsonata),
        more: { otherwise: true },
      });
  }

  /** An edge to a state that is named, past a node that writes what is changed on the way. */
  private follow(
    body: BodyDraft,
    { id }: State,
    {
      field,
      of,
      place,
      branch,
      changed,
      more,
    }: {
      readonly field: string;
      readonly of: TreeRecord;
      readonly place: string;
      readonly branch: string;
      readonly changed: readonly string[];
      readonly more: Partial<DraftEdge>;
    },
  ): void {
    const target = this.named(of, field, place);
    if (target === null) return;
    const writes = this.names(changed);
    if (writes.length === 0) {
      body.edge({ source: id, target, branch, ...more }, at(place, field));
      return;
    }
    const own = addOwn(body, { id: `${id}:${branch}`, kind: 'code', writes }, place, this.states);
    body.edge({ source: id, target: own, branch, ...more }, at(place, field));
    body.edge({ source: own, target }, at(place, field));
  }

  private next(body: BodyDraft, { id, state, pointer }: State): void {
    if (member(state, 'End') === true) return;
    const target = this.named(state, 'Next', pointer);
    if (target !== null) body.edge({ source: id, target, branch: 'Next' }, at(pointer, 'Next'));
  }

  /** The error of a caught failure is put into the data on the way; what no Catch takes ends the machine. */
  private catches(body: BodyDraft, all: State): void {
    const { id, state, pointer, jsonata } = all;
    const catchers = recordsOf(state, 'Catch', pointer, this.shared.draft.problems);
    for (const { item: catcher, index, place } of catchers) {
      const branch = `Catch[${String(index)}]`;
      const changed = effectsOf(catcher, jsonata, true).writes;
      this.follow(body, all, { field: 'Next', of: catcher, place, branch, changed, more: { on: 'error' } });
    }
    if (
      catchers.length === 0 ||
      catchers.some(({ item }) => itemsOf(member(item, 'ErrorEquals')).includes('States.ALL'))
    )
      return;
    const target = addOwn(body, { id: `${id}:uncaught`, kind: 'fail' }, pointer, this.states);
    body.edge({ source: id, target, on: 'error' }, at(pointer, 'Catch'));
  }

  private nesting(body: BodyDraft, depth: number): Nesting {
    const { shared, source, scope } = this;
    return {
      draft: shared.draft,
      body,
      source,
      scope,
      lower: (inner, pointer, within, into) => new Machine(shared, inner, pointer, within).lower(into, depth + 1),
      outcome: (effects) => this.outcome(effects),
    };
  }

  private outcome({ writes, result }: Effects): Pick<GraphNode, 'writes' | 'result'> {
    const names = this.names(writes);
    return {
      ...(names.length > 0 && { writes: names }),
      ...(result !== undefined && { result: this.scope.name(result) }),
    };
  }

  private names(paths: readonly string[]): readonly string[] {
    return [...new Set(paths.map((path) => this.scope.name(path)))];
  }

  /** The state that a member names, or null with a problem. */
  private named(of: TreeRecord, field: string, pointer: string): string | null {
    const { problems } = this.shared.draft;
    const name = member(of, field);
    if (name === undefined) problems.add('graph_field_missing', pointer, { field });
    else if (typeof name !== 'string')
      problems.add('graph_value', at(pointer, field), { expected: 'text', found: kindOf(name) });
    else if (this.states.has(name)) return name;
    else
      problems.add('graph_reference_dangling', at(pointer, field), {
        id: name,
        ...nearestTo(name, this.states.keys()),
      });
    return null;
  }
}

/** What a Choice puts into the data on the way out: of the rule that was taken, or of the state. */
const leaving = (state: TreeRecord, rule: TreeRecord, jsonata: boolean): readonly string[] => [
  ...effectsOf(
    {
      InputPath: member(state, 'InputPath'),
      OutputPath: member(state, 'OutputPath'),
      Output: member(rule, 'Output') ?? member(state, 'Output'),
      Assign: member(rule, 'Assign'),
    },
    jsonata,
    false,
  ).writes,
];

/** The states that a state names as its next. */
function targetsOf(state: unknown): readonly string[] {
  const rules = [...itemsOf(member(state, 'Choices')), ...itemsOf(member(state, 'Catch'))];
  return [member(state, 'Next'), member(state, 'Default'), ...rules.map((rule) => member(rule, 'Next'))].filter(
    (name) => typeof name === 'string',
  );
}
