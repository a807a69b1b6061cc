import type { SolveContext } from '@ostiary/plugin-api';
import type { Assumed } from '../assume/index.js';
import { type Comparison, compare } from '../diff/compare.js';
import type { Rule } from '../model/index.js';
import { type Verified, verifyGraph, verifying, type NamedVerdict, type VerifyOptions } from '../verify/verify.js';
import { type Difference, whatIf } from '../verify/what-if.js';
import { withCertificates } from './certificates.js';
import type { Loaded, LoadedGraph } from './load.js';
import { toldOf } from './tell.js';

/** What came of the graphs of a request. */
export interface VerifiedRequest {
  readonly verified: Verified;
  /** With the version before; null where there is none. */
  readonly comparison: Comparison | null;
  /** What `assume` makes another verdict; null without it. */
  readonly differences: readonly Difference[] | null;
  /** Of both versions. */
  readonly mismatches: Verified['mismatches'];
}

/**
 * Verifies what a request carries: the graph as it is assumed to be, and without that, and the version before.
 * @param found is told of each verdict that is broken or possible, as soon as its property is decided
 */
export async function verifyRequest(
  loaded: Loaded,
  asked: VerifyOptions,
  ctx: Pick<SolveContext, 'event' | 'progress'>,
  found: (verdict: NamedVerdict, rules: readonly Rule[]) => Promise<void>,
): Promise<VerifiedRequest> {
  const { effects, assumed, proposals } = loaded;
  const options = { ...asked, unstated: proposals.unstated };
  const own: Assumed = assumed?.graph ?? { read: loaded.graph, effects };
  const made = await toldOf(verifying(own.read, own.effects, options), ctx, found);
  const beside = { ...options, fixes: false };
  const compared = assumed && whatIf(made, verifyGraph(loaded.graph, effects, beside));
  const verified = withCertificates(compared?.verified ?? made);
  const was = assumed?.before ?? (loaded.before && { read: loaded.before, effects });
  const before = was && verifyGraph(was.read, was.effects, beside);
  return {
    verified,
    comparison: loaded.before && before && compare(versionOf(loaded.before, before), versionOf(loaded.graph, verified)),
    differences: compared?.differences ?? null,
    mismatches: [...verified.mismatches, ...(before?.mismatches ?? [])],
  };
}

const versionOf = ({ graph }: LoadedGraph, { verdicts, hygiene }: Verified): Parameters<typeof compare>[0] => ({
  graph,
  ...(hygiene && { hygiene }),
  verdicts: verdicts.map((verdict) => ({ fingerprint: verdict.fingerprint, verdict })),
});
