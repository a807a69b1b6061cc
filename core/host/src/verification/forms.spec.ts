import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { formsOf } from './forms.js';

const text = 'aB3xYz90QwErTyUiOpAsDfGhJkLzXcVbNm112233';
const found = (bytes: Buffer): readonly string[] =>
  formsOf(text)
    .filter((form) => bytes.includes(form.bytes))
    .map(({ name }) => name);

describe('the forms of a text', () => {
  it.each<[string, Buffer]>([
    ['plain', Buffer.from(`x${text}y`)],
    ['reversed', Buffer.from(Array.from(text).toReversed().join(''))],
    ['its first characters', Buffer.from(text.slice(0, 15))],
    ['its last characters', Buffer.from(text.slice(-15))],
    ['hex', Buffer.from(Buffer.from(text).toString('hex'))],
    ['hex, upper case', Buffer.from(Buffer.from(text).toString('hex').toUpperCase())],
    ['percent-encoded', Buffer.from([...Buffer.from(text)].map((byte) => `%${byte.toString(16)}`).join(''))],
    [
      'escaped in JSON',
      Buffer.from(Array.from(text, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')),
    ],
    ['UTF-16, little end first', Buffer.from(text, 'utf16le')],
    ['UTF-16, big end first', Buffer.from(text, 'utf16le').swap16()],
    ['md5', createHash('md5').update(text).digest()],
    ['sha1 in hex', Buffer.from(createHash('sha1').update(text).digest('hex'))],
    ['sha256 in base64url', Buffer.from(createHash('sha256').update(text).digest('base64url'))],
  ])('hold %s', (name, bytes) => {
    expect(found(bytes)).toContain(name);
  });

  it('hold base64 wherever the text begins, and whatever is around it', () => {
    for (const encoding of ['base64', 'base64url'] as const)
      for (let before = 0; before < 6; before += 1)
        for (let after = 0; after < 4; after += 1) {
          const around = Buffer.concat([Buffer.alloc(before, 0xff), Buffer.from(text), Buffer.alloc(after, 0xff)]);
          expect(found(Buffer.from(around.toString(encoding))).join()).toMatch(/base64/);
        }
  });

  it('are not found where the text is not', () => {
    expect(found(Buffer.from('{"label":"something else","digest":"abc"}'.repeat(100)))).toEqual([]);
  });
});
