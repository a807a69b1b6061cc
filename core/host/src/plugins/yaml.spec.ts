import { describe, expect, it } from 'vitest';
import { parseYaml } from './yaml.js';

describe('YAML of an operator', () => {
  it('refuses what could end the process, or grows when it is read', () => {
    const aliases = Array.from(
      { length: 9 },
      (_, at) => `a${at}: &a${at} [${Array.from({ length: 9 }, () => (at === 0 ? 'x' : `*a${at - 1}`)).join()}]`,
    ).join('\n');
    for (const text of [
      '['.repeat(900),
      '['.repeat(100_000),
      '- '.repeat(5_000),
      '{a: '.repeat(900),
      aliases,
      'a: &a [*a]',
      'a: 1\na: 2',
      'a: !!js/function "x"',
      'a: b: c',
    ]) {
      // Twice: the other parser once ended the process at the second reading.
      for (const read of [parseYaml(text), parseYaml(text)])
        expect([text.slice(0, 20), 'problems' in read]).toEqual([text.slice(0, 20), true]);
    }
  });

  it('gives what is written', () => {
    expect(parseYaml('a: [1, {b: "c"}]\n')).toEqual({ value: { a: [1, { b: 'c' }] } });
    expect(parseYaml('[[[[1]]]]')).toEqual({ value: [[[[1]]]] });
  });
});
