import type { CoreExpr, CoreOf, CorePolicy, Slot } from '../../core/ir.js';
import { comparison, membership } from '../../evaluate/comparison.js';
import { type Truth, toTruth } from '../../evaluate/kleene.js';
import { nowField } from '../../evaluate/now.js';
import { currencyPlace } from '../../evaluate/places-read.js';
import { ABSENT, ILL_TYPED } from '../../values/outcome.js';
import { isScalar } from '../../values/types.js';
import type { Value } from '../../values/value.js';
import type { Axis } from './axis.js';
import { type Bits, bitsOf, type Box } from './box.js';
import { instantsOf } from './clock.js';
import { Dimension, type State } from './dimension.js';
import type { Formula, Plane } from './formula.js';
import { impossibleStates } from './impossible.js';
import { ListPlace } from './lists.js';
import { type Operand, operandOf } from './operand.js';
import { stringTest } from './string-test.js';
import type { Work } from './work.js';
import { getOrMake } from '../../maps.js';

const IN_OR_OUT: readonly State[] = [true, false].map((value) => ({ kind: 'value', value }));

/** The place that all fields of the present time share. */
const CLOCK = 'now';

/**
 * The states of one tool's calls, as a product of what each attribute may be. Guards are read first, so that all constants are known;
 * then it is closed, and boxes are cut out of it.
 */
export class Space implements Plane {
  readonly axes: Axis[] = [];
  /** States that no call has. */
  impossible: readonly Box[] = [];
  all: readonly Bits[] = [];
  private readonly keys = new Map<string, number>();
  private readonly dimensions = new Map<number, Dimension>();
  private readonly clock = new Map<string, number[]>();
  private readonly zones = new Set<string | undefined>();
  private readonly lists = new Map<number, ListPlace>();
  private readonly kinds = new Map<ListPlace, readonly number[]>();

  constructor(
    private readonly core: CorePolicy,
    private readonly work: Work,
  ) {}

  get whole(): Box {
    return this.axes.map(() => null);
  }

  slice(at: number, wanted: (state: State) => boolean): Box | null {
    const bits = this.select(at, wanted);
    return bits.some((word) => word !== 0) ? this.whole.with(at, bits) : null;
  }

  select(at: number, wanted: (state: State) => boolean): Bits {
    const states = this.axes[at]?.states ?? [];
    return bitsOf(states.length, (state) => {
      const found = states[state];
      return found !== undefined && wanted(found);
    });
  }

  /**
   * The guard as a formula; to be called once the space is closed. Null when some test is more than one attribute against constants.
   * Reading notes what each attribute is compared with, so all guards are read before `close`.
   */
  read(expr: CoreExpr): (() => Formula) | null {
    switch (expr.op) {
      case 'const': {
        const { value } = expr;
        return typeof value === 'boolean' ? () => ({ kind: 'const', truth: value }) : null;
      }
      case 'undefined':
        return () => ({ kind: 'const', truth: ABSENT });
      case 'not': {
        const inner = this.read(expr.operand);
        return inner && (() => ({ kind: 'not', of: inner() }));
      }
      case 'and':
      case 'or': {
        const parts = expr.operands.map((each) => this.read(each));
        if (!parts.every((part) => part !== null)) return null;
        return () => ({ kind: expr.op, of: parts.map((part) => part()) });
      }
      case 'if': {
        const [condition, then, otherwise] = [expr.condition, expr.then, expr.else].map((each) => this.read(each));
        if (!condition || !then || !otherwise) return null;
        return () => ({ kind: 'if', condition: condition(), then: then(), otherwise: otherwise() });
      }
      case 'has':
        return this.readHas(expr.slot);
      case 'contains':
      case 'any':
      case 'all':
        return this.readList(expr);
      default:
        return this.readString(expr) ?? this.readScalar(expr);
    }
  }

