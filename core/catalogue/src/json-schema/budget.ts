import { CATALOGUE_LIMITS } from '../limits.js';

/** Types that may still be read. One for a whole catalogue: a thousand tools that each unfold to the limit are over it. */
export class TypeBudget {
  used = 0;

  /** Takes `count` types; `spent` the first time there are not so many left, `over` from then on. */
  take(count = 1): 'taken' | 'spent' | 'over' {
    const before = this.used;
    this.used += count;
    if (this.used <= CATALOGUE_LIMITS.types) return 'taken';
    return before <= CATALOGUE_LIMITS.types ? 'spent' : 'over';
  }
}
