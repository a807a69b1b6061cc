import { describe, expect, it } from 'vitest';
import { renderDiagnostic } from '../diagnostics/render.js';
import { parsePolicy } from './parser.js';

/** The findings about a text, and the text once every fix is made. */
function mended(text: string): readonly [codes: readonly string[], mended: string] {
  const { diagnostics } = parsePolicy(text);
  const fixes = diagnostics.flatMap(({ fix }) => (fix ? [fix] : [])).toSorted((a, b) => b.span.start - a.span.start);
  const after = fixes.reduce((at, { span, text: put }) => at.slice(0, span.start) + put + at.slice(span.end), text);
  return [diagnostics.map(({ code }) => code), after];
}

/** A slip in one dialect: its one finding, and the text that its fix makes, which has none. */
const inDialect1 = [
  ['deny pay;', 'effect_foreign', 'refuse pay;'],
  ['block [pay, send];', 'effect_foreign', 'refuse [pay, send];'],
  ['Reject @write;', 'effect_foreign', 'refuse @write;'],
  ['ALLOW pay;', 'effect_foreign', 'allow pay;'],
  ['grant "send-email" when ok;', 'effect_foreign', 'allow "send-email" when ok;'],
  ['default deny;', 'effect_foreign', 'default refuse;'],
  ['test "t" { call pay {} } expect deny;', 'effect_foreign', 'test "t" { call pay {} } expect refuse;'],
  ["allow pay when a == 'x';", 'quotes_foreign', 'allow pay when a == "x";'],
  ['allow pay when a == “x”;', 'quotes_foreign', 'allow pay when a == "x";'],
  ['allow pay when a == „x“;', 'quotes_foreign', 'allow pay when a == "x";'],
  ['allow pay when a == ‘it is "x"’;', 'quotes_foreign', 'allow pay when a == "it is \\"x\\"";'],
  ['allow pay when a == `x\\"y`;', 'quotes_foreign', 'allow pay when a == "x\\"y";'],
  ['allow pay when a == «x»;', 'quotes_foreign', 'allow pay when a == "x";'],
  ['allow pay\nallow send;', 'semicolon_missing', 'allow pay;\nallow send;'],
  ['default refuse\nallow send;', 'semicolon_missing', 'default refuse;\nallow send;'],
  ['allow pay when a == 5\ndeny send;', 'semicolon_missing effect_foreign', 'allow pay when a == 5;\nrefuse send;'],
  [
    'allow pay\ntest "t" { call pay {} } expect allow',
    'semicolon_missing semicolon_missing',
    'allow pay;\ntest "t" { call pay {} } expect allow;',
  ],
  ['allow pay\nprincipal (level: int);', 'semicolon_missing', 'allow pay;\nprincipal (level: int);'],
  ['allow pay when a =< 5;', 'comparison_foreign', 'allow pay when a <= 5;'],
  ['allow pay when a => 5;', 'comparison_foreign', 'allow pay when a >= 5;'],
  ['allow pay when a === 5;', 'comparison_foreign', 'allow pay when a == 5;'],
  ['allow pay when a <> 5;', 'comparison_foreign', 'allow pay when a != 5;'],
  ['allow pay when a is "x";', 'comparison_foreign', 'allow pay when a == "x";'],
  ['allow pay when a is not "x" and b;', 'comparison_foreign', 'allow pay when a != "x" and b;'],
  ['allow pay when a equals "x";', 'comparison_foreign', 'allow pay when a == "x";'],
  ['allow pay when a = 5;', 'equals_single', 'allow pay when a == 5;'],
  ['allow pay when a == True;', 'constant_foreign', 'allow pay when a == true;'],
  ['allow pay when a == FALSE;', 'constant_foreign', 'allow pay when a == false;'],
  ['allow pay when a == null;', 'null_foreign', 'allow pay when not has a;'],
  ['allow pay when a.b != None;', 'null_foreign', 'allow pay when has a.b;'],
  ['allow pay when a in ("x", "y");', 'list_brackets', 'allow pay when a in ["x", "y"];'],
  ['allow pay when a not in { "x" };', 'list_brackets', 'allow pay when a not in ["x"];'],
  ['allow pay when { a == 5 };', 'clause_braces', 'allow pay when a == 5;'],
  ['allow pay when !a;', 'operator_foreign', 'allow pay when not a;'],
  ['allow pay when ! has a;', 'operator_foreign', 'allow pay when not has a;'],
  ['allow pay when a && b;', 'operator_foreign', 'allow pay when a and b;'],
  ['allow send-email;', 'tool_name_quotes', 'allow "send-email";'],
  ['allow [github.create-issue, pay];', 'tool_name_quotes', 'allow ["github.create-issue", pay];'],
  ['tool send-email (to: email);', 'tool_name_quotes', 'tool "send-email" (to: email);'],
  [
    'test "t" { call send-email {} } expect allow;',
    'tool_name_quotes',
    'test "t" { call "send-email" {} } expect allow;',
  ],
  ['allow (tool == "pay");', 'target_form', 'allow pay;'],
  ['allow tool == "pay" when a;', 'target_form', 'allow pay when a;'],
  ['allow tool in ["pay", "send"] when a;', 'target_form', 'allow [pay, send] when a;'],
] as const;

