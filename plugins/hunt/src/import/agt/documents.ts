import type { Words } from '@ostiary/guard';
import { fieldOf, itemsOf, textOf, type Tree, type TreeOf } from '../shared/yaml.js';

/** Why a document of the toolkit is not imported, and where that shows. */
export interface OtherDocument {
  readonly at: number;
  readonly detail: Words;
}

/** The rules of a document of `governance.toolkit/v1`, or why it is not one. The toolkit has several kinds of files, each with an evaluator of its own. */
export function rulesOf(document: Tree): TreeOf<'list'> | OtherDocument {
  const rules = fieldOf(document, 'rules');
  if (rules?.kind !== 'list') return withoutRules(document, rules);
  for (const rule of rules.items) {
    const detail = foreign(rule);
    if (detail) return { at: rule.span.start, detail };
  }
  return rules;
}

function foreign(rule: Tree): Words | null {
  if (fieldOf(rule, 'pattern')) return PATTERN;
  if (fieldOf(rule, 'tool')) return PROXY;
  if (fieldOf(fieldOf(rule, 'condition'), 'field')) return TRUST;
  return fieldOf(rule, 'action') || fieldOf(rule, 'effect') ? null : NO_ACTION;
}

function withoutRules(document: Tree, rules: Tree | undefined): OtherDocument {
  const policies = fieldOf(document, 'policies');
  const types = [...itemsOf(policies), ...(policies?.kind === 'map' ? policies.fields.values() : [])].map((each) =>
    fieldOf(each, 'type'),
  );
  const rego = types.find((type) => textOf(type) === 'rego');
  if (rego) return { at: rego.span.start, detail: REGO };
  const manifest = fieldOf(document, 'intervention_points') ?? fieldOf(document, 'agent_control_specification_version');
  if (manifest) return { at: manifest.span.start, detail: MANIFEST };
  return { at: (rules ?? document).span.start, detail: NO_RULES };
}

const READ: Words = {
  en: 'Only documents of `governance.toolkit/v1` are supported: their rules have a condition as text and an action.',
  pt: 'Só são aceites documentos de `governance.toolkit/v1`: as suas regras têm uma condição em texto e uma ação.',
};
const because = (en: string, pt: string): Words => ({ en: `${en} ${READ.en}`, pt: `${pt} ${READ.pt}` });

const PATTERN = because(
  'A rule with `pattern` looks for a regular expression in code, prompts and answers, not at what a call says.',
  'Uma regra com `pattern` procura uma expressão regular em código, pedidos e respostas, e não no que uma chamada diz.',
);
const PROXY = because(
  'A rule with `tool` is one of the proxy for tool servers, which has conditions and limits of its own.',
  'Uma regra com `tool` é do proxy de servidores de ferramentas, que tem condições e limites próprios.',
);
const TRUST = because(
  'A condition of `field`, `operator` and `value` is one of a trust policy: what it reads is known to the mesh of agents, not to a call.',
  'Uma condição com `field`, `operator` e `value` é de uma política de confiança: o que lê é sabido pela malha de agentes, não por uma chamada.',
);
const NO_ACTION = because('This rule has no `action`.', 'Esta regra não tem `action`.');
const REGO = because(
  'This manifest names a policy in Rego, which is not read.',
  'Este manifesto nomeia uma política em Rego, que não é lida.',
);
const MANIFEST = because(
  'This is a manifest: it says where policies are asked, and the policies lie in files of their own. Those in Cedar are read as such.',
  'Este é um manifesto: diz onde se consultam políticas, que estão em ficheiros próprios. As que estão em Cedar leem-se como tal.',
);
const NO_RULES = because('There is no list of `rules`.', 'Não há uma lista de `rules`.');
