import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { preparePolicy, type PreparedPolicy } from '@ostiary/guard';
import { CLASS_IDS, type ClassId, type Finding, runHunt } from '@ostiary/hunt/search';
import { openZ3 } from '@ostiary/smt';
import { root } from '@ostiary/testkit/project';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const folder = join(root, 'docs', 'hunt');
/** The classes of single calls; S10 is only in policies of others, of which nothing is repaired. */
const SINGLE = CLASS_IDS.filter((id) => /^[GSB]/.test(id) && id !== 'S10');
const pageOf = (id: ClassId): { readonly id: ClassId; readonly page: string } => ({
  id,
  page: readFileSync(join(folder, `${id}.md`), 'utf8'),
});
const pages = SINGLE.map(pageOf);
/** The classes of sessions of which a change is known that can be proved. */
const OF_SESSIONS: readonly ClassId[] = [
  'H02',
  'H03',
  'H04',
  'H05',
  'H06',
  'H07',
  'H08',
  'H09',
  'H10',
  'H11',
  'H12',
  'H13',
  'H14',
  'H15',
  'H16',
  'P01',
  'P02',
];

/** Repaired only where the limit is plain, which that of its example is not: a spec beside the repairs has one that is. */
const SOMETIMES: readonly ClassId[] = ['H01'];

/** Nothing that a text can say settles what two currencies come to. */
const WITHOUT: readonly ClassId[] = ['G06'];

const block = (page: string, kind: string): string | undefined =>
  new RegExp(`^\`\`\`${kind}\\n([\\s\\S]*?)^\`\`\`$`, 'm').exec(page)?.[1];

function prepared(text: string, catalogue: string | undefined): PreparedPolicy {
  const result = preparePolicy(
    { text },
    catalogue === undefined ? {} : { catalogue: JSON.parse(catalogue) as unknown },
  );
  if (!result.ok) throw new Error(JSON.stringify(result.faults.map(({ code, detail }) => [code, detail.en])));
  return result.policy;
}

describe('the repairs of the examples', () => {
  let z3: Awaited<ReturnType<typeof openZ3>>;
  const seen: Finding[] = [];
  beforeAll(async () => {
    z3 = await openZ3();
  });
  afterAll(() => z3.close());

  it.each(pages)('$id is repaired, and not found again', async ({ id, page }) => {
    const catalogue = block(page, 'json');
    const { findings } = await runHunt(prepared(block(page, 'ostiary') ?? '', catalogue), z3, { classes: SINGLE });
    seen.push(...findings.filter((finding) => SINGLE.includes(finding.class)));
    expect(findings.find((finding) => finding.class === id)?.repair !== null).toBe(!WITHOUT.includes(id));
    for (const { class: of, fingerprint, repair } of findings) {
      if (!repair) continue;
      const after = await runHunt(prepared(repair.text, catalogue), z3, { classes: [of], repairs: null });
      expect(after.findings.map((each) => each.fingerprint)).not.toContain(fingerprint);
    }
  });

  it.each(OF_SESSIONS.map(pageOf))('$id is repaired, and no bug of sessions is found instead', async ({ id, page }) => {
    const catalogue = block(page, 'json');
    const text = block(page, 'ostiary') ?? '';
    const { findings } = await runHunt(prepared(text, catalogue), z3, { classes: [id] });
    const [repair] = findings.map((finding) => finding.repair);
    const before = await runHunt(prepared(text, catalogue), z3, { repairs: null });
    const after = await runHunt(prepared(repair?.text ?? '', catalogue), z3, { repairs: null });
    const grave = ({ severity }: Finding): boolean => severity !== 'info';
    const prints = (found: readonly Finding[]): readonly string[] =>
      found.filter(grave).map(({ fingerprint }) => fingerprint);
    expect(prints(after.findings)).not.toContain(findings[0]?.fingerprint);
    expect(prints(before.findings)).toEqual(expect.arrayContaining([...prints(after.findings)]));
  });

  it('P03 is repaired by what was accepted', async () => {
    const blocks = [...pageOf('P03').page.matchAll(/^```ostiary\n([\s\S]*?)^```$/gm)].map(([, text = '']) => text);
    const [accepted, policy] = [blocks[0] ?? '', blocks[1] ?? ''].map((text) => prepared(text, undefined));
    if (!accepted || !policy) throw new RangeError('no two versions');
    const { findings } = await runHunt(policy, z3, { classes: ['P03'], accepted });
    const [repair] = findings.map((finding) => finding.repair);
    const after = await runHunt(prepared(repair?.text ?? '', undefined), z3, { classes: ['P03', 'P04'], accepted });
    expect(after.findings).toEqual([]);
  });

  it('are of at least 60 % of all that is found in them', () => {
    const repaired = seen.filter(({ repair }) => repair !== null);
    expect(repaired.length / seen.length).toBeGreaterThanOrEqual(0.6);
  });

  it('have a row each in the table of calls that they may answer otherwise', () => {
    const [proved = ''] = readFileSync(join(folder, 'repairs.md'), 'utf8').split('## What it does not mean');
    const table = proved.matchAll(/^\| ([GSBHP][^|]*) \|/gm);
    const rows = [...table].flatMap(([, ids = '']) => ids.split(', '));
    const single = SINGLE.filter((id) => !WITHOUT.includes(id));
    expect(new Set(rows)).toEqual(new Set([...single, ...OF_SESSIONS, ...SOMETIMES, 'P03']));
  });
});
