import type { DeclaredRecord, DeclaredType, Item, JsonTree, TestPart } from '../syntax/ast.js';
import { TEST_VALUES } from '../syntax/ast.js';
import { chance, pick, type Rng, several } from './random.js';
import { named, NOWHERE as span, randomText } from './tree-parts.js';

/** A declaration, a group or a test: what stands beside the rules in both dialects. */
export function randomDeclared(rng: Rng): Item {
  switch (pick(rng, ['tool', 'attributes', 'group', 'test'] as const)) {
    case 'tool':
      return {
        kind: 'tool',
        name: named(randomName(rng)),
        classes: several(rng, 0, 2, () => named(pick(rng, ['read', 'write']))),
        args: randomRecord(rng, 3),
        span,
      };
    case 'attributes':
      return { kind: 'attributes', root: pick(rng, ['principal', 'session']), record: randomRecord(rng, 2), span };
    case 'group':
      return {
        kind: 'group',
        name: named(randomName(rng)),
        parents: several(rng, 0, 3, () => named(randomName(rng))),
        span,
      };
    case 'test':
      return {
        kind: 'test',
        title: named(randomText(rng)),
        parts: randomParts(rng),
        expect: { effect: pick(rng, ['allow', 'confirm', 'refuse']), span },
        span,
      };
  }
}

const randomName = (rng: Rng): string => pick(rng, ['pay', 'a.b', 'the ops', 'é', 'map', 'tool', 'EUR', 'in']);

function randomRecord(rng: Rng, depth: number): DeclaredRecord {
  const fields = several(rng, 0, 3, () => ({
    name: named(randomName(rng)),
    optional: chance(rng, 0.4),
    type: randomType(rng, depth),
    span,
  }));
  return { fields, open: chance(rng, 0.3), span };
}

function randomType(rng: Rng, depth: number): DeclaredType {
  const kind = pick(rng, depth > 0 ? (['named', 'named', 'list', 'map', 'fields'] as const) : (['named'] as const));
  switch (kind) {
    case 'list':
    case 'map':
      return { kind, of: randomType(rng, depth - 1), span };
    case 'fields':
      return { kind, record: randomRecord(rng, depth - 1), span };
    case 'named': {
      const bounds = chance(rng, 0.3) && {
        ...(chance(rng, 0.7) && { min: named(pick(rng, ['0', '-5', '0.5'])) }),
        max: named(pick(rng, ['1000', '-1', '9.99'])),
      };
      return {
        kind,
        name: named(pick(rng, ['int', 'money', 'keyword', 'nonsense'])),
        ...(chance(rng, 0.3) && { currency: named('EUR') }),
        ...(chance(rng, 0.3) && { values: several(rng, 0, 2, () => named(randomText(rng))) }),
        ...(bounds && { bounds }),
        span,
      };
    }
  }
}

/** A call and some of what may stand around it, each once, in any order. */
function randomParts(rng: Rng): TestPart[] {
  const call: TestPart = { kind: 'call', tool: named(randomName(rng)), args: randomObject(rng, 3), span };
  const others = TEST_VALUES.filter(() => chance(rng, 0.4)).map((kind): TestPart => {
    const value: JsonTree =
      kind === 'now'
        ? { kind: 'string', value: randomText(rng), span }
        : kind === 'history'
          ? { kind: 'array', items: several(rng, 0, 4, () => randomObject(rng, 2)), span }
          : randomObject(rng, 2);
    return { kind, value, span };
  });
  const confirmed: TestPart[] = chance(rng, 0.3) ? [{ kind: 'confirmed', span }] : [];
  return chance(rng, 0.5) ? [call, ...others, ...confirmed] : [...confirmed, ...others, call];
}

function randomObject(rng: Rng, depth: number): JsonTree {
  const names = ['a', 'odd name', '__proto__', 'tool', 'é'].filter(() => chance(rng, 0.4));
  return {
    kind: 'object',
    members: names.map((name) => ({ name: named(name), value: randomJson(rng, depth - 1) })),
    span,
  };
}

function randomJson(rng: Rng, depth: number): JsonTree {
  switch (pick(rng, depth > 0 ? (['leaf', 'array', 'object'] as const) : (['leaf'] as const))) {
    case 'array':
      return { kind: 'array', items: several(rng, 0, 3, () => randomJson(rng, depth - 1)), span };
    case 'object':
      return randomObject(rng, depth);
    case 'leaf':
      return pick(rng, [
        { kind: 'string', value: randomText(rng), span },
        { kind: 'string', value: `\u0000\ud83d\ude00\ud800"\\`, span },
        {
          kind: 'number',
          text: pick(rng, ['0', '-0', '-0.50', '1e400', '9007199254740993', '1E-7', '100.00000000000000001']),
          span,
        },
        { kind: 'constant', value: pick(rng, [true, false, null]), span },
      ] as const);
  }
}