const inDialect2 = [
  ['deny (tool);', 'effect_foreign', 'refuse (tool);'],
  ['allow (tool) when { not args.a };', 'operator_foreign', 'allow (tool) when { !args.a };'],
  ['allow (tool) when { not args.a == 5 };', 'operator_foreign', 'allow (tool) when { !(args.a == 5) };'],
  ['allow (tool) when { not (args.a && args.b) };', 'operator_foreign', 'allow (tool) when { !(args.a && args.b) };'],
  ['allow (tool) when { args.a and args.b };', 'operator_foreign', 'allow (tool) when { args.a && args.b };'],
  ['allow (tool) when { args.a or args.b };', 'operator_foreign', 'allow (tool) when { args.a || args.b };'],
  ['allow (tool) when { args.a == null || args.b };', 'null_foreign', 'allow (tool) when { !(has args.a) || args.b };'],
  ['allow (tool) when args.a == 5;', 'clause_braces', 'allow (tool) when { args.a == 5 };'],
  ['allow (tool == pay);', 'tool_name_quotes', 'allow (tool == "pay");'],
  ['allow (tool in ["a", send-email]);', 'tool_name_quotes', 'allow (tool in ["a", "send-email"]);'],
  ['allow pay;', 'target_form', 'allow (tool == "pay");'],
  ['allow [pay, "a b"] when { args.a };', 'target_form', 'allow (tool in ["pay", "a b"]) when { args.a };'],
  ['allow tool == "pay" when { args.a };', 'target_form', 'allow (tool == "pay") when { args.a };'],
  ['permit (principal, action, resource);', 'cedar_scope', 'permit (tool);'],
  ['permit (principal is User, action, resource);', 'cedar_scope', 'permit (principal is User, tool);'],
  [
    'permit (principal in Team::Group::"staff", action in [Action::"a", Action::"b"], resource);',
    'cedar_scope',
    'permit (principal in "staff", tool in ["a", "b"]);',
  ],
  ['allow (tool) when { principal == User::"ann" };', 'cedar_entity', 'allow (tool) when { principal.id == "ann" };'],
  ['allow (tool) when { args.a == User::"ann" };', 'cedar_entity', 'allow (tool) when { args.a == "ann" };'],
] as const;

