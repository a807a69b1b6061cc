import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import * as z3 from 'zod/v3';
import { readAnyCatalogue } from '../index.js';

/** As it arrives when a program writes its own objects into a request. */
const sent = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
const faults = (json: unknown): string[] => {
  const result = readAnyCatalogue(json);
  return result.ok
    ? []
    : result.problems.filter(({ severity }) => severity === 'error').map(({ pointer, slug }) => `${pointer} ${slug}`);
};

const four = sent(z.object({ amount: z.string(), note: z.string().optional() }));
const three = sent(z3.z.object({ amount: z3.z.string() }));
const proper = { type: 'object', properties: { amount: { type: 'string' } } };
const constructed = { lc: 1, type: 'not_implemented', id: ['langchain', 'tools', 'DynamicStructuredTool'] };

describe("a catalogue that is a program's own object", () => {
  it.each([
    [four, [' form_zod']],
    [three, [' form_zod']],
    [{ pay: four, refund: four }, [' form_zod']],
    [{ pay: { description: 'pays', inputSchema: four } }, ['/pay/inputSchema form_zod']],
    [[{ name: 'pay', parameters: three }], ['/0/parameters form_zod']],
    [{ tools: [{ name: 'pay', inputSchema: four }] }, ['/tools/0/inputSchema form_zod']],
    [[{ type: 'function', function: { name: 'pay', parameters: four } }], ['/0/function/parameters form_zod']],
    [
      { ...proper, name: 'pay', parameters: { ...proper, properties: { amount: four } } },
      ['/parameters/properties/amount form_zod'],
    ],
    [constructed, [' form_langchain']],
    [[constructed], ['/0 form_langchain']],
    [[{ lc_namespace: ['langchain', 'tools'], lc_kwargs: {}, name: 'pay', schema: four }], ['/0/schema form_zod']],
    ['{"tools": []}', [' form_text']],
    ['tools:\n  - name: pay', [' form_text']],
    [
      ['pay', 'refund'],
      ['/0 form_names', '/1 form_names'],
    ],
    [{ mcpServers: { fs: { command: 'npx', args: ['-y', 'server-filesystem'] } } }, [' form_mcp_config']],
    [proper, [' form_schema']],
    [{ functionDeclarations: [] }, [' form_gemini']],
    [{ tools: [{ function_declarations: [] }] }, ['/tools/0 form_gemini']],
    [{ toolConfig: { tools: [] } }, [' form_bedrock']],
    [{ tools: [{ toolSpec: { name: 'pay', inputSchema: { json: proper } } }] }, ['/tools/0 form_bedrock']],
    [[{ name: 'pay', args_schema: "<class 'Pay'>" }], ['/0/args_schema schema_text']],
    [{ document: four }, ['/document form_zod']],
  ])('%j', (json, expected) => {
    expect(faults(json)).toEqual(expected);
  });

  it.each([
    [
      [
        {
          name: 'def',
          parameters: {
            type: 'object',
            properties: { def: { type: 'object', properties: {} }, _def: { type: 'string' } },
          },
        },
      ],
    ],
    [[{ lc_namespace: ['langchain'], name: 'pay', schema: proper }]],
    [{ properties: { description: 'a tool of this name', parameters: proper } }],
    [{ toolSpec: { description: 'a tool of this name', parameters: proper } }],
  ])('is not seen where names only look like it: %j', (json) => {
    expect(faults(json)).toEqual([]);
  });
});
