import type { Catalogue } from '@ostiary/catalogue';
import { type OpenedZ3, openZ3 } from '@ostiary/smt';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadPolicy } from '../../check/load.js';
import { compilePolicy } from '../../evaluate/compile.js';
import { interpretPolicy } from '../../evaluate/interpret.js';
import { analyseCompletions } from './analyse.js';
import type { CompletionResult } from './result.js';

const catalogue: Catalogue = {
  name: 'c',
  tools: [{ name: 't', classes: ['write'], args: { kind: 'record', fields: {} } }],
  principal: {
    kind: 'record',
    fields: {
      mail: { type: { kind: 'string', format: 'email' }, required: false },
      site: { type: { kind: 'string', format: 'url' }, required: false },
    },
  },
};

let solver: OpenedZ3;
beforeAll(async () => {
  solver = await openZ3();
});
afterAll(async () => {
  await solver.close();
});

/** What is said of a guard over an address `principal.mail` and a URL `principal.site`. */
async function analyse(test: string): Promise<CompletionResult> {
  const loaded = loadPolicy(
    `dialect 2; allow (tool == "t") when { principal has mail && principal has site && ${test} };`,
    { catalogue },
  );
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.diagnostics));
  const decider = compilePolicy(loaded.core);
  return analyseCompletions(loaded.core, { call: { tool: 't', args: {} }, context: {} }, solver, (call, context) => {
    const { answer } = decider.decide(call, context);
    expect(interpretPolicy(loaded.tree, loaded.environment, call, context).answer).toBe(answer);
    return answer;
  });
}

const names = (count: number): string =>
  Array.from({ length: count }, (_, index) => `"host-${String(index)}.example"`).join(', ');

describe('parts of unknown strings', () => {
  it.each([
    'principal.site.host == "corp.example"',
    'principal.site.host like "*.corp.example" && principal.site.scheme == "https"',
    'principal.site.host == "[::1]"',
    'principal.site.query matches "a=[0-9]{3}" && principal.site.host == "corp.example"',
    'principal.site like "http:*" && principal.site.host != "corp.example"',
    `principal.site.host in [${names(3)}]`,
    `principal.site.host in [${names(150)}]`,
    `principal.site.host in [${names(400)}]`,
    `principal.mail.domain in [${names(400)}] && principal.mail.local == "ann"`,
    'principal.mail.domain == "corp.example" && principal.mail.local like "a*"',
  ])('are found: %s', async (test) => {
    expect(await analyse(test)).toMatchObject({ kind: 'depends', witnesses: [{ answer: 'allow' }], unsettled: [] });
  });

  it.each([
    'principal.site.scheme == "https" && principal.site like "http:*"',
    'principal.site.host == "corp.example" && principal.site like "https://evil.example/*"',
    'principal.site.host == "corp.example" && principal.site.host like "*.corp.example"',
    'principal.site.query == "a" && principal.site like "*?b*"',
    'principal.site.scheme == "mailto" && principal.site like "https*"',
    'principal.mail.domain == "corp.example" && principal.mail like "*@evil.example"',
  ])('contradict one another exactly: %s', async (test) => {
    expect(await analyse(test)).toMatchObject({ kind: 'holds', answer: 'refuse', exact: true });
  });

  it('are undefined where there is no host', async () => {
    const neither = '!(principal.site.host == "a.example") && !(principal.site.host != "a.example")';
    expect(await analyse(neither)).toMatchObject({ kind: 'holds', exact: true });
    const unread = await analyse(
      '(principal.site.host or else "none.example") == "none.example" && principal.site not like "*none*"',
    );
    expect(unread.kind).toBe('depends');
    const [witness] = unread.kind === 'depends' ? unread.witnesses : [];
    expect(new URL(String(witness?.context.principal?.['site'])).hostname).toBe('');
  });
});
