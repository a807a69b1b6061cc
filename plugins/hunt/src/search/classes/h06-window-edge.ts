import type { CoreProperty, HistoryCondition } from '@ostiary/policy';
import type { Answered } from '../ask/answered.js';
import type { BugClass } from '../ask/bug-class.js';
import { conditionsOf } from '../ask/conditions.js';
import type { Hunt } from '../ask/hunt.js';
import { mended } from '../ask/mend.js';
import { boundOf, milderThan, sessionWitness, toolsAround } from '../ask/sessions.js';
import { named, words } from '../ask/text.js';

/**
 * Bursts that each fit into the window of a limit, and together break a property over a longer one: sat session of allowed calls after which the
 * property is broken. Asked only where such a property is declared: every window that moves has two bursts around its edge.
 */
export const windowEdge: BugClass = {
  id: 'H06',
  async *ask(hunt) {
    const { core } = hunt.policy;
    for (const property of core.properties.filter(({ over }) => over === 'session')) {
      const long = limitOf(property);
      if (!long) continue;
      for (const tool of long.event.tools.filter((each) => hunt.tools.includes(each))) {
        const short = conditionsOf(hunt).filter(
          ({ role, tools, expr }) =>
            role === 'limits' && tools.includes(tool) && expr.op === long.op && spanMs(expr) < spanMs(long),
        );
        if (short.length > 0)
          yield await askOf(
            hunt,
            property,
            tool,
            short.map(({ rule }) => rule),
          );
      }
    }
  },
};

const spanMs = ({ windowMs }: HistoryCondition): number => windowMs ?? Number.POSITIVE_INFINITY;

/** The sum or the count that a property bounds from above, when that is all it says. */
function limitOf({ quantifier, variants }: CoreProperty): Extract<HistoryCondition, { op: 'sum' | 'count' }> | null {
  const guard = variants[0]?.guard;
  if (guard?.op !== 'sum' && guard?.op !== 'count') return null;
  const isUpper =
    quantifier === 'always' ? guard.cmp === '<' || guard.cmp === '<=' : guard.cmp === '>' || guard.cmp === '>=';
  return isUpper ? guard : null;
}

async function askOf(
  hunt: Hunt,
  property: CoreProperty,
  tool: string,
  rules: ReturnType<Hunt['rulesOf']>,
): Promise<Answered> {
  const { text } = hunt.policy;
  const { span } = property.variants[0]?.guard as Extract<HistoryCondition, { op: 'sum' }>;
  const said = text.slice(span.start, span.end);
  const whole =
    /including\s+this/u.test(said) || said.startsWith('count')
      ? said
      : said.replace(/\s*([<>]=?)(?!.*[<>])/u, ' including this $1');
  const broken = property.quantifier === 'always' ? `!(${whole})` : whole;
  const added = `\nrefuse (tool == ${JSON.stringify(tool)}) when history { ${broken} };\n`;
  const other = mended(hunt, [{ start: text.length, end: text.length, text: added }]);
  if (!other) return { kind: 'undecided', reason: 'not_replayed', rules, tool };
  const found = await milderThan(hunt, tool, other, { tools: toolsAround(hunt, tool), from: 2 });
  if (found.kind === 'never') return { kind: 'clear', bound: boundOf(found) };
  if (found.kind === 'undecided') return { ...found, rules, tool };
  return {
    kind: 'found',
    bug: {
      severity: 'medium',
      rules,
      tool,
      title: words(
        `Bursts of \`${tool}\` that ${named(rules, 'en')} lets through break "${property.title}"`,
        `Rajadas de \`${tool}\` que ${named(rules, 'pt')} deixa passar quebram "${property.title}"`,
      ),
      detail: words(
        `Each burst fits into the window of the limit. Together they are more than the property allows in its longer window.`,
        `Cada rajada cabe na janela do limite. Juntas são mais do que a propriedade permite na sua janela mais longa.`,
      ),
      expected: words('The last call should be stopped.', 'A última chamada devia ser travada.'),
      witness: sessionWitness(hunt, found.steps),
      bound: { kind: 'bounded', k: found.steps.length },
      repairs: [
        { title: words('Limit the longer window, too', 'Limite também a janela mais longa'), text: other.text },
      ],
    },
  };
}
