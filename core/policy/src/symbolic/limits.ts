import { AUTOMATA_LIMITS, type AutomataLimits } from './automata/dfa.js';
import { FINDER_LIMITS, type FinderLimits } from './find/finder.js';

/** Bounds of one analysis, as counts: the same question gets the same answer on every machine. */
export interface AnalysisLimits {
  readonly automata: AutomataLimits;
  readonly finder: FinderLimits;
  /** Models tried per answer while none was confirmed. */
  readonly attempts: number;
}

export const ANALYSIS_LIMITS: AnalysisLimits = { automata: AUTOMATA_LIMITS, finder: FINDER_LIMITS, attempts: 8 };
