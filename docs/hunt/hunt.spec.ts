import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { decideOnce, interpretOnce, preparePolicy, type PreparedPolicy } from '@ostiary/guard';
import { importPolicy } from '@ostiary/hunt/import';
import { CLASS_IDS, type ClassId, type HuntReport, runHunt, type RunOptions } from '@ostiary/hunt/search';
import { openZ3 } from '@ostiary/smt';
import { root } from '@ostiary/testkit/project';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';

const folder = join(root, 'docs', 'hunt');
const pages = readdirSync(folder)
  .filter((file) => (CLASS_IDS as readonly string[]).includes(file.replace(/\.md$/, '')))
  .map((file) => ({ id: file.replace(/\.md$/, '') as ClassId, page: readFileSync(join(folder, file), 'utf8') }));

/** Classes whose finding is that there is no such call. */
const WITHOUT_WITNESS: readonly ClassId[] = [
  'G01',
  'G02',
  'G04',
  'G05',
  'S01',
  'S02',
  'S03',
  'S06',
  'S11',
  'H13',
  'P02',
  'P05',
  'X01',
];
/** Every call that a finding shows is decided as it says, by both evaluators; only some classes show none. */
function expectReplayed(policy: PreparedPolicy, { findings }: HuntReport): void {
  for (const { class: id, witness, evidence } of findings) {
    if (!WITHOUT_WITNESS.includes(id)) expect([id, witness?.steps.length ?? 0]).not.toEqual([id, 0]);
    for (const step of [...(witness?.steps ?? []), ...(evidence.benign ? [evidence.benign] : [])])
      for (const decide of [decideOnce, interpretOnce]) {
        const { answer, slug, deciding } = decide(policy, step.call, step.context);
        const { answer: told, slug: why, deciding: by } = step;
        expect([id, answer, slug, deciding.map(({ rule }) => rule)]).toEqual([id, told, why, by]);
      }
  }
}

const GRAVE: readonly string[] = ['critical', 'high', 'medium'];

/** The blocks of a kind, in a part of a page. */
const blocks = (part: string, kind: string): readonly string[] =>
  [...part.matchAll(new RegExp(`^\`\`\`${kind}\\n([\\s\\S]*?)^\`\`\`$`, 'gm'))].map(([, text = '']) => text);

function prepared(text: string | undefined, catalogue: string | undefined): PreparedPolicy {
  const result = preparePolicy(
    { text: text ?? '' },
    catalogue === undefined ? {} : { catalogue: JSON.parse(catalogue) as unknown },
  );
  if (!result.ok) throw new Error(JSON.stringify(result.faults.map(({ code, detail }) => [code, detail.en])));
  return result.policy;
}

async function huntForeign(
  text: string,
  solver: Awaited<ReturnType<typeof openZ3>>,
  options: RunOptions,
): Promise<HuntReport> {
  const result = await importPolicy('agt', { text, declares: true });
  if (!result.ok) throw new Error(JSON.stringify(result.faults));
  const { closed, strictest } = result.imported.readings;
  const readings = { closed: prepared(closed, undefined), strictest: prepared(strictest, undefined) };
  return runHunt(prepared(result.imported.text, undefined), solver, { ...options, readings, repairs: null });
}

test('the index has every page, by its title', () => {
  const index = readFileSync(join(folder, 'README.md'), 'utf8');
  const lines = pages.map(({ id, page }) => `| [${id}](${id}.md) | ${/^# \w+: (.*)$/m.exec(page)?.[1]} |`);
  expect(lines.filter((line) => !index.split('\n').includes(line))).toEqual([]);
  expect(pages.map(({ id }) => id).toSorted()).toEqual(CLASS_IDS.filter((id) => id !== 'X01').toSorted());
});

describe('the pages of the classes', () => {
  let z3: Awaited<ReturnType<typeof openZ3>>;
  beforeAll(async () => {
    z3 = await openZ3();
  });
  afterAll(() => z3.close());

  describe.each(pages)('$id', ({ id, page }) => {
    // The version that was accepted has a section of its own, where a class compares with it.
    const accepted = /^## Accepted$[\s\S]*?(?=^## )/m.exec(page)?.[0] ?? '';
    const [before = '', after = ''] = page.replace(accepted, '').split(/^## Mended$/m);
    const [catalogue] = blocks(page, 'json');
    const hunt = async (part: string, classes?: readonly ClassId[]): Promise<HuntReport> => {
      const foreign = blocks(part, 'agt')[0];
      const options = classes ? { classes } : {};
      if (foreign !== undefined) return huntForeign(foreign, z3, options);
      const policy = prepared(blocks(part, 'ostiary')[0], catalogue);
      const report = await runHunt(policy, z3, {
        ...options,
        accepted: accepted === '' ? null : prepared(blocks(accepted, 'ostiary')[0], catalogue),
      });
      expectReplayed(policy, report);
      return report;
    };

    it('has an example in which the hunt finds it', async () => {
      const { findings } = await hunt(before, [id]);
      expect(findings.map((finding) => finding.class)).toContain(id);
    });

    it('has one in which it is mended, and nothing else is wrong but what the page says', async () => {
      const { findings } = await hunt(after);
      const meant = new Set(/^Still found, and meant: (.*)\.$/m.exec(after)?.[1]?.split(', '));
      const grave = findings.filter(({ severity }) => GRAVE.includes(severity));
      expect(findings.filter((finding) => finding.class === id)).toEqual([]);
      expect(new Set(grave.map((finding) => finding.class))).toEqual(meant);
    });
  });
});
