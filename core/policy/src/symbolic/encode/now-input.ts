import { NOW_FIELDS } from '../../check/environment.js';
import type { Context } from '../../evaluate/types.js';
import { LAST_INSTANT_MS } from '../../values/zones.js';
import type { BoolTerm, IntTerm } from '../terms/term.js';
import { INSTANTS } from './fresh.js';
import type { ModelReader } from './realisable.js';
import type { EncodingState } from './state.js';
import { type Sym, undefinedSym } from './sym.js';
import { zoneOffset } from './zone-offsets.js';

const DAY_MS = 86_400_000n;
const LAST_INSTANT = BigInt(LAST_INSTANT_MS);

/** The present moment: given, open (absent or any instant), or absent for good. */
export class NowInput {
  private readonly present: BoolTerm;
  private readonly ms: IntTerm;

  constructor(
    private readonly state: EncodingState,
    name: string,
    given: Context['now'],
    private readonly open: boolean,
  ) {
    const { factory } = state;
    const known = given !== undefined && Number.isSafeInteger(given);
    this.present = open
      ? state.own(state.attribute(name, 'now'), () => state.freshBool('now'))
      : factory.constBool(known);
    this.ms = open
      ? state.own(state.attribute(name, 'now'), () => state.freshInt('time', INSTANTS))
      : factory.int(known ? given : 0);
  }

  get time(): Extract<Sym, { kind: 'int' }> {
    return { kind: 'int', defined: this.present, value: this.ms };
  }

  /** As the evaluator computes them: in UTC, or by the clock of a zone. */
  field(name: string, zone?: string): Sym {
    const { factory } = this.state;
    const { ms } = this;
    const isShown = ms.kind !== 'const' || (ms.value <= LAST_INSTANT && -ms.value <= LAST_INSTANT);
    if (!isShown || !Object.hasOwn(NOW_FIELDS.fields, name)) return undefinedSym(factory, { kind: 'int' });
    const shown = zone === undefined || name === 'time' ? ms : factory.add(ms, zoneOffset(factory, zone, ms));
    const day = factory.div(shown, DAY_MS);
    const inDay = factory.mod(shown, DAY_MS);
    const value = ((): IntTerm => {
      switch (name) {
        case 'hour':
          return factory.div(inDay, 3_600_000n);
        case 'minute':
          return factory.div(factory.mod(inDay, 3_600_000n), 60_000n);
        case 'weekday':
          // The epoch was a Thursday, and Monday is 1.
          return factory.add(factory.mod(factory.add(day, factory.int(3)), 7n), factory.int(1));
        case 'date':
          return factory.scale(DAY_MS, day);
        default:
          return ms;
      }
    })();
    return { kind: 'int', defined: this.present, value };
  }

  complete(model: ModelReader): Pick<Context, 'now'> {
    return this.open && model.bool(this.present) ? { now: model.int(this.ms) } : {};
  }
}
