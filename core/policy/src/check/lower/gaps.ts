import type { Lowering } from './context.js';

/** Forgets the gaps recorded from `from` on, but for those where only presence was asked. */
export function dropGaps(l: Lowering, from: number): void {
  const kept = l.missing.slice(from).filter(({ presence }) => presence);
  l.missing.length = from;
  for (const gap of kept) l.missing.push(gap);
}
