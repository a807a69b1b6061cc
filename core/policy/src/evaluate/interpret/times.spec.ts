import { describe, expect, it } from 'vitest';
import { loadPolicy } from '../../check/load.js';
import { compilePolicy } from '../compile.js';
import { interpretPolicy } from '../interpret.js';

describe('a time that is worked out, beside a constant', () => {
  const call = { tool: 't', args: { at: '2026-03-02T11:00:00Z', wait: '1h' } };

  it.each<[string, boolean]>([
    ['args.at + args.wait == "2026-03-02T12:00:00Z"', true],
    ['args.wait + args.at == "2026-03-02T12:00:00Z"', true],
    ['"2026-03-02T12:00:00Z" == args.at + args.wait', true],
    ['args.at - args.wait == "2026-03-02T10:00:00Z"', true],
    ['args.at + (args.wait + args.wait) == "2026-03-02T13:00:00Z"', true],
    ['args.at - args.wait - args.wait < "2026-03-02T09:00:00.001Z"', true],
    ['args.at + 1h in ["2026-03-02T11:00:00Z", "2026-03-02T12:00:00Z"]', true],
    ['args.at + (args.at - "2026-03-02T10:00:00Z") == "2026-03-02T12:00:00Z"', true],
    ['("2026-03-02T12:00:00Z" - args.at) + args.at == "2026-03-02T12:00:00Z"', true],
    ['args.at + args.wait > "2026-03-02T12:00:00Z"', false],
    ['"2026-03-02T12:00:00Z" - args.at == args.wait', true],
  ])('%s', (condition, expected) => {
    const text = `dialect 2; tool t(at?: time, wait?: duration); confirm (tool == "t") when { ${condition} };`;
    const loaded = loadPolicy(text);
    if (!loaded.ok) throw new Error(JSON.stringify(loaded.diagnostics));
    const decision = compilePolicy(loaded.core).decide(call, {});
    expect(interpretPolicy(loaded.tree, loaded.environment, call, {})).toEqual(decision);
    expect(decision.slug).toBe(expected ? 'confirm_required' : 'no_rule');
  });
});