  /** False when some attribute cannot be cut into few states exactly. Nothing may be read afterwards. */
  close(): boolean {
    const clock = this.keys.get(CLOCK);
    const cutAll = [...this.dimensions].every(([at, dimension]) => {
      this.work.spend(dimension.cost);
      const states = at === clock ? this.instants() : dimension.states();
      this.work.spend(states?.length ?? 0);
      const axis = this.axes[at];
      if (axis) axis.states = states ?? [];
      return states !== null;
    });
    if (!cutAll) return false;
    for (const list of this.lists.values()) {
      if (!list.close()) return false;
      this.kinds.set(
        list,
        list.kinds.map(() => this.axes.push({ path: [], slot: null, states: IN_OR_OUT }) - 1),
      );
    }
    const paths = this.axes.filter(({ slot }) => slot !== null).map(({ path }) => JSON.stringify(path));
    // Two readings of one path at two types hang together.
    if (new Set(paths).size !== paths.length) return false;
    this.all = this.axes.map(({ states }) => bitsOf(states.length, () => true));
    const impossible = impossibleStates(this, this.lists.values(), this.kinds);
    this.impossible = impossible ?? [];
    return impossible !== null;
  }

  private readHas(slot: number): (() => Formula) | null {
    const at = this.indexOf(slot);
    if (at === null) return null;
    // Nothing is said of what is there and cannot be read.
    return this.test(at, ({ kind }) => (kind === 'ill_typed' ? ILL_TYPED : kind !== 'absent'));
  }

  private readList(expr: CoreOf<'contains' | 'any' | 'all'>): (() => Formula) | null {
    if (expr.list.op !== 'read') return null;
    const at = this.indexOf(expr.list.slot);
    const list = at === null ? null : this.listAt(at, expr.list.slot);
    if (at === null || !list) return null;
    const isList: Formula = { kind: 'test', at, truth: ({ kind }) => (kind === 'list' ? true : ABSENT) };
    const ofItems = (formula: Formula): Formula => ({
      kind: 'if',
      condition: isList,
      then: formula,
      otherwise: formula,
    });
    const kinds = (): readonly (readonly [State, Formula])[] =>
      list.kinds.map((kind, index) => [kind, present(this.kinds.get(list)?.[index] ?? 0)]);
    if (expr.op === 'contains') {
      if (expr.item.op !== 'const') return null;
      const { value } = expr.item;
      list.mention(value);
      return () => ofItems({ kind: 'or', of: kinds().flatMap(([kind, is]) => (list.isKind(kind, value) ? [is] : [])) });
    }
    const body = list.ofItem(expr.body);
    if (!body) return null;
    const such = (wanted: boolean) => (): Formula => ({
      kind: 'or',
      of: kinds().flatMap(([kind, is]) => ((body(kind) === true) === wanted ? [is] : [])),
    });
    return expr.op === 'any' ? () => ofItems(such(true)()) : () => ofItems({ kind: 'not', of: such(false)() });
  }

  private readString(expr: CoreExpr): (() => Formula) | null {
    const asked = stringTest(expr);
    const at = asked && this.indexOf(asked.slot);
    const dimension = at === null ? undefined : this.dimensions.get(at);
    if (!asked || at === null || dimension?.type.kind !== 'string') return null;
    const truth = asked.over(dimension, dimension.type);
    return truth && this.test(at, truth);
  }

  private readScalar(expr: CoreExpr): (() => Formula) | null {
    const asked = scalarTest(expr);
    const at = asked && this.indexOf(asked.operand.slot);
    const slot = asked && this.core.slots[asked.operand.slot];
    if (!asked || at === null || !slot) return null;
    const { operand, constants, holds } = asked;
    if (!isScalar(slot.type)) return null;
    this.mention(at, slot, [...constants, ...operand.instead]);
    const inSlot = slot.root === 'now' ? clockState(slot.path[0] ?? '') : (state: State): State => state;
    return this.test(at, (state) => {
      const value = operand.valueIn(inSlot(state));
      return typeof value === 'symbol' ? value : holds(value);
    });
  }

  private readonly test = (at: number, truth: (state: State) => Truth) => (): Formula => ({ kind: 'test', at, truth });

