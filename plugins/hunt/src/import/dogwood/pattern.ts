import type { Expr as Est } from '@cedar-policy/cedar-wasm/nodejs';
import type { Words } from '@ostiary/guard';
import type { CompareOp, EventField, EventState, Expr, PathExpr } from '@ostiary/policy';
import type { Reading } from '../cedar/conditions.js';
import { contextName, uidText } from '../cedar/names.js';
import type { ActionType } from '../cedar/types.js';
import { Values } from '../cedar/values.js';
import { bool, compare, has, name, number, oneOf, path, text } from '../shared/build.js';
import { and, settled, test, type Truth } from '../shared/truth.js';
import { contextPath, read } from './context.js';
import type { CompareWord, EventMatch, Term } from './syntax.js';

/** What stands for a condition that has no counterpart, and tells of it. */
export type Unreadable = (construct: string, key: string, what: Words) => Truth;

/** A comparison with a field that a condition makes beside the event. */
export interface Limit {
  readonly op: CompareWord;
  readonly value: Term;
}

/** The events that a match is about. */
export interface Pattern {
  readonly action: ActionType;
  /** An event of Dogwood's is one of these. */
  readonly states: readonly EventState[];
  readonly fields: readonly EventField[];
  readonly key: PathExpr;
  /** What must hold of the call besides: what is compared is there. */
  readonly guard: Truth;
  /** Whether the present call, which has been asked for, is such an event itself. */
  readonly isThis: Truth;
  /** Stands for fields that our events do not have. Null: there are none. */
  readonly unread: Truth | null;
}

const STATES: Readonly<Record<string, readonly EventState[]>> = {
  request: ['requested'],
  response: ['ok'],
  error: ['failed', 'refused'],
};

/** Names for who made a call and what it was of, in the event schema of the language and in that of AgentCore. */
const PRINCIPALS: readonly string[] = ['callerPrincipal', 'eventPrincipal'];
const RESOURCES: readonly string[] = ['callerResource', 'eventResource'];

export class Patterns {
  private readonly values: Values;

  constructor(
    private readonly reading: Reading,
    private readonly unreadable: Unreadable,
    private readonly tell: (construct: string, detail: Words) => void,
  ) {
    this.values = new Values(reading.places, reading.actions);
  }

  /**
   * Null: such events do not exist here. A text: what it is that cannot be read.
   * @param limits of variables that stand in fields
   */
  of(event: EventMatch, limits: ReadonlyMap<string, readonly Limit[]>): Pattern | Words | null {
    const action = this.reading.types.actions.get(uidText(event));
    const states = Object.hasOwn(STATES, event.state) ? STATES[event.state] : undefined;
    if (!states) return OTHER_STATE;
    if (!action) {
      this.tell('action', NO_ACTION);
      return null;
    }
    const made = { fields: [] as EventField[], guards: [] as Truth[], matches: [] as Truth[], unread: [] as string[] };
    let key = path(null, [event.type.startsWith('AgentCore::') ? 'session' : 'anyone']);
    for (const { path: of, value } of event.fields) {
      const asked = limitsOf(value, limits);
      if (asked.length === 0) continue;
      const [first = ''] = of;
      const isRequest = value.kind === 'read' && value.path.length === 1 ? value.path[0] : null;
      if (of.length === 1 && PRINCIPALS.includes(first) && isRequest === 'principal') {
        made.fields.push(...(key.segments[0]?.text === 'anyone' ? [] : [BY_PRINCIPAL]));
        if (key.segments[0]?.text === 'anyone') key = path(null, ['principal']);
      } else if (of.length === 1 && RESOURCES.includes(first) && isRequest === 'resource') {
        this.tell(first, ONE_RESOURCE);
      } else {
        const all = asked.map((limit) => this.field(of, limit, action));
        if (all.some((each) => each === null)) made.unread.push(of.join('.'));
        for (const each of all) {
          if (!each) continue;
          made.fields.push(...each.fields);
          made.guards.push(each.guard);
          made.matches.push(each.isThis);
        }
      }
    }
    const isRequest = event.state === 'request';
    return {
      action,
      states,
      fields: made.fields,
      key,
      guard: made.guards.reduce(and, settled(true)),
      isThis: isRequest ? and(this.isTool(action), made.matches.reduce(and, settled(true))) : settled(false),
      unread:
        made.unread.length === 0
          ? null
          : this.unreadable(made.unread.join(', '), JSON.stringify(event), {
              en: `Ostiary's history holds only the arguments of calls, so it cannot test \`${made.unread.join('`, `')}\` of an earlier event.`,
              pt: `O histórico do Ostiary só tem os argumentos das chamadas, por isso não pode testar \`${made.unread.join('`, `')}\` de um evento anterior.`,
            }),
    };
  }

  /** The name of an argument of a tool with us. */
  argument(input: string): string {
    return contextName(contextPath(['input', input])?.[0] ?? '');
  }

