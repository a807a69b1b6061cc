import { expect, test } from 'vitest';
import { mapProse, proseOf } from './walk.js';

const document = {
  info: { title: 'prose 1', version: '1', description: 'prose 2' },
  paths: {
    '/description': {
      get: {
        summary: 'prose 3',
        parameters: [
          {
            name: 'title',
            in: 'query',
            description: 'prose 4',
            schema: { type: 'string', default: 'summary', examples: ['description'] },
          },
        ],
        responses: {
          '200': {
            description: 'prose 5',
            content: { 'text/plain': { examples: { title: { summary: 'prose 6', value: { title: 'data' } } } } },
          },
        },
      },
    },
  },
  components: {
    schemas: {
      title: {
        title: 'prose 7',
        properties: {
          title: { type: 'string', description: 'prose 8' },
          description: { const: 'description', enum: ['title'] },
          summary: { items: { description: 'prose 9' } },
        },
      },
    },
    examples: {
      summary: {
        summary: 'prose 10',
        value: { slug: 'description', title: 'prose 11', detail: 'prose 12', instance: '/title' },
      },
    },
    headers: { description: { description: 'prose 13', schema: { type: 'string' } } },
  },
};

test('prose is what stands under title, summary and description where OpenAPI and JSON Schema mean a text', () => {
  expect(proseOf(document).map(({ text }) => text)).toEqual(Array.from({ length: 13 }, (_, i) => `prose ${i + 1}`));
});

test('names, constants, defaults and examples of customers are not touched', () => {
  const changed = JSON.stringify(mapProse(document, () => ''));
  expect(changed).not.toContain('prose');
  for (const kept of [
    '"name":"title"',
    '"default":"summary"',
    '"examples":["description"]',
    '"value":{"title":"data"}',
    '"const":"description"',
    '"enum":["title"]',
    '"slug":"description"',
  ]) {
    expect(changed).toContain(kept);
  }
});

test('places are JSON pointers', () => {
  expect(proseOf(document)[2]).toEqual({ text: 'prose 3', pointer: '/paths/~1description/get/summary' });
});
