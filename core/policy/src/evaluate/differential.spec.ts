import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import { loadPolicy } from '../check/load.js';
import { catalogues, randomCall, randomContext, randomPolicy, seededRandom, zoo } from '../testing/index.js';
import { compilePolicy } from './compile.js';
import { openHistory } from './history/store.js';
import { interpretPolicy } from './interpret.js';
import { runs } from '../../../../tools/testing/runs.js';

describe('the compiled policy, the interpreter and the monitors', () => {
  // 500 policies with a catalogue, 50 calls each: 25,000 pairs; in small portions, so that none takes long.
  const portions = [
    ...[1, 2, 3, 4].map((seed) => [1, true, seed] as const),
    ...[5, 6, 7, 8, 9, 10].map((seed) => [2, true, seed] as const),
    [1, false, 11] as const,
    [2, false, 12] as const,
  ];
  it.each(portions)('agree on random policies of dialect %i (catalogue: %s, seed %i)', (dialect, typed, seed) => {
    const policies = runs(50);
    const rng = seededRandom(seed);
    const answers = new Map<string, number>();
    const disagreements: string[] = [];
    let compared = 0;
    for (let i = 0; i < policies; i++) {
      const catalogue = catalogues[i % catalogues.length] ?? zoo;
      const text = randomPolicy(rng, catalogue, dialect);
      const loaded = loadPolicy(text, typed ? { catalogue } : {});
      // Without a catalogue some policies use one name at two types.
      if (!loaded.ok) continue;
      const decider = compilePolicy(loaded.core);
      for (let j = 0; j < 50; j++) {
        const [call, context] = [randomCall(rng, catalogue), randomContext(rng, catalogue)];
        const compiled = decider.decide(call, context);
        const others = [interpretPolicy(loaded.tree, loaded.environment, call, context)];
        if (context.history) {
          const monitor = openHistory(loaded.core);
          for (const event of context.history) monitor.append(event);
          others.push(decider.decideWith(monitor, call, context));
        }
        const agreed = others.every((other) => isDeepStrictEqual(other, compiled));
        if (!agreed)
          disagreements.push(
            [text, ...[call, context, compiled, ...others].map((part) => JSON.stringify(part))].join('\n'),
          );
        answers.set(compiled.slug, (answers.get(compiled.slug) ?? 0) + 1);
        compared++;
      }
    }
    expect(disagreements).toEqual([]);
    expect(compared).toBeGreaterThan(typed ? policies * 49 : policies * 10);
    // A generator that reaches few answers would prove little.
    expect([...answers.keys()]).toEqual(
      expect.arrayContaining(['allowed', 'refused', 'confirm_required', 'guard_undefined', 'no_rule', 'tool_unknown']),
    );
  });
});
