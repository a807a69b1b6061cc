import type { PreparedPolicy } from '@ostiary/guard';
import type { CoreProperty, CoreRule, HistoryCondition } from '@ostiary/policy';
import type { PlayedStep } from '@ostiary/policy/symbolic';
import { type Answered, notFound } from '../ask/hunt/answered.js';
import type { BugClass } from '../ask/hunt/bug-class.js';
import { conditionsOf, type PlacedCondition } from '../ask/sessions/conditions.js';
import type { Hunt } from '../ask/hunt/hunt.js';
import { limiting, upperLimitOf } from '../ask/properties/property-limits.js';
import { milderThan, sessionWitness, spanOf, toolsAround } from '../ask/sessions/sessions.js';
import { named, words } from '../ask/hunt/text.js';

/**
 * Bursts that each fit into the window of a limit, and together break a property over a longer one: sat session of allowed calls after which the
 * property is broken. Asked only where such a property is declared: every window that moves has two bursts around its edge.
 */
export const windowEdge: BugClass = {
  id: 'H06',
  async *ask(hunt) {
    const { core } = hunt.policy;
    for (const property of core.properties.filter(({ over }) => over === 'session')) {
      const long = upperLimitOf(property);
      if (!long) continue;
      for (const tool of long.event.tools.filter((each) => hunt.tools.includes(each))) {
        const short = conditionsOf(hunt).filter(
          ({ role, tools, expr }) =>
            role === 'limits' && tools.includes(tool) && expr.op === long.op && spanMs(expr) < spanMs(long),
        );
        if (short.length === 0) continue;
        const answered = await askOf(hunt, property, tool, short);
        if (answered) yield answered;
      }
    }
  },
};

const spanMs = ({ windowMs }: HistoryCondition): number => windowMs ?? Number.POSITIVE_INFINITY;

/** The longest burst that is tried, when two were not of more calls. */
const FEW = 4;

/** Null: what breaks the property fits into the shorter window as well, so that no edge is needed for it (P01 tells of it). */
async function askOf(
  hunt: Hunt,
  property: CoreProperty,
  tool: string,
  short: readonly PlacedCondition[],
): Promise<Answered | null> {
  const rules = short.map(({ rule }) => rule);
  const other = limiting(hunt, property, tool);
  if (!other) return { kind: 'undecided', reason: 'not_replayed', rules, tool };
  const shape = { tools: toolsAround(hunt, tool), from: 2 };
  const found = await milderThan(hunt, tool, other, shape);
  if (found.kind !== 'found') return notFound(found, { rules, tool });
  const withinMs = Math.min(...short.map(({ expr }) => spanMs(expr)));
  if (spanOf(found.steps) <= withinMs) return null;
  const most = Math.max(found.steps.length, FEW);
  const soon = await milderThan(hunt, tool, other, { ...shape, withinMs, most });
  if (soon.kind === 'found') return null;
  if (soon.kind === 'undecided') return notFound(soon, { rules, tool });
  return told(hunt, { property, tool, rules }, other, found.steps);
}

interface Burst {
  readonly property: CoreProperty;
  readonly tool: string;
  /** The limits on the shorter window. */
  readonly rules: readonly CoreRule[];
}

function told(
  hunt: Hunt,
  { property, tool, rules }: Burst,
  other: PreparedPolicy,
  steps: readonly PlayedStep[],
): Answered {
  return {
    kind: 'found',
    bug: {
      severity: 'medium',
      rules,
      tool,
      title: words(
        `Bursts of \`${tool}\` that ${named(rules, 'en')} lets through break "${property.title}"`,
        `Rajadas de \`${tool}\` que ${named(rules, 'pt')} deixa passar violam "${property.title}"`,
      ),
      detail: words(
        `Each burst fits into the window of the limit. Together they are more than the property allows in its longer window.`,
        `Cada rajada cabe na janela do limite. Juntas são mais do que a propriedade permite na sua janela mais longa.`,
      ),
      expected: words('The last call should be stopped.', 'A última chamada devia ser bloqueada.'),
      witness: sessionWitness(hunt, steps),
      bound: { kind: 'bounded', k: steps.length },
      repairs: [
        { title: words('Limit the longer window too', 'Limitar também a janela mais longa'), text: other.text },
      ],
      concerns: { tools: [tool], milder: false },
    },
  };
}
