import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { trialContext, trialHost, trialPlugin } from './fixtures/trial-contract.js';
import { generateContract } from './generate.js';
import { CORE_PT } from './prose/pt/core.js';
import { translationsOf } from './openapi/problem-example.js';

const OWN = [
  'All jobs.',
  'Submit a job',
  'Done.',
  'Where the job is.',
  'Not valid.',
  'Read a job',
  'How many.',
  'Here it is.',
  'No such job.',
  'A trial job.',
  'A field that is called title.',
  'Id of the job.',
];

const host = {
  ...trialHost,
  translations: new Map([
    ...Object.entries(CORE_PT),
    ...OWN.map((text) => [text, `${text} (pt)`] as const),
    ...Object.values(trialHost.problems).flatMap(translationsOf),
  ]),
};
const plugin = {
  ...trialPlugin,
  translations: new Map([
    ['Make tea', 'Fazer chá'],
    ['Make iced tea', 'Fazer chá gelado'],
    ['Colour of the leaf.', 'Cor da folha.'],
    ['The mode.', 'O modo.'],
    ...Object.values(trialPlugin.problems).flatMap(translationsOf),
  ]),
};

test('one fragment for each part, and two documents that are valid YAML of the same values', () => {
  const { fragments, english, portuguese, untranslated } = generateContract({
    parts: [host, plugin],
    context: trialContext,
  });
  expect(untranslated).toEqual([]);
  expect([...fragments.keys()]).toEqual(['core', 'kitchen']);
  expect(english).not.toMatch(/&a1|\*a1/);
  const [en, pt] = [parse(english), parse(portuguese)] as {
    paths: Record<string, unknown>;
    components: { schemas: Record<string, { description?: string }>; examples: Record<string, { value: object }> };
  }[];
  expect(en?.components.schemas['TeaSolveRequest']?.description).toBe('Make tea');
  expect(pt?.components.schemas['TeaSolveRequest']?.description).toBe('Fazer chá');
  expect(pt?.components.examples['kettle_empty']?.value).toMatchObject({
    slug: 'kettle_empty',
    title: 'Chaleira vazia',
    detail: 'Sem água.',
  });
});

test('a text without Portuguese is named with its owner and its place', () => {
  const [, missing] = [...plugin.translations.keys()];
  const translations = new Map([...plugin.translations].filter(([text]) => text !== missing));
  const { untranslated } = generateContract({ parts: [host, { ...plugin, translations }], context: trialContext });
  expect(untranslated).toEqual([{ owner: 'kitchen', text: 'Make iced tea', pointer: '/modes/1/title' }]);
});
