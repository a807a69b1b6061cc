import type { Mending } from '../hunt/answered.js';
import { type CoreExpr, type CoreProperty, variantFor, within } from '@ostiary/policy';
import { and } from '../calls/attribute-terms.js';
import { withRule } from '../written/edits.js';
import type { Hunt } from '../hunt/hunt.js';
import { conjunctsOf, spanOf } from '../guards/tests.js';
import { words } from '../hunt/text.js';

const EFFECTS = ['confirm', 'refuse'] as const;

/**
 * One more rule, that stops the calls of a tool which a property says are never answered so: `never "..": answer == "allow" && condition`.
 * None where the property is written in another way.
 */
export function stopping(hunt: Hunt, property: CoreProperty, tool: string): Mending {
  const { core, text } = hunt.policy;
  const guard = variantFor(property.variants, tool)?.guard;
  if (!guard || property.quantifier !== 'never') return {};
  const all = conjunctsOf(guard);
  const asked = all.filter((test) => !ofAnswer(test));
  const spans = asked.flatMap((test) => spanOf(test) ?? []);
  if (asked.length === 0 || asked.length === all.length || spans.length < asked.length) return {};
  const condition = spans.map(({ start, end }) => `(${text.slice(start, end)})`).join(' && ');
  return {
    repairs: EFFECTS.map((effect) => ({
      title: words(
        `Add a \`${effect}\` rule for such calls of \`${tool}\``,
        `Acrescentar uma regra \`${effect}\` para essas chamadas de \`${tool}\``,
      ),
      text: withRule(hunt, `never-${tool}`, {
        1: '',
        2: `${effect} (tool == ${JSON.stringify(tool)}) when { ${condition} };`,
      }),
    })),
    concerns: {
      tools: [tool],
      where: ({ questions }) => {
        const { holds, undefined: unknown } = questions.truth(core, and(...asked));
        return questions.factory.or(holds, unknown);
      },
      milder: false,
    },
  };
}

const ofAnswer = (test: CoreExpr): boolean => within(test).some(({ op }) => op === 'answer');
