import type { Call, Context } from '@ostiary/policy';
import type { SmallCatalogue, SmallType } from './made.js';

/** One call and what stands around it. */
export interface Point {
  readonly call: Call;
  readonly context: Context;
  /** The value of each attribute that was chosen; undefined where it is absent. */
  readonly chosen: ReadonlyMap<string, unknown>;
}

export interface Axis {
  /** `args.n`, `principal.role`, `label`, `hour`. */
  readonly name: string;
  readonly values: readonly unknown[];
}

const UNLIKE = Object.freeze({ no: 'value of any type here' });

function valuesOf(type: SmallType): readonly unknown[] {
  switch (type.kind) {
    case 'bool':
      return [false, true];
    case 'int':
      return Array.from({ length: type.max - type.min + 1 }, (_, at) => type.min + at);
    case 'money':
      return type.currencies.flatMap((currency) =>
        Array.from({ length: type.max - type.min + 1 }, (_, at) => `${((type.min + at) / 100).toFixed(2)} ${currency}`),
      );
    case 'string':
      return type.enum;
  }
}

/** Every value of every attribute of the calls of a tool. What `reads` leaves out, nobody looks at: one value does for it. */
export function axesOf(catalogue: SmallCatalogue, tool: string, reads: (name: string) => boolean): readonly Axis[] {
  const fields = Object.entries(catalogue.tools.find(({ name }) => name === tool)?.args.fields ?? {});
  const args = fields.map(([name, { type, required }]): Axis => {
    const values = [...(required ? [] : [undefined]), ...valuesOf(type)];
    return { name: `args.${name}`, values: reads(`args.${name}`) ? values : values.slice(0, 1) };
  });
  const caller = Object.entries(catalogue.principal?.fields ?? {}).map(([name, { type }]): Axis => {
    // What a caller brings is not checked before the rules: it may be absent, and it may be of another type.
    const values = [undefined, UNLIKE, ...valuesOf(type)];
    return { name: `principal.${name}`, values: reads(`principal.${name}`) ? values : values.slice(0, 1) };
  });
  const label: Axis = { name: 'label', values: reads('session.label') ? [undefined, [], ['untrusted']] : [undefined] };
  const hour: Axis = { name: 'hour', values: reads('now.hour') ? [undefined, 3, 12, 21] : [undefined] };
  return [...args, ...caller, label, hour];
}

export const sizeOf = (axes: readonly Axis[]): number =>
  axes.reduce((product, { values }) => product * values.length, 1);

function pointOf(tool: string, chosen: ReadonlyMap<string, unknown>): Point {
  const args: Record<string, unknown> = {};
  const principal: Record<string, unknown> = { id: 'ann' };
  const context: Record<string, unknown> = { principal, session: { id: 'monday' } };
  for (const [name, value] of chosen) {
    if (value === undefined) continue;
    if (name === 'label') context['labels'] = { session: value, args: {} };
    else if (name === 'hour') context['now'] = Date.UTC(2026, 2, 2, value as number);
    else (name.startsWith('args.') ? args : principal)[name.slice(name.indexOf('.') + 1)] = value;
  }
  return { call: { tool, args }, context, chosen };
}

export function* pointsOf(tool: string, axes: readonly Axis[]): Generator<Point> {
  const at = axes.map(() => 0);
  for (;;) {
    yield pointOf(tool, new Map(axes.map(({ name, values }, index) => [name, values[at[index] ?? 0]])));
    const next = axes.findIndex(({ values }, index) => (at[index] ?? 0) + 1 < values.length);
    if (next === -1) return;
    at.fill(0, 0, next);
    at[next] = (at[next] ?? 0) + 1;
  }
}
