import { CALL_PARTS, type OpenTable, openness, openTable } from '../../evaluate/history/open.js';
import type { HistoryEvent } from '../../evaluate/types.js';
import type { BoolTerm } from '../terms/term.js';
import { equalSyms } from './compare.js';
import type { SymbolicEvent } from './event.js';
import type { EncodingState } from './state.js';
import { type BoolSym, truthSym } from './sym.js';
import { getOrMake } from '../../maps.js';

export const STATES: readonly HistoryEvent['state'][] = [
  'requested',
  'allowed',
  'confirmed',
  'refused',
  'ok',
  'failed',
];
const OPENING = STATES.filter((state) => openness({ state } as HistoryEvent) === 'opens');
const CHANGING = STATES.filter((state) => openness({ state } as HistoryEvent) !== 'neither');

/** A later event of the call that an event stands for. */
interface Ending {
  readonly index: number;
  /** Where it is of the same call for certain. */
  readonly certain: BoolTerm;
  readonly possible: BoolTerm;
}

/**
 * The derived state `open` of events, as `openTable` says it: an event that opened its call stands for it until a later one is of the same
 * call. Given events come first, and ask the table among
 * themselves.
 */
export class OpenStates {
  private readonly endings = new Map<number, readonly Ending[]>();
  private readonly given: readonly HistoryEvent[];
  private table: OpenTable | null = null;

  constructor(
    private readonly state: EncodingState,
    private readonly events: readonly SymbolicEvent[],
  ) {
    this.given = events.flatMap((event) => event.given ?? []);
  }

  /** @param length how many events there are yet; `happened`: whether an event is not later than now */
  isOpen(index: number, length: number, happened: (event: SymbolicEvent) => BoolTerm): BoolSym {
    const { factory } = this.state;
    const event = this.events[index];
    const opens = event ? factory.and(event.exists, event.isIn(OPENING)) : factory.false;
    if (opens === factory.false) return truthSym(factory.true, factory.false);
    const known = getOrMake(this.endings, index, () => this.endingsOf(index));
    const later = known.filter((each) => each.index < length);
    const ended = factory.or(
      ...later.flatMap(({ index: at, certain }) => {
        const ending = this.events[at];
        return ending ? [factory.and(certain, happened(ending))] : [];
      }),
    );
    const maybe = factory.or(...later.map(({ possible }) => possible));
    return truthSym(
      factory.or(factory.not(opens), ended, factory.not(maybe)),
      factory.and(opens, factory.not(ended), factory.not(maybe)),
    );
  }

  private endingsOf(index: number): readonly Ending[] {
    const { factory } = this.state;
    const table = (this.table ??= openTable(this.given));
    const [certain, possible] = [table.certain[index] ?? Infinity, table.possible[index] ?? Infinity];
    const given = index >= this.given.length ? [] : [...new Set([certain, possible])].filter(Number.isFinite);
    const event = this.events[index];
    return [
      ...given.map((at) => ({ index: at, certain: factory.constBool(at === certain), possible: factory.true })),
      ...this.events.flatMap((other, at): Ending[] => {
        if (!event || at <= index || at < this.given.length) return [];
        const changes = factory.and(other.exists, other.isIn(CHANGING), this.ofOneTool(event, other));
        const parts = CALL_PARTS.map((part) => [event.name(part), other.name(part)] as const);
        const same = parts.map(([x, y]) => equalSyms(this.state, x, y));
        const unknown = parts.map(([x, y]) => factory.not(factory.and(x.defined, y.defined)));
        return [
          {
            index: at,
            certain: factory.and(changes, ...same),
            possible: factory.and(changes, ...same.map((each, i) => factory.or(each, unknown[i] ?? factory.false))),
          },
        ];
      }),
    ];
  }

  private ofOneTool(one: SymbolicEvent, other: SymbolicEvent): BoolTerm {
    const { factory } = this.state;
    return factory.or(...one.tools.map((tool) => factory.and(one.isOf([tool]), other.isOf([tool]))));
  }
}
