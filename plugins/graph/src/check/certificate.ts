import type { Judged } from './judge.js';

/** A proof that another program can check: all states that any run can be in, none of which does what is forbidden. */
export interface Certificate {
  readonly id: string;
  readonly rule_id: string;
  readonly kind?: string;
  /** The reading of the joins nobody knows, by node. */
  readonly joins: readonly (readonly [string, 'any' | 'all' | 'active'])[];
  /** Values are looked at: the proof leans on guards and on bounds of loops. */
  readonly guarded: boolean;
  readonly states: readonly CertifiedState[];
}

/** As in `State`; `box`: per variable the cells that are left, in base 36; `taken`: how often each bounded edge was taken. */
export interface CertifiedState {
  readonly tokens: readonly number[];
  readonly global: number;
  readonly phase: 0 | 1;
  readonly ground: number;
  readonly box: readonly (readonly [number, string])[];
  readonly taken: readonly (readonly [number, number])[];
}

export function proofOf(
  joins: ReadonlyMap<string, 'any' | 'all' | 'active'>,
  judged: Judged & { word: 'proved' },
  kind?: string,
): Omit<Certificate, 'id' | 'rule_id'> {
  return {
    ...(kind !== undefined && { kind }),
    joins: [...joins],
    guarded: judged.tracked.variables.size + judged.tracked.bounds.size > 0,
    states: judged.states.map(({ tokens, global, values, phase, ground }) => ({
      tokens,
      global,
      phase,
      ground,
      ...judged.values.show(values),
    })),
  };
}
