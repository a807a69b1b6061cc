import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '@ostiary/testkit/project';
import { expect, it } from 'vitest';
import type { ToolEffect } from '../model/index.js';
import { readDocument } from '../read/index.js';
import { verifyGraph } from './index.js';

/** The verdict on `refund` in the example of a format's page, when its check passes as the page says. */
function verdictOf(page: string, check: ToolEffect): string {
  const text = readFileSync(join(root, 'docs/graph/formats', page), 'utf8');
  const [, example = ''] = /^```(?:json|yaml|xml)\n([\s\S]*?)^```$/m.exec(text) ?? [];
  const document = readDocument(example);
  if (!document.ok) throw new Error(JSON.stringify(document.problems));
  const effects = new Map([check, { name: 'refund', classes: ['write'] }].map((tool) => [tool.name, tool]));
  const { verdicts } = verifyGraph(document, effects);
  return verdicts.map(({ rule_id, verdict }) => `${rule_id} ${verdict}`).join();
}

const check = (passes: { readonly field: string; readonly equals: string | boolean }): ToolEffect => ({
  name: 'check_order',
  classes: ['read'],
  checks: [{ tools: ['refund'], args: { order: 'order' }, passes }],
});

it('Agent Spec: what its page says of its example is so', () => {
  expect(verdictOf('agent-spec.md', check({ field: 'verdict', equals: 'ok' }))).toMatch(/ proved$/);
  expect(verdictOf('agent-spec.md', check({ field: 'verdict', equals: 'fine' }))).toMatch(/ broken$/);
});

it('Agent Framework: what its page says of its example is so', () => {
  expect(verdictOf('agent-framework.md', check({ field: 'ok', equals: true }))).toMatch(/ possible$/);
  expect(verdictOf('agent-framework.md', check({ field: 'ok', equals: false }))).toMatch(/ broken$/);
});

it('BPMN: what its page says of its example is so', () => {
  const checked: ToolEffect = {
    name: 'check_order',
    classes: ['read'],
    checks: [{ tools: ['refund'], passes: 'success' }],
  };
  expect(verdictOf('bpmn.md', checked)).toMatch(/ proved$/);
  // On its way out by the event it has failed.
  expect(verdictOf('bpmn.md', { ...checked, checks: [{ tools: ['refund'], passes: { branch: 'wrong' } }] })).toMatch(
    / broken$/,
  );
});
