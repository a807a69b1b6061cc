/** The proofs of an audit, checked without a search. */
import type { Proof } from '../judge/index.js';
import { type Audit, askCases, casesOf } from './audit.js';
import { CertificateInvalid, checkingEngine } from './checking.js';
import { NO_CASES } from './earlier.js';

/** A line of `certificates.jsonl`. */
export interface CertificateLine {
  readonly id: string;
  readonly record: string | null;
  readonly question: string;
  /** Null for Infinity. */
  readonly bound?: number | null;
  /** Base64. */
  readonly certificate: string;
}

/** What came of the proofs of one row, of one record where the row is about records. */
export interface CheckedProof {
  readonly id: string;
  readonly record: string | null;
  readonly certificates: number;
  /** Null where they prove what the row came to. */
  readonly problem: string | null;
}

const keyOf = (id: string, record: string | null): string => JSON.stringify([id, record]);

/**
 * Checks every proof that is given: each question of the row is put anew, and answered by its certificate alone. Rows without
 * certificates are left out; a certificate of a row that is not asked is refused.
 */
export async function checkAudit(audit: Audit, lines: readonly CertificateLine[]): Promise<CheckedProof[]> {
  const given = new Map<string, Map<string, Proof>>();
  for (const { id, record, question, bound, certificate } of lines) {
    const own = given.get(keyOf(id, record)) ?? new Map<string, Proof>();
    given.set(keyOf(id, record), own);
    const bytes = new Uint8Array(Buffer.from(certificate, 'base64'));
    own.set(question, { question, bytes, ...(bound !== undefined && { bound: bound ?? Number.POSITIVE_INFINITY }) });
  }
  const checked: CheckedProof[] = [];
  const budget = { nodes: 1, slice: 1, over: () => false, ...NO_CASES };
  const none = { bounds: () => Promise.resolve() };
  for (const at of casesOf(audit)) {
    const id = audit.rows[at.row]?.id ?? '';
    const record = at.record === null ? null : (audit.records[at.record]?.id ?? null);
    const proofs = given.get(keyOf(id, record));
    if (proofs === undefined) continue;
    given.delete(keyOf(id, record));
    let problem: string | null = null;
    try {
      const verdict = (result: { readonly verdict: string }): Promise<void> => {
        // That there is no way to another answer violates some rows, and is proved all the same.
        if (result.verdict !== 'proved' && result.verdict !== 'violated')
          problem = `the certificates are valid, but the row is ${result.verdict}`;
        return Promise.resolve();
      };
      await askCases(
        audit,
        [at],
        checkingEngine(() => proofs),
        budget,
        {
          ...none,
          case: (_at, result) => verdict(result),
          failed: (_at, error) => {
            throw error;
          },
        },
      );
    } catch (error) {
      if (!(error instanceof CertificateInvalid)) throw error;
      problem = error.message;
    }
    checked.push({ id, record, certificates: proofs.size, problem });
  }
  for (const [key, proofs] of given) {
    const [id, record] = JSON.parse(key) as [string, string | null];
    checked.push({ id, record, certificates: proofs.size, problem: 'the table does not ask for this' });
  }
  return checked;
}
