import type { Answered, Bug } from './answered.js';
import { EXACT } from './answered.js';
import { words } from './text.js';
import type { ClassId } from '../../model/class-id.js';

type Undecided = Extract<Answered, { kind: 'undecided' }>;

/** What would decide a question that was given up. */
const HOW: Readonly<Record<Undecided['reason'], { readonly en: string; readonly pt: string }>> = {
  resource_limit: {
    en: 'Deciding this takes more work than one hunt may do. A smaller policy, or a closed list of values in the catalogue, can make it decidable.',
    pt: 'Decidir isto exige mais trabalho do que uma procura pode fazer. Uma política mais pequena, ou uma lista fechada de valores no catálogo, pode torná-lo decidível.',
  },
  no_solver: {
    en: 'No solver was available. The service has one.',
    pt: 'Não havia um solver disponível. O serviço tem um.',
  },
  not_replayed: {
    en: 'Some calls looked as if they would show the bug, but none of them did when it was decided. Check this place by hand.',
    pt: 'Algumas chamadas pareciam mostrar o erro, mas nenhuma o mostrou ao ser decidida. Verifique este ponto à mão.',
  },
  solver_unknown: {
    en: 'The solver gave up. Check this place by hand.',
    pt: 'O solver desistiu. Verifique este ponto à mão.',
  },
  engines_disagree: {
    en: 'Two engines of Ostiary disagree here. That is a fault in Ostiary: please report it with this policy.',
    pt: 'Dois motores do Ostiary discordam aqui. É uma falha do Ostiary: comunique-a, por favor, com esta política.',
  },
};

/** Rules that a title names. */
const MOST_NAMED = 3;

/** A question that was not decided, as a finding: it never counts as passed. */
export function undecidedBug(of: ClassId, { reason, rules, tool, attribute, severity = 'medium' }: Undecided): Bug {
  const named = rules.length > MOST_NAMED ? [] : rules.map(({ id }) => id);
  const at = [...named, tool, attribute].filter((part) => part !== undefined).map((part) => `\`${part}\``);
  const where = at.length === 0 ? '' : ` (${at.join(', ')})`;
  return {
    subkind: of,
    severity,
    rules,
    ...(tool !== undefined && { tool }),
    ...(attribute !== undefined && { attribute }),
    title: words(`Not decided: ${of}${where}`, `Não decidido: ${of}${where}`),
    detail: HOW[reason],
    bound: EXACT,
  };
}
