import { describe, expect, it } from 'vitest';
import { renderDiagnostic } from '../../diagnostics/render.js';
import { strictness } from '../../core/effect.js';
import { compilePolicy } from '../../evaluate/compile.js';
import { interpretPolicy } from '../../evaluate/interpret.js';
import { pick, seededRandom, several } from '../../testing/index.js';
import { loadPolicy } from '../load.js';

function loaded(text: string): Extract<ReturnType<typeof loadPolicy>, { readonly ok: true }> {
  const result = loadPolicy(text);
  if (!result.ok) throw new Error(`${text}\n${JSON.stringify(result.diagnostics)}`);
  return result;
}

function said(text: string, value: unknown): string {
  const { core, tree, environment } = loaded(text);
  const call = { tool: 't', args: { a: value } };
  const decision = compilePolicy(core).decide(call, {});
  expect(interpretPolicy(tree, environment, call, {})).toEqual(decision);
  return decision.slug;
}

const codes = (text: string): readonly string[] => loaded(text).diagnostics.map(({ code }) => code);

describe('the format of a text nobody declared', () => {
  it.each([
    ['like "/workspace/*"', '/workspace/a', '/workspace/../etc/passwd'],
    ['like "/workspace/*"', '/workspace/a', '/workspace/x//../../etc/passwd'],
    ['== "https://corp.example/a"', 'https://corp.example/a', 'https://corp.example/b/../a'],
    ['like "https://corp.example/*"', 'https://corp.example/a', 'https://corp.example\\@evil.example/'],
    ['matches "/srv/.*"', '/srv/a', '/srv/../etc/passwd'],
    ['matches "https?://corp[.]example/.*"', 'https://corp.example/a', 'https://corp.example/a/../b'],
    ['in ["ann@corp.example", "bob@corp.example"]', 'ann@corp.example', 'Ann@corp.example'],
    ['like "*@corp.example"', 'ann@corp.example', 'ann@evil.example,x@corp.example'],
    ['== "corp.example"', 'corp.example', 'corp.example.'],
    ['like "*.corp.example"', 'mail.corp.example', 'evil.example/.corp.example'],
  ])('%s is inferred, and strict', (test, good, bad) => {
    const allow = `dialect 1; allow t when a ${test};`;
    expect(codes(allow)).toEqual(['format_inferred']);
    expect(said(allow, good)).toBe('allowed');
    expect(said(allow, bad)).toBe('no_rule');
    const refuse = `dialect 1; default allow; refuse t when a ${test};`;
    expect([said(refuse, good), said(refuse, bad)]).toEqual(['refused', 'guard_undefined']);
  });

  it.each([
    ['a in ["https://corp.example/a", "none of them"]'],
    ['a like "/srv/*" and a != "https://corp.example/"'],
    ['a == "/srv/../etc"'],
    ['a == "https://corp.example"'],
    ['a in ["/srv/x", ""]'],
  ])('is text where the constants do not agree: %s', (test) => {
    expect(codes(`dialect 1; allow t when ${test};`)).toEqual(['format_unclear']);
  });

  it.each([
    ['a == "readme.md"'],
    ['a like "ORD-*"'],
    ['a in ["image/png", "x"]'],
    ['a == "v1.2"'],
    ['a matches "[a-z]+"'],
  ])('is text without a word where there is no sign: %s', (test) =>
    expect(codes(`dialect 1; allow t when ${test};`)).toEqual([]),
  );

  it('is one for all rules of a tool, those over every tool among them', () => {
    const text = 'dialect 1; default allow; refuse * when a like "/etc/*"; refuse t when a == "/root";';
    expect(said(text, '/srv/../etc/passwd')).toBe('guard_undefined');
    expect(codes('dialect 1; refuse * when a like "/etc/*"; refuse t when a == "https://x.example/";')).toContain(
      'format_unclear',
    );
  });

  it('is one for the items of a list, too', () => {
    const text = 'dialect 2; allow (tool) when { args.a contains "ANN@x.example" }; %;';
    const decided = (other: string): string => said(text.replace('%', other), ['ann@x.example']);
    expect(decided('refuse (tool == "t") when { args.a contains "bob@x.example" }')).toBe('no_rule');
    expect(decided('refuse (tool) when { args.a contains "bob@x.example" }')).toBe('no_rule');
  });

  it('and the size alone says nothing against what rules over every tool say', () => {
    const [size, constant] = [
      'refuse (tool == "t") when { args.a.size() == 1 };',
      'allow (tool) when { args.a == "qq" };',
    ];
    for (const text of [`dialect 2; ${size} ${constant}`, `dialect 2; ${constant} ${size}`])
      expect([said(text, 'qq'), said(text, 'q')]).toEqual(['allowed', 'refused']);
  });

  it('is inferred for attributes of the principal', () => {
    const { core } = loaded('dialect 1; allow t when principal.home like "/home/*";');
    const decide = (home: string): string =>
      compilePolicy(core).decide({ tool: 't', args: {} }, { principal: { home } }).slug;
    expect([decide('/home/ann'), decide('/home/../root')]).toEqual(['allowed', 'no_rule']);
  });

  it('never makes an answer milder than text does, whatever it is', () => {
    const rng = seededRandom(5);
    const milder: unknown[] = [];
    const constants = [
      '/srv/a',
      '/srv/*',
      'https://x.example/',
      'https://x.example/*',
      'a@x.example',
      '*@x.example',
      'x.example',
      '*.x.example',
      'plain',
      'A@X.example',
    ];
    const values = [
      ...constants.filter((each) => !each.includes('*')),
      '/srv//a',
      '/srv/../srv/a',
      'X.EXAMPLE',
      'https://X.example',
      'y.x.example',
      'q@x.example',
      '',
      'a\\b',
      '/srv/b',
    ];
    for (let i = 0; i < 400; i++) {
      const tests = several(rng, 1, 2, () => {
        const constant = pick(rng, constants);
        return constant.includes('*')
          ? `a ${pick(rng, ['', 'not '])}like "${constant}"`
          : `a ${pick(rng, ['==', '!='])} "${constant}"`;
      }).join(' and ');
      const text = `dialect 1; default ${pick(rng, ['allow', 'refuse'])}; ${pick(rng, ['allow', 'confirm', 'refuse'])} t when ${tests};`;
      // Declared as text it is compared byte for byte.
      const plain = loadPolicy(text, {
        catalogue: {
          name: 'c',
          tools: [
            {
              name: 't',
              classes: ['read'],
              args: { kind: 'record', fields: { a: { type: { kind: 'string', format: 'text' }, required: false } } },
            },
          ],
        },
      });
      if (!plain.ok) throw new Error(text);
      const inferred = compilePolicy(loaded(text).core);
      const declared = compilePolicy(plain.core);
      for (const a of values) {
        const [strict, bytes] = [inferred, declared].map((decider) => decider.decide({ tool: 't', args: { a } }, {}));
        const lifted = bytes?.slug === 'no_rule' && strict?.slug === 'guard_undefined';
        if (strict && bytes && !lifted)
          milder.push(...(strictness[strict.answer] < strictness[bytes.answer] ? [{ text, a, strict, bytes }] : []));
      }
    }
    expect(milder).toEqual([]);
  });
});

