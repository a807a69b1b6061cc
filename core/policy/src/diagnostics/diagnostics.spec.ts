import { describe, expect, it } from 'vitest';
import { loadPolicy } from '../check/load.js';
import { below, catalogues, pick, randomPolicy, seededRandom } from '../testing/index.js';
import { renderDiagnostic } from './render.js';
import { DiagnosticSink } from './sink.js';
import { DIAGNOSTICS } from './table.js';
import { inWords } from './terms.js';
import { runs } from '../../../../tools/testing/runs.js';

const paramsOf = (text: string): string[] =>
  [...new Set([...text.matchAll(/\{([a-z]+)\}/g)].map(([, name]) => name ?? ''))].toSorted();

describe('the table', () => {
  it.each(Object.entries(DIAGNOSTICS))('%s says the same in both languages', (_code, { message, hint }) => {
    expect(message.pt).not.toBe(message.en);
    expect(paramsOf(message.pt)).toEqual(paramsOf(message.en));
    expect(paramsOf(hint?.pt ?? '')).toEqual(paramsOf(hint?.en ?? ''));
    // Style: no capital at the start, no full stop at the end, one line.
    for (const text of [message.en, message.pt, hint?.en ?? 'none', hint?.pt ?? 'none']) {
      expect(text).toMatch(/^(?:RE2|[^A-Z\n])[^\n]*[^.\n]$/);
    }
  });
});

describe('renderDiagnostic', () => {
  const at = { start: 13, end: 14 };
  const source = 'dialect 1;\n  é~;';

  it('gives line, column, words and anchor', () => {
    const diagnostic = { code: 'character_unexpected', severity: 'error', span: at, params: { char: '~' } } as const;
    expect(renderDiagnostic(diagnostic, source)).toMatchObject({
      line: 2,
      column: 3,
      message: '`~` means nothing here',
      anchor: 'character_unexpected',
    });
    expect(renderDiagnostic(diagnostic, source, 'pt').message).toBe('`~` não tem significado aqui');
  });

  it('leaves a hint out when its subject is not given', () => {
    const diagnostic = {
      code: 'tool_unknown',
      severity: 'error',
      span: at,
      params: { name: 'x', nearest: '' },
    } as const;
    expect(renderDiagnostic(diagnostic, source)).toMatchObject({
      message: 'the catalogue has no tool `x`',
      hint: null,
    });
  });

  it('leaves out the part of a hint that has nothing to name', () => {
    const hintOf = (text: string, language: 'en' | 'pt') =>
      loadPolicy(text)
        .diagnostics.filter(({ code }) => code === 'name_unknown')
        .map((found) => renderDiagnostic(found, text, language).hint);
    const alone = 'dialect 2; allow (tool == "t") when { zzz == 1 };';
    const near = 'dialect 2; define big = args.n > 1; allow (tool == "t") when { bigg };';
    expect([...hintOf(alone, 'en'), ...hintOf(alone, 'pt')]).toEqual([
      'an argument of the call is `args.zzz`',
      'um argumento da chamada é `args.zzz`',
    ]);
    expect([...hintOf(near, 'en'), ...hintOf(near, 'pt')]).toEqual([
      'an argument of the call is `args.bigg`; nearest names: `big`',
      'um argumento da chamada é `args.bigg`; nomes mais próximos: `big`',
    ]);
  });

  it('throws for a code nobody declared', () => {
    expect(() => renderDiagnostic({ code: 'toString', severity: 'error', span: at, params: {} }, source)).toThrow(
      RangeError,
    );
  });

  it('takes a parameter that is no term as it is', () => {
    expect([inWords('#type.money', 'pt'), inWords('#constructor', 'en'), inWords('# x', 'en')]).toEqual([
      'um valor em dinheiro',
      '#constructor',
      '# x',
    ]);
  });
});

describe('DiagnosticSink', () => {
  it('drops repeats, sorts by place, and ends in one word about the rest', () => {
    const sink = new DiagnosticSink(2);
    for (const start of [5, 3, 3, 9, 10]) sink.report('equals_single', { start, end: start + 1 }, {});
    expect(sink.sorted().map(({ code, span }) => `${code} ${String(span.start)}`)).toEqual([
      'equals_single 3',
      'equals_single 5',
      'too_many_diagnostics 9',
    ]);
    expect([sink.hasErrors, sink.isFull]).toEqual([true, true]);
  });

  it('leaves warnings out beyond the limit, and goes on looking for errors', () => {
    const sink = new DiagnosticSink(2);
    for (const start of [1, 2, 3, 4]) sink.report('define_unused', { start, end: start + 1 }, { name: 'd' });
    expect([sink.sorted().length, sink.hasErrors, sink.isFull]).toEqual([2, false, false]);
    sink.report('equals_single', { start: 9, end: 10 }, {});
    expect(sink.sorted().map(({ code }) => code)).toEqual(['define_unused', 'define_unused', 'equals_single']);
  });
});

describe('texts with faults', () => {
  it('gives findings in words for any of them, and never throws', () => {
    const rng = seededRandom(99);
    let broken = 0;
    for (let i = 0; i < runs(800); i++) {
      const catalogue = pick(rng, catalogues);
      const text = mutated(randomPolicy(rng, catalogue, i % 2 === 0 ? 1 : 2), rng);
      const loaded = loadPolicy(text, i % 3 === 0 ? {} : { catalogue });
      if (!loaded.ok) broken++;
      for (const diagnostic of loaded.diagnostics) {
        const { message, hint } = renderDiagnostic(diagnostic, text, i % 5 === 0 ? 'pt' : 'en');
        expect(message).not.toBe(diagnostic.code);
        expect(`${message} ${hint ?? ''}`).not.toContain(String.fromCodePoint(0));
      }
    }
    expect(broken).toBeGreaterThan(runs(260));
  });

  /** One or two tokens taken out, doubled, or put in the place of others. */
  function mutated(text: string, rng: () => number): string {
    const tokens = text.split(/(?<=\s|\b)(?=\S)/);
    for (let i = 0; i <= below(rng, 2); i++) {
      const at = below(rng, tokens.length);
      const from = below(rng, tokens.length);
      tokens.splice(at, below(rng, 2), ...(rng() < 0.6 ? [tokens[from] ?? ''] : []));
    }
    return tokens.join('');
  }
});
