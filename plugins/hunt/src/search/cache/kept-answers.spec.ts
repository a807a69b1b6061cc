import { expect, it } from 'vitest';
import { KeptAnswers } from './kept-answers.js';

function kept(): string {
  const answers = KeptAnswers.read(null, 'hunt 1');
  for (let at = 0; at < 5; at++) answers.set(`key-${String(at)}`, JSON.stringify({ at, text: 'é\n' }));
  return answers.write(10_000);
}

it('keeps answers for the same engine, and for no other one', () => {
  const [same, other, broken] = [
    KeptAnswers.read(kept(), 'hunt 1'),
    KeptAnswers.read(kept(), 'hunt 2'),
    KeptAnswers.read('hunt 1\nkey-1 {}', 'hunt 1'),
  ];
  expect(JSON.parse(same.get('key-3') ?? '')).toEqual({ at: 3, text: 'é\n' });
  expect([same.get('key-9'), other.get('key-3'), broken.get('key-1')]).toEqual([undefined, undefined, undefined]);
});

it('forgets first what was not asked for again', () => {
  const answers = KeptAnswers.read(kept(), 'hunt 1');
  for (const key of ['key-3', 'key-2']) answers.get(key);
  expect(answers.hasChanged).toBe(false);
  answers.set('key-7', '1');
  expect(answers.hasChanged).toBe(true);
  const keys = (most: number): string[] =>
    answers
      .write(most)
      .split('\n')
      .slice(1)
      .map((line) => line.slice(0, 5));
  expect(keys(10_000)).toEqual(['key-3', 'key-2', 'key-7', 'key-0', 'key-1', 'key-4']);
  expect(keys(110)).toEqual(['key-3', 'key-2', 'key-7']);
});

it('never has more bytes than it is given', () => {
  const whole = kept();
  const next = KeptAnswers.read(whole, 'hunt 1');
  for (let at = 0; at < 5; at++) next.get(`key-${String(at)}`);
  for (let most = 0; most <= whole.length + 20; most += 7) {
    const text = next.write(most);
    const again = KeptAnswers.read(text, 'hunt 1');
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(Math.max(most, 40));
    expect(again.get('key-0') !== undefined || most < 100).toBe(true);
  }
});