describe('what is a list only because it is asked to contain a text', () => {
  it.each([
    ['dialect 1; refuse t when command contains "sudo";', ['list_inferred']],
    [
      'dialect 2; refuse (tool == "t") when { args.a.tags contains "x" || args.a.tags contains "y" };',
      ['list_inferred'],
    ],
    ['dialect 1; refuse * when tags contains "x"; allow t when n > 1; allow u when n > 2;', ['list_inferred']],
    ['dialect 2; refuse (tool == "t") when { args.tags contains "x" && args.tags.any(i, i == "y") };', []],
    ['dialect 2; refuse (tool == "t") when { args.tags contains "x" && args.tags.containsAny(["y"]) };', []],
    ['dialect 1; refuse t when levels contains 3;', []],
    ['dialect 1; tool t (tags: [text]); refuse t when tags contains "x";', []],
    ['dialect 1; refuse * when principal.groups contains "x";', []],
  ])('%s', (text, expected) => {
    expect(codes(text)).toEqual(expected);
  });

  it('is a note that names the test of a text', () => {
    const text = 'dialect 1; refuse t when command contains "rm -rf";';
    const [found] = loaded(text).diagnostics.map((each) => renderDiagnostic(each, text));
    expect(found).toMatchObject({
      severity: 'info',
      hint: 'a part of a text is found by `command like "*rm -rf*"`; a list that is declared needs no note',
    });
    expect(said('dialect 1; default allow; refuse t when a contains "sudo";', 'sudo x')).toBe('guard_undefined');
    expect(said('dialect 1; default allow; refuse t when a like "*sudo*";', 'sudo x')).toBe('refused');
  });
});