  /** Asks of events that they have an argument, where they need not. */
  present({ action }: Pattern, input: string): readonly EventField[] {
    const required = action.context.get(contextPath(['input', input])?.[0] ?? '')?.required ?? false;
    return required ? [] : [isThere(this.argument(input))];
  }

  /** Whether the present call counts as one of the events: where something is added up, if it has that. */
  counts(pattern: Pattern, added: string | null): Truth {
    if (added === null || this.present(pattern, added).length === 0) return pattern.isThis;
    return and(pattern.isThis, test(has(path('args', [this.argument(added)])), false));
  }

  /** Whether the present call is of an action: known where the rule is about that alone. */
  private isTool({ tool }: ActionType): Truth {
    const tools = this.reading.actions.map((each) => each.tool);
    if (!tools.includes(tool)) return settled(false);
    if (tools.every((each) => each === tool)) return settled(true);
    return test(oneOf(path('tool', []), [text(tool)]), false);
  }

  /** A test of an argument of the event; null: there is none with us. */
  private field(of: readonly string[], limit: Limit, action: ActionType) {
    const [group, argument, ...deeper] = of;
    const op: CompareOp = limit.op;
    if (of.length === 1 && PRINCIPALS.includes(group ?? '') && limit.value.kind === 'entity') {
      const value = text(uidText(limit.value));
      const by: EventField = { of: 'principal', name: name('by'), op, value };
      return { fields: [by], guard: settled(true), isThis: test(compare(op, path('principal', ['id']), value), false) };
    }
    if (group !== 'input' || argument === undefined || deeper.length > 0) return null;
    const [own = ''] = contextPath(of) ?? [];
    const declared = action.context.get(own);
    if (!declared) return null;
    const value = this.valueOf(limit.value);
    if (!value) return null;
    const segment = contextName(own);
    const field: EventField = { of: 'args', name: name(segment), op, value: value.expr };
    return {
      fields: [field],
      guard: value.guard,
      isThis: this.matchesItself(segment, declared.required, op, value.expr),
    };
  }

  /** Whether the argument of the present call is what an event must have in it. */
  private matchesItself(segment: string, required: boolean, op: CompareOp, value: Expr): Truth {
    const place = path('args', [segment]);
    const isSame =
      value.kind === 'path' &&
      value.root === 'args' &&
      value.segments.length === 1 &&
      value.segments[0]?.text === segment;
    // That it is there is asked beside the event.
    if (isSame && ['==', '<=', '>='].includes(op)) return settled(true);
    const compared = test(compare(op, place, value), !required);
    return required ? compared : and(test(has(place), false), compared);
  }

  /** A value of the present request, and that it is there. Null: there is none with us. */
  private valueOf(term: Term): { readonly expr: Expr; readonly guard: Truth } | null {
    switch (term.kind) {
      case 'text':
        return { expr: text(term.text), guard: settled(true) };
      case 'number':
        return { expr: number(term.digits), guard: settled(true) };
      case 'bool':
        return { expr: bool(term.value), guard: settled(true) };
      case 'entity':
        return { expr: text(uidText(term)), guard: settled(true) };
      case 'read': {
        const est = estOf(term.path);
        const value = est && this.values.of(est);
        if (!value || value === 'missing' || ['set', 'record', 'other'].includes(value.kind)) return null;
        const { expr, isSure } = value;
        return { expr, guard: isSure || expr.kind !== 'path' ? settled(isSure) : test(has(expr), false) };
      }
      default:
        return null;
    }
  }
}

/** What a field must be; nothing for one that may be anything. */
function limitsOf(value: Term, limits: ReadonlyMap<string, readonly Limit[]>): readonly Limit[] {
  if (value.kind === 'any') return [];
  if (value.kind === 'variable') return limits.get(value.name) ?? [];
  return [{ op: '==', value }];
}

/** Something of the request as an expression of Cedar. */
export function estOf([root = '', ...rest]: readonly string[]): Est | null {
  if (root === 'context') {
    const at = contextPath(rest);
    return at && read(at);
  }
  return rest.reduce<Est>((left, attr) => ({ '.': { left, attr } }), { Var: root as 'principal' | 'resource' });
}

const BY_PRINCIPAL: EventField = {
  of: 'principal',
  name: name('by'),
  op: '==',
  value: path('principal', ['id']),
};

const isThere = (argument: string): EventField => ({ of: 'args', name: name(argument), op: '==', value: '*' });

const OTHER_STATE: Words = {
  en: 'Only events of the kinds `request`, `response` and `error` are supported, as the common event schema defines them.',
  pt: 'Só são aceites eventos dos tipos `request`, `response` e `error`, como os define o esquema de eventos comum.',
};
const NO_ACTION: Words = {
  en: 'The schema has no such action, so there are no such events.',
  pt: 'O esquema não tem essa ação, por isso não há tais eventos.',
};
const ONE_RESOURCE: Words = {
  en: 'Earlier events are assumed to belong to the resource of the current call, as with a single gateway.',
  pt: 'Supõe-se que os eventos anteriores são do recurso da chamada atual, como quando há um só gateway.',
};
