import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { renderDiagnostic } from '../diagnostics/render.js';
import { corpus } from '../testing/index.js';
import type { Dialect, Expr } from './ast.js';
import { parsePolicy } from './parser.js';
import { codePoint } from '../../../../tools/testing/code-point.js';

/** `line:column code`, each finding of a text. */
function findings(text: string, dialect?: Dialect): string[] {
  return parsePolicy(text, dialect && { dialect }).diagnostics.map((diagnostic) => {
    const { line, column, code } = renderDiagnostic(diagnostic, text);
    return `${String(line)}:${String(column)} ${code}`;
  });
}

/** The text with every fix applied. */
function fixed(text: string): string {
  const fixes = parsePolicy(text).diagnostics.flatMap(({ fix }) => fix ?? []);
  return fixes
    .toSorted((a, b) => b.span.start - a.span.start)
    .reduce((result, { span, text: insert }) => result.slice(0, span.start) + insert + result.slice(span.end), text);
}

function expressionOf(test: string): Expr {
  const { tree, diagnostics } = parsePolicy(`dialect 2; assume "": ${test};`);
  expect(diagnostics).toEqual([]);
  const [item] = tree?.items ?? [];
  if (item?.kind !== 'assume') throw new Error('no assumption read');
  return item.body;
}

const shape = (expr: Expr): string => {
  switch (expr.kind) {
    case 'path':
      return [expr.root, ...expr.segments.map(({ text }) => text)].filter((part) => part !== null).join('.');
    case 'literal':
      return 'digits' in expr.value
        ? expr.value.digits
        : expr.value.type === 'string'
          ? expr.value.value
          : expr.value.type;
    case 'logic':
    case 'compare':
    case 'arithmetic':
      return `(${shape(expr.left)} ${expr.op} ${shape(expr.right)})`;
    case 'not':
    case 'negate':
      return `(${expr.kind} ${shape(expr.operand)})`;
    case 'or_else':
      return `(${shape(expr.operand)} else ${shape(expr.fallback)})`;
    case 'convert':
      return `(${shape(expr.operand)} to ${expr.currency.text} at ${expr.rates.text})`;
    case 'has':
      return `has(${expr.form} ${shape(expr.target)})`;
    default:
      return expr.kind;
  }
};

describe('expressions', () => {
  it.each([
    ['args.a || args.b && args.c', '(args.a || (args.b && args.c))'],
    ['args.a && args.b && args.c', '((args.a && args.b) && args.c)'],
    ['args.a - 1 - 2 == 3', '(((args.a - 1) - 2) == 3)'],
    ['args.a + args.b * 2 > -3', '((args.a + (args.b * 2)) > -3)'],
    ['args.a or else 0 > 1', '((args.a else 0) > 1)'],
    ['!args.a == false', '((not args.a) == bool)'],
    ['-args.a < 1', '((negate args.a) < 1)'],
    ['args.m in EUR using rates@v3 <= 5.00 EUR', '((args.m to EUR at v3) <= 5.00)'],
    ['args has cc', 'has(infix args.cc)'],
    ['args.table has "odd name"', 'has(infix args.table.odd name)'],
    ['has args.cc || args.bcc?', '(has(prefix args.cc) || has(postfix args.bcc))'],
    ['args["größe"].x == 10_000', '(args.größe.x == 10000)'],
  ])('%s', (text, expected) => expect(shape(expressionOf(text))).toBe(expected));
});

