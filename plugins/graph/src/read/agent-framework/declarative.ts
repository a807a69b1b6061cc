import type { Draft } from '../source/draft.js';
import { Junctions } from '../source/junctions.js';
import { nearestTo } from '../source/problems.js';
import { isList, isRecord, itemsOf, kindOf, member, textMember, type TreeRecord } from '../source/tree.js';
import { stepOf } from './actions.js';
import type { Formulas } from './power-fx.js';

interface Action {
  readonly id: string;
  readonly kind: string;
  readonly value: TreeRecord;
  readonly pointer: string;
}

/** Where an action leads on. */
interface Place {
  /** What runs behind the last of its list. */
  readonly next: string;
  /** The loop it is in: where the next item, and what is behind the loop, are. */
  readonly loop?: { readonly head: string; readonly behind: string };
}

/** Puts the actions of a workflow into the graph. They all are in one body, as an action may go to any other by its id. */
export function readActions(of: unknown, pointer: string, draft: Draft, formulas: Formulas): void {
  new Actions(draft, formulas).read(of, pointer);
}

/** Actions behind which nothing of their list runs. */
const ENDS: ReadonlySet<string> = new Set([
  'EndWorkflow',
  'EndDialog',
  'EndConversation',
  'CancelDialog',
  'CancelAllDialogs',
]);

class Actions {
  private readonly ids = new Set<string>();
  private readonly goes: { readonly source: string; readonly target: string; readonly pointer: string }[] = [];
  private readonly junctions: Junctions;

  constructor(
    private readonly draft: Draft,
    private readonly formulas: Formulas,
  ) {
    this.junctions = new Junctions(draft.main, (id) => this.ids.has(id));
  }

  read(of: unknown, pointer: string): void {
    const { problems, main } = this.draft;
    const listed = this.listOf(of, 'actions', pointer);
    const [first] = listed;
    if (!isList(member(of, 'actions')))
      problems.add('graph_value', `${pointer}/actions`, { expected: 'a list', found: kindOf(member(of, 'actions')) });
    if (!first || problems.any) return;
    this.sequence(listed, { next: this.junctions.end(`${pointer}/actions`) });
    for (const { source, target, pointer: at } of this.goes)
      if (main.has(target)) main.edge({ source, target }, at);
      else problems.add('graph_reference_dangling', at, { id: target, ...nearestTo(target, this.ids) });
    main.start(first.id, first.pointer);
  }

  /** The actions of a list; one without an id is named by its kind and a number. */
  private listOf(of: unknown, field: string, pointer: string): readonly Action[] {
    const at = `${pointer}/${field}`;
    return itemsOf(member(of, field)).flatMap((value, index) => {
      const place = `${at}/${index}`;
      const kind = textMember(value, 'kind');
      if (!isRecord(value) || kind === undefined) {
        this.draft.problems.add('graph_value', place, { expected: 'an action with a kind', found: kindOf(value) });
        return [];
      }
      let id = textMember(value, 'id') ?? '';
      for (let nth = 1; id === '' || (textMember(value, 'id') === undefined && this.ids.has(id)); nth += 1)
        id = `${kind} ${nth}`;
      this.ids.add(id);
      return [{ id, kind, value, pointer: place }];
    });
  }

  private sequence(actions: readonly Action[], place: Place): void {
    for (const [at, action] of actions.entries())
      this.action(action, { ...place, next: actions[at + 1]?.id ?? place.next });
  }

  private action(action: Action, place: Place): void {
    const { id, kind, value, pointer } = action;
    const { main } = this.draft;
    const title = textMember(value, 'displayName');
    const named = { id, ...(title !== undefined && { title }) };
    if (ENDS.has(kind)) return main.node({ ...named, kind: 'end' }, pointer);
    switch (kind) {
      case 'GotoAction':
        main.node({ ...named, kind: 'wait' }, pointer);
        this.goes.push({
          source: id,
          target: textMember(value, 'actionId') ?? textMember(value, 'target') ?? '',
          pointer: `${pointer}/actionId`,
        });
        return;
      case 'BreakLoop':
      case 'ContinueLoop':
        main.node({ ...named, kind: 'wait' }, pointer);
        main.edge(
          { source: id, target: (kind === 'BreakLoop' ? place.loop?.behind : place.loop?.head) ?? place.next },
          pointer,
        );
        return;
      case 'ConditionGroup':
        main.node({ ...named, kind: 'router' }, pointer);
        return this.conditions(action, place);
      case 'If':
        main.node({ ...named, kind: 'router' }, pointer);
        this.branch(
          action,
          { of: value, field: member(value, 'then') === undefined ? 'actions' : 'then', at: pointer, branch: 'then' },
          place,
        );
        return this.otherwise(action, ['else', 'elseActions'], place);
      case 'Foreach':
        return this.loop(action, named, place);
      default: {
        const node = { ...named, ...stepOf(action, this.draft) };
        main.node(node, pointer);
        if (node.on_error === 'edge') this.failed(action, place);
        return this.goOn(action, place);
      }
    }
  }

