import { describe, expect, it } from 'vitest';
import { CASES, fixture } from '../testing/all.js';
import { reportMarkdown } from './report-markdown.js';

/** Lines outside of blocks of code. */
function outside(markdown: string): string[] {
  return markdown.replaceAll(/^(`{3,})\w*\n.*?\n\1$/gms, '').split('\n');
}

describe('the Markdown report of a graph', () => {
  it.each(CASES)('of %s in %s has its headings and no markup of others', (name, language) => {
    const report = fixture(name, language);
    const text = reportMarkdown(report);
    const lines = outside(text);
    const told = report.verdicts.filter(({ verdict }) => verdict === 'broken' || verdict === 'possible').length;
    expect(lines.filter((line) => line.startsWith('### '))).toHaveLength(Math.min(told, 30));
    const bare = lines.map((line) =>
      line
        .replaceAll('<!-- -->', '')
        .replaceAll(/(`+)(?!`).*?(?<!`)\1(?!`)/g, '')
        .replaceAll(/\\./g, ''),
    );
    expect(bare.filter((line) => /[<[\]]|https?:/.test(line))).toEqual([]);
    expect(text).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}\p{Cs}]/u);
  });

  it('tells what hygiene found, and what became of it', () => {
    const text = reportMarkdown(fixture('untidy'));
    for (const part of [
      '## Hygiene',
      'Hygiene compared with the previous version: 1 new, 0 moved, 0 unchanged, 1 fixed',
      '* Medium · `unreachable_tool` No run calls `refund`: ',
      '* Note · `dead_end` Undecided, because there are too many states: a dead end',
    ])
      expect(text).toContain(part);
    expect(reportMarkdown(fixture('refunds'))).not.toContain('Hygiene');
  });

  it('tells a broken rule as one would, with its picture', () => {
    const text = reportMarkdown(fixture('refunds'));
    for (const part of [
      '# Verification of refunds',
      '**2 rules broken** · Critical 1 · High 1',
      '### `refund` can run without `verify_order`',
      '```mermaid\nflowchart TD\n',
      '2. `find_order` is called and fails · continues along `Find the order` → `Plan the refund` (`on error`, `timeout`)',
      '5. `refund` is called **What this needs was never there on this path.**',
      'Put the check `verify_order` on this edge: `Find the order` → `Plan the refund`',
      '### It is undecided whether `refund` can run without `send_mail` ever following',
      '* What the guard of `Pay back` → `Tell the customer` decides: it is code that is not read.',
      '* Vacuous · `P3 precedence`',
      '* Proved · `P3 precedence` `verify_order` runs only after `find_order`',
      '| `no_such_code` | `no_such_code` | `/nodes/4` |',
    ])
      expect(text).toContain(part);
  });

  it('says of a rule that awaits something what did not come', () => {
    const report = fixture('refunds');
    const verdicts = report.verdicts.map((verdict) => ({
      ...verdict,
      ...(verdict.path && {
        path: verdict.path.map((step) => ({ ...step, facts: ['awaited'], why: { code: 'elsewhere', params: {} } })),
      }),
    }));
    expect(reportMarkdown({ ...report, verdicts })).toContain(
      '**What the rule waits for has not come, and the run goes on without it.**',
    );
  });

  it('says where a run goes round, and in which lane a step is', () => {
    const text = reportMarkdown(fixture('orders', 'pt'));
    expect(text).toContain('Daqui a execução volta ao passo 6, para sempre.');
    expect(text).toContain('via 2 · `Split` corre');
  });

  it('does not call clean what says nothing', () => {
    expect(reportMarkdown(fixture('vacuous'))).toContain('**Nothing was verified**');
    expect(reportMarkdown(fixture('clean'))).toContain('**Every rule is proved**');
  });
});
