import { CASE_VARIANTS } from '../ask/texts/case-variants.js';
import { respelledClass } from '../ask/texts/respelled.js';
import { matching } from '../ask/calls/attribute-terms.js';
import { type Strays, withoutStrays } from '../ask/texts/spellings.js';
import { words } from '../ask/hunt/text.js';

/** Latin letters and the Cyrillic ones that look like them (UTS 39). */
const LOOK_ALIKES: Readonly<Record<string, string>> = {
  a: '\u0430',
  c: '\u0441',
  e: '\u0435',
  i: '\u0456',
  j: '\u0458',
  o: '\u043e',
  p: '\u0440',
  s: '\u0455',
  x: '\u0445',
  y: '\u0443',
};

/** The first character that `change` knows another one for, changed; null where there is none. */
function changed(word: string, change: (char: string) => string | undefined): string | null {
  const chars = Array.from(word);
  const at = chars.findIndex((char) => change(char) !== undefined);
  return at < 0 ? null : chars.with(at, change(chars[at] ?? '') ?? '').join('');
}

const fullWidth = (char: string): string | undefined =>
  /[A-Za-z0-9]/.test(char) ? String.fromCodePoint((char.codePointAt(0) ?? 0) + 0xfee0) : undefined;

const ANY_FOREIGN = '.*[^ -~].*';

/** Texts with a character that is not of ASCII. */
const FOREIGN: Strays = {
  id: 'plain',
  title: words(
    'Stop texts that contain other than plain letters',
    'Bloquear textos que não sejam só de letras simples',
  ),
  tests: [`matches "${ANY_FOREIGN}"`],
  condition: matching(ANY_FOREIGN),
};

/** What a person reads as the same text, and some programs as well. */
export const lookAlike = respelledClass({
  id: 'B02',
  formats: ['text'],
  respellings: [
    {
      label: words('with a letter of another script', 'com uma letra de outro alfabeto'),
      of: (word) => changed(word, (char) => LOOK_ALIKES[char]),
    },
    {
      label: words('with a zero-width character', 'com um carácter de largura zero'),
      of: (word) => changed(word, (char) => `${char}\u200b`),
    },
    {
      label: words('with a full-width letter', 'com uma letra de largura total'),
      of: (word) => changed(word, fullWidth),
    },
    { label: words('with a text direction mark', 'com uma marca de direção do texto'), of: (word) => `\u200f${word}` },
  ],
  unknown: 'medium',
  plainer: { id: 'B01', respellings: CASE_VARIANTS },
  why: words(
    'They are the same to a reader, and to programs that normalise their input.',
    'São iguais para quem lê e para programas que normalizam a entrada.',
  ),
  format: 'keyword',
  mend: (hunt, tool, [test]) => (test ? withoutStrays(hunt, tool, test, FOREIGN) : {}),
});
