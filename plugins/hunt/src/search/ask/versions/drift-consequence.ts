import type { ToolClass, Type } from '@ostiary/catalogue';
import type { PreparedPolicy, Words } from '@ostiary/guard';
import { type CorePolicy, strictness, variantFor } from '@ostiary/policy';
import type { Draft } from '@ostiary/policy/symbolic';
import type { Severity, Step } from '../../model/finding.js';
import type { Drift } from './drift.js';
import { fieldsOf, isRead } from '../calls/fields.js';
import type { Hunt } from '../hunt/hunt.js';
import { mentionsOf } from '../guards/mentions.js';
import { withToolNamed } from './renamed.js';
import { words } from '../hunt/text.js';
import { sampleOf } from './sample.js';

/** What a change comes to under the policy. */
export interface Consequence {
  readonly severity: Severity;
  readonly why: Words;
  readonly witness: Step | null;
}

/** What a change of the catalogue comes to: how grave it is and why, and a call that shows it. */
export async function consequenceOf(hunt: Hunt, accepted: PreparedPolicy, drift: Drift): Promise<Consequence> {
  const plain = (severity: Severity, why: Words): Consequence => ({ severity, why, witness: null });
  const isRuled = (attribute: string): boolean => reads(hunt.policy, drift.tool, attribute);
  switch (drift.kind) {
    case 'tool_added':
      return ofNewTool(hunt, drift.tool);
    case 'tool_removed':
      return plain('info', words('Calls of it are refused.', 'As chamadas dela são recusadas.'));
    case 'tool_renamed':
      return ofNewName(hunt, accepted, drift.tool, drift.was);
    case 'classes_gained':
      return plain(
        'info',
        words('Rules for these classes now apply to it.', 'As regras para essas classes passam a valer para ela.'),
      );
    case 'classes_lost':
      return namesClass(hunt, drift.classes)
        ? plain(
            'high',
            words(
              'Rules for these classes no longer apply to it.',
              'As regras para essas classes já não valem para ela.',
            ),
          )
        : plain(
            'low',
            words(
              'No rule is for these classes, but checks that depend on them are no longer made.',
              'Nenhuma regra é para essas classes, mas as verificações que dependem delas deixam de ser feitas.',
            ),
          );
    case 'field_added':
      return ofNewField(hunt, drift.tool ?? '', drift.attribute);
    case 'field_removed':
      return reads(accepted, drift.tool, drift.attribute)
        ? plain('low', words('Rules of the accepted version read it.', 'Regras da versão aceite liam-no.'))
        : plain('info', words('No rule read it.', 'Nenhuma regra o lia.'));
    case 'field_renamed':
      return reads(accepted, drift.tool, drift.was) && !isRuled(drift.attribute)
        ? plain(
            'high',
            words(
              'Rules of the accepted version read it under its old name, and no rule reads the new one.',
              'Regras da versão aceite liam-no com o nome antigo, e nenhuma lê o novo.',
            ),
          )
        : plain(
            'info',
            words('The rules that read it now use the new name.', 'As regras que o liam usam agora o nome novo.'),
          );
    case 'field_retyped':
      return isRuled(drift.attribute)
        ? plain(
            'high',
            words(
              'Rules read it, and its values are different now.',
              'Há regras que o leem, e os valores são agora outros.',
            ),
          )
        : plain('low', words('No rule reads it.', 'Nenhuma regra o lê.'));
    case 'field_optional':
      return isRuled(drift.attribute)
        ? plain(
            'medium',
            words(
              'Rules read it, and calls may now leave it out.',
              'Há regras que o leem, e as chamadas podem agora omiti-lo.',
            ),
          )
        : plain('info', words('No rule reads it.', 'Nenhuma regra o lê.'));
  }
}

async function ofNewTool(hunt: Hunt, tool: string): Promise<Consequence> {
  const { questions, answer, unconfirmed } = hunt.about(tool);
  const isAllowed = ([draft]: readonly Draft[]): boolean => !!draft && hunt.decide(draft)?.answer === 'allow';
  const found = await questions.find(questions.factory.and(answer.allow, unconfirmed), isAllowed);
  const [draft] = found.kind === 'found' ? found.drafts : [];
  if (draft)
    return {
      severity: isRead(hunt, tool) ? 'low' : 'high',
      why: words('It is new, and a call of it is allowed.', 'Ela é nova, e uma chamada dela é permitida.'),
      witness: hunt.step(draft),
    };
  return {
    severity: 'info',
    why:
      found.kind === 'never'
        ? words('No call of it runs without confirmation.', 'Nenhuma chamada dela é executada sem confirmação.')
        : words(
            'No call of it was found that runs without confirmation.',
            'Não se encontrou nenhuma chamada dela que seja executada sem confirmação.',
          ),
    witness: null,
  };
}

