import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { input } from '@ostiary/plugin-api';
import plugin from './plugin.js';

/** Every title and description in a JSON Schema, as the contract will show them. */
function proseOf(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(proseOf);
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([key, value]: [string, unknown]) =>
    (key === 'description' || key === 'title') && typeof value === 'string' ? [value] : proseOf(value),
  );
}

describe('Portuguese', () => {
  it('is there for every text of the contract, and for nothing else', () => {
    const modes = plugin.modes ?? [];
    const prose = modes.flatMap((mode) => [
      mode.title,
      ...proseOf(z.toJSONSchema(mode.request, { io: 'input' })),
      ...proseOf(z.toJSONSchema(mode.result, { io: 'output' })),
    ]);
    const translated = Object.keys(plugin.translations?.pt ?? {});
    expect(prose.length).toBeGreaterThan(100);
    // What the plugin api says of a file, the host says in Portuguese.
    const ofHost = new Set(proseOf(z.toJSONSchema(input('any'), { io: 'input' })));
    expect([...new Set(prose)].filter((text) => !ofHost.has(text)).toSorted()).toEqual(translated.toSorted());
  });

  it('is another text than the English', () => {
    for (const [en, pt] of Object.entries(plugin.translations?.pt ?? {})) expect(pt).not.toBe(en);
  });

  it('keeps what stands between backticks', () => {
    const quoted = (text: string): string[] =>
      [...text.matchAll(/`[^`]+`/g)].map(([code]) => code.replace(/NAME|NOME/, 'N')).toSorted();
    for (const [en, pt] of Object.entries(plugin.translations?.pt ?? {})) expect(quoted(pt)).toEqual(quoted(en));
  });

  it('is there for every problem', () => {
    for (const { title, detail, help } of Object.values(plugin.problems ?? {})) {
      for (const { en, pt } of [title, detail, help]) expect(pt !== '' && pt !== en).toBe(true);
    }
  });
});

describe('schemas', () => {
  it('say what every field is', () => {
    const undescribed: string[] = [];
    const walk = (node: unknown, at: string): void => {
      if (typeof node !== 'object' || node === null) return;
      const { properties } = node as { properties?: Record<string, { description?: string; $ref?: string }> };
      // What refers to a named type is described there.
      for (const [name, schema] of Object.entries(properties ?? {}))
        if (schema.description === undefined && schema.$ref === undefined) undescribed.push(`${at}/${name}`);
      for (const [name, schema] of Object.entries(properties ?? {})) walk(schema, `${at}/${name}`);
      // A field may itself be named `properties`: the map of fields is no schema.
      for (const [key, value] of Object.entries(node)) if (key !== 'properties') walk(value, `${at}/${key}`);
    };
    for (const mode of plugin.modes ?? []) {
      walk(z.toJSONSchema(mode.request, { io: 'input' }), mode.name);
      walk(z.toJSONSchema(mode.result, { io: 'output' }), mode.name);
    }
    expect(undescribed).toEqual([]);
  });
});
