import { expect, it } from 'vitest';
import { idempotencyKeyOf } from './key.js';

it.each(['a', '~', '!'.repeat(255), undefined])('takes %s', (key) => {
  expect(idempotencyKeyOf(key)).toBe(key);
});

it.each(['', ' ', 'a b', 'é', 'a\n', 'x'.repeat(256)])('refuses %j', (key) => {
  expect(() => idempotencyKeyOf(key)).toThrow('invalid_request');
});