async function ofNewName(hunt: Hunt, accepted: PreparedPolicy, tool: string, was: string): Promise<Consequence> {
  const core = withToolNamed(accepted.core, was, tool);
  const questions = hunt.questionsOfVersions(tool, { core });
  const under = ({ call, context }: Draft): Draft => ({
    call: { ...call, tool: was },
    context: {
      ...context,
      ...(context.history && {
        history: context.history.map((event) => (event.tool === tool ? { ...event, tool: was } : event)),
      }),
    },
  });
  const found = await questions.find(
    questions.answer(hunt.policy.core).milderThan(questions.answer(core)),
    ([draft]) => {
      const [now, before] = [draft && hunt.decide(draft), draft && hunt.decide(under(draft), accepted)];
      return !!now && !!before && strictness[now.answer] < strictness[before.answer];
    },
  );
  const [draft] = found.kind === 'found' ? found.drafts : [];
  if (draft)
    return {
      severity: 'high',
      why: words(
        'A call gets a milder answer than it did under the old name.',
        'Uma chamada recebe uma resposta mais branda do que com o nome antigo.',
      ),
      witness: hunt.step(draft),
    };
  return {
    severity: found.kind === 'never' ? 'info' : 'medium',
    why:
      found.kind === 'never'
        ? words(
            'No call gets a milder answer than it did under the old name.',
            'Nenhuma chamada recebe uma resposta mais branda do que com o nome antigo.',
          )
        : words(
            'Whether calls get a milder answer than under the old name was not decided.',
            'Não foi decidido se há chamadas com resposta mais branda do que com o nome antigo.',
          ),
    witness: null,
  };
}

async function ofNewField(hunt: Hunt, tool: string, attribute: string): Promise<Consequence> {
  if (reads(hunt.policy, tool, attribute))
    return { severity: 'info', why: words('Rules read it.', 'Há regras que o leem.'), witness: null };
  const name = attribute.slice('args.'.length);
  const field = fieldsOf(hunt, tool)[name];
  const raw = field && sampleOf(field.type, field.examples);
  const nobody = words(
    'No rule reads it, and no call with it runs without confirmation.',
    'Nenhuma regra o lê, e nenhuma chamada com ele é executada sem confirmação.',
  );
  if (!field || raw === undefined)
    return { severity: 'medium', why: words('No rule reads it.', 'Nenhuma regra o lê.'), witness: null };
  const questions = hunt.questions(tool, 1);
  const with_ = questions.vary({ args: { [name]: raw } });
  const found = await questions.find(
    questions.answer(hunt.policy.core, with_).allow,
    ([, draft]) => !!draft && hunt.decide(draft)?.answer === 'allow',
    [with_],
  );
  const [, draft] = found.kind === 'found' ? found.drafts : [];
  if (!draft) return { severity: 'info', why: nobody, witness: null };
  return {
    severity: isRead(hunt, tool) ? 'low' : leadsSomewhere(field.type) ? 'high' : 'medium',
    why: words(
      'No rule reads it, and a call that has it is allowed.',
      'Nenhuma regra o lê, e uma chamada que o traz é permitida.',
    ),
    witness: hunt.step(draft),
  };
}

/** Whether rules of a policy about a tool, or any rules, look at an attribute. */
function reads({ core }: { readonly core: CorePolicy }, tool: string | null, attribute: string): boolean {
  const [root = '', name = ''] = attribute.split('.');
  if (root !== 'args') return core.slots.some((slot) => slot.root === root && slot.path[0] === name);
  return core.rules.some(({ variants }) => {
    const guard = tool === null ? null : variantFor(variants, tool)?.guard;
    const mentions = guard && mentionsOf(core, guard, attribute.slice('args.'.length));
    return !!mentions && (mentions.value || mentions.presence);
  });
}

const namesClass = ({ policy }: Hunt, classes: readonly ToolClass[]): boolean =>
  policy.tree.items.some(
    (item) =>
      item.kind === 'rule' &&
      item.target.kind === 'class' &&
      classes.some((each) => item.target.kind === 'class' && each === item.target.name.text),
  );

const ADDRESSES: readonly string[] = ['email', 'domain', 'url', 'iban', 'ip', 'path'];

/** Whether a value, or something in it, is worth something or leads somewhere. */
function leadsSomewhere(type: Type): boolean {
  if (type.kind === 'list' || type.kind === 'map') return leadsSomewhere(type.of);
  if (type.kind === 'record') return Object.values(type.fields).some((field) => leadsSomewhere(field.type));
  return type.kind === 'money' || (type.kind === 'string' && ADDRESSES.includes(type.format));
}
