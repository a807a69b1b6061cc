import type { Answered } from '../ask/hunt/answered.js';
import type { BugClass } from '../ask/hunt/bug-class.js';
import { conditionsOf, isTally, type PlacedCondition } from '../ask/sessions/conditions.js';
import { isGrave, isRead } from '../ask/calls/fields.js';
import type { Hunt } from '../ask/hunt/hunt.js';
import { WrittenCondition } from '../ask/written/mend.js';
import { named, words } from '../ask/hunt/text.js';
import { weaknessOf } from '../ask/sessions/weakness.js';
import { answeredBy, type WeaknessTexts } from '../ask/sessions/weakness-bug.js';

const HOUR_MS = 3_600_000;
/** Arguments that name a session of the caller's own choice. */
const CHOSEN = /session|conversation|thread|request_?id|trace|correlation|idempot/iu;

/** A limit that is counted by something the caller chooses: sat, over several sessions of one principal, D(x) milder than `by principal`. */
export const limitLeft: BugClass = {
  id: 'H12',
  async *ask(hunt) {
    const all = conditionsOf(hunt).filter(({ role, expr }) => role === 'limits' && isTally(expr));
    for (const condition of all) {
      const tools = condition.tools.filter(
        (tool) =>
          condition.expr.event.tools.includes(tool) && !all.some((other) => holdsAnyway(other, condition, tool)),
      );
      if (!isChosen(condition) || tools.length === 0) continue;
      const answered = await askOf(hunt, condition, tools);
      if (answered) yield answered;
    }
  },
};

/** Whether a condition is counted anew as often as the caller likes. */
function isChosen({ expr: { key, windowMs } }: PlacedCondition): boolean {
  if (key.by === 'args') return CHOSEN.test(key.path.at(-1) ?? '');
  return key.by === 'session' || windowMs === null;
}

/** Another limit of the same kind that a new session does not reset. */
const holdsAnyway = (other: PlacedCondition, { expr }: PlacedCondition, tool: string): boolean =>
  !isChosen(other) &&
  other.expr.op === expr.op &&
  (other.expr.windowMs ?? 0) >= HOUR_MS &&
  other.tools.includes(tool) &&
  other.expr.event.tools.includes(tool);

async function askOf(hunt: Hunt, condition: PlacedCondition, tools: readonly string[]): Promise<Answered | null> {
  const { expr } = condition;
  const written = WrittenCondition.of(hunt, expr);
  const edits =
    expr.windowMs === null
      ? [written?.by('principal') ?? null, written?.within('24h') ?? null]
      : [written?.by('principal') ?? null];
  const weakness = await weaknessOf(hunt, {
    condition,
    edits,
    tools,
    shape: { callers: (step) => ({ principal: 0, session: step }) },
    again: (step, at) => ({
      ...step,
      context: { ...step.context, session: { ...step.context.session, id: `session-${String(at + 1)}` } },
    }),
  });
  return answeredBy(hunt, condition, weakness, (tool) => told(hunt, condition, tool));
}

function told(hunt: Hunt, { expr, rule }: PlacedCondition, tool: string): WeaknessTexts {
  return {
    severity: isRead(hunt, tool) ? 'low' : expr.op === 'sum' ? 'high' : isGrave(hunt, tool) ? 'medium' : 'low',
    title: words(
      `A new session resets the limit of ${named([rule], 'en')}`,
      `Uma sessão nova repõe a zero o limite de ${named([rule], 'pt')}`,
    ),
    detail: words(
      `The limit on \`${tool}\` is counted by something that the caller chooses. Here the same principal opens one session after the other, and each starts at zero.`,
      `O limite de \`${tool}\` é contado por algo que quem chama escolhe. Aqui o mesmo principal abre uma sessão após a outra, e cada uma começa do zero.`,
    ),
    expected: words(
      'The last call should be stopped: the principal has used up the limit.',
      'A última chamada devia ser bloqueada: o principal já esgotou o limite.',
    ),
    repair: words('Count by principal', 'Contar por principal'),
  };
}
