import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nameJudge } from './names.js';

describe('nameJudge', () => {
  const judge = nameJudge(['refund_order', 'drop_table', 'löschen', 'delete_email']);
  it.each([
    ['refund_order', 'exact'],
    ['löschen', 'exact'],
    ['send_email', 'other'],
    ['refund_0rder', 'deceptive'],
    ['Refund_Order', 'deceptive'],
    ['refund_\u043erder', 'deceptive'],
    ['ｒefund_order', 'deceptive'],
    ['refund_order\u200b', 'deceptive'],
    ['refund_order ', 'deceptive'],
    ['größe', 'deceptive'],
    ['', 'deceptive'],
    ['dr0p_tab1e', 'deceptive'],
    ['DELETE_EMAIL', 'deceptive'],
    ['DELETE_EMA1L', 'deceptive'],
    ['delete_emaiI', 'deceptive'],
    ['DELETE_MAIL', 'other'],
  ])('%j is %s', (name, standing) => expect(judge(name)).toBe(standing));

  it('takes a name in any other case for it', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('i', 'l', 'o', 'a', '_', '1'), minLength: 1 }),
        fc.bigInt(),
        (name, bits) => {
          const other = name.replace(/./g, (char, at: number) =>
            (bits >> BigInt(at)) & 1n ? char.toUpperCase() : char,
          );
          expect(nameJudge([name])(other)).toBe(other === name ? 'exact' : 'deceptive');
          expect(nameJudge([other])(name)).toBe(other === name ? 'exact' : 'deceptive');
        },
      ),
    );
  });
});
