import { pointerTokens, type Type } from '@ostiary/catalogue';
import { ANSWER_SLUGS, type Call, type Context, type Decision, inWords, nearestNames, typeTerm } from '@ostiary/policy';
import type { PreparedPolicy } from '../prepare/prepare.js';
import type { TicketFault } from '../ticket/ticket.js';
import type { Words } from '../words.js';
import { silentRules } from './silence.js';

/** Why an answer is what it is. A closed list: the language's, and those of confirmations. */
export const VERDICT_SLUGS = [
  ...ANSWER_SLUGS,
  'confirmation_mismatch',
  'confirmation_expired',
  'confirmation_stale',
  'confirmation_used',
] as const;

export type VerdictSlug = (typeof VERDICT_SLUGS)[number];

const FAULTS: Readonly<Record<TicketFault, Words>> = {
  mismatch: {
    en: 'The confirmation is for another call, or was never asked for here: the call must be confirmed as it is now.',
    pt: 'A confirmação é de outra chamada, ou nunca foi pedida aqui: a chamada tem de ser confirmada como está agora.',
  },
  expired: {
    en: 'The confirmation came too late: the call must be confirmed again.',
    pt: 'A confirmação chegou tarde: a chamada tem de ser confirmada de novo.',
  },
  stale: {
    en: 'The policy has changed since the confirmation was asked for: the call must be confirmed again.',
    pt: 'A política mudou desde que a confirmação foi pedida: a chamada tem de ser confirmada de novo.',
  },
  used: {
    en: 'The confirmation was used before: each execution needs its own.',
    pt: 'A confirmação já foi usada: cada execução precisa da sua.',
  },
};

/**
 * The slug and the sentence of an answer, with why the rules that could not be evaluated did not speak. Rules are named
 * by their ids; values of the call are never repeated here.
 */
export function reasonOf(
  policy: PreparedPolicy,
  call: Call,
  context: Context,
  decision: Decision,
  fault: TicketFault | null,
): { readonly slug: VerdictSlug; readonly detail: Words } {
  if (fault !== null) return { slug: `confirmation_${fault}`, detail: FAULTS[fault] };
  return { slug: decision.slug, detail: sentence(policy, call, context, decision) };
}

function sentence(policy: PreparedPolicy, call: Call, context: Context, decision: Decision): Words {
  const { slug, answer, deciding, pointer = '' } = decision;
  const ids = deciding.map(({ rule }) => `\`${rule}\``).join(', ');
  const en = `${deciding.length === 1 ? 'rule' : 'rules'} ${ids}`;
  const pt = deciding.length === 1 ? `pela regra ${ids}` : `pelas regras ${ids}`;
  switch (slug) {
    case 'allowed':
      return { en: `Allowed by ${en}.`, pt: `Permitido ${pt}.` };
    case 'confirm_required':
      return { en: `Needs a confirmation by ${en}.`, pt: `Precisa de confirmação, pedida ${pt}.` };
    case 'confirmed':
      return deciding.length === 0
        ? { en: 'Confirmed, as the default asks.', pt: 'Confirmado, como o valor por omissão pede.' }
        : { en: `Confirmed, as asked by ${en}.`, pt: `Confirmado, como pedido ${pt}.` };
    case 'refused':
      return { en: `Refused by ${en}.`, pt: `Recusado ${pt}.` };
    case 'guard_undefined': {
      const [first] = silentRules(
        policy,
        call,
        context,
        deciding.map(({ rule }) => rule),
        1,
      );
      const why = first ?? { en: 'something in it is not known', pt: 'algo nela não é conhecido' };
      const which = deciding.length === 1 ? `a condição da regra ${ids}` : `as condições das regras ${ids}`;
      return {
        en: `The guard of ${en} cannot be evaluated because ${why.en}, so the answer is ${answer}.`,
        pt: `Não se pode avaliar ${which} porque ${why.pt}; por isso a resposta é ${answer}.`,
      };
    }
    case 'no_rule':
      return noRule(policy, call, context);
    case 'tool_unknown':
      return unknownTool(policy, call.tool);
    case 'argument_unknown':
      return {
        en: `The tool has no argument at \`${pointer}\`, or its name only looks like one the tool has.`,
        pt: `A ferramenta não tem argumento em \`${pointer}\`, ou o nome só se parece com um que ela tem.`,
      };
    case 'argument_missing':
      return {
        en: `The argument at \`${pointer}\` is required, and is not there.`,
        pt: `O argumento em \`${pointer}\` é obrigatório, e falta.`,
      };
    case 'argument_ill_typed': {
      const type = typeAt(policy, call.tool, pointer);
      const [isNot, naoE] = type ? [inWords(typeTerm(type), 'en'), inWords(typeTerm(type), 'pt')] : [null, null];
      return {
        en: `The argument at \`${pointer}\` is not ${isNot ?? 'of its type'}.`,
        pt: `O argumento em \`${pointer}\` não é ${naoE ?? 'do seu tipo'}.`,
      };
    }
    case 'currency_unknown':
      return {
        en: `The currency at \`${pointer}\` is not known.`,
        pt: `A moeda em \`${pointer}\` não é conhecida.`,
      };
  }
}

/** The names are the policy's and the catalogue's: what the call says is not repeated. */
function unknownTool({ core }: PreparedPolicy, tool: string): Words {
  const [meant] = nearestNames(tool, core.catalogue?.tools.map(({ name }) => name) ?? core.tools);
  const nearest =
    meant === undefined
      ? { en: '', pt: '' }
      : { en: ` The nearest name is \`${meant}\`.`, pt: ` O nome mais próximo é \`${meant}\`.` };
  return {
    en: `No such tool is known.${nearest.en}`,
    pt: `Nenhuma ferramenta com esse nome é conhecida.${nearest.pt}`,
  };
}

/** Allow rules that are named when none fired. */
const NAMED_RULES = 3;

function noRule(policy: PreparedPolicy, call: Call, context: Context): Words {
  const { rules, default: effect } = policy.core;
  const allowing = rules.filter((rule) => rule.effect === 'allow').map(({ id }) => id);
  const silent = silentRules(policy, call, context, allowing, NAMED_RULES);
  return {
    en: [
      `No rule fired, so the default decides: ${effect}.`,
      ...silent.map(({ rule, en }) => `\`${rule}\` did not allow it because ${en}.`),
    ].join(' '),
    pt: [
      `Nenhuma regra se aplicou, por isso decide o valor por omissão: ${effect}.`,
      ...silent.map(({ rule, pt }) => `\`${rule}\` não permitiu porque ${pt}.`),
    ].join(' '),
  };
}

/** The type the catalogue gives a place in the arguments; null when it gives none. */
function typeAt({ core }: PreparedPolicy, tool: string, pointer: string): Type | null {
  let type: Type | null = core.catalogue?.tools.find(({ name }) => name === tool)?.args ?? null;
  for (const token of pointerTokens(pointer) ?? []) {
    if (type?.kind === 'list') type = type.of;
    else if (type?.kind === 'record' && Object.hasOwn(type.fields, token)) type = type.fields[token]?.type ?? null;
    else return null;
  }
  return pointer === '' ? null : type;
}
