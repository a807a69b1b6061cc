import type { CompareOp, EventState, HistoryExpr, Window } from '@ostiary/policy';
import { name, NOWHERE, number, path } from './build.js';

interface Tallied {
  readonly tools: readonly string[];
  readonly state: EventState;
  readonly window: Window;
  readonly op: CompareOp;
  readonly bound: string;
}

const event = ({ tools, state }: Tallied) =>
  ({ tools: { kind: 'tools', names: tools.map(name), span: NOWHERE }, state, fields: [], span: NOWHERE }) as const;

/** How many calls of anybody there were. */
export const count = (of: Tallied): HistoryExpr => ({
  kind: 'count',
  event: event(of),
  window: of.window,
  key: path(null, ['anyone']),
  op: of.op,
  bound: number(of.bound),
  span: NOWHERE,
});

/** What an argument of the calls of anybody comes to. */
export const sum = (of: Tallied & { readonly field: string; readonly includingThis: boolean }): HistoryExpr => ({
  kind: 'sum',
  event: event(of),
  field: name(of.field),
  includingThis: of.includingThis,
  window: of.window,
  key: path(null, ['anyone']),
  op: of.op,
  bound: number(of.bound),
  span: NOWHERE,
});
