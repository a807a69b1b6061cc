import { readFileSync } from 'node:fs';
import { openTestDatabase } from '@ostiary/testkit';
import { describe, expect, it } from 'vitest';
import { asDeployment } from '../plugins/deployment.js';
import { parseYaml } from '../plugins/yaml.js';
import { CORE_STORAGE } from '../start/core-parts.js';
import { composeStorage } from '../storage/part.js';
import { statement } from '../storage/statement.js';

/** Blocks of a language in a page of docs/operate. */
function blocks(page: string, language: string): string[] {
  const text = readFileSync(new URL(`../../../../docs/operate/${page}`, import.meta.url), 'utf8');
  return [...text.matchAll(new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 'gs'))].map(([, block = '']) => block);
}

describe('docs/operate', () => {
  it('shows profiles that a deployment file can have', () => {
    const shown = blocks('README.md', 'yaml');
    expect(shown).toHaveLength(1);
    const parsed = parseYaml(shown[0] ?? '');
    if ('problems' in parsed) throw new Error(parsed.problems.join('\n'));
    const { profiles, defaultProfile } = asDeployment(
      { kind: 'embedded', plugins: [], ...(parsed.value as object) },
      'the page',
      '.',
    );
    expect([...profiles.keys()]).toEqual(['standard', 'large']);
    expect(profiles.get(defaultProfile)?.units).toBe(1);
  });

  it('asks the database what it can answer', async () => {
    const store = await openTestDatabase(composeStorage(CORE_STORAGE), process.env['OSTIARY_DATABASE_URL']);
    try {
      const queries = blocks('hosted.md', 'sql').flatMap((block) => block.split(';').filter((query) => query.trim()));
      expect(queries).toHaveLength(3);
      for (const query of queries) expect(await statement(store.database.asHost(), query)).toEqual([]);
    } finally {
      await store.close();
    }
  });
});
