import type { Catalogue } from '@ostiary/catalogue';
import { loadPolicy, type LoadResult } from '../../../check/load.js';
import type { HistoryEvent } from '../../types.js';

type LoadedPolicy = Extract<LoadResult, { readonly ok: true }>;

export const HOUR = 3_600_000;
/** When the calls of the tests are made, milliseconds. */
export const NOW = 100 * HOUR;

const record = {
  kind: 'record',
  fields: {
    amount: { type: { kind: 'money' }, required: false },
    id: { type: { kind: 'string', format: 'keyword' }, required: false },
    ids: { type: { kind: 'list', of: { kind: 'string', format: 'keyword' } }, required: false },
  },
} as const;
/** Tools alike, of which one is never called. */
export const CATALOGUE: Catalogue = {
  name: 'c',
  tools: ['t', 'u', 'never'].map((name) => ({
    name,
    args: record,
    classes: name === 'u' ? ['read'] : ['write'],
    ...(name !== 'never' && { aliasGroup: 'both' }),
  })),
};

let calls = 0;

/** An event of tool `u` that happened `ageMs` before NOW, of a call of its own. */
export const event = (state: HistoryEvent['state'], ageMs: number, more: Partial<HistoryEvent> = {}): HistoryEvent => ({
  tool: 'u',
  state,
  at: NOW - ageMs,
  args: { amount: '10.00 EUR', id: 'a' },
  principal: 'p',
  session: 's',
  call_id: `own ${String(calls++)}`,
  customer: 'c',
  ...more,
});

/** A policy over these tools, or an error with its diagnostics. */
export function loadWorld(text: string): LoadedPolicy {
  const loaded = loadPolicy(text, { catalogue: CATALOGUE });
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.diagnostics));
  return loaded;
}

/** One rule for each condition of the history. */
export function loadConditions(...conditions: readonly string[]): LoadedPolicy {
  return loadWorld(
    `dialect 2;\n${conditions.map((each) => `refuse (tool == "t") when history { ${each} };`).join('\n')}`,
  );
}
