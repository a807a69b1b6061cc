import { defineMode, definePlugin, defineVariant } from '@ostiary/plugin-api';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { PluginRegistry } from '../../plugins/registry.js';
import { strictly } from '../../http/validation/strict.js';
import { validateBody } from '../../http/validation/validate.js';
import { HostFields, chooseBody, splitBody } from './solve-request.js';

const base = defineMode({
  name: 'trial',
  title: 'Trial',
  grant: 'trial',
  limits: { inlineBytes: 1_000, seconds: 1 },
  request: z.object({ policy: z.string() }),
  result: z.object({}),
  solve: async () => ({}),
});
const variant = defineVariant({
  mode: 'trial',
  selector: 'generation',
  title: 'Writing',
  request: z.object({ generation: z.object({}) }),
  result: z.object({}),
  solve: async () => ({}),
});
const definition = definePlugin({ id: 'trial', grants: ['trial'], modes: [base], variants: [variant] });
const registry = new PluginRegistry(
  [
    {
      id: 'trial',
      version: '1.0.0',
      packageName: 'trial',
      apiRange: '^1.0.0',
      definition,
      config: {},
      controllers: [],
      leftOut: [],
      bootMs: 0,
    },
  ],
  new Map(),
);

describe('a submission', () => {
  it("is split into the host's fields and the mode's", () => {
    const { host, own } = splitBody({ mode: 'trial', label: 'x', policy: 'p', extra: 1 });
    expect({ ...host }).toEqual({ mode: 'trial', label: 'x' });
    expect({ ...own }).toEqual({ policy: 'p', extra: 1 });
  });

  it('keeps __proto__ a plain member, which is refused as unknown', () => {
    const { own } = splitBody(JSON.parse('{"policy":"p","__proto__":{"polluted":true}}') as Record<string, unknown>);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
    expect(() => validateBody(strictly(base.request), own)).toThrow('invalid_request');
  });

  it('goes to the variant whose selector it carries', () => {
    expect(chooseBody(registry, base, { generation: {} }).variant).toBe(variant);
    expect(chooseBody(registry, base, { policy: 'p' })).toEqual({ body: base, variant: null });
    expect(
      chooseBody(registry, base, JSON.parse('{"__proto__":{"generation":{}}}') as Record<string, unknown>).variant,
    ).toBeNull();
  });

  it('refuses unknown fields and tells where', () => {
    expect(() => validateBody(strictly(base.request), { policy: 'p', polcy: 1 })).toThrow(
      expect.objectContaining({
        options: { errors: [expect.objectContaining({ pointer: '/polcy', slug: 'unknown_field' })] },
      }),
    );
  });

  it("bounds the host's fields", () => {
    const many = Object.fromEntries(Array.from({ length: 17 }, (_, n) => [`k${n}`, 'v']));
    for (const bad of [
      { metadata: many },
      { metadata: { a: 1 } },
      { deadline_ms: 0 },
      { deadline_ms: 1.5 },
      { label: 'x'.repeat(201) },
    ]) {
      expect(HostFields.safeParse({ mode: 'trial', ...bad }).success).toBe(false);
    }
    expect(HostFields.safeParse({ mode: 'trial', metadata: { a: 'b' }, deadline_ms: 1, label: 'x' }).success).toBe(
      true,
    );
  });
});
