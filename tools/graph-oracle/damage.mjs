/**
 * Proofs by their certificates, and damaged ones: what is true must be accepted, and what is not must be refused. That a damaged one is not true is
 * known without the checker: a proof lists no more than what can be reached, so one that lists less leaves something out; and of another
 * graph, or another rule, the oracle says that it does not hold.
 *
 *   node tools/graph-oracle/damage.mjs [damaged] [seed]
 */
import { checkGraph, verifyProof } from '@ostiary/graph/check';
import { effectsOf } from '@ostiary/graph/model';
import { below, pick, seededRandom } from '@ostiary/policy/testing';
import { pathToFileURL } from 'node:url';
import { randomCases } from './generate.mjs';
import { judge, questionsOf, spacesOf, TooLarge } from './judge.mjs';
import { mutant } from './random/mutants.mjs';

/** As another program reads it: plain JSON. */
const plain = (certificate) =>
  JSON.parse(JSON.stringify(certificate, (_, value) => (value instanceof Uint32Array ? [...value] : value)));

const isBad = (given, rule, part) => {
  try {
    const spaces = spacesOf(given.graph, given.catalogue, 400);
    const asked = questionsOf(rule, given.catalogue).filter(
      ({ kind, target }) => rule.kind !== 'saga' || (kind === part.code && target === part.step),
    );
    return asked.some((question) =>
      ['broken', 'possible'].includes(judge(given.graph, given.catalogue, question, { bound: 400, spaces }).verdict),
    );
  } catch (error) {
    if (error instanceof TooLarge) return false;
    throw error;
  }
};

const verified = ({ given, rule, certificates, part }) => {
  try {
    return verifyProof(given.graph, effectsOf(given.catalogue), rule, certificates, part);
  } catch {
    return false;
  }
};

/** A part of one certificate is taken away. */
const lessened = (lessen) => (rng, proof) => {
  const at = below(rng, proof.certificates.length);
  const less = lessen(rng, proof.certificates[at]);
  return less === null ? null : { ...proof, certificates: proof.certificates.with(at, less) };
};
const bitsOf = (set, { shift, width }) =>
  Array.from({ length: width }, (_, i) => shift + i).filter((bit) => ((set >>> bit) & 1) === 1);

/** Each gives a graph, a rule and certificates that do not prove it, or null. */
const DAMAGE = {
  'a state is left out': lessened((rng, certificate) => {
    if (certificate.kind === 'states')
      return { ...certificate, states: certificate.states.toSpliced(below(rng, certificate.states.length), 1) };
    const places = [...certificate.sets.keys()].filter(
      (place) => bitsOf(certificate.sets[place], certificate).length > 0,
    );
    const place = pick(rng, places);
    const bit = pick(rng, bitsOf(certificate.sets[place], certificate));
    return { ...certificate, sets: certificate.sets.with(place, (certificate.sets[place] & ~(1 << bit)) >>> 0) };
  }),
  'a place is emptied': lessened((rng, certificate) => {
    if (certificate.kind === 'states') return null;
    const places = [...certificate.sets.keys()].filter(
      (place) => bitsOf(certificate.sets[place], certificate).length > 0,
    );
    return { ...certificate, sets: certificate.sets.with(pick(rng, places), 0) };
  }),
  'a certificate is left out': (rng, proof) => ({
    ...proof,
    certificates: proof.certificates.toSpliced(below(rng, proof.certificates.length), 1),
  }),
  'of another question': lessened((_, certificate) => ({ ...certificate, question: certificate.question + 1 })),
  'another graph': (rng, proof) => {
    const changed = mutant(rng, proof.given);
    return changed && isBad(changed, proof.rule, proof.part) ? { ...proof, given: changed } : null;
  },
  'another rule': (rng, proof) => {
    const { id } = proof.rule;
    const other = pick(rng, [
      ...proof.given.rules.filter(({ kind }) => kind !== 'taint' && kind !== 'saga'),
      { kind: 'order', pattern: 'existence', first: 'pay' },
      { kind: 'order', pattern: 'absence', first: 'check' },
    ]);
    return isBad(proof.given, { ...other, id }) ? { ...proof, rule: { ...other, id } } : null;
  },
  'a catalogue without its checks': (_, proof) => {
    const tools = proof.given.catalogue.tools.map(({ checks: _checks, confirms: _confirms, ...tool }) => tool);
    const given = { ...proof.given, catalogue: { ...proof.given.catalogue, tools } };
    return isBad(given, proof.rule, proof.part) ? { ...proof, given } : null;
  },
};

/** Proofs about random graphs from a seed, for ever: the case, the rule, and its certificates. */
function* proofs(seed) {
  for (const given of randomCases(seed)) {
    let said;
    try {
      said = checkGraph(given.graph, effectsOf(given.catalogue), given.rules);
    } catch {
      continue;
    }
    for (const { rule_id, verdict, certificate_id } of said.verdicts) {
      if (verdict !== 'proved' || certificate_id === undefined) continue;
      const certificates = said.certificates.filter(({ id }) => id === certificate_id).map(plain);
      yield { given, rule: given.rules.find(({ id }) => id === rule_id), certificates, part: certificates[0]?.part };
    }
  }
}

/** `{ kind, accepted, proof }` for each true proof and each damaged one, until there were so many damaged ones. */
export function* damaged(seed, count) {
  const rng = seededRandom(seed);
  let made = 0;
  for (const proof of proofs(seed)) {
    yield { kind: 'true', accepted: verified(proof), proof };
    for (const [kind, damage] of Object.entries(DAMAGE)) {
      const worse = damage(rng, proof);
      if (worse === null) continue;
      made += 1;
      yield { kind, accepted: verified(worse), proof: worse };
      if (made >= count) return;
    }
  }
}

function main([count = '1000', seed = '1']) {
  const sums = new Map();
  const shown = new Map();
  for (const { kind, accepted, proof } of damaged(Number(seed), Number(count))) {
    const what = `${kind}, ${proof.certificates[0]?.kind ?? 'none'}: ${accepted ? 'accepted' : 'refused'}`;
    sums.set(what, (sums.get(what) ?? 0) + 1);
    if (accepted === (kind === 'true')) continue;
    shown.set(what, (shown.get(what) ?? 0) + 1);
    if (shown.get(what) === 1) console.log(what, JSON.stringify(proof));
  }
  for (const [what, n] of [...sums].toSorted(([a], [b]) => (a < b ? -1 : 1))) console.log(String(n).padStart(7), what);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) main(process.argv.slice(2));
