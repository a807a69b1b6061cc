import type { SeverityName } from '../pieces/severity.js';

/** What code hosts read of a severity: CVSS-like figures, of which 9.0 and above is critical, 7.0 high, 4.0 medium. */
const FIGURES: Readonly<Record<SeverityName, number>> = { critical: 9.5, high: 8, medium: 5.5, low: 3, info: 0.1 };

const LEVELS: Readonly<Record<SeverityName, 'error' | 'warning' | 'note'>> = {
  critical: 'error',
  high: 'error',
  medium: 'warning',
  low: 'note',
  info: 'note',
};

/** Level and rank of a result. Null is a question that was not decided: it is open, and has neither. */
export function standing(severity: SeverityName | null) {
  if (severity === null) return { kind: 'open', level: 'none' } as const;
  return { kind: 'fail', level: LEVELS[severity], rank: FIGURES[severity] * 10 } as const;
}

/** The figure of the gravest of some severities, as text; null of none. */
export function securitySeverity(severities: readonly SeverityName[]): string | null {
  return severities.length === 0 ? null : Math.max(...severities.map((severity) => FIGURES[severity])).toFixed(1);
}
