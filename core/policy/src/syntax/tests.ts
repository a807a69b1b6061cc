import { type Test, TEST_VALUES, type TestPart } from './ast.js';
import type { Cursor } from './cursor.js';
import { json, jsonArray, jsonObject } from './json.js';
import { quotedName } from './literals.js';
import { toolName } from './paths.js';
import { effectHere } from './effects.js';
import { endStatement } from './rules.js';

/** `test "title" { call refund { ... } principal { ... } } expect confirm;` */
export function testBlock(c: Cursor): Test {
  const { start } = c.expect('test');
  const title = quotedName(c);
  const parts: TestPart[] = [];
  const seen = new Set<TestPart['kind']>();
  c.inTest = true;
  c.expect('{');
  while (!c.is('}')) {
    const one = part(c);
    if (seen.has(one.kind)) c.sink.report('test_part_repeated', one.span, { name: one.kind });
    seen.add(one.kind);
    parts.push(one);
    c.take(';');
  }
  const { end } = c.expect('}');
  if (!seen.has('call')) c.sink.report('test_without_call', { start: title.span.start, end }, {});
  c.expect('expect');
  c.inTest = false;
  const expected = effectHere(c);
  endStatement(c);
  return { kind: 'test', title, parts, expect: expected, span: c.spanFrom(start) };
}

function part(c: Cursor): TestPart {
  const { start } = c.token;
  if (c.take('call')) {
    const tool = toolName(c, '#token.name');
    const args = jsonObject(c);
    return { kind: 'call', tool, args, span: c.spanFrom(start) };
  }
  if (c.take('confirmed')) return { kind: 'confirmed', span: c.spanFrom(start) };
  const kind = TEST_VALUES.find((name) => c.is(name));
  if (!kind) return c.fail('#token.part');
  c.next();
  const value =
    kind === 'history'
      ? jsonArray(c)
      : kind !== 'now'
        ? jsonObject(c)
        : c.token.kind === 'string'
          ? json(c)
          : c.fail('#token.string');
  return { kind, value, span: c.spanFrom(start) };
}
