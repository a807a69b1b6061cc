import type { AgentGraph, Rule, ToolEffects } from '../model/index.js';
import type { Certificate } from './certificate.js';
import { isOfAnyNumber } from './items.js';
import { judgedOf, questionsOf } from './questions.js';
import { type Reading, readGraph } from './reading.js';
import { verifyCertificate } from './verify.js';
import { openEdges } from './ways.js';

/**
 * Whether certificates prove a rule on a graph, as docs/graph/certificates.md says: there is one for each question of the rule in each way that unknown
 * joins and `may` edges can be, and each of those is true. One certificate by itself proves no more than its own part. What is not a certificate at all is none that is true.
 *
 * @param certificates those of the rule, as they are or read from JSON; others are passed over
 * @param part of a saga: which of its rules, about which step; of a taint rule: which tool
 */
export function verifyProof(
  graph: AgentGraph,
  effects: ToolEffects,
  rule: Rule,
  certificates: readonly Certificate[],
  part?: Certificate['part'],
): boolean {
  const { all, whole, ways } = readGraph(graph, effects, 0);
  const [judged, ...more] = judgedOf(rule, effects, all[0] as Reading, part);
  if (!judged || more.length > 0) return false;
  return (
    whole &&
    openEdges(ways, rule, true).length === 0 &&
    all.every((reading) =>
      questionsOf(judged, effects, reading).every((asked, question) =>
        certificates.some(
          (certificate) =>
            certificate.question === question &&
            isOf(certificate, reading) &&
            isAbout(certificate, part) &&
            isOfAnyNumber(reading, judged, asked, certificate) &&
            verifyCertificate(graph, effects, rule, certificate),
        ),
      ),
    )
  );
}

const isOf = ({ joins, absent = [] }: Certificate, reading: Reading): boolean =>
  joins.length === reading.joins.size &&
  joins.every(([node, kind]) => reading.joins.get(node) === kind) &&
  JSON.stringify(absent) === JSON.stringify(reading.absent);

const isAbout = ({ part: own }: Certificate, part: Certificate['part']): boolean => {
  if (own === undefined || part === undefined) return own === part;
  if ('code' in own) return 'code' in part && own.code === part.code && own.step === part.step;
  return 'tool' in part && own.tool === part.tool;
};
