/**
 * Certificates of proofs, and damaged ones: what is true must be accepted, and what is not must be refused. That a damaged one is not true is
 * known without the checker: a proof lists no more than what can be reached, so one that lists less leaves something out; and of another
 * graph, or another rule, the oracle says that it does not hold.
 *
 *   node tools/graph-oracle/damage.mjs [damaged] [seed]
 */
import { checkGraph, verifyCertificate } from '@ostiary/graph/check';
import { effectsOf } from '@ostiary/graph/model';
import { below, pick, seededRandom } from '@ostiary/policy/testing';
import { pathToFileURL } from 'node:url';
import { randomCases } from './generate.mjs';
import { judge, questionsOf, spacesOf, TooLarge } from './judge.mjs';
import { mutant } from './random/mutants.mjs';

/** As another program reads it: plain JSON. */
const plain = (certificate) =>
  JSON.parse(JSON.stringify(certificate, (_, value) => (value instanceof Uint32Array ? [...value] : value)));

/** Whether nothing of a rule holds, in any of the ways a graph can be: a certificate is of one half of a succession, and of one kind of each join. */
const isBad = (given, rule) => {
  if (JSON.stringify(given.graph).includes('"unknown"')) return false;
  try {
    const spaces = spacesOf(given.graph, given.catalogue, 400);
    return questionsOf(rule, given.catalogue)
      .flatMap((question) => question.halves ?? [question])
      .every((question) =>
        ['broken', 'possible'].includes(judge(given.graph, given.catalogue, question, { bound: 400, spaces }).verdict),
      );
  } catch (error) {
    if (error instanceof TooLarge) return false;
    throw error;
  }
};

const verified = (given, rule, certificate) => {
  try {
    return verifyCertificate(given.graph, effectsOf(given.catalogue), rule, certificate);
  } catch {
    return false;
  }
};

/** Each gives a graph, a rule and a certificate that does not prove it, or null. */
const DAMAGE = {
  'a state is left out': (rng, { given, rule, certificate }) => {
    if (certificate.kind === 'facts') {
      const places = certificate.sets.flatMap((set, place) => (set === 0 ? [] : [place]));
      const place = pick(rng, places);
      const bits = Array.from({ length: certificate.width }, (_, i) => certificate.shift + i).filter(
        (bit) => ((certificate.sets[place] >>> bit) & 1) === 1,
      );
      if (bits.length === 0) return null;
      const sets = certificate.sets.with(place, (certificate.sets[place] & ~(1 << pick(rng, bits))) >>> 0);
      return { given, rule, certificate: { ...certificate, sets } };
    }
    const states = certificate.states.toSpliced(below(rng, certificate.states.length), 1);
    return { given, rule, certificate: { ...certificate, states } };
  },
  'a place is emptied': (rng, { given, rule, certificate }) => {
    if (certificate.kind !== 'facts') return null;
    const mask = ((2 ** certificate.width - 1) << certificate.shift) >>> 0;
    const places = certificate.sets.flatMap((set, place) => ((set & mask) === 0 ? [] : [place]));
    return { given, rule, certificate: { ...certificate, sets: certificate.sets.with(pick(rng, places), 0) } };
  },
  'another graph': (rng, { given, rule, certificate }) => {
    const changed = mutant(rng, given);
    return changed && isBad(changed, rule) ? { given: changed, rule, certificate } : null;
  },
  'another rule': (rng, { given, rule, certificate }) => {
    const others = [
      ...given.rules.filter(({ id }) => id !== rule.id),
      { ...rule, kind: 'order', pattern: 'existence', first: 'pay' },
      { ...rule, kind: 'order', pattern: 'absence', first: 'check' },
    ];
    const other = { ...pick(rng, others), id: rule.id };
    return !['taint', 'saga'].includes(other.kind) && isBad(given, other) ? { given, rule: other, certificate } : null;
  },
  'another kind of check': (rng, { given, rule, certificate }) => {
    const tools = given.catalogue.tools.map(({ checks, confirms, ...tool }) => tool);
    const changed = { ...given, catalogue: { ...given.catalogue, tools } };
    return isBad(changed, rule) ? { given: changed, rule, certificate } : null;
  },
};

/** Certificates of random graphs from a seed, for ever, each with the case it is of. */
function* proofs(seed) {
  for (const given of randomCases(seed)) {
    let said;
    try {
      said = checkGraph(given.graph, effectsOf(given.catalogue), given.rules);
    } catch {
      continue;
    }
    for (const certificate of said.certificates) {
      const rule = given.rules.find(({ id }) => id === certificate.rule_id);
      const { verdict } = said.verdicts.find(({ certificate_id: id }) => id === certificate.id);
      if (verdict === 'proved') yield { given, rule, certificate: plain(certificate) };
    }
  }
}

/** `{ kind, accepted, proof }` for each true certificate and each damaged one, until there were so many damaged ones. */
export function* damaged(seed, count) {
  const rng = seededRandom(seed);
  let made = 0;
  for (const proof of proofs(seed)) {
    yield { kind: 'true', accepted: verified(proof.given, proof.rule, proof.certificate), proof };
    for (const [kind, damage] of Object.entries(DAMAGE)) {
      const worse = damage(rng, proof);
      if (worse === null) continue;
      made += 1;
      yield { kind, accepted: verified(worse.given, worse.rule, worse.certificate), proof: worse };
      if (made >= count) return;
    }
  }
}

function main([count = '1000', seed = '1']) {
  const sums = new Map();
  const shown = new Map();
  for (const { kind, accepted, proof } of damaged(Number(seed), Number(count))) {
    const what = `${kind}, ${proof.certificate.kind}: ${accepted ? 'accepted' : 'refused'}`;
    sums.set(what, (sums.get(what) ?? 0) + 1);
    if (accepted === (kind === 'true')) continue;
    shown.set(what, (shown.get(what) ?? 0) + 1);
    if (shown.get(what) === 1) console.log(what, JSON.stringify(proof));
  }
  for (const [what, n] of [...sums].toSorted()) console.log(String(n).padStart(7), what);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) main(process.argv.slice(2));
