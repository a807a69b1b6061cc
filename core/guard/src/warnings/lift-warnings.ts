import type { PolicyWarning, PreparedPolicy } from '../prepare/prepare.js';
import type { Words } from '../words.js';
import { type Ground, type LiftedDefault, liftedDefaults } from './lifted-default.js';
import { placeOfRule } from './place.js';
import type { Situation } from './situations.js';

/** A warning for each confirm rule that lifts the default by what should tighten, with a call that shows it. */
export function liftWarnings(policy: PreparedPolicy): readonly PolicyWarning[] {
  return liftedDefaults(policy).map((lifted) => ({
    code: 'confirm_lifts_default',
    severity: 'warning',
    ...wordsOf(lifted),
    place: placeOfRule(lifted.rule),
  }));
}

function wordsOf({ rule, ground, confirmed, refused }: LiftedDefault): {
  readonly detail: Words;
  readonly hint: Words;
} {
  const call = shown(confirmed);
  const { en, pt } = grounds(ground, confirmed, refused);
  return {
    detail: {
      en: `\`${rule.id}\` lets more through where it should let less: ${call} is confirmed ${en.with}, and refused by the default ${en.without}`,
      pt: `\`${rule.id}\` deixa passar mais onde devia deixar passar menos: ${call} é confirmada ${pt.with}, e recusada por omissão ${pt.without}`,
    },
    hint: {
      en: 'make it `refuse`, or narrow it to calls that another rule allows or confirms',
      pt: 'faça dela uma regra `refuse`, ou restrinja-a a chamadas que outra regra permite ou confirma',
    },
  };
}

interface Pair {
  readonly with: string;
  readonly without: string;
}

function grounds(ground: Ground, confirmed: Situation, refused: Situation): Readonly<Record<'en' | 'pt', Pair>> {
  switch (ground.kind) {
    case 'label': {
      const on = ground.path === null ? { en: 'the session', pt: 'sessão' } : null;
      const where = on ?? { en: `\`${ground.path ?? ''}\``, pt: `\`${ground.path ?? ''}\`` };
      return {
        en: { with: `with the label \`${ground.label}\` on ${where.en}`, without: 'without it' },
        pt: { with: `com a etiqueta \`${ground.label}\` em ${where.pt}`, without: 'sem ela' },
      };
    }
    case 'clock': {
      const [at, other] = [confirmed, refused].map(({ context }) => new Date(context.now ?? 0).toISOString());
      return { en: { with: `at ${at}`, without: `at ${other}` }, pt: { with: `às ${at}`, without: `às ${other}` } };
    }
    case 'flag': {
      const path = [ground.root, ...ground.path].join('.');
      const [is, other] = [confirmed, refused].map((each) => String(valueAt(each, ground)));
      return {
        en: { with: `with \`${path}\` ${is}`, without: `with ${other}` },
        pt: { with: `com \`${path}\` ${is}`, without: `com ${other}` },
      };
    }
  }
}

function valueAt({ call, context }: Situation, { root, path }: Extract<Ground, { kind: 'flag' }>): unknown {
  return path.reduce<unknown>(
    (object, name) => (object as Readonly<Record<string, unknown>> | undefined)?.[name],
    root === 'args' ? call.args : context[root],
  );
}

const MOST_SHOWN = 300;

/** The call as people read it, with what stands around it where that matters. */
function shown({ call, context }: Situation): string {
  const around = (['principal', 'session'] as const).flatMap((root) =>
    Object.keys(context[root] ?? {}).length > 0 ? [`${root} ${JSON.stringify(context[root])}`] : [],
  );
  const text = [`${call.tool} ${JSON.stringify(call.args)}`, ...around].join(', ');
  return `\`${text.length <= MOST_SHOWN ? text : `${text.slice(0, MOST_SHOWN)}...`}\``;
}