  private mention(at: number, { root, path, type }: Slot, constants: readonly Value[]): void {
    if (root === 'now') this.clock.get(path[0] ?? '')?.push(...(constants as readonly number[]));
    else if (type.kind !== 'bool') this.dimensions.get(at)?.constants.push(...constants);
  }

  /** The instants that the fields of the time tell apart. By the clock of a zone days are not all alike. */
  private instants(): readonly State[] | null {
    const days = this.clock.has('time') || this.clock.has('date');
    if (this.zones.size > 1 || (days && !this.zones.has(undefined))) return null;
    const instants = instantsOf(this.clock, this.work);
    return [{ kind: 'absent' }, ...instants.map((value): State => ({ kind: 'value', value }))];
  }

  private listAt(at: number, index: number): ListPlace | null {
    const type = this.core.slots[index]?.type;
    if (type?.kind !== 'list') return null;
    return getOrMake(this.lists, at, () => new ListPlace(at, type.of, type.maxItems ?? Infinity));
  }

  /** The axis of a slot; null for one that hangs together with another attribute. */
  private indexOf(index: number): number | null {
    const slot = this.core.slots[index];
    if (!slot) throw new RangeError(`no slot ${String(index)}`);
    const { root, path, zone, type } = slot;
    if (root === 'now') {
      this.zones.add(zone);
      const [field = ''] = path;
      if (!this.clock.has(field)) this.clock.set(field, []);
    }
    const key = root === 'now' ? CLOCK : JSON.stringify([root, path, type]);
    const known = this.keys.get(key);
    if (known !== undefined) return known;
    // An amount and the currency that another attribute names.
    const currency = currencyPlace(slot);
    if (
      currency &&
      this.core.slots.some((other) => other.root === root && other.path.join('.') === currency.path.join('.'))
    )
      return null;
    // What stands around a call may lack what the catalogue requires of it; a call that does is refused before any rule.
    const admitted = root === 'args' && this.core.catalogue !== null;
    const at = this.axes.push({ path: root === 'now' ? [CLOCK] : [root, ...path], slot, states: [] }) - 1;
    this.keys.set(key, at);
    // Anything can be read as `any`, if what it lies in can.
    const readable = type.kind === 'any' && root === 'args' && path.length === 1;
    this.dimensions.set(
      at,
      new Dimension(type, !(admitted && slot.required), root !== 'now' && !admitted && !readable),
    );
    return at;
  }
}

const present = (at: number): Formula => ({
  kind: 'test',
  at,
  truth: (state) => state.kind === 'value' && state.value === true,
});

/** The state of a field of the time at an instant. */
const clockState =
  (field: string) =>
  (state: State): State => {
    const value = state.kind === 'value' ? nowField(state.value as number, field) : ABSENT;
    return typeof value === 'symbol' ? { kind: 'absent' } : { kind: 'value', value };
  };

interface ScalarTest {
  readonly operand: Operand;
  readonly constants: readonly Value[];
  readonly holds: (value: Value) => Truth;
}

/** A comparison of one attribute with constants. */
function scalarTest(expr: CoreExpr): ScalarTest | null {
  if (expr.op === 'compare') {
    const { left, right, cmp, type } = expr;
    const [asked, constant] = right.op === 'const' ? [left, right] : [right, left];
    const operand = operandOf(asked);
    if (constant.op !== 'const' || !operand || !isScalar(type)) return null;
    const compare = comparison(cmp, type);
    const { value: known } = constant;
    const holds = (value: Value): Truth => (constant === right ? compare(value, known) : compare(known, value));
    return { operand, constants: [known], holds };
  }
  if (expr.op === 'member') {
    const operand = operandOf(expr.operand);
    if (!operand || !isScalar(expr.type)) return null;
    return { operand, constants: expr.values, holds: membership(expr.values, expr.type) };
  }
  const operand = operandOf(expr);
  return operand && { operand, constants: [], holds: toTruth };
}
