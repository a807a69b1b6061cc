import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loadPolicy } from '../check/load.js';
import { strictness } from '../core/effect.js';
import type { PolicyTree, Rule } from '../syntax/ast.js';
import { parsePolicy } from '../syntax/parser.js';
import { printPolicy } from '../syntax/print/printer.js';
import { catalogues, randomCall, randomContext, randomPolicy, seededRandom, zoo } from '../testing/index.js';
import { type Judgement, judgeOf } from '../testing/judge.js';
import { type Law, LAWS } from '../testing/laws.js';
import { named } from '../testing/rewrite.js';
import { NOWHERE } from '../testing/tree-parts.js';
import { runs } from '../../../../tools/testing/runs.js';

function treeOf(text: string): PolicyTree {
  const { tree } = parsePolicy(text);
  if (!tree) throw new Error(text);
  return {
    ...tree,
    items: tree.items.map((item, index) =>
      item.kind === 'rule'
        ? { ...item, annotations: [{ name: named('id'), value: `r${String(index)}`, span: NOWHERE }] }
        : item,
    ),
  };
}

/** How a policy said in two ways decides some calls, by all evaluators: once as it was, once in the other way. */
function bothWays(law: Law, seed: number, typed: boolean): readonly (readonly [unknown, unknown])[] {
  const rng = seededRandom(seed);
  const catalogue = catalogues[seed % catalogues.length] ?? zoo;
  const tree = treeOf(randomPolicy(rng, catalogue, seed % 3 === 0 ? 1 : 2));
  const options = typed ? { catalogue } : {};
  const text = printPolicy(tree);
  if (!loadPolicy(text, options).ok) return [];
  const other = printPolicy(law.apply(asDialect2(tree), rng, catalogue));
  if (law.refusable && !loadPolicy(other, options).ok) return [];
  const [judge, judgeOther] = [judgeOf(text, options), judgeOf(other, options)];
  const shown = ([answer, slug, ...rules]: Judgement): unknown => [
    answer,
    slug,
    ...(law.splits ? [] : rules.toSorted()),
  ];
  return Array.from({ length: 12 }, () => {
    const [call, context] = [randomCall(rng, catalogue), randomContext(rng, catalogue)];
    const asked = { text, other, call, context };
    return [
      { ...asked, said: shown(judge(call, context)) },
      { ...asked, said: shown(judgeOther(call, context)) },
    ];
  });
}

const [translate] = LAWS.filter(({ name }) => name === 'dialect 2 for dialect 1');
function asDialect2(tree: PolicyTree): PolicyTree {
  if (!translate) throw new Error('no translation');
  return tree.dialect === 2 ? tree : translate.apply(tree, Math.random, zoo);
}

describe('a policy said in another way decides alike', () => {
  it.each(LAWS)('$name', (law) => {
    fc.assert(
      fc.property(fc.nat(), (seed) => {
        for (const [one, other] of bothWays(law, seed, law.typed === true || seed % 5 !== 1))
          expect(other).toEqual(one);
      }),
      { numRuns: runs(4) },
    );
  });
});

describe('adding a rule', () => {
  it.each(['allow', 'refuse'] as const)('%s changes answers one way only', (effect) => {
    fc.assert(
      fc.property(fc.nat(), (seed) => {
        const rng = seededRandom(seed);
        const catalogue = catalogues[seed % catalogues.length] ?? zoo;
        const tree = treeOf(randomPolicy(rng, catalogue, 2));
        const [added] = treeOf(randomPolicy(rng, catalogue, 2)).items.filter(
          (item): item is Rule => item.kind === 'rule',
        );
        if (!added) return;
        const rule: Rule = { ...added, annotations: [], effect, effectWord: named(effect) };
        const text = printPolicy(tree);
        const more = printPolicy({ ...tree, items: [...tree.items, rule] });
        if (!loadPolicy(more, { catalogue }).ok) return;
        const [judge, judgeMore] = [judgeOf(text, { catalogue }), judgeOf(more, { catalogue })];
        for (let i = 0; i < 12; i++) {
          const [call, { confirmed: _ticket, ...context }] = [
            randomCall(rng, catalogue),
            randomContext(rng, catalogue),
          ];
          const [before, after] = [strictness[judge(call, context)[0]], strictness[judgeMore(call, context)[0]]];
          expect({ text, more, call, context, fine: effect === 'allow' ? after <= before : after >= before }).toEqual({
            text,
            more,
            call,
            context,
            fine: true,
          });
        }
      }),
      { numRuns: runs(10) },
    );
  });
});
