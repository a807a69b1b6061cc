import type { Catalogue, StringType } from '@ostiary/catalogue';
import { describe, expect, it } from 'vitest';
import { loadPolicy } from '../../check/load.js';
import { compilePolicy } from '../../evaluate/compile.js';
import { interpretPolicy } from '../../evaluate/interpret.js';
import { MAX_MATCHED_LENGTH } from '../../text/regex.js';
import { normaliseString } from '../../values/strings.js';
import { analyseCompletions } from '../completions/analyse.js';
import type { CompletionResult } from '../completions/result.js';

/** What is said of a rule for `t`, when its argument `x`, of the type, is not known. */
async function analyse(rules: string, x: StringType | null): Promise<CompletionResult> {
  const catalogue: Catalogue | null = x && {
    name: 'c',
    tools: [{ name: 't', classes: ['write'], args: { kind: 'record', fields: { x: { type: x, required: true } } } }],
  };
  const loaded = loadPolicy(`dialect 2; ${rules}`, catalogue ? { catalogue } : {});
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.diagnostics));
  const decider = compilePolicy(loaded.core);
  return analyseCompletions(
    loaded.core,
    { call: { tool: 't', args: {}, unknown: ['x'] }, context: {}, open: { args: ['x'] } },
    null,
    (call, context) => {
      const { answer } = decider.decide(call, context);
      expect(interpretPolicy(loaded.tree, loaded.environment, call, context).answer).toBe(answer);
      return answer;
    },
  );
}

const witnessOf = (result: CompletionResult): unknown =>
  result.kind === 'depends' ? result.witnesses.map(({ answer, call }) => [answer, call.args['x']]) : result;

describe('a string of any length', () => {
  it.each(['text', 'keyword', 'path'] as const)('may be too long for `matches`: %s', async (format) => {
    const open = await analyse(
      'default allow; refuse (tool == "t") when { args has x } unless { args.x matches "(.|\\n)*" };',
      { kind: 'string', format },
    );
    const [[answer, word] = []] = witnessOf(open) as [string, string][];
    expect(answer).toBe('refuse');
    expect(word?.length).toBeGreaterThan(MAX_MATCHED_LENGTH);
  });

  it('keeps to the other tests while it is too long', async () => {
    const result = await analyse(
      'default allow; refuse (tool == "t") when { args has x && args.x like "ORD-*-Z" && !(args.x matches "(.|\\n)*1(.|\\n)*") && !(args.x matches "[^1]*") };',
      { kind: 'string', format: 'text' },
    );
    const [[answer, word] = []] = witnessOf(result) as [string, string][];
    expect(answer).toBe('refuse');
    expect(word).toMatch(/^ORD-.{60000}/);
    expect(word).toMatch(/-Z$/);
  });

  it.each<StringType>([
    { kind: 'string', format: 'text', maxLength: 1_000 },
    { kind: 'string', format: 'keyword', maxLength: 1_000 },
    { kind: 'string', format: 'email' },
    { kind: 'string', format: 'keyword', enum: ['a', 'b'] },
  ])('is not, where its type is short: %j', async (type) => {
    const rule = 'default allow; refuse (tool == "t") when { args has x } unless { args.x matches "(.|\\n)*" };';
    expect(await analyse(rule, type)).toMatchObject({ kind: 'holds', answer: 'allow', exact: true });
  });
});

describe('bounds of length on the wire', () => {
  const WORDS: readonly [StringType['format'], string][] = [
    ['keyword', 'drop'],
    ['iban', 'DE89370400440532013000'],
    ['path', '/etc/passwd'],
    ['path', 'notes'],
    ['url', 'https://corp.example/a'],
  ];

  it.each(WORDS)('a short %s %s can be padded to the lower bound', async (format, word) => {
    const rule = `default allow; refuse (tool == "t") when { args has x && args.x == "${word}" };`;
    const [[answer, raw] = []] = witnessOf(await analyse(rule, { kind: 'string', format, minLength: 60 })) as [
      string,
      string,
    ][];
    expect([answer, normaliseString(format, raw ?? '')]).toEqual(['refuse', word]);
    expect(raw?.length).toBeGreaterThanOrEqual(60);
  });

  it.each<[StringType['format'], string, number]>([
    ['text', 'abc', 4],
    ['email', 'ann@corp.example', 18],
    ['domain', 'corp.example', 14],
    ['ip', '10.0.0.1', 9],
  ])('a short %s cannot', async (format, word, minLength) => {
    const rule = `default allow; refuse (tool == "t") when { args has x && args.x == "${word}" };`;
    expect(await analyse(rule, { kind: 'string', format, minLength })).toMatchObject({ kind: 'holds' });
  });

  it.each<[StringType['format'], string]>([
    ['email', 'ann@corp.example'],
    ['domain', 'corp.example'],
  ])('a dot makes a %s longer by one', async (format, word) => {
    const rule = `default allow; refuse (tool == "t") when { args has x && args.x == "${word}" };`;
    const result = await analyse(rule, { kind: 'string', format, minLength: word.length + 1 });
    expect(witnessOf(result)).toEqual([['refuse', `${word}.`]]);
  });

  it.each<[StringType['format'], string, string, number]>([
    ['keyword', 'ffi', '\ufb03', 1],
    ['domain', 'xn--tda.de', '\u00fc.de', 4],
  ])('a normal %s may be longer than the upper bound', async (format, word, raw, maxLength) => {
    expect(normaliseString(format, raw)).toBe(word);
    const rule = `default allow; refuse (tool == "t") when { args has x && args.x == "${word}" };`;
    expect((await analyse(rule, { kind: 'string', format, maxLength })).kind).toBe('undecided');
  });
});