describe('errors', () => {
  it.each<[string, string[]]>([
    ['allow t when x = 1;', ['1:1 dialect_missing', '1:16 equals_single']],
    ['dialect 3; allow t;', ['1:9 dialect_unknown']],
    ['dialect 1; default refuse; dialect 1;', ['1:28 header_misplaced']],
    ['dialect 1; allow t; default refuse;', ['1:21 header_misplaced']],
    ['dialect 1; default refuse; default allow;', ['1:28 header_repeated']],
    ['dialect 1; allow t when x == 1 or y == 2;', ['1:32 not_in_dialect']],
    ['dialect 1; allow t when x == 1 && y == 2;', ['1:32 operator_foreign']],
    ['dialect 1; allow t when x + 1 == 2;', ['1:27 not_in_dialect']],
    ['dialect 1; allow t when 1 == x;', ['1:25 test_not_flat']],
    ['dialect 1; allow t when x == y;', ['1:25 test_not_flat']],
    ['dialect 1; allow t when x == (not y);', ['1:30 not_in_dialect']],
    ['dialect 1; allow t when not x == 1;', ['1:25 test_not_flat']],
    ['dialect 1; allow t when x when y;', ['1:27 clause_repeated']],
    ['dialect 1; allow (tool == "t");', ['1:18 target_form']],
    ['dialect 2; allow t when { true };', ['1:18 target_form']],
    ['dialect 2; allow (tool == "t") when { args.x and args.y };', ['1:46 operator_foreign']],
    ['dialect 2; allow (tool == "t") when { 1 < args.x < 3 };', ['1:50 operator_chained']],
    ['dialect 2; allow (tool == "t") when { args == 1 };', ['1:39 path_incomplete']],
    ['dialect 2; allow (tool == "t") when { args.x.first() };', ['1:46 method_unknown']],
    ['dialect 2; allow (tool == "t") when { args.x.sum(y.z) > 1 };', ['1:46 item_unnamed']],
    ['dialect 2; allow (tool == "t") when { args.x.any() };', ['1:46 item_unnamed']],
    ['dialect 2; allow (tool == "t") when history { args.x.all(formerly within 1h t.ok) };', ['1:54 item_unnamed']],
    ['dialect 2; allow (tool == "t") when history { args.x.sum(y, y) > 1 };', ['1:47 call_test_in_history']],
    ['dialect 2; allow (tool == "t") when history { formerly within 1h pay };', ['1:66 state_missing']],
    ['dialect 2; allow (tool == "t") when history { formerly within 1h pay.done };', ['1:70 state_unknown']],
    ['dialect 2; allow (tool == "t") when history { formerly pay.ok };', ['1:56 window_missing']],
    ['dialect 2; allow (tool == "t") when history { count(pay.ok) within 1h > 3 };', ['1:71 key_missing']],
    ['dialect 1; allow t when x == 9007199254740992;', ['1:30 number_too_large']],
    ['dialect 1; allow t when x == 1h30;', ['1:30 number_malformed']],
    ['dialect 1; allow t when x == 1__0;', ['1:30 number_malformed']],
    ['dialect 1; allow t when x == "a\\q";', ['1:32 string_escape']],
    ['dialect 1; allow t when x == "abc;\nallow u;', ['1:30 string_unterminated']],
    ['dialect 1; # no\nallow t;', ['1:12 comment_style']],
    ['dialect 1; /* no */ allow t;', ['1:12 comment_style']],
    ['dialect 1; allow t when r\u0435ason == 1;', ['1:25 identifier_not_ascii']],
    ['dialect 1; allow t when x == "\u202eabc";', ['1:31 character_control']],
    ['dialect 1; allow t when x ~ 1;', ['1:27 character_unexpected', '1:29 expected']],
    ['dialect 1; @id("a") @id("b") allow t;', ['1:22 annotation_repeated']],
    ['dialect 1; let x = 1; allow t;', ['1:12 statement_expected']],
    ['dialect 1; rule t;', ['1:12 statement_expected']],
    ['dialect 1; allow ;', ['1:18 expected']],
    ['dialect 1; allow [];', ['1:19 expected']],
  ])('%s', (text, expected) => expect(findings(text)).toEqual(expected));

  it('reports every broken statement of a text, and reads the others', () => {
    const text =
      'dialect 1;\nallow a when x = 1;\nallow b when;\nallow c;\nrefuse d when y == "z\nconfirm e when and;\nallow f\nallow g;\n';
    expect(findings(text)).toEqual([
      '2:16 equals_single',
      '3:13 expected',
      '5:20 string_unterminated',
      '6:16 expected',
      '7:8 semicolon_missing',
    ]);
    const targets = parsePolicy(text).tree?.items.flatMap((item) =>
      item.kind === 'rule' && item.target.kind === 'tools' ? item.target.names : [],
    );
    expect(targets?.map((name) => name.text)).toEqual(['a', 'c', 'd', 'f', 'g']);
  });

  it.each([
    'allow t when x = 1;',
    'dialect 1; allow t when x == 1 && y == 2;',
    'dialect 2; allow (tool == "t") when { not args.x and args.y or args.z };',
    'dialect 1;\nallow t when x == 1\nallow u;',
    'dialect 1; allow t when x == "\u200bab";',
  ])('mends %j by its fixes', (text) => expect(findings(fixed(text))).toEqual([]));

  it('takes the dialect from the caller, and wants both to agree', () => {
    expect(findings('allow t;', 1)).toEqual([]);
    expect(findings('dialect 2; allow (tool == "t");', 1)).toEqual(['1:9 dialect_conflict']);
    expect(findings('allow (tool == "t") when { true };')).toEqual(['1:1 dialect_missing']);
  });

  it('never throws, whatever the text', () => {
    const piece = fc.constantFrom(
      ...corpus.flatMap(({ text }) => text.split(/(?<=\W)|(?=\W)/)),
      '"',
      '\\',
      '=',
      '\u202e',
      '9'.repeat(20),
      '/*',
      '{',
      ')',
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.array(piece, { maxLength: 60 }).map((parts) => parts.join('')),
          fc.string({ unit: codePoint }),
        ),
        (text) => {
          const { diagnostics } = parsePolicy(text);
          for (const { span } of diagnostics) {
            expect(span.start).toBeGreaterThanOrEqual(0);
            expect(span.end).toBeLessThanOrEqual(text.length);
            expect(span.start).toBeLessThanOrEqual(span.end);
          }
        },
      ),
      { numRuns: 2_000 },
    );
  });
});
