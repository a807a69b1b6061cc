import { fileURLToPath, pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { databaseUrl, redisUrl } from '@ostiary/testkit/processes';
import { isClean, reportOf } from './report.js';
import { type Verification, verifyNeverStored, type VerifyOptions } from './verify.js';

/** As it is built: a process of its own loads it. */
const LEAKING = pathToFileURL(
  fileURLToPath(new URL('../../../testkit/dist/fixtures/leaking-probe.js', import.meta.url)),
).href;
const stores = databaseUrl && redisUrl ? { databaseUrl, redisUrl } : null;

const verify = (hosted: VerifyOptions['hosted'], probe?: string): Promise<Verification> =>
  verifyNeverStored({ env: process.env, hosted, tell: () => undefined, ...(probe !== undefined && { probe }) });

describe.each([
  ['the embedded database', null],
  ['PostgreSQL and Redis', stores],
])('values that are never stored, on %s', (name, hosted) => {
  const isThere = name === 'the embedded database' ? !stores : stores !== null;

  it.skipIf(!isThere)(
    'are found nowhere, by a search that finds a control everywhere',
    { timeout: 300_000 },
    async () => {
      const verification = await verify(hosted);
      expect(verification.searched.filter(({ control }) => !control)).toEqual([]);
      expect(verification.searched.flatMap(({ findings }) => findings)).toEqual([]);
      expect(isClean(verification)).toBe(true);
      const places = verification.searched.map(({ place }) => place);
      expect(places).toEqual(
        expect.arrayContaining([
          'tables of the database',
          'answers and event streams',
          'output and log of the processes',
          'files that jobs made',
          'files that plugins keep',
        ]),
      );
      expect(places.filter((place) => /^(keys|messages) in Redis$/.test(place))).toHaveLength(hosted === null ? 0 : 2);
      expect(reportOf(verification)).toContain('Nothing that is never stored was found.');
    },
  );

  it.skipIf(!isThere)(
    'are found where a mode puts one into the job, in a form of its own',
    { timeout: 300_000 },
    async () => {
      const verification = await verify(hosted, LEAKING);
      expect(isClean(verification)).toBe(false);
      const findings = verification.searched.flatMap((one) => one.findings);
      expect(findings).toContainEqual(
        expect.objectContaining({
          place: 'tables of the database',
          where: 'core.jobs',
          value: 'key',
          form: 'base64, shifted by 0',
        }),
      );
      expect(findings.map(({ place }) => place)).toContain('files that plugins keep');
      expect(reportOf(verification)).toMatch(/FOUND {2}tables of the database[^]*NOT VERIFIED/);
    },
  );
});

describe('a verification', () => {
  it('is none where the control was not found, or nothing was searched', () => {
    const searched = { place: 'a place', bytes: 1, control: false, findings: [] };
    expect(isClean({ searched: [searched], skipped: [] })).toBe(false);
    expect(isClean({ searched: [], skipped: ['all'] })).toBe(false);
    expect(reportOf({ searched: [searched], skipped: ['b: why'] })).toContain('BLIND  a place');
  });
});
