import { describe, expect, it } from 'vitest';
import { CASES, fixture } from '../testing/all.js';
import { HOSTILE_NAMES } from '../testing/hostile.js';
import { reportJson } from './report-json.js';

interface Told {
  readonly verdicts: readonly Readonly<Record<string, unknown>>[];
  readonly hygiene: readonly Readonly<Record<string, unknown>>[] | null;
  readonly graph_digest: string;
}
const read = (text: string): Told => JSON.parse(text) as Told;

function names(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.flatMap(names);
  return Object.entries(value).flatMap(([name, member]) => [name, ...names(member)]);
}

describe('the JSON report of a graph', () => {
  it.each(CASES)('of %s in %s has names of the interface and all verdicts', (name, language) => {
    const report = fixture(name, language);
    const told = read(reportJson(report));
    expect(names(told).filter((each) => !/^[a-z]+(?:_[a-z]+)*$/.test(each))).toEqual([]);
    expect(told.verdicts.map(({ fingerprint }) => fingerprint)).toEqual(
      report.verdicts.map(({ fingerprint }) => fingerprint),
    );
    expect(told.graph_digest).toBe(report.digest);
  });

  it('says a path step by step, numbered from 1', () => {
    const [verdict] = read(reportJson(fixture('refunds'))).verdicts;
    expect(verdict).toMatchObject({
      property: 'P1',
      subject: 'check_before',
      verdict: 'broken',
      title: '`refund` can run without `verify_order`',
      cycle_from: null,
      model: [{ variable: 'amount', at_step: 2, value: 100 }],
      fix: { insert_on: ['find_order-plan'], cut_size: 1 },
    });
    expect((verdict?.['path'] as readonly object[] | undefined)?.[4]).toMatchObject({
      step: 5,
      node: 'refund',
      edge: null,
      events: [{ kind: 'attempt', name: 'refund' }],
      facts_after: [],
      why: { code: 'never_there', text: 'What this needs was never there on this path.' },
    });
    expect(read(reportJson(fixture('orders'))).verdicts[2]).toMatchObject({ kind: 'lasso', cycle_from: 6 });
  });

  it('says of a rule that is about nothing what it says nothing of', () => {
    const titles = (language: 'en' | 'pt') =>
      read(reportJson(fixture('vacuous', language))).verdicts.map(({ verdict, title }) => [verdict, title]);
    expect(titles('en')).toEqual([
      ['vacuous', 'Says nothing about `delete_order`: what `no-delete` is about happens in no run'],
    ]);
    expect(titles('pt')).toEqual([
      [
        'vacuous',
        'Não diz nada sobre `delete_order`: aquilo de que `no-delete` trata não acontece em nenhuma execução',
      ],
    ]);
  });

  it('has what hygiene found beside the verdicts', () => {
    const { hygiene } = read(reportJson(fixture('untidy')));
    expect(hygiene).toMatchObject([
      {
        code: 'unreachable_tool',
        target: 'refund',
        places: [{ node: 'refund', where: { line: 8 } }, { node: 'plan' }],
      },
      { code: 'unreachable_node', target: null, title: 'No run reaches some nodes', places: [] },
      { code: 'dead_end', verdict: 'possible', title: 'Undecided, because there are too many states: a dead end' },
      { code: 'check_never_passes' },
      { code: 'fail_open', deciders: [] },
      { code: 'vacuous_rule' },
      { code: 'unclassified_tool', advice: 'Classify `refund` in the catalogue.' },
      { code: 'dangling_reference' },
    ]);
    expect(read(reportJson(fixture('refunds'))).hygiene).toBe(null);
  });

  it('holds hostile names as they were', () => {
    const text = reportJson(fixture('hostile'));
    for (const name of HOSTILE_NAMES) expect(text).toContain(JSON.stringify(name));
  });
});
