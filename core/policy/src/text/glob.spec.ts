import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { escapeGlob, MAX_GLOB_LENGTH, parseGlob } from './glob.js';

describe('parseGlob', () => {
  it.each([
    ['', []],
    ['ORD-*', [{ kind: 'literal', text: 'ORD-' }, { kind: 'star' }]],
    ['a**b', [{ kind: 'literal', text: 'a' }, { kind: 'star' }, { kind: 'literal', text: 'b' }]],
    ['\\*\\\\', [{ kind: 'literal', text: '*\\' }]],
  ])('%j', (pattern, segments) => expect(parseGlob(pattern)).toEqual({ ok: true, segments }));

  it.each([
    ['a\\d', 1],
    ['\\', 0],
  ])('refuses the escape in %j', (pattern, offset) => {
    expect(parseGlob(pattern)).toEqual({ ok: false, offset, reason: 'bad_escape' });
  });

  it('refuses a pattern that is too long', () => {
    expect(parseGlob('a'.repeat(MAX_GLOB_LENGTH + 1))).toMatchObject({ ok: false, reason: 'too_long' });
  });

  it('reads an escaped text as that text', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), (text) => {
        expect(parseGlob(escapeGlob(text))).toEqual({ ok: true, segments: [{ kind: 'literal', text }] });
      }),
    );
  });

  it('reads back what is written of its segments', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('*', '\\*', '\\\\', 'a', 'b')), (parts) => {
        const parsed = parseGlob(parts.join(''));
        if (!parsed.ok) throw new Error(parsed.reason);
        const printed = parsed.segments.map((segment) => (segment.kind === 'star' ? '*' : escapeGlob(segment.text)));
        expect(parseGlob(printed.join(''))).toEqual(parsed);
      }),
    );
  });
});
