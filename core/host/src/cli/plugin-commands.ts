import type { SecretReference } from '@ostiary/plugin-api';
import { type Command, Option } from 'commander';
import { type CommandOption, optionsOf } from '../commands/option-kinds.js';
import { readSecret } from '../config/config-secrets.js';
import { AdminError } from '../keys/admin-error.js';
import type { AdmittedPlugin } from '../plugins/registry.js';
import { performAndPrint, type Printing } from './print.js';

type Definition = NonNullable<AdmittedPlugin['definition']['commands']>[number];

/** Adds the commands of plugins to `ostiary admin`, each under the heading of its plugin. */
export function addPluginCommands(admin: Command, plugins: readonly AdmittedPlugin[]): void {
  for (const { id, definition } of plugins) {
    const groups = new Map<string, Command>();
    for (const command of definition.commands ?? []) {
      const [first = '', second] = command.name.split(' ');
      const group =
        groups.get(first) ?? (second === undefined ? admin : admin.command(first).description(`Commands of ${id}.`));
      if (second !== undefined) groups.set(first, group);
      const leaf = describe(group.command(second ?? first), command);
      (second === undefined ? leaf : group).helpGroup(`Commands of the plugin ${id}:`);
    }
  }
}

function describe(leaf: Command, { name, summary, usage, options: schema }: Definition): Command {
  const options = optionsOf(schema);
  for (const option of options) leaf.addOption(asTyped(option));
  leaf.description(summary).option('--json', 'print JSON');
  if (usage !== undefined) leaf.addHelpText('after', `\nExample:\n  ostiary admin ${name} ${usage}`);
  return leaf.action(({ json, ...typed }: Printing & Readonly<Record<string, unknown>>) => {
    const given = options.flatMap((option) => {
      const value = typed[attributeOf(option)] ?? (option.kind === 'switch' && option.required ? false : undefined);
      return value === undefined ? [] : [{ option, value }];
    });
    const secrets = given.filter(({ option }) => option.kind === 'secret');
    return performAndPrint(
      {
        pluginCommand: name,
        options: Object.fromEntries(given.map(({ option, value }) => [option.name, value])),
        secrets: Object.fromEntries(
          secrets.map(({ option, value }) => [option.name, textOf(option, value as SecretReference)]),
        ),
      },
      { ...(json !== undefined && { json }) },
    );
  });
}

const attributeOf = ({ flag }: CommandOption): string => new Option(flag).attributeName();

const VALUES = {
  text: ' <text>',
  number: ' <number>',
  switch: '',
  list: ' <list>',
  choice: ' <choice>',
  secret: ' <env:NAME or file:path>',
};

function asTyped({ flag, kind, choices, description, required }: CommandOption): Option {
  const option = new Option(`${flag}${VALUES[kind]}`, description).makeOptionMandatory(required && kind !== 'switch');
  switch (kind) {
    case 'choice':
      return option.choices(choices);
    case 'number':
      // A text that is not a number is refused by the schema, like everything else that does not fit it.
      return option.argParser((text) => (Number.isFinite(Number(text)) && text.trim() !== '' ? Number(text) : text));
    case 'list':
      return option.argParser((text) =>
        text
          .split(',')
          .map((part) => part.trim())
          .filter(Boolean),
      );
    case 'secret':
      return option.argParser((text) => referenceIn(flag, text));
    default:
      return option;
  }
}

/** @throws AdminError without what was typed, which may be the secret itself; an error of commander's would repeat it */
function referenceIn(flag: string, text: string): SecretReference {
  const [, kind, where] = /^(env|file):(.+)$/s.exec(text) ?? [];
  if (kind === undefined || where === undefined)
    throw new AdminError(`${flag}: must say where the secret lies, env:NAME or file:path, and not what it is`);
  return kind === 'env' ? { env: where } : { file: where };
}

/** @throws AdminError when it is not there */
function textOf({ flag }: CommandOption, reference: SecretReference): string {
  const found = readSecret(reference, process.env, process.cwd());
  if ('problem' in found) throw new AdminError(`${flag}: ${found.problem}`);
  return found.text;
}
