import { createHash } from 'node:crypto';

/** A text as it may stand somewhere. */
export interface Form {
  /** How it is written. */
  readonly name: string;
  readonly bytes: Buffer;
}

const PART = 12;

/** The ways in which a text of 24 characters or more is looked for, without doubles. */
export function formsOf(text: string): readonly Form[] {
  const plain = Buffer.from(text);
  const utf16 = Buffer.from(text, 'utf16le');
  const hex = plain.toString('hex');
  const codes = [...plain].map((byte) => byte.toString(16).padStart(2, '0'));
  const forms: [string, string | Buffer][] = [
    ['plain', plain],
    ['reversed', Array.from(text).toReversed().join('')],
    ['its first characters', text.slice(0, PART)],
    ['its last characters', text.slice(-PART)],
    ['hex', hex],
    ['hex, upper case', hex.toUpperCase()],
    ['percent-encoded', codes.map((code) => `%${code}`).join('')],
    ['percent-encoded, upper case', codes.map((code) => `%${code.toUpperCase()}`).join('')],
    ['escaped in JSON', codes.map((code) => `\\u00${code}`).join('')],
    ['UTF-16, little end first', utf16],
    ['UTF-16, big end first', Buffer.from(utf16).swap16()],
    ...[0, 1, 2].flatMap((shift): [string, string][] => {
      const base64 = inBase64(plain, shift);
      return [
        [`base64, shifted by ${shift}`, base64],
        [`base64url, shifted by ${shift}`, base64.replaceAll('+', '-').replaceAll('/', '_')],
      ];
    }),
    ...['md5', 'sha1', 'sha256'].flatMap((name): [string, string | Buffer][] => {
      const digest = createHash(name).update(plain).digest();
      return [
        [name, digest],
        [`${name} in hex`, digest.toString('hex')],
        [`${name} in base64`, digest.toString('base64').replace(/=+$/, '')],
        [`${name} in base64url`, digest.toString('base64url')],
      ];
    }),
  ];
  const seen = new Set<string>();
  return forms.flatMap(([name, written]) => {
    const bytes = Buffer.from(written);
    const id = bytes.toString('latin1');
    return seen.has(id) ? [] : [seen.add(id) && { name, bytes }];
  });
}

/** The characters that stand for a text alone when `shift` bytes stand before it, whatever these and those after it are. */
function inBase64(bytes: Buffer, shift: number): string {
  const whole = Buffer.concat([Buffer.alloc(shift), bytes])
    .toString('base64')
    .replace(/=+$/, '');
  const whenCut = (shift + bytes.length) % 3 === 0 ? whole : whole.slice(0, -1);
  return whenCut.slice(Math.ceil((shift * 8) / 6));
}
