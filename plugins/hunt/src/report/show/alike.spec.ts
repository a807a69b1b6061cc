import { expect, it } from 'vitest';
import { byMistake, type Mistake } from './alike.js';

const finding = (tool: string | null, more: Partial<Mistake> = {}): Mistake => ({
  class: 'B01',
  severity: 'high',
  rules: ['prod'],
  attribute: 'args.env',
  title: 'It stops `"prod"`',
  tool,
  ...more,
});

const tools = (findings: readonly Mistake[]) =>
  byMistake(findings, (each) => each).map((alike) => alike.map(({ tool }) => tool));

it('puts together what differs in nothing but the tool, where the first of it stood', () => {
  expect(tools([finding('stop'), finding('list', { rules: ['reads'] }), finding('start'), finding('move')])).toEqual([
    ['stop', 'start', 'move'],
    ['list'],
  ]);
});

it('knows a title that names the tool', () => {
  const told = ['stop', 'start'].map((tool) => finding(tool, { title: `\`${tool}\` runs without confirmation` }));
  expect(tools(told)).toEqual([['stop', 'start']]);
});

it.each([
  ['class', { class: 'B02' }],
  ['severity', { severity: 'low' }],
  ['rule', { rules: ['prod', 'other'] }],
  ['attribute', { attribute: 'args.zone' }],
  ['title', { title: 'It stops `"live"`' }],
])('leaves apart what is of another %s', (_, more) => {
  expect(tools([finding('stop'), finding('start', more)])).toEqual([['stop'], ['start']]);
});

it('has one finding of each tool', () => {
  expect(tools(['stop', 'start', 'stop', 'move'].map((tool) => finding(tool)))).toEqual([
    ['stop', 'start', 'move'],
    ['stop'],
  ]);
});

it('leaves apart what is of no tool, or of no rule', () => {
  expect(tools([finding(null), finding(null)])).toEqual([[null], [null]]);
  expect(tools([finding('stop', { rules: [] }), finding('start', { rules: [] })])).toEqual([['stop'], ['start']]);
});