describe('what other languages write', () => {
  it.each([...inDialect1.map((each) => [1, ...each] as const), ...inDialect2.map((each) => [2, ...each] as const)])(
    'dialect %i: %s',
    (dialect, text, code, right) => {
      const head = `dialect ${String(dialect)};\n`;
      const [codes, after] = mended(head + text);
      expect([codes.join(' '), after]).toEqual([code, head + right]);
      expect(mended(after)[0]).toEqual([]);
    },
  );

  it.each([
    ['permit (principal == User::"ann", action == Action::"view", resource);'],
    ['permit (principal, action, resource == Photo::"x.jpg") when { args.a };'],
    ['forbid (principal, action in Action::"writes", resource in Album::"x");'],
  ])('says nothing wider in place of %s', (text) => {
    const { diagnostics } = parsePolicy(`dialect 2; ${text} allow (tool);`);
    expect(diagnostics.map(({ code, fix }) => [code, fix])).toEqual([['cedar_scope', undefined]]);
  });

  it.each([
    ['package shop\n\nallow { input.x == 1 }', 'pasted_rego'],
    ['import rego.v1\nallow if input.x', 'pasted_rego'],
    ['default allow := false', 'pasted_rego'],
    ['dialect 1; allow if { input.a }', 'pasted_rego'],
    ['# c\ndeny { true }', 'pasted_rego'],
    ['{"effect": "allow"}', 'pasted_data'],
    ['[{"effect": "allow"}]', 'pasted_data'],
    ['rules:\n  - effect: allow', 'pasted_data'],
    ["- effect: 'allow'", 'pasted_data'],
    ['def f(x):\n    """doc"""\n    return True', 'pasted_code'],
    ['from x import y', 'pasted_code'],
    ['import os\nprint(1)', 'pasted_code'],
    ['const x = 5;', 'pasted_code'],
    ['function f() { return `x`; }', 'pasted_code'],
  ])('says once that %j is another language', (text, code) => expect(mended(text)[0]).toEqual([code]));

  it.each([
    ['dialect 1; allow pay when is == 5 and args.eq == 6 and null == 7 and deny == "x";', []],
    ['dialect 1; allow deny when args.True == 5;', []],
    ['dialect 1; allow tool; allow test; allow group; allow principal;', []],
    ['dialect 2; allow (tool == "deny") when { args.null == 5 && args.lt < 6 };', []],
    ['dialect 1; tool allow (if: int); test "t" { call allow { allow: 1 } } expect allow;', []],
    ['dialect 1; allow group when tool == 5 and test == 6;', []],
  ])('leaves %s alone', (text, codes) => {
    expect(mended(text)[0].filter((code) => code !== 'null_foreign')).toEqual(codes);
  });

  it.each([
    ['allow pay if a < 5;', 'a condition begins with `when`'],
    ['allow pay where a < 5;', 'a condition begins with `when`'],
    ['allow pay when a ends with "x";', 'write `like "abc*"` for how a text begins and `like "*abc"` for how it ends'],
    ['allow pay when a startsWith "x";', 'write `like "abc*"` for how a text begins and `like "*abc"` for how it ends'],
    [
      'allow pay when a between 1 and 5;',
      'write two tests: `a >= 1 and a <= 5` in dialect 1, `args.a >= 1 && args.a <= 5` in dialect 2',
    ],
    ['allow pay when a < 5, b > 6;', 'join tests with `and` in dialect 1, with `&&` in dialect 2'],
    ['allow pay when a < 1,000.00 EUR;', 'group digits with `_` and write a fraction with `.`: `1_000.00 EUR`'],
    ['@id(small) allow pay;', 'put it in double quotes'],
    ['allow pay when a < €100;', 'an amount is a number and the code of its currency: `100.00 EUR`'],
    ['allow pay when a < ;', null],
    ['allow pay ~;', null],
  ])('%s: %s', (text, hint) => {
    const source = `dialect 1; ${text}`;
    const [first] = parsePolicy(source).diagnostics;
    if (!first) throw new Error('nothing was found');
    expect(renderDiagnostic(first, source).hint).toBe(hint);
    expect(renderDiagnostic(first, source, 'pt').hint === hint).toBe(hint === null);
  });

  it('goes on after a broken test or declaration', () => {
    const text = `dialect 1;
test "a" { call pay { x: }; now "n"; } expect allow;
tool pay (a int);
test "b" {
  call pay {};
  later 5;
  principal { a: 1 };
} expect allow;
allow pay when;
group a [b];
allow send;`;
    const { tree, diagnostics } = parsePolicy(text);
    expect(diagnostics.map(({ code, span }) => `${code} ${text.slice(span.start, span.end)}`)).toEqual([
      'expected }',
      'expected int',
      'expected later',
      'expected ;',
      'expected [',
    ]);
    expect(tree?.items.map(({ kind }) => kind)).toEqual(['rule']);
  });
});
