import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '@ostiary/testkit/project';
import { expect, it } from 'vitest';

/** Words of Brazil that stand in no English text; beside each what is said in Portugal. */
const BRAZILIAN = [
  '(?<!de uma? )em (?:um|outr[oa])a?s?', // num, noutro
  'vocês?', // the verb alone
  'usuári[oa]s?', // utilizador
  'arquivos?', // ficheiro
  'registr(?:ar?|ad[oa]s?|e)', // registar
  'requisiç(?:ão|ões)', // pedido
  'artefatos?', // artefacto
  'caractere', // carácter
  'detectad[oa]s?', // detetado
  'est(?:á|ão) (?:sendo|fazendo)', // está a ser
  'busc(?:ar?|am)', // procurar
  '(?:ramo|barreira|valor) padrão', // por omissão
];
const words = new RegExp(String.raw`(?<!\p{L})(?:${BRAZILIAN.join('|')})(?!\p{L})`, 'giu');

const files = execFileSync('git', ['ls-files', 'cli/src', 'core', 'plugins'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.spec.ts') && existsSync(join(root, file)));

it('Portuguese texts are in the Portuguese of Portugal', () => {
  const found = files.flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(words)].map(([word]) => `${file}: ${word}`),
  );
  expect(found).toEqual([]);
});
