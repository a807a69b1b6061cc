import type { CoreRule } from '@ostiary/policy';
import type { PlayedStep } from '@ostiary/policy/symbolic';
import { type Answered, notFound } from '../ask/hunt/answered.js';
import type { BugClass } from '../ask/hunt/bug-class.js';
import type { Hunt } from '../ask/hunt/hunt.js';
import { untilFound } from '../ask/hunt/in-turn.js';
import { fenced } from '../ask/sessions/session-repairs.js';
import { lastOf, sessionsOf, sessionWitness, toolsAround } from '../ask/sessions/sessions.js';
import { words } from '../ask/hunt/text.js';
import { isFlow, letting, type Source, sourcesOf, takesIn, testsAddress } from '../ask/sessions/flows.js';

/**
 * Data from a source reaches a tool that acts or sends, and nobody is asked: sat source ran, then D(sink) = allow, although the session and
 * every argument carry the label. Its rules are those that allow such a call of the sink, whatever came before it.
 */
export const untrustedData: BugClass = {
  id: 'H10',
  async *ask(hunt) {
    for (const tool of hunt.tools.filter((each) => takesIn(hunt, each))) {
      const sources = sourcesOf(hunt).filter((each) => each.tool !== tool);
      yield* untilFound(sources, (source) => askOf(hunt, tool, source));
    }
  },
};

async function askOf(hunt: Hunt, tool: string, source: Source): Promise<Answered> {
  const { label } = source;
  const tools = toolsAround(hunt, tool, [source.tool]);
  const found = await sessionsOf(hunt, { tools, from: 2, most: 4 }).find(
    (session) => {
      const { factory, last } = session;
      const [first = last] = session.steps;
      const read = factory.and(first.isOf([source.tool]), first.runs, first.ends('ok'));
      const { allow } = session.lastAnswer(hunt.policy.core);
      return factory.and(read, last.isOf([tool]), allow, last.carries(tool, label));
    },
    (steps) => isFlow(steps, tool, source),
  );
  if (found.kind !== 'found') return notFound(found, { rules: [], tool });
  const rules = await letting(hunt, tool, label, lastOf(found.steps).draft);
  return told(hunt, tool, source, rules, found.steps);
}

function told(
  hunt: Hunt,
  tool: string,
  source: Source,
  rules: readonly CoreRule[],
  steps: readonly PlayedStep[],
): Answered {
  const { label } = source;
  const classes = hunt.entry(tool)?.classes ?? [];
  const isFenced = !classes.includes('privileged') && testsAddress(hunt, tool);
  return {
    kind: 'found',
    bug: {
      severity: isFenced
        ? 'low'
        : classes.includes('privileged') || classes.includes('irreversible')
          ? 'critical'
          : 'high',
      rules,
      knownBy: [],
      tool,
      title: words(
        `What \`${source.tool}\` reads reaches \`${tool}\` without confirmation`,
        `O que \`${source.tool}\` lê chega a \`${tool}\` sem confirmação`,
      ),
      detail: words(
        `\`${source.tool}\` brings in data with the label \`${label}\`, which an attacker may have written. Afterwards \`${tool}\` is allowed, although the session and every argument carry the label.`,
        `\`${source.tool}\` traz dados com o rótulo \`${label}\`, que um atacante pode ter escrito. Depois disso \`${tool}\` é permitida, embora a sessão e todos os argumentos tenham o rótulo.`,
      ),
      expected: words(
        'A person should confirm the last call first.',
        'Uma pessoa devia confirmar antes a última chamada.',
      ),
      witness: sessionWitness(hunt, steps),
      bound: { kind: 'bounded', k: steps.length },
      ...fenced(hunt, tool, rules, label),
    },
  };
}
