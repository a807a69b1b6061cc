import { residentBytes } from './resident-memory.js';

/** Measurements in a row that may fail before what is measured counts as out of control. */
const FAILURES_AT_MOST = 5;

/** What is measured: anything with a process id. */
interface Measured {
  readonly pid: number | undefined;
}

/** Measures the memory of child processes, and keeps count of measurements that fail: without one there is no cap. */
export class MemoryGauge {
  private readonly failures = new WeakMap<Measured, number>();
  private failing = false;
  private lost = false;

  /**
   * @param read resident set of a process in bytes; rejects when it cannot be measured
   * @param onFault told when measurements begin to fail, once until one succeeds again
   */
  constructor(
    private readonly read: (pid: number) => Promise<number> = residentBytes,
    private readonly onFault: (error: unknown) => void = () => undefined,
  ) {}

  /** False from the moment a child could not be measured so often that it was given up, until a measurement succeeds. */
  get works(): boolean {
    return !this.lost;
  }

  /** The resident set in bytes; 0 when there is no process; null when this measurement failed, `lost` when it was one too many. */
  async measure(child: Measured): Promise<number | 'lost' | null> {
    if (child.pid === undefined) return 0;
    try {
      const bytes = await this.read(child.pid);
      this.failures.delete(child);
      this.failing = false;
      this.lost = false;
      return bytes;
    } catch (error) {
      if (!this.failing) this.onFault(error);
      this.failing = true;
      const count = (this.failures.get(child) ?? 0) + 1;
      this.failures.set(child, count);
      if (count < FAILURES_AT_MOST) return null;
      this.lost = true;
      return 'lost';
    }
  }
}
