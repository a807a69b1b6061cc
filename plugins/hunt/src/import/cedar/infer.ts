import type { Expr } from '@cedar-policy/cedar-wasm/nodejs';
import { nodeOf, type Sides } from './est.js';
import { toolNames, type Uid, uidText } from './names.js';
import type { ActionType, CedarField, CedarType, CedarTypes, EntityType, Fields } from './types.js';

/** `object`: something is read of it. `within`: something lies in it, so it is an entity or a set of them. */
type Kind = 'bool' | 'int' | 'text' | 'decimal' | 'ip' | 'time' | 'duration' | 'entity' | 'object' | 'set' | 'within';

/** What is seen of a value in the policies: with a schema that would be known. */
class Seen {
  readonly kinds = new Set<Kind>();
  /** Values that are of the same kind. */
  readonly alike: Seen[] = [];
  readonly fields = new Map<string, Seen>();
  readonly tools = new Set<string>();
  isOrdered = false;
  private items: Seen | null = null;
  private tagged: Seen | null = null;

  get of(): Seen {
    return (this.items ??= new Seen());
  }
  get tags(): Seen {
    return (this.tagged ??= new Seen());
  }

  static of(kind: Kind): Seen {
    return new Seen().is(kind);
  }

  is(...kinds: readonly Kind[]): this {
    for (const kind of kinds) this.kinds.add(kind);
    return this;
  }

  /** Is of the kinds of another; whether that is news. */
  takes(other: Seen): boolean {
    const before = this.kinds.size;
    this.is(...[...other.kinds].filter((kind) => kind !== 'object'));
    this.isOrdered ||= other.isOrdered;
    return this.kinds.size > before;
  }

  field(name: string): Seen {
    const found = this.fields.get(name) ?? new Seen();
    this.fields.set(name, found);
    return found;
  }

  type(tool: string | null): CedarType {
    const kinds = [...this.kinds];
    const only = (...some: readonly Kind[]): boolean => kinds.length > 0 && kinds.every((kind) => some.includes(kind));
    const [kind] = kinds;
    if (kind === undefined) {
      if (this.isOrdered) return { kind: 'int' };
      return { kind: this.alike.length > 0 ? 'text' : 'other' };
    }
    if (only('entity', 'object', 'within') && kinds.includes('entity')) return this.entity(tool);
    if (only('object')) return { kind: 'record', fields: this.typed(tool) };
    if (only('set', 'within') && kinds.includes('set'))
      return { kind: 'set', of: kinds.includes('within') ? Seen.of('entity').type(tool) : this.of.item(tool) };
    if (kinds.length > 1 || kind === 'within' || kind === 'set' || kind === 'object' || kind === 'entity')
      return { kind: 'other' };
    return { kind };
  }

  /** An item of a set; one of which nothing is known is compared with others of the kind. */
  private item(tool: string | null): CedarType {
    return this.kinds.size === 0 ? { kind: 'text' } : this.type(tool);
  }

  entity(tool: string | null): EntityType {
    const { tagged } = this;
    return {
      kind: 'entity',
      names: null,
      fields: () => this.typed(tool),
      tags: () => tagged?.type(tool) ?? null,
      within: () => null,
    };
  }

  /** Attributes that rules read which are about a tool. */
  typed(tool: string | null): Fields {
    return new Map(
      [...this.fields]
        .filter(([, { tools }]) => tool === null || tools.has(tool))
        .map(([name, seen]): [string, CedarField] => [name, { type: seen.type(tool), required: false }]),
    );
  }
}

/** Stands for every action that no policy names. */
const OTHER_ACTION: Uid = { type: 'Action', id: 'any_other_action' };

/** A condition, and the actions of its policy; null: all. */
export interface Read {
  readonly condition: Expr;
  readonly actions: readonly string[] | null;
}

/** Types as the policies use them, for want of a schema. */
export function inferTypes(reads: readonly Read[], named: readonly Uid[], isOpen: boolean): CedarTypes {
  const actions = isOpen ? [...named, OTHER_ACTION] : named;
  const names = toolNames(actions);
  const all = [...names.values()];
  const seen = new Sight();
  for (const { condition, actions: of } of reads) {
    seen.tools = of === null ? all : of.flatMap((action) => names.get(action) ?? []);
    seen.see(condition).is('bool');
  }
  seen.settle();
  return {
    actions: new Map(
      actions.map((uid): [string, ActionType] => {
        const tool = names.get(uidText(uid)) ?? uid.id;
        return [uidText(uid), { tool, resource: seen.resource.entity(tool), context: seen.context.typed(tool) }];
      }),
    ),
    principal: seen.principal.entity(null),
    actionsIn: (action) => (names.has(action) ? [action] : null),
    entityNamed: () => null,
    closed: false,
  };
}

const KIND_MADE: Readonly<Record<string, Kind>> = {
  decimal: 'decimal',
  ip: 'ip',
  datetime: 'time',
  duration: 'duration',
};
/** What the methods of extension types are of, and what they yield. */
const METHODS: Readonly<Record<string, readonly [readonly Kind[], Kind]>> = {
  lessThan: [['decimal', 'decimal'], 'bool'],
  lessThanOrEqual: [['decimal', 'decimal'], 'bool'],
  greaterThan: [['decimal', 'decimal'], 'bool'],
  greaterThanOrEqual: [['decimal', 'decimal'], 'bool'],
  isIpv4: [['ip'], 'bool'],
  isIpv6: [['ip'], 'bool'],
  isLoopback: [['ip'], 'bool'],
  isMulticast: [['ip'], 'bool'],
  isInRange: [['ip', 'ip'], 'bool'],
  offset: [['time', 'duration'], 'time'],
  durationSince: [['time', 'time'], 'duration'],
  toDate: [['time'], 'time'],
  toTime: [['time'], 'duration'],
  toMilliseconds: [['duration'], 'int'],
  toSeconds: [['duration'], 'int'],
  toMinutes: [['duration'], 'int'],
  toHours: [['duration'], 'int'],
  toDays: [['duration'], 'int'],
};

