import { type Answered, EXACT } from '../ask/hunt/answered.js';
import { askingElsewhere, askingMore } from '../ask/written/asking-first.js';
import type { BugClass } from '../ask/hunt/bug-class.js';
import { firing, someOf } from '../ask/calls/calls-where.js';
import { findCalls } from '../ask/calls/find-calls.js';
import type { Hunt } from '../ask/hunt/hunt.js';
import { words } from '../ask/hunt/text.js';
import type { Repair, Step } from '../model/finding.js';

/** A tool that changes something, and runs because no rule speaks: sat V and no F and default = allow. */
export const defaultAllow: BugClass = {
  id: 'S05',
  each: 'tool',
  async *ask(hunt, { tools }) {
    if (hunt.policy.core.default !== 'allow') return;
    for (const tool of tools) if (mayChange(hunt, tool)) yield await askOf(hunt, tool);
  },
};

/** A tool of which nothing is known may do anything. */
function mayChange(hunt: Hunt, tool: string): boolean {
  const entry = hunt.entry(tool);
  return !entry || entry.classes.some((each) => each === 'write' || each === 'irreversible' || each === 'privileged');
}

async function askOf(hunt: Hunt, tool: string): Promise<Answered> {
  const { questions, answer } = hunt.about(tool);
  const found = await findCalls(hunt, {
    questions,
    goal: questions.factory.not(answer.ruled),
    shows: ([decision]) => decision?.slug === 'no_rule' && decision.answer === 'allow',
    at: { rules: [] },
  });
  return found.kind === 'answered' ? found.answered : told(hunt, tool, hunt.step(found.drafts[0]));
}

function told(hunt: Hunt, tool: string, step: Step): Answered {
  const isFinal = hunt.entry(tool)?.classes.includes('irreversible') ?? false;
  const isOther = !hunt.policy.core.tools.includes(tool);
  const ruled = hunt.rulesOf(tool).length > 0;
  return {
    kind: 'found',
    bug: {
      severity: isFinal ? 'critical' : 'high',
      rules: [],
      tool,
      title: isOther
        ? words('A tool that no rule names is allowed', 'Uma ferramenta que nenhuma regra nomeia é permitida')
        : words(`\`${tool}\` runs where no rule applies`, `\`${tool}\` é executada onde nenhuma regra se aplica`),
      detail: words(
        `${ruled ? 'No rule applies to this call' : `No rule names \`${tool}\``}, and \`default allow\` lets it through${isFinal ? '; what it does cannot be undone' : ''}. Write rules for what is allowed, and let the default refuse the rest.`,
        `${ruled ? 'Nenhuma regra se aplica a esta chamada' : `Nenhuma regra nomeia \`${tool}\``}, e \`default allow\` deixa-a passar${isFinal ? '; o que ela faz não pode ser desfeito' : ''}. Escreva regras para o que é permitido, e recuse por omissão o resto.`,
      ),
      witness: { kind: 'call', steps: [step] },
      bound: EXACT,
      repairs: repairsOf(hunt, tool),
      concerns: {
        tools: [tool],
        where: (asked) => asked.questions.factory.not(someOf(...hunt.rulesOf(tool).map(firing))(asked)),
        milder: false,
      },
    },
  };
}

function repairsOf(hunt: Hunt, tool: string): readonly Repair[] {
  const { text } = hunt.policy;
  const refusing = text.replace(/\bdefault\s+allow\s*;/u, 'default refuse;');
  const byDefault = { title: words('Refuse by default', 'Recusar por omissão'), text: refusing };
  return [...(refusing === text ? [] : [byDefault]), ...askingElsewhere(hunt, tool), ...askingMore(hunt, tool)];
}
