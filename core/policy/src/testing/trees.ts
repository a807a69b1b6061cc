import type {
  Annotation,
  Clause,
  Comment,
  Dialect,
  Effect,
  Item,
  Name,
  PolicyTree,
  Rule,
  Target,
} from '../syntax/ast.js';
import { chance, pick, type Rng, several } from './random.js';
import { named, NOWHERE, randomText } from './tree-parts.js';
import { randomExpr, randomFlatTests, randomLiteral } from './tree-expressions.js';
import { randomDeclared } from './tree-declarations.js';
import { randomHistory } from './tree-history.js';

/**
 * A syntax tree that some text reads as, well typed or not: every node, every spelling. Its spans are empty and it has
 * no comments; those are tested with texts.
 */
export function randomTree(rng: Rng, dialect: Dialect): PolicyTree {
  const comments: Comment[] = [];
  return {
    kind: 'policy',
    dialect,
    ...(chance(rng, 0.5) && { name: named(randomText(rng)) }),
    ...(chance(rng, 0.5) && { catalogue: named('shop@7') }),
    ...(chance(rng, 0.5) && { default: { effect: randomEffect(rng), span: NOWHERE } }),
    items: several(rng, 0, 5, () =>
      chance(rng, 0.3) ? randomDeclared(rng) : dialect === 1 ? randomRule(rng, 1) : randomItem(rng),
    ),
    comments,
    span: NOWHERE,
  };
}

const randomEffect = (rng: Rng): Effect => pick(rng, ['allow', 'confirm', 'refuse']);

function randomItem(rng: Rng): Item {
  switch (pick(rng, ['rule', 'rule', 'define', 'property', 'assume', 'list'] as const)) {
    case 'rule':
      return randomRule(rng, 2);
    case 'define':
      return {
        kind: 'define',
        name: named(pick(rng, ['big', 'ours'])),
        params: several(rng, 0, 2, () => ({
          name: named(pick(rng, ['x', 'y'])),
          type: named(pick(rng, ['int', 'email'])),
        })),
        body: randomExpr(rng, 4),
        span: NOWHERE,
      };
    case 'list':
      return { kind: 'list', name: named('few'), items: several(rng, 0, 2, () => randomLiteral(rng)), span: NOWHERE };
    case 'property':
      return {
        kind: 'property',
        quantifier: pick(rng, ['always', 'never']),
        title: randomText(rng),
        body: chance(rng, 0.5)
          ? { over: 'call', expr: randomExpr(rng, 4) }
          : { over: 'session', expr: randomHistory(rng, 3) },
        span: NOWHERE,
      };
    case 'assume':
      return { kind: 'assume', title: randomText(rng), body: randomExpr(rng, 4), span: NOWHERE };
  }
}

function randomRule(rng: Rng, dialect: Dialect): Rule {
  const word = pick(rng, ['allow', 'permit', 'confirm', 'refuse', 'forbid']);
  const effect: Effect = word === 'permit' ? 'allow' : word === 'forbid' ? 'refuse' : (word as Effect);
  const op = pick(rng, ['is', 'in'] as const);
  return {
    kind: 'rule',
    annotations: randomAnnotations(rng),
    effect,
    effectWord: named(word),
    ...(dialect === 2 && chance(rng, 0.3) && { principal: { op, name: named(pick(rng, ['Agent', 'the ops'])) } }),
    target: randomTarget(rng),
    clauses: dialect === 1 ? flatClauses(rng) : several(rng, 0, 3, () => richClause(rng)),
    span: NOWHERE,
  };
}

function randomAnnotations(rng: Rng): Annotation[] {
  return ['id', 'note', 'flag']
    .filter(() => chance(rng, 0.3))
    .map((name) => ({ name: named(name), ...(name !== 'flag' && { value: randomText(rng) }), span: NOWHERE }));
}

function randomTarget(rng: Rng): Target {
  const name = (): Name => named(pick(rng, ['pay', 'refund_order', 'get-invoice', 'a.b', 'é', 'when']));
  switch (pick(rng, ['any', 'class', 'pattern', 'tools', 'tools'] as const)) {
    case 'any':
      return { kind: 'any', span: NOWHERE };
    case 'class':
      return { kind: 'class', name: named('write'), span: NOWHERE };
    case 'pattern':
      return { kind: 'pattern', pattern: pick(rng, ['github.*', '*', 'a\\*b', 'é"*', '\\\\']), span: NOWHERE };
    case 'tools':
      return { kind: 'tools', names: several(rng, 1, 3, name), span: NOWHERE };
  }
}

const flatClauses = (rng: Rng): Clause[] =>
  (['when', 'unless'] as const)
    .filter(() => chance(rng, 0.6))
    .map((kind): Clause => ({ kind, over: 'call', body: randomFlatTests(rng), span: NOWHERE }));

function richClause(rng: Rng): Clause {
  const kind = pick(rng, ['when', 'unless'] as const);
  if (chance(rng, 0.3)) return { kind, over: 'history', body: randomHistory(rng, 3), span: NOWHERE };
  return { kind, over: 'call', body: randomExpr(rng, 5), span: NOWHERE };
}
