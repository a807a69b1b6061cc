import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { RowField } from '../row.js';
import { ActionField } from '../action.js';
import { ContextField } from '../context.js';
import { readAs } from '../fault.js';
import { actionLesson, rowLesson } from './action.js';
import { taught } from './lesson.js';
import { policyLesson } from './policy.js';

const args = { amount: '5.00 EUR' };
const text = JSON.stringify(args);
const ours = '`{"tool":"pay","arguments":{"amount":"5.00 EUR"}}`';

describe('an action in a form of somebody else', () => {
  it.each([
    [{ name: 'pay', arguments: text }, 'OpenAI'],
    [{ type: 'function', function: { name: 'pay', arguments: text }, id: 'call_1' }, 'OpenAI'],
    [{ type: 'function_call', name: 'pay', arguments: text, call_id: 'call_1' }, 'OpenAI'],
    [{ function_call: { name: 'pay', arguments: text } }, 'OpenAI'],
    [{ type: 'tool_use', id: 'toolu_1', name: 'pay', input: args }, 'Anthropic'],
    [{ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'pay', arguments: args } }, 'MCP'],
    [{ name: 'pay', arguments: args }, 'MCP'],
    [{ type: 'tool_call', id: '1', name: 'pay', args }, 'LangChain'],
    [{ toolCallId: '1', toolName: 'pay', input: args }, 'Vercel'],
    [{ functionCall: { name: 'pay', args } }, 'Gemini'],
  ])('%j is shown in ours (%#)', (action, writer) => {
    const lesson = actionLesson(action);
    expect(lesson?.en).toContain(`Here it is written ${ours}.`);
    expect(lesson?.pt).toContain(`Aqui escreve-se ${ours}.`);
    expect([lesson?.en.includes(writer), lesson?.pt.includes(writer)]).toEqual([true, true]);
  });

  it.each([
    { tool: 'pay', args },
    { tool: 'pay', params: args },
    { tool_name: 'pay', input: args },
    { function: 'pay', arguments: args },
  ])('%j uses other words', (action) => {
    expect(actionLesson(action)?.en).toBe(`A call has the fields \`tool\` and \`arguments\`: ${ours}.`);
  });

  it('keeps every digit of its arguments', () => {
    const long = '{"amount":100.00000000000000001}';
    expect(actionLesson({ name: 'pay', arguments: long })?.en).toContain(`"arguments":${long}}`);
  });

  it('that is a message with calls in it is told to ask one by one', () => {
    for (const action of [{ role: 'assistant', tool_calls: [] }, { role: 'assistant', content: [] }, [{ tool: 'pay' }]])
      expect(actionLesson(action)?.en).toContain('is one call');
    expect(actionLesson('pay')?.en).toContain('`{"tool":"pay","arguments":{}}`');
  });

  it('is shown short when it is long', () => {
    const long = actionLesson({ name: 'n'.repeat(500), arguments: { a: 'x'.repeat(10_000) } });
    expect(long?.en).toContain('`{"tool":"...","arguments":{...}}`');
    expect(long?.en.length).toBeLessThan(400);
  });

  it('is the only thing said about it', () => {
    const { error } = ActionField.safeParse({ name: 'pay', arguments: text });
    expect(error?.issues).toEqual([
      expect.objectContaining({
        code: 'custom',
        path: [],
        params: expect.objectContaining({ slug: 'form_foreign' }) as object,
      }),
    ]);
  });

  it.each([
    { tool: 'pay', arguments: args },
    { tool: 'pay' },
    { arguments: args },
    {},
    null,
    7,
    undefined,
    { tool: 'pay', arguments: 7, name: 'x' },
  ])('%j is left to the schema', (action) => {
    expect(actionLesson(action)).toBeNull();
  });

  it('never looks beyond own members', () => {
    const action = Object.create({ name: 'pay', input: args }) as object;
    expect(actionLesson(action)).toBeNull();
  });
});

describe('a row', () => {
  it('that is the call itself is told where the call stands', () => {
    expect(rowLesson({ tool: 'pay', arguments: args })?.en).toContain(`\`{"action":${ours.slice(1, -1)}}\``);
    expect(rowLesson({ name: 'pay', arguments: text })?.pt).toContain(`\`{"action":${ours.slice(1, -1)}}\``);
    expect([rowLesson({ action: {} }), rowLesson({ expected: 'allow' }), rowLesson(7)]).toEqual([null, null, null]);
  });

  it('may have its arguments as JSON text', () => {
    expect(RowField.parse({ action: { tool: 'pay', arguments: text } }).action?.arguments).toEqual(args);
  });
});

describe('arguments as JSON text', () => {
  const read = (written: unknown) => ActionField.safeParse({ tool: 'pay', arguments: written });

  it('are read once, for everything that comes after', () => {
    expect(read(text).data?.arguments).toEqual(args);
  });

  it.each([
    '',
    'x',
    '7',
    '"x"',
    '[1]',
    '{',
    '{"a":1,"a":2}',
    '{"a":{"__proto__":1}}',
    `${'{"a":'.repeat(40)}1${'}'.repeat(40)}`,
  ])('%s is refused', (written) => {
    expect(read(written).error?.issues.map(({ path }) => path.slice(0, 1))).toEqual([['arguments']]);
  });
});

describe('a context', () => {
  it('whose principal is only an id is told that it is an object', () => {
    const read = readAs(ContextField, { principal: 'ann' });
    expect(read).toMatchObject({
      ok: false,
      fault: { pointer: '/principal', detail: { en: expect.stringContaining('`{"id": "ann"}`') as string } },
    });
  });

  it('with a field of another name is told the nearest, or those there are', () => {
    const faults = [{ principle: {} }, { role: 'lead' }].map((value) => readAs(ContextField, value));
    expect(faults).toMatchObject([
      { fault: { pointer: '', detail: { en: 'unknown field `principle`; did you mean `principal`?' } } },
      {
        fault: {
          detail: { pt: expect.stringMatching(/^campo desconhecido `role`; existem `principal`, `session`/) as string },
        },
      },
    ]);
    expect(readAs(RowField, { action: { tool: 'pay', arguments: {}, unknown_argument: 'allow' } })).toMatchObject({
      fault: {
        pointer: '/action',
        detail: { en: expect.stringContaining('did you mean `unknown_arguments`?') as string },
      },
    });
  });
});

describe('a policy that is no text', () => {
  it.each([
    [
      { effect: 'permit', principal: { op: 'All' }, action: { op: 'All' }, resource: { op: 'All' }, conditions: [] },
      'Cedar',
    ],
    [{ staticPolicies: {}, templates: {} }, 'Cedar'],
    [{ Version: '2012-10-17', Statement: [] }, 'IAM'],
    [{ package: ['data'], rules: [] }, 'OPA'],
    [{ rules: [{ effect: 'allow' }] }, 'without `text`'],
    [[{ effect: 'allow' }], 'list'],
    [{ content: 'dialect 1; allow t;' }, 'not in `content`'],
  ])('%j', (policy, word) => {
    const lesson = policyLesson(policy);
    expect(lesson?.en).toContain(word);
    expect(lesson?.pt).not.toBe(lesson?.en);
    const { error } = taught(z.string(), policyLesson).safeParse(policy);
    expect(error?.issues).toEqual([expect.objectContaining({ path: [], message: lesson?.en })]);
  });

  it.each(['dialect 1;', { text: 'x' }, { text: 7 }, 7, null, undefined])('%j is left to the schema', (policy) => {
    expect(policyLesson(policy)).toBeNull();
  });
});
