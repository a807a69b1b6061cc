import { compilePolicy, loadPolicy } from '@ostiary/policy';
import { seededRandom } from '@ostiary/policy/testing';
import { pathToFileURL } from 'node:url';
import { normalForm } from './formats.mjs';

/**
 * Compares the normal forms of strings: texts put together from pieces that formats treat specially.
 *
 *   node tools/third-reading/spellings.mjs [texts] [seed] [shown]
 */
const ODD = [
  '\u200b',
  '\u00ad',
  '\u0000',
  '\n',
  '\t',
  ' ',
  '\u00a0',
  '\ud800',
  'ß',
  'ς',
  'ｅ',
  '。',
  'ü',
  'u\u0308',
  'İ',
  'ı',
  'ﬁ',
  '中',
  '😀',
  '\u2044',
  '\u2024',
  'Ꭰ',
  '\u0660',
  '\ufe0f',
  '\u202e',
  'ǆ',
  'Å',
  '²',
];
const PIECES = {
  text: ['a', 'A', ' ', '"', '\\'],
  keyword: ['a', 'B', ' ', '  ', '=?', '?=', 'drop', '-', '_', '\u0085', '\v', '\u2003'],
  email: [
    'a',
    'B',
    '@',
    '@',
    '.',
    'corp.example',
    '+x',
    '"',
    '<',
    '>',
    ',',
    ' ',
    '%',
    '!',
    '/',
    '|',
    '`',
    '=?',
    "'",
    '[1.2.3.4]',
    '(c)',
    ';',
    '-',
    'evil.com',
    'xn--mnchen-3ya.example',
    '127.0.0.1',
    '#',
    '{}',
    '~',
  ],
  domain: [
    'a',
    'B',
    '.',
    '.',
    'example',
    'com',
    '-',
    '_',
    'xn--',
    'xn--mnchen-3ya',
    '127',
    '0',
    '1',
    '0x7f',
    '[::1]',
    '[2001:db8::1]',
    ':',
    '/',
    '@',
    '%61',
    '*',
    '0x',
    '255',
    '256',
    '08',
    'xn--a',
    'x'.repeat(63),
    'faß',
    '--',
  ],
  ip: [
    '0',
    '1',
    '10',
    '255',
    '256',
    '01',
    '.',
    '.',
    '.',
    ':',
    '::',
    'ffff',
    'a00',
    'DB8',
    '2001',
    '%eth0',
    '/8',
    '[',
    ']',
    '64:ff9b',
    '0:0',
    '2002',
    'fe80',
    '10.0.0.1',
  ],
  url: [
    'https://',
    'HTTP://',
    'ftp://',
    'file:///',
    'file://',
    'mailto:',
    'foo://',
    'wss:',
    'corp.example',
    'Corp.EXAMPLE',
    ':443',
    ':80',
    ':0080',
    ':',
    ':65536',
    '/',
    '/',
    '//',
    '/./',
    '/../',
    '..',
    '.',
    '%2e',
    '%2F',
    '%61',
    '%41',
    '%c3%bc',
    '%C3%BC',
    '%25',
    '%2541',
    '%ff',
    '%zz',
    '%00',
    '%0a',
    '%20',
    '%3b',
    ';',
    '?',
    '#',
    '@',
    'user@',
    '\\',
    'a',
    'B',
    "'",
    '!',
    '~',
    '<',
    '"',
    '|',
    '^',
    '{',
    '[',
    ']',
    '*',
    '&',
    '=',
    'c:',
    '%7e',
    '%21',
    '%c0%af',
    '%u0041',
    '%e2%80%8b',
    '%5c',
    '%5b',
  ],
  path: [
    '/',
    '/',
    '//',
    'a',
    'B',
    '.',
    '..',
    './',
    '../',
    '/./',
    '/../',
    '~',
    ':',
    'c:',
    'file:',
    '\\',
    ';',
    '%',
    '%2e',
    '%41',
    '%20',
    '%25',
    '%2541',
    '%c3%bc',
    '%ff',
    '%00',
    '%u0041',
    ' ',
    'srv',
    'x.',
    'x ',
    '.b',
    '%7b',
    '%e2%80%8b',
    '*',
    '...',
    '%25u0041',
  ],
  iban: [
    'DE89',
    '370400440532013000',
    'de89',
    ' ',
    '3704',
    '0044',
    '0532',
    '0130',
    '00',
    'GB82WEST12345698765432',
    'FR1420041010050500013M02606',
    '-',
    '\t',
    'X',
  ],
};

export function* randomTexts(seed) {
  const rng = seededRandom(seed);
  const pick = (items) => items[Math.floor(rng() * items.length)];
  const STARTS = {
    url: ['https://corp.example/', 'https://corp.example', 'file:///', 'foo://h/', ''],
    path: ['/', '/srv/', '', 'a/'],
    email: ['ann@', 'ann@corp.example', ''],
    domain: ['', 'a.', ''],
    ip: ['', '10.0.0.', '2001:db8::'],
    iban: ['DE89370400440532013000', ''],
  };
  for (;;) {
    const format = pick(Object.keys(PIECES));
    let text = rng() < 0.6 ? pick(STARTS[format] ?? ['']) : '';
    const pieces = 1 + Math.floor(rng() * 5);
    for (let i = 0; i < pieces; i += 1) text += rng() < 0.07 ? pick(ODD) : pick(PIECES[format]);
    yield { format, text, base: format === 'path' && rng() < 0.25 ? '/srv/base' : undefined };
  }
}

const quoted = (text) =>
  `"${text.replaceAll(/[\\"]/g, String.raw`\$&`).replaceAll(/[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2028\u2029]/gu, (char) => `\\u{${char.codePointAt(0).toString(16)}}`)}"`;

/** Null when both take the text alike; otherwise what the reading made of it and what the engine answered. */
export function takenOtherwise({ format, text, base }) {
  const type = { kind: 'string', format, ...(base && { base }) };
  const catalogue = {
    name: 'spellings',
    version: '1',
    tools: [{ name: 't', classes: ['write'], args: { kind: 'record', fields: { x: { type, required: false } } } }],
  };
  const normal = normalForm(format, text, base);
  const test = normal === null ? 'has args.x' : `args.x == ${quoted(normal)}`;
  const loaded = loadPolicy(`dialect 2; confirm (tool == "t") when { ${test} };`, { catalogue });
  if (!loaded.ok) return { normal, engine: `text refused: ${loaded.diagnostics.map(({ code }) => code).join()}` };
  const { slug } = compilePolicy(loaded.core).decide({ tool: 't', args: { x: text } }, {});
  return slug === (normal === null ? 'argument_ill_typed' : 'confirm_required') ? null : { normal, engine: slug };
}

function main([count = '20000', seed = '1', most = '30']) {
  let [compared, found] = [0, 0];
  for (const given of randomTexts(Number(seed))) {
    if (compared >= Number(count)) break;
    compared += 1;
    const otherwise = takenOtherwise(given);
    if (!otherwise) continue;
    found += 1;
    if (found <= Number(most)) console.log(JSON.stringify({ ...given, ...otherwise }));
  }
  console.log(`${compared} texts compared, ${found} disagreements`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) main(process.argv.slice(2));
