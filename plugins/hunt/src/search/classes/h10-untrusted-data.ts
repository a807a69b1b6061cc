import type { Answered } from '../ask/answered.js';
import type { BugClass } from '../ask/bug-class.js';
import type { Hunt } from '../ask/hunt.js';
import { fenced } from '../ask/session-repairs.js';
import { boundOf, sessionsOf, sessionWitness, toolsAround } from '../ask/sessions.js';
import { words } from '../ask/text.js';
import { lastOf } from '../ask/weakness.js';
import { UNTRUSTED, type Source, letting, isFlow, testsAddress } from '../ask/flows.js';

/**
 * Data from a source reaches a tool that acts or sends, and nobody is asked: sat source ran, then D(sink) = allow, although the session and
 * every argument carry the label. Its rules are those that allow such a call of the sink, whatever came before it.
 */
export const untrustedData: BugClass = {
  id: 'H10',
  async *ask(hunt) {
    const sources = hunt.tools.flatMap((tool) => {
      const entry = hunt.entry(tool);
      return entry?.classes.includes('source') ? [{ tool, label: entry.labels?.[0] ?? UNTRUSTED }] : [];
    });
    for (const tool of hunt.tools) {
      const classes = hunt.entry(tool)?.classes ?? [];
      if (!classes.includes('sink') && !classes.includes('privileged')) continue;
      for (const source of sources) {
        if (source.tool === tool) continue;
        const answered = await askOf(hunt, tool, source);
        yield answered;
        if (answered.kind === 'found') break;
      }
    }
  },
};

async function askOf(hunt: Hunt, tool: string, source: Source): Promise<Answered> {
  const { label } = source;
  const tools = toolsAround(hunt, tool, [source.tool]);
  const found = await sessionsOf(hunt, { tools, from: 2, most: 4 }).find(
    (session) => {
      const { factory } = session;
      const [step, answers] = [session.steps.at(-1), session.answers(hunt.policy.core).at(-1)];
      const [first] = session.steps;
      if (!step || !answers || !first) return factory.false;
      const read = factory.and(first.isOf([source.tool]), first.runs, first.ends('ok'));
      return factory.and(read, step.isOf([tool]), answers.allow, step.carries(tool, label));
    },
    (steps) => isFlow(steps, tool, source),
  );
  if (found.kind === 'never') return { kind: 'clear', bound: boundOf(found) };
  if (found.kind === 'undecided') return { ...found, rules: [], tool };
  const classes = hunt.entry(tool)?.classes ?? [];
  const rules = await letting(hunt, tool, label, lastOf(found.steps).draft);
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
        `What \`${source.tool}\` reads reaches \`${tool}\`, and nobody is asked`,
        `O que \`${source.tool}\` lê chega a \`${tool}\`, e ninguém é consultado`,
      ),
      detail: words(
        `\`${source.tool}\` brings in data with the label \`${label}\`, which an attacker may have written. After it \`${tool}\` is allowed, although the session and every argument carry the label.`,
        `\`${source.tool}\` traz dados com o rótulo \`${label}\`, que um atacante pode ter escrito. Depois dela \`${tool}\` é permitida, embora a sessão e todos os argumentos tenham o rótulo.`,
      ),
      expected: words('A person should see the last call first.', 'Uma pessoa devia ver primeiro a última chamada.'),
      witness: sessionWitness(hunt, found.steps),
      bound: { kind: 'bounded', k: found.steps.length },
      ...fenced(hunt, tool, rules, label),
    },
  };
}
