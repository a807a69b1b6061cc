import type { AgentGraph, Rule, SagaPart, ToolEffects } from '../model/index.js';
import type { Certificate } from './certificate.js';
import { judgedOf, questionsOf } from './questions.js';
import { readGraph } from './reading.js';
import { verifyCertificate } from './verify.js';

/**
 * Whether certificates prove a rule on a graph, as docs/graph/certificates.md says: there is one for each question of the rule under each reading of the joins
 * nobody knows, and each of those is true. One certificate by itself proves no more than its own part. What is not a certificate at all is none that is true.
 *
 * @param certificates those of the rule, as they are or read from JSON; others are passed over
 * @param part of a saga: which of its rules, about which step
 */
export function verifyProof(
  graph: AgentGraph,
  effects: ToolEffects,
  rule: Rule,
  certificates: readonly Certificate[],
  part?: SagaPart,
): boolean {
  const [judged, ...more] = judgedOf(rule, effects, part);
  if (!judged || more.length > 0) return false;
  const { all, whole } = readGraph(graph, effects, 0);
  return (
    whole &&
    all.every((reading) =>
      questionsOf(judged, effects, reading).every((_, question) =>
        certificates.some(
          (certificate) =>
            certificate.question === question &&
            isOf(certificate, reading.joins) &&
            isAbout(certificate, part) &&
            verifyCertificate(graph, effects, rule, certificate),
        ),
      ),
    )
  );
}

const isOf = ({ joins }: Certificate, reading: ReadonlyMap<string, string>): boolean =>
  joins.length === reading.size && joins.every(([node, kind]) => reading.get(node) === kind);

const isAbout = (certificate: Certificate, part: SagaPart | undefined): boolean =>
  certificate.part?.code === part?.code && certificate.part?.step === part?.step;
