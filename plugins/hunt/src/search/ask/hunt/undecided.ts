import type { Answered, Bug } from './answered.js';
import { EXACT } from './answered.js';
import { words } from './text.js';
import type { ClassId } from '../../model/class-id.js';

type Undecided = Extract<Answered, { kind: 'undecided' }>;

/** What would decide a question that was given up. */
const HOW: Readonly<Record<Undecided['reason'], { readonly en: string; readonly pt: string }>> = {
  resource_limit: {
    en: 'It took more than a hunt may use. A smaller policy, or a closed set of values in the catalogue, decides it.',
    pt: 'Exigiu mais do que uma caça pode usar. Uma política menor, ou um conjunto fechado de valores no catálogo, decide-a.',
  },
  no_solver: {
    en: 'There was no solver. The service has one.',
    pt: 'Não havia solucionador. O serviço tem um.',
  },
  not_replayed: {
    en: 'Calls were found that may show the bug, and none of them did when it was decided. Look at this place by hand.',
    pt: 'Encontraram-se chamadas que podem mostrar o erro, e nenhuma o mostrou ao ser decidida. Veja este lugar à mão.',
  },
  solver_unknown: {
    en: 'The solver gave up. Look at this place by hand.',
    pt: 'O solucionador desistiu. Veja este lugar à mão.',
  },
  engines_disagree: {
    en: 'Two engines of Ostiary differ here: a fault of ours. Please report it with this policy.',
    pt: 'Dois motores do Ostiary discordam aqui: uma falha nossa. Comunique-a com esta política, por favor.',
  },
};

/** A question that was not decided, as a finding: it never counts as passed. */
export function undecidedBug(of: ClassId, { reason, rules, tool, attribute, severity = 'medium' }: Undecided): Bug {
  const at = [tool, attribute].filter((part) => part !== undefined).map((part) => `\`${part}\``);
  const where = at.length === 0 ? '' : ` (${at.join(', ')})`;
  return {
    subkind: of,
    severity,
    rules,
    ...(tool !== undefined && { tool }),
    ...(attribute !== undefined && { attribute }),
    title: words(`Not decided: ${of}${where}`, `Por decidir: ${of}${where}`),
    detail: HOW[reason],
    bound: EXACT,
  };
}
