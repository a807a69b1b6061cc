import { firstOf, isMembers, type Lesson, member } from './lesson.js';

const EXAMPLE = '`"dialect 1; allow refund_order when amount <= 100.00 EUR;"`';

/** Fields in which others keep the text of a policy. */
const TEXT_WORDS = ['policy', 'source', 'content', 'body', 'code', 'value', 'data', 'rego', 'cedar'];

const CEDAR = ['staticPolicies', 'templates', 'templateLinks', 'conditions', 'resource'];
const IAM = ['Statement', 'Version'];
const OPA = ['package', 'rego', 'result', 'input', 'default_decision', 'modules'];

/** Tells a policy that is an object or a list of somebody's own from the text a policy is. */
export function policyLesson(policy: unknown): Lesson | null {
  if (Array.isArray(policy)) return textOf(['This is a list', 'Isto é uma lista']);
  if (!isMembers(policy) || Object.hasOwn(policy, 'text')) return null;
  const field = firstOf(policy, TEXT_WORDS);
  if (field !== undefined && typeof member(policy, field) === 'string')
    return {
      en: `The text of a policy stands in \`text\`, not in \`${field}\`: \`{"text": "..."}\`, or the text alone.`,
      pt: `O texto de uma política fica em \`text\`, não em \`${field}\`: \`{"text": "..."}\`, ou só o texto.`,
    };
  if (firstOf(policy, IAM)) return textOf(['This is a policy of AWS IAM', 'Isto é uma política do AWS IAM']);
  if (firstOf(policy, CEDAR)) return textOf(['This is a Cedar policy as JSON', 'Isto é uma política Cedar em JSON']);
  if (firstOf(policy, OPA)) return textOf(['This is a policy or data of OPA', 'Isto é uma política ou dados do OPA']);
  return textOf(['This is an object without `text`', 'Isto é um objeto sem `text`']);
}

function textOf([en, pt]: readonly [string, string]): Lesson {
  return {
    en: `${en}. A policy is text in the policy language, for example ${EXAMPLE}.`,
    pt: `${pt}. Uma política é texto na linguagem de políticas, por exemplo ${EXAMPLE}.`,
  };
}
