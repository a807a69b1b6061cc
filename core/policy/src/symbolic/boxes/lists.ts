import type { Type } from '@ostiary/catalogue';
import type { CoreExpr } from '../../core/ir.js';
import type { Truth } from '../../evaluate/kleene.js';
import type { Amount, Num, Value } from '../../values/value.js';
import { isWithin } from '../../values/numbers/num.js';
import { mayBe } from '../strings/admits.js';
import { likePredicate } from '../strings/variable.js';
import { Dimension, type State } from './dimension.js';

/** One list, and the items that tests tell apart: whether each kind of item is in it is a dimension of its own. */
export class ListPlace {
  readonly items: Dimension;
  private readonly constants = new Map<string, Value>();
  /** The kinds of items, once all tests are known. */
  kinds: readonly State[] = [];

  constructor(
    /** The dimension of the list itself: absent, of no type, or a list. */
    readonly at: number,
    private readonly item: Type,
    readonly maxItems: number,
  ) {
    this.items = new Dimension(item, false, false);
  }

  mention(value: Value): void {
    this.constants.set(JSON.stringify(value), value);
    this.items.constants.push(value);
  }

  /** False when the items cannot be cut into few kinds. */
  close(): boolean {
    // Where only single items are asked for, the others are all alike.
    const states =
      this.items.predicates.size > 0
        ? this.items.states()
        : [...this.constants.values()]
            .filter((value) => mayHold(this.item, value))
            .map((value): State => ({ kind: 'value', value }));
    this.kinds = states ?? [];
    return states !== null;
  }

  isKind(kind: State, value: Value): boolean {
    if (kind.kind === 'string') return kind.word === value;
    return kind.kind === 'value' && JSON.stringify(kind.value) === JSON.stringify(value);
  }

  /** What a test of an item says of each kind; null when it is not one that is known here. */
  ofItem(body: CoreExpr): ((kind: State) => Truth) | null {
    if (body.op === 'not') {
      const inner = this.ofItem(body.operand);
      return inner && ((kind) => inner(kind) !== true);
    }
    if (body.op !== 'like' || body.operand.op !== 'item' || body.operand.depth !== 0 || this.item.kind !== 'string')
      return null;
    const predicate = likePredicate(body.pattern);
    this.items.predicates.set(predicate.key, predicate);
    return (kind) => kind.kind === 'string' && kind.accepts.has(predicate.key);
  }
}

/** Whether a value of the type may be this one: within its bounds. */
function mayHold(type: Type, value: Value): boolean {
  switch (type.kind) {
    case 'string':
      return mayBe(type, value as string);
    case 'int':
    case 'decimal':
      return isWithin(value as Num, type);
    case 'money': {
      const { minor, currency } = value as Amount;
      return (type.currencies?.includes(currency) ?? true) && isWithin(minor, type);
    }
    default:
      return true;
  }
}
