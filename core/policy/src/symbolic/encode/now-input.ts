import { NOW_FIELDS } from '../../check/environment.js';
import type { Context } from '../../evaluate/types.js';
import { LAST_INSTANT_MS } from '../../values/zones.js';
import type { BoolTerm, IntTerm } from '../terms/term.js';
import { INSTANTS } from './fresh.js';
import type { ModelReader } from './realisable.js';
import type { EncodingState } from './state.js';
import { type NumberSym, type Sym, undefinedSym } from './sym.js';
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

  get time(): NumberSym {
    return { kind: 'int', defined: this.present, value: this.ms };
  }

  /** As the evaluator computes them: in UTC, or by the clock of a zone. */
  field(name: string, zone?: string): Sym {
    const { factory } = this.state;
    const { ms } = this;
    const isShown = ms.kind !== 'const' || (ms.value <= LAST_INSTANT && -ms.value <= LAST_INSTANT);
    if (!isShown || !Object.hasOwn(NOW_FIELDS.fields, name)) return undefinedSym(factory);
    if (name === 'time') return this.time;
    // From one unit to the next: small divisors, and the seconds are those of every clock.
    const second = factory.div(ms, 1_000n);
    const shown = zone === undefined ? second : factory.add(second, zoneOffset(factory, zone, second));
    const minute = factory.div(shown, 60n);
    const hour = factory.div(minute, 60n);
    const day = factory.div(hour, 24n);
    const value = ((): IntTerm => {
      switch (name) {
        case 'hour':
          return factory.sub(hour, factory.scale(24n, day));
        case 'minute':
          return factory.sub(minute, factory.scale(60n, hour));
        case 'weekday':
          // The epoch was a Thursday, and Monday is 1.
          return factory.add(factory.mod(factory.add(day, factory.int(3)), 7n), factory.int(1));
        default:
          return factory.scale(DAY_MS, day);
      }
    })();
    return { kind: 'int', defined: this.present, value };
  }

  complete(model: ModelReader): Pick<Context, 'now'> {
    return this.open && model.bool(this.present) ? { now: model.int(this.ms) } : {};
  }
}
