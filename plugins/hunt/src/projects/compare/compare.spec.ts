import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { HuntOutput, ToldFinding } from '../../request/result.js';
import { decided, reportOf, told } from '../../testing/reports.js';
import type { ScanOptions } from '../scan-model.js';
import { compare } from './compare.js';
import type { Known } from './known.js';

const ALL: ScanOptions = { classes: null, severities: null, maxFindings: 500, compared: true };

const known = (finding: ToldFinding, state: Known['state'] = 'new'): Known => ({
  fingerprint: finding.fingerprint,
  class: finding.class,
  severity: finding.severity,
  structure: finding.structure,
  evidenceHash: finding.evidence_hash,
  state,
  told: JSON.stringify(finding),
});

/** What becomes of one finding that a scan does not have. */
function left(finding: ToldFinding, report: HuntOutput, options: Partial<ScanOptions> = {}): string {
  const { fixed, unknown } = compare([known(finding)], { ...report, options: { ...ALL, ...options } });
  return fixed.length === 1 ? 'fixed' : unknown.length === 1 ? 'unknown' : 'neither';
}

const session = (steps: number): ToldFinding => {
  const { witness } = told('x');
  return told('h', {
    class: 'H01',
    witness: { kind: 'session', steps: Array.from({ length: steps }, () => witness?.steps ?? []).flat() },
  });
};

describe('a finding that a scan does not have', () => {
  it('is fixed when everything about its class was decided', () => {
    expect(left(told('a'), reportOf([]))).toBe('fixed');
    expect(left(told('a'), reportOf([], decided('S01', { asked: 0, bound: null })))).toBe('fixed');
  });

  it.each<[string, HuntOutput, Partial<ScanOptions>]>([
    ['its class was not asked', { ...reportOf([]), checks: [] }, {}],
    ['a question of its class was given up', reportOf([], decided('S01', { undecided: 1 })), {}],
    ['findings of its severity were not wanted', reportOf([]), { severities: ['critical'] }],
    ['the report was full', reportOf([told('b')]), { maxFindings: 1 }],
  ])('is unknown when %s', (_, report, options) => {
    expect(left(told('a'), report, options)).toBe('unknown');
  });

  it('is fixed in a full report whose class found nothing', () => {
    expect(left(told('a', { class: 'S02' }), reportOf([told('b')]), { maxFindings: 1 })).toBe('fixed');
  });

  it('is unknown when it needs a version to compare with, and there was none', () => {
    const finding = told('a', { class: 'P03' });
    expect(left(finding, reportOf([]), { compared: false })).toBe('unknown');
    expect(left(finding, reportOf([]))).toBe('fixed');
  });

  it('is unknown when no session as long as its own was looked at', () => {
    const bounded = (k: number) => reportOf([], decided('H01', { bound: { kind: 'bounded', k } }));
    expect(left(session(5), bounded(4))).toBe('unknown');
    expect(left(session(5), bounded(5))).toBe('fixed');
    expect(left(session(5), reportOf([], decided('H01', { bound: { kind: 'inductive' } })))).toBe('fixed');
  });

  it('was a question given up: it is fixed when that question is decided, whatever else is not', () => {
    const open = told('a', { class: 'X01', subkind: 'H01' });
    expect(left(open, reportOf([], decided('H01', { undecided: 1 })))).toBe('fixed');
    expect(left(open, { ...reportOf([]), checks: [decided('S01')] })).toBe('unknown');
    expect(left(open, reportOf([]), { classes: ['H01'] })).toBe('unknown');
    expect(left(open, reportOf([]), { classes: ['H01', 'X01'] })).toBe('fixed');
  });

  it('stays fixed when it was', () => {
    const { fixed, unknown, counts } = compare([known(told('a'), 'fixed')], { ...reportOf([]), options: ALL });
    expect([fixed, unknown, counts.fixed]).toEqual([[], [], 0]);
  });
});

describe('a finding that has moved', () => {
  const scan = (...findings: ToldFinding[]) => ({ ...reportOf(findings), options: ALL });

  it('is known by its structure, when there is one before and one now', () => {
    const before = known(told('old', { structure: 's' }), 'persisting');
    const { found, counts } = compare([before], scan(told('new', { structure: 's' })));
    expect(found).toMatchObject([{ state: 'persisting', moved: true, before }]);
    expect(counts).toMatchObject({ new: 0, fixed: 0, persisting: 1, moved: 1 });
  });

  it('is not guessed among several', () => {
    const [one, two] = [told('one', { structure: 's' }), told('two', { structure: 's' })];
    expect(compare([known(one), known(two)], scan(told('new', { structure: 's' }))).counts).toMatchObject({
      new: 1,
      fixed: 2,
      moved: 0,
    });
    expect(compare([known(told('old', { structure: 's' }))], scan(one, two)).counts).toMatchObject({
      new: 2,
      fixed: 1,
      moved: 0,
    });
  });

  it('is none while the one before is still there, or was fixed', () => {
    const old = told('old', { structure: 's' });
    const fresh = told('new', { structure: 's' });
    expect(compare([known(old)], scan(old, fresh)).counts).toMatchObject({ new: 1, persisting: 1, moved: 0 });
    expect(compare([known(old, 'fixed')], scan(fresh)).counts).toMatchObject({ new: 1, moved: 0 });
  });
});

const name = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f');
const finding = fc
  .tuple(name, fc.constantFrom('s', 't', 'u'), fc.constantFrom('S01', 'H01', 'X01'))
  .map(([id, structure, of]) => told(id, { structure, class: of as ToldFinding['class'], subkind: 'S01' }));
const findings = fc.uniqueArray(finding, { selector: ({ fingerprint }) => fingerprint });
const states = fc.array(fc.constantFrom('new', 'persisting', 'fixed', 'reopened'), { minLength: 6, maxLength: 6 });

it('everything that was there and is there has one place, and the counts are those of the places', () => {
  fc.assert(
    fc.property(findings, states, findings, fc.nat(2), (old, olds, now, undecided) => {
      const before = old.map((one, at) => known(one, olds[at]));
      const report = reportOf(now, decided('H01', { undecided }));
      const { found, fixed, unknown, counts } = compare(before, { ...report, options: ALL });
      expect(found.map((one) => one.finding)).toEqual(now);
      const placed = [
        ...found.flatMap((one) => (one.before ? [one.before] : [])),
        ...fixed,
        ...unknown,
        ...before.filter(
          (row) => row.state === 'fixed' && !now.some(({ fingerprint }) => fingerprint === row.fingerprint),
        ),
      ];
      expect(placed.toSorted(byFingerprint)).toEqual(before.toSorted(byFingerprint));
      expect(counts.new + counts.persisting + counts.reopened).toBe(now.length);
      expect([counts.fixed, counts.unknown]).toEqual([fixed.length, unknown.length]);
      expect(fixed.every((row) => row.class !== 'H01' || undecided === 0)).toBe(true);
    }),
  );
});

const byFingerprint = (a: Known, b: Known): number => (a.fingerprint < b.fingerprint ? -1 : 1);