  /** What a call failed with is its result, and the next action runs; whether that is then told from a good result is not known. */
  private failed({ id, pointer }: Action, { next }: Place): void {
    const edge = this.draft.main.edge({ source: id, target: next, on: 'error', provenance: 'may' }, pointer);
    this.draft.assume('failed_call_goes_on', pointer, { nodes: [id], edges: [edge], params: { node: id } });
  }

  /** An agent may be asked again, after a person has said something, while a condition holds. */
  private goOn({ id, value, pointer }: Action, { next }: Place): void {
    const { main } = this.draft;
    const when = member(member(member(value, 'input'), 'externalLoop'), 'when');
    if (when === undefined) {
      main.edge({ source: id, target: next }, pointer);
      return;
    }
    const [asked, input] = [`${id} [again]`, `${id} [input]`];
    main.node({ id: asked, kind: 'router' }, pointer);
    main.node({ id: input, kind: 'human', writes: ['System.LastMessage'] }, pointer);
    main.edge({ source: id, target: asked }, pointer);
    main.edge(
      { source: asked, target: input, branch: 'again', guard: this.formulas.guard(when) },
      `${pointer}/input/externalLoop`,
    );
    main.edge({ source: asked, target: next, otherwise: true }, pointer);
    main.edge({ source: input, target: id }, pointer);
    this.draft.assume('approval_not_judged', pointer, { nodes: [input], params: { node: input } });
  }

  /** The first condition that holds is followed, what is under `elseActions` when none does, and all go on behind the group. */
  private conditions(action: Action, place: Place): void {
    for (const [at, one] of itemsOf(member(action.value, 'conditions')).entries())
      this.branch(
        action,
        {
          of: one,
          field: 'actions',
          at: `${action.pointer}/conditions/${at}`,
          branch: textMember(one, 'id') ?? `condition ${at + 1}`,
        },
        place,
      );
    this.otherwise(action, ['elseActions'], place);
  }

  private branch(
    { id }: Action,
    {
      of,
      field,
      at,
      branch,
    }: { readonly of: unknown; readonly field: string; readonly at: string; readonly branch: string },
    place: Place,
  ): void {
    const actions = this.listOf(of, field, at);
    const target = actions[0]?.id ?? place.next;
    this.draft.main.edge({ source: id, target, branch, guard: this.formulas.guard(member(of, 'condition')) }, at);
    this.sequence(actions, place);
  }

  private otherwise({ id, value, pointer }: Action, fields: readonly string[], place: Place): void {
    const field = fields.find((name) => member(value, name) !== undefined) ?? '';
    const actions = this.listOf(value, field, pointer);
    this.draft.main.edge(
      { source: id, target: actions[0]?.id ?? place.next, branch: 'else', otherwise: true },
      pointer,
    );
    this.sequence(actions, place);
  }

  /** A loop goes through the same nodes for each item, as an action in it may go out of it by the id of another. */
  private loop(
    { id, value, pointer }: Action,
    named: { readonly id: string; readonly title?: string },
    { next }: Place,
  ): void {
    const { main } = this.draft;
    const item = `${id} [item]`;
    const names = [textMember(value, 'itemName') ?? 'item', textMember(value, 'indexName') ?? 'index'].map(
      (name) => `Local.${name}`,
    );
    const [of] = ['value', 'index'].map((field) => textMember(value, field)).filter((name) => name !== undefined);
    main.node({ ...named, kind: 'router' }, pointer);
    main.node({ id: item, kind: 'code', writes: [...names, ...(of === undefined ? [] : [of])] }, pointer);
    const actions = this.listOf(value, 'actions', pointer);
    main.edge({ source: id, target: item, branch: 'item', guard: { choice: 'env' } }, pointer);
    main.edge({ source: id, target: next, branch: 'done', guard: { choice: 'env' } }, pointer);
    main.edge({ source: item, target: actions[0]?.id ?? id }, pointer);
    this.sequence(actions, { next: id, loop: { head: id, behind: next } });
  }
}
