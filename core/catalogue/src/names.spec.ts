import { describe, expect, it } from 'vitest';
import { confusableSkeleton, isDeceptive, mixedScripts, nameFault, toolNameKey } from './names.js';

describe('names of tools', () => {
  it('are compared after NFKC', () => {
    expect(toolNameKey('ｐａｙ')).toBe('pay');
    expect(toolNameKey('ﬁle')).toBe('file');
  });

  it.each([
    ['pay', 'рау'],
    ['scope', 'ѕсоре'],
    ['admin', 'adⅿin'],
    ['list', 'lіst'],
    ['oK', 'οk'],
    ['cafe', 'café'],
  ])('%s and %s are deceptive', (a, b) => {
    expect(confusableSkeleton(a)).toBe(confusableSkeleton(b));
    expect(isDeceptive(a, b)).toBe(toolNameKey(b) !== a && /\P{ASCII}/u.test(toolNameKey(b)));
  });

  it('that are plain ASCII may look alike', () => {
    expect(confusableSkeleton('v1')).toBe(confusableSkeleton('vl'));
    expect(isDeceptive('v1', 'vl')).toBe(false);
    expect(confusableSkeleton('EMAIL')).toBe(confusableSkeleton('email'));
    expect(confusableSkeleton('EMAIL')).toBe(confusableSkeleton('emall'));
    expect(isDeceptive('pay', 'buy')).toBe(false);
  });

  it('may be of one script, not of two that look alike', () => {
    expect(mixedScripts('перевод_2')).toEqual([]);
    expect(mixedScripts('送金')).toEqual([]);
    expect(mixedScripts('pаy')).toEqual(['Latin', 'Cyrillic']);
  });

  it.each([
    ['__proto__', 'reserved'],
    ['', 'empty'],
    ['a\u202eb', 'invisible or control characters'],
    ['a\n', 'invisible or control characters'],
    ['a ', 'space at an end'],
    ['x'.repeat(257), 'too long'],
    ['get order', null],
    ['constructor', null],
  ])('%j: %s', (name, fault) => {
    expect(nameFault(name)).toBe(fault);
  });
});
