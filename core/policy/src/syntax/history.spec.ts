import { describe, expect, it } from 'vitest';
import { renderDiagnostic } from '../diagnostics/render.js';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { parsePolicy } from './parser.js';
import { printPolicy } from './print/printer.js';

const around = (condition: string): string => `dialect 2;\nrefuse (tool == "t") when history { ${condition} };\n`;

/** The condition as it is printed. */
function printed(condition: string): string {
  const { tree, diagnostics } = parsePolicy(around(condition));
  if (!tree || diagnostics.length > 0) throw new Error(JSON.stringify(diagnostics));
  return /history \{ ([^]*) \};/.exec(printPolicy(tree))?.[1]?.replaceAll(/\s+/g, ' ') ?? '';
}

const A = 'formerly within 1h a.ok';
const B = 'formerly within 1h b.ok';
const E = 'since within 1h e.ok';

describe('`since`, where it can be read in two ways', () => {
  it.each([
    [`!${A} ${E}`, `(!${A}) ${E}`, `!(${A} ${E})`],
    [`!!${A} ${E}`, `(!!${A}) ${E}`, `!(!${A} ${E})`],
    [`!(${A}) ${E}`, `(!(${A})) ${E}`, `!((${A}) ${E})`],
    [`${A} && ${B} ${E}`, `${A} && (${B} ${E})`, `(${A} && ${B}) ${E}`],
    [`${A} || ${B} ${E}`, `${A} || (${B} ${E})`, `(${A} || ${B}) ${E}`],
    [`${A} && (${B}) ${E}`, `${A} && ((${B}) ${E})`, `(${A} && (${B})) ${E}`],
    [`${A} || ${B} && ${A} ${E}`, `${A} || ${B} && (${A} ${E})`, `(${A} || ${B} && ${A}) ${E}`],
    [`${A} && !${B} ${E}`, `${A} && ((!${B}) ${E})`, `(${A} && !${B}) ${E}`],
    [`${A} ${E} && ${B} ${E}`, `${A} ${E} && (${B} ${E})`, `(${A} ${E} && ${B}) ${E}`],
  ])('%s', (condition, near, far) => {
    const text = around(condition);
    const [found, ...others] = parsePolicy(text).diagnostics;
    expect(others).toEqual([]);
    const apply = (edit: Diagnostic['fix']): string =>
      edit ? text.slice(0, edit.span.start) + edit.text + text.slice(edit.span.end) : '';
    expect([apply(found?.fix), apply(found?.otherwise)]).toEqual([around(near), around(far)]);
    for (const language of ['en', 'pt'] as const) {
      const hint = found && renderDiagnostic(found, text, language).hint;
      expect(hint).toContain(near);
      expect(hint).toContain(far);
    }
    for (const reading of [near, far].filter((each) => !each.startsWith('!(!')))
      expect(parsePolicy(around(reading)).diagnostics).toEqual([]);
  });

  it.each([
    `${A} ${E}`,
    `${A} ${E} ${E}`,
    `${A} ${E} && ${B}`,
    `${A} ${E} || ${B} && ${A}`,
    `!(${A} ${E})`,
    `(!${A}) ${E}`,
    `(${A} && ${B}) ${E}`,
    `${A} && (${B} ${E})`,
    `${A} || (${B} ${E} && ${A})`,
    `args.l.any(x, ${A} ${E})`,
  ])('and where it cannot: %s', (condition) => {
    expect(printed(condition)).toBe(condition);
    expect(printed(printed(condition))).toBe(condition);
  });
});

describe('events, keys and lists', () => {
  it.each([
    'formerly within 24h by session e.ok',
    'previous within session by anyone [a, "b c"].open',
    `${A} since within 7d by customer @write.ok`,
    'formerly within 1h by args.id ["a b", "c d"].ok',
    'formerly within 1h by args.meta["odd key"] "a b".ok',
    'formerly within 1h by.ok',
    'formerly within 1h by principal by.ok',
    'count([a, b].open) within 1h by anyone >= 3',
    'sum(@pay.open{ by != principal.id }.amount in EUR) within 1h by principal including this > 3.00 EUR',
    'formerly within 1h e.ok{ by: principal.id, "by": args.by, n >= args.n, note: * }',
    'args.lines.all(line, line.parts.any(part, formerly within 1h e.ok{ id: part }))',
    'args["odd list"].all(x, formerly within 1h e.ok{ id: x })',
  ])('%s', (condition) => expect(printed(condition)).toBe(condition));

  it('writes an equality as a colon, and one tool without brackets', () => {
    expect(printed('formerly within 1h [e].ok{ n == 1, by == "p" }')).toBe('formerly within 1h e.ok{ n: 1, by: "p" }');
  });

  it.each([
    ['formerly within 1h e.ok{ by: * }', 'expected'],
    ['formerly within 1h e.ok{ n > * }', 'expected'],
    ['formerly within 1h [].ok', 'expected'],
    ['formerly within 1h @write', 'state_missing'],
    ['formerly within 1h [a, b]', 'state_missing'],
    ['count(a.ok) within 1h > 3', 'key_missing'],
    ['args.l.size(x)', 'call_test_in_history'],
  ])('finds fault with %s', (condition, code) => {
    expect(parsePolicy(around(condition)).diagnostics.map((each) => each.code)).toEqual([code]);
  });
});
