import type { Clock, MeteredUnits } from '@ostiary/plugin-api';
import { requireWhole, type TakenUnits, type UnitStore } from './meter-store.js';
import { periodOf } from './period.js';

/**
 * Units on a router, which keeps no quotas: counted in this process and never refused. A plugin reads them and reports them where
 * quotas are kept. See docs/adr/0135.
 */
export class CountedUnits implements UnitStore {
  /** By account, meter and start of the period. */
  private readonly counts = new Map<string, number>();

  constructor(private readonly clock: Clock) {}

  async take(units: MeteredUnits): Promise<TakenUnits> {
    requireWhole(units);
    const taken = { ...units, periodStart: periodOf(this.clock.now()).start };
    this.add(taken, units.units);
    return taken;
  }

  async giveBack(taken: TakenUnits): Promise<void> {
    this.add(taken, -taken.units);
  }

  async read(accountId: string): Promise<Readonly<Record<string, number>>> {
    const now = periodOf(this.clock.now()).start.getTime();
    return Object.fromEntries(
      [...this.counts].flatMap(([key, units]) => {
        const [account, meter, start] = JSON.parse(key) as [string, string, number];
        return account === accountId && start === now ? [[meter, units]] : [];
      }),
    );
  }

  private add({ accountId, meter, periodStart }: TakenUnits, units: number): void {
    const key = JSON.stringify([accountId, meter, periodStart.getTime()]);
    this.counts.set(key, (this.counts.get(key) ?? 0) + units);
  }
}
