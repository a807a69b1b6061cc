/** Proofs checked in place of a search: the same questions, answered by certificates alone. */
import { ANY, type Engine, type Proof, withinOf } from '../judge/index.js';
import type { Question, Subject } from '../search/index.js';
import { verifyCertificate } from '../verify/index.js';
import { nextDown } from '../table/index.js';

/** The proofs of one case, by their questions. */
export type Certificates = ReadonlyMap<string, Proof>;

/** A proof that is not there, or does not prove what it is said to. */
export class CertificateInvalid extends Error {
  constructor(
    readonly question: string,
    readonly problem: string,
  ) {
    super(`${question}: ${problem}`);
    this.name = 'CertificateInvalid';
  }
}

/**
 * An engine that searches nothing: it answers a question when a certificate proves the answer, and throws `CertificateInvalid` else.
 * @param proofs of the case that is asked; read when a question is put
 */
export function checkingEngine(proofs: () => Certificates): Engine & { checked: number } {
  const take = (subject: Subject, name: string, question: Extract<Question, { kind: 'exists' }>): Proof => {
    const proof = proofs().get(name);
    if (proof === undefined) throw new CertificateInvalid(name, 'there is no certificate');
    const checked = verifyCertificate(subject, question, proof.bytes);
    if (!checked.valid) throw new CertificateInvalid(name, checked.problem);
    engine.checked += 1;
    return proof;
  };
  /** Conditions that exclude each other are seen without a split; where splits are needed there is a certificate. */
  const isEmpty = (subject: Subject): boolean => {
    const terms = [{ copy: 0, target: 0, weight: 1 }] as const;
    const any = { terms, relation: '>=', threshold: Number.NEGATIVE_INFINITY } as const;
    return verifyCertificate(subject, { kind: 'exists', violation: [[any]] }, Uint8Array.of(0)).valid;
  };
  const boundOf = (name: string): number => proofs().get(name)?.bound ?? Number.NaN;
  const engine: Engine & { checked: number } = {
    checked: 0,
    finds: false,
    exists: (subject, question, _budget, name) => {
      if (name.startsWith(ANY)) return { verdict: 'undecided', nodes: 0 };
      if (!proofs().has(name) && isEmpty(subject)) return { verdict: 'vacuous', nodes: 0 };
      const { bytes } = take(subject, name, question);
      return { verdict: 'proved', nodes: 0, certificate: bytes };
    },
    greatest: (subject, { terms }, _budget, name) => {
      // Bounds of a gap may have been left open where its limit was proved: then nothing is known of them.
      const none = { nodes: 0, most: Number.NEGATIVE_INFINITY } as const;
      if (!proofs().has(name))
        return isEmpty(subject)
          ? { verdict: 'vacuous', ...none }
          : { verdict: 'undecided', nodes: 0, most: Number.POSITIVE_INFINITY };
      if (proofs().get(name)?.bound === undefined) {
        const nothing = [[{ terms, relation: '>' as const, threshold: Number.NEGATIVE_INFINITY }]];
        take(subject, name, { kind: 'exists', violation: nothing });
        return { verdict: 'vacuous', ...none };
      }
      const bound = boundOf(name);
      const violation = [[{ terms, relation: '>' as const, threshold: bound }]];
      const { bytes } = take(subject, name, { kind: 'exists', violation });
      return { verdict: 'closed', nodes: 0, least: bound, most: bound, certificate: bytes };
    },
    nearest: (subject, { violation, distance }, _budget, name) => {
      if (!proofs().has(name) && isEmpty(subject))
        return { verdict: 'vacuous', nodes: 0, atLeast: Number.POSITIVE_INFINITY };
      // The nearest was left open where its limit was proved: that is asked by itself.
      if (!proofs().has(name) && proofs().has(withinOf(name))) return { verdict: 'undecided', nodes: 0, atLeast: 0 };
      const bound = boundOf(name);
      const within = { distance, radius: nextDown(bound, 'float64') };
      const { bytes } = take(subject, name, { kind: 'exists', violation, within });
      return Number.isFinite(bound)
        ? { verdict: 'closed', nodes: 0, atLeast: bound, nearest: bound, certificate: bytes }
        : { verdict: 'none', nodes: 0, atLeast: bound, certificate: bytes };
    },
  };
  return engine;
}
