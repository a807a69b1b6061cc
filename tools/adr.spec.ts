import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '@ostiary/testkit/project';

const folder = join(root, 'docs', 'adr');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const pages = readdirSync(folder)
  .filter((file) => /^\d{4}-/.test(file))
  .map((file) => {
    const text = read(`docs/adr/${file}`);
    const where = /^Where: (.*)$/m.exec(text)?.[1] ?? '';
    return {
      file,
      number: file.slice(0, 4),
      replaced: /^Date: [^\n]*Status: replaced/m.test(text),
      where: [...where.matchAll(/\]\(\.\.\/\.\.\/([^)]+)\)/g)].map((match) => match[1] ?? ''),
    };
  });

/** All files that are kept, but for the pages themselves and their index. */
const files = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((file) => file !== '' && existsSync(join(root, file)));

describe('the pages of decisions', () => {
  it('are all in the index, once each', () => {
    const index = read('docs/adr/README.md');
    expect([...index.matchAll(/^\* \[\d{4}\]\((.*?)\)/gm)].map((match) => match[1]).toSorted()).toEqual(
      pages.map(({ file }) => file).toSorted(),
    );
  });

  it('have a number of their own each', () => {
    const numbers = pages.map(({ number }) => number);
    expect(numbers).toEqual([...new Set(numbers)]);
  });

  it('say where they are carried out, and those files say so in turn', () => {
    const silent = pages.flatMap(({ number, replaced, where }) => [
      ...(where.length === 0 && !replaced ? [`${number} names no file`] : []),
      ...where
        .filter((file) => !existsSync(join(root, file)) || !read(file).includes(`docs/adr/${number}`))
        .map((file) => `${number} names ${file}, which does not name it`),
    ]);
    expect(silent).toEqual([]);
  });

  it('are named by no file that they do not name', () => {
    const strays = files
      .filter((file) => /\.(?:[cm]?[jt]s|ya?ml)$/.test(file))
      .flatMap((file) =>
        [...read(file).matchAll(/docs\/adr\/(\d{4})/g)]
          .filter(([, number]) => !pages.some((page) => page.number === number && page.where.includes(file)))
          .map(([, number]) => `${file} names ${number}`),
      );
    expect(strays).toEqual([]);
  });
});

describe('the pages of the project', () => {
  it('link to files that are there', () => {
    const broken = files
      .filter((file) => file.endsWith('.md'))
      .flatMap((file) =>
        [...read(file).matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)(?:#[^)]*)?\)/g)]
          .map((match) => match[1] ?? '')
          .filter((target) => !existsSync(join(root, dirname(file), target)))
          .map((target) => `${file}: ${target}`),
      );
    expect(broken).toEqual([]);
  });
});
