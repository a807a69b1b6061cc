import { describe, expect, it } from 'vitest';
import { render } from './render.js';

describe('what an operator is shown', () => {
  it('holds no character that a terminal obeys or that turns the line around', () => {
    const name = 'Acme\u001b]0;owned\u0007\u001b[2J\r\nroot\u009b31m\u202e\u2066\u200f\u2028\u0000\u007f';
    for (const shown of [render({ id: 'acc_1', name }), render([{ id: 'acc_1', name }])]) {
      expect(shown).toMatch(/^[\n\x20-\x7e]*$/);
      expect(shown).toContain('Acme\\u001b]0;owned\\u0007\\u001b[2J\\u000d\\u000aroot\\u009b31m\\u202e');
      expect(shown.trimEnd().split('\n')).toHaveLength(2);
    }
  });

  it('leaves letters of every script as they are, in columns', () => {
    expect(
      render([
        { id: 'a', name: 'Ação – 東京' },
        { id: 'bb', name: '' },
      ]),
    ).toBe('id  name\na   Ação – 東京\nbb\n');
  });
});
