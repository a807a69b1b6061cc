import type { SagaPart } from '../model/index.js';
import type { Judged } from './judge.js';
import type { Reach } from './reach.js';
import type { Reading } from './reading.js';
import type { TaintPart } from './taint/index.js';
import type { EdgeAt } from './ways.js';

/** A proof that another program can check: everything that any run can be in, none of which does what is forbidden. */
export type Certificate = {
  readonly id: string;
  readonly rule_id: string;
  /** Of a saga: which of its rules, about which step; of a taint rule: the tool it is about. */
  readonly part?: SagaPart | TaintPart;
} & Proof;

export type Proof = {
  /** Which of the rule's automata it is for. */
  readonly question: number;
  /** The reading of the joins nobody knows, by node. */
  readonly joins: readonly (readonly [string, 'any' | 'all' | 'active'])[];
  /** The `may` edges that are not there in the way it is for, where there are such. */
  readonly absent?: readonly EdgeAt[];
} & (
  | {
      /** Per place, the states of the automaton that it can be in there: `width` bits from `shift`. Certificates of one pass share `sets`. */
      readonly kind: 'facts';
      readonly sets: Uint32Array;
      readonly shift: number;
      readonly width: number;
    }
  | {
      readonly kind: 'states';
      /** Values are looked at: the proof leans on guards and on bounds of loops. */
      readonly guarded: boolean;
      readonly states: readonly CertifiedState[];
    }
);

/** As in `State`; `box`: per group of variables the cells that are left, in base 36; `taken`: how often each bounded edge was taken. */
export interface CertifiedState {
  readonly tokens: readonly number[];
  readonly global: number;
  readonly phase: number;
  readonly ground: number;
  readonly box: readonly (readonly [number, string])[];
  readonly taken: readonly (readonly [number, number])[];
}

const wayOf = ({ joins, absent }: Reading): Pick<Proof, 'joins' | 'absent'> => ({
  joins: [...joins],
  ...(absent.length > 0 && { absent }),
});

export const proofByFacts = (reading: Reading, question: number, { sets, shift, width }: Reach): Proof => ({
  kind: 'facts',
  question,
  ...wayOf(reading),
  sets,
  shift,
  width,
});

export const proofByStates = (
  reading: Reading,
  question: number,
  { states, tracked, values }: Judged & { word: 'proved' },
): Proof => ({
  kind: 'states',
  question,
  ...wayOf(reading),
  guarded: tracked.groups.size + tracked.bounds.size > 0,
  states: states.map(({ tokens, global, values: known, phase, ground }) => ({
    tokens,
    global,
    phase,
    ground,
    ...values.show(known),
  })),
});
