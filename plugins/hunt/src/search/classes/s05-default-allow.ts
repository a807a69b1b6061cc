import type { Draft } from '@ostiary/policy/symbolic';
import { type Answered, CLEAR, EXACT } from '../ask/answered.js';
import { askingElsewhere, askingMore } from '../ask/asking-first.js';
import type { BugClass } from '../ask/bug-class.js';
import { firing, someOf } from '../ask/calls-where.js';
import type { Hunt } from '../ask/hunt.js';
import { words } from '../ask/text.js';
import type { Repair } from '../model/finding.js';

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
  const { factory } = questions;
  const silent = factory.not(factory.or(...answer.rules.map(({ fires }) => fires)));
  const isReal = (draft: Draft): boolean => {
    const decision = hunt.decide(draft);
    return decision?.slug === 'no_rule' && decision.answer === 'allow';
  };
  const found = await questions.find(silent, ([draft]) => !!draft && isReal(draft));
  if (found.kind === 'never') return CLEAR;
  if (found.kind === 'undecided') return { ...found, rules: [], tool };
  const [draft] = found.drafts;
  if (!draft) return CLEAR;
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
        ? words('A tool that nobody named is allowed', 'Uma ferramenta que ninguém nomeou é permitida')
        : words(`\`${tool}\` runs where no rule speaks`, `\`${tool}\` corre onde nenhuma regra fala`),
      detail: words(
        `${ruled ? 'No rule applies to this call' : `No rule is about \`${tool}\``}, and \`default allow\` lets it through${isFinal ? '; what it does cannot be undone' : ''}. Say what is allowed, and let the default refuse.`,
        `${ruled ? 'Nenhuma regra se aplica a esta chamada' : `Nenhuma regra fala de \`${tool}\``}, e \`default allow\` deixa-a passar${isFinal ? '; o que faz não se pode desfazer' : ''}. Diga o que é permitido, e deixe a omissão recusar.`,
      ),
      witness: { kind: 'call', steps: [hunt.step(draft)] },
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