class Sight {
  readonly principal = Seen.of('entity');
  readonly resource = Seen.of('entity');
  readonly context = Seen.of('object');
  /** That the condition is about which is being looked at. */
  tools: readonly string[] = [];
  private readonly every: Seen[] = [];

  see(expr: Expr): Seen {
    const seen = this.kindOf(expr);
    this.every.push(seen);
    return seen;
  }

  /** Gives each value the kinds of those it is compared with. */
  settle(): void {
    for (let changed = true; changed;) {
      changed = false;
      for (const seen of this.every)
        for (const other of seen.alike) {
          changed = seen.takes(other) || changed;
          if (seen.kinds.has('set')) changed = seen.of.takes(other.of) || changed;
        }
    }
  }

  private alike(one: Seen, other: Seen): void {
    one.alike.push(other);
    other.alike.push(one);
    this.every.push(one, other);
  }

  private kindOf(expr: Expr): Seen {
    const { op, of } = nodeOf(expr);
    switch (op) {
      case 'Value':
        return this.literal(of);
      case 'Var':
        return (
          { principal: this.principal, resource: this.resource, context: this.context }[of as string] ??
          Seen.of('entity')
        );
      case '.': {
        const { left, attr } = of as { left: Expr; attr: string };
        return this.attribute(this.see(left), attr);
      }
      case 'has': {
        const { left, attr } = of as { left: Expr; attr: string | readonly string[] };
        [attr].flat().reduce((seen, name) => this.attribute(seen, name), this.see(left));
        return Seen.of('bool');
      }
      case '!':
        this.see((of as { arg: Expr }).arg).is('bool');
        return Seen.of('bool');
      case 'neg':
        this.see((of as { arg: Expr }).arg).is('int');
        return Seen.of('int');
      case 'isEmpty':
        this.see((of as { arg: Expr }).arg).is('set');
        return Seen.of('bool');
      case 'like':
        this.see((of as { left: Expr }).left).is('text');
        return Seen.of('bool');
      case 'is': {
        const { left, in: within } = of as { left: Expr; in?: Expr };
        this.see(left).is('entity');
        if (within) this.within(within);
        return Seen.of('bool');
      }
      case 'if-then-else': {
        const { if: condition, then, else: otherwise } = of as { if: Expr; then: Expr; else: Expr };
        this.see(condition).is('bool');
        const [one, other] = [this.see(then), this.see(otherwise)];
        this.alike(one, other);
        return one;
      }
      case 'Set': {
        const set = Seen.of('set');
        for (const item of of as readonly Expr[]) this.alike(set.of, this.see(item));
        return set;
      }
      case 'Record':
        for (const value of Object.values(of as Record<string, Expr>)) this.see(value);
        return Seen.of('object');
      default:
        return Array.isArray(of) ? this.called(op, of as readonly Expr[]) : this.twoSided(op, of as Sides);
    }
  }

  private attribute(seen: Seen, name: string): Seen {
    const found = seen.is('object').field(name);
    for (const tool of this.tools) found.tools.add(tool);
    this.every.push(found);
    return found;
  }

  private literal(value: unknown): Seen {
    if (typeof value === 'boolean') return Seen.of('bool');
    if (typeof value === 'number') return Seen.of('int');
    if (typeof value === 'string') return Seen.of('text');
    if (Array.isArray(value)) {
      const set = Seen.of('set');
      for (const item of value) this.alike(set.of, this.literal(item));
      return set;
    }
    return Seen.of(typeof value === 'object' && value !== null && '__entity' in value ? 'entity' : 'object');
  }

  private within(expr: Expr): void {
    const { op, of } = nodeOf(expr);
    if (op === 'Set') for (const item of of as readonly Expr[]) this.see(item).is('entity');
    else this.see(expr).is('within');
  }

  private called(op: string, args: readonly Expr[]): Seen {
    const made = KIND_MADE[op];
    if (made !== undefined) return Seen.of(made);
    const [kinds, result] = METHODS[op] ?? [[], 'bool'];
    for (const [at, arg] of args.entries()) {
      const kind = kinds[at];
      const seen = this.see(arg);
      if (kind !== undefined) seen.is(kind);
    }
    return Seen.of(result);
  }

  private twoSided(op: string, { left, right }: Sides): Seen {
    const one = this.see(left);
    if (op === 'in') {
      one.is('entity');
      this.within(right);
      return Seen.of('bool');
    }
    const other = this.see(right);
    switch (op) {
      case '&&':
      case '||':
        one.is('bool');
        other.is('bool');
        break;
      case '+':
      case '-':
      case '*':
        one.is('int');
        other.is('int');
        return Seen.of('int');
      case 'contains':
        this.alike(one.is('set').of, other);
        break;
      case 'containsAll':
      case 'containsAny':
        this.alike(one.is('set'), other.is('set'));
        break;
      case 'getTag':
        return one.is('entity').tags;
      case 'hasTag':
        void one.is('entity').tags;
        break;
      default:
        if (op !== '==' && op !== '!=') one.isOrdered = true;
        this.alike(one, other);
    }
    return Seen.of('bool');
  }
}
