import { decide, preparePolicy } from '@ostiary/guard';
import { loadCedar } from '../cedar/cedar.js';
import { importCedar } from '../cedar/import.js';
import { readStatements, typesOf } from '../cedar/read.js';
import { SourceText } from '@ostiary/policy';
import { callOf, type CedarRequest, constantsOf, type Random, randomRequest } from './cedar-requests.js';

export interface Comparison {
  readonly asked: number;
  readonly allowed: number;
  /** Requests that Cedar and our translation answer differently. */
  readonly differences: readonly { readonly request: CedarRequest; readonly cedar: string; readonly ours: string }[];
}

/**
 * Asks Cedar itself and our translation of a policy about requests: those that are given, or random ones.
 * @returns null: it is not imported, or something in it has no counterpart, so that the translation says less
 */
export async function compareWithCedar(
  { text, schema }: { readonly text: string; readonly schema?: string | undefined },
  requests: number | readonly CedarRequest[],
  random: Random = () => 0,
): Promise<Comparison | null> {
  const cedar = await loadCedar();
  const result = await importCedar({ text, schema, declares: true });
  if (!result.ok || result.imported.text.includes('session.unread_')) return null;
  const { statements } = readStatements(cedar, new SourceText(text));
  const types = typesOf(cedar, statements, schema);
  const prepared = preparePolicy({ text: result.imported.text });
  if ('faults' in types || !prepared.ok) throw new Error(JSON.stringify(prepared.ok ? types : prepared.faults));
  const { catalogue } = prepared.policy;
  if (!catalogue || types.actions.size === 0) return null;
  const policies = Object.fromEntries(statements.map(({ json }, at) => [`p${String(at)}`, json]));
  const constants = constantsOf(Object.values(policies));
  const made =
    typeof requests === 'number'
      ? Array.from({ length: requests }, () => randomRequest(types, constants, random))
      : requests;
  const answers = made.map((request) => {
    const answer = cedar.isAuthorized({
      ...request,
      policies: { staticPolicies: policies },
      entities: [...request.entities] as never,
      context: request.context as never,
    });
    if (answer.type === 'failure') throw new Error(JSON.stringify([answer.errors, request]));
    const { call, context } = callOf(request, types, catalogue);
    const { answer: ours, slug } = decide(prepared.policy, call, context);
    return {
      request,
      cedar: answer.response.decision === 'allow' ? 'allow' : 'refuse',
      ours: slug.startsWith('argument') || slug === 'tool_unknown' ? slug : ours,
    };
  });
  return {
    asked: answers.length,
    allowed: answers.filter((each) => each.cedar === 'allow').length,
    differences: answers.filter((each) => each.cedar !== each.ours),
  };
}
