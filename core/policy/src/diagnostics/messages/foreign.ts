import { error } from '../declare.js';

/** What a text says in the words of another language: each with how it is said here. */
export const foreign = {
  effect_foreign: error(
    '`{found}` is written `{use}`',
    '`{found}` escreve-se `{use}`',
    'the effects are `allow`, `confirm` (a person must agree first) and `refuse`',
    'os efeitos são `allow`, `confirm` (uma pessoa tem de concordar antes) e `refuse`',
  ),
  quotes_foreign: error(
    'text stands in `"`, not in {found}',
    'o texto fica entre `"`, e não entre {found}',
    'write `"late"`',
    'escreva `"late"`',
  ),
  semicolon_missing: error(
    'the statement does not end in `;`',
    'a declaração não termina em `;`',
    'put `;` at its end',
    'ponha `;` no fim',
  ),
  comparison_foreign: error(
    '`{found}` is written `{use}` here',
    '`{found}` escreve-se aqui `{use}`',
    'comparisons are `==`, `!=`, `<`, `<=`, `>` and `>=`',
    'as comparações são `==`, `!=`, `<`, `<=`, `>` e `>=`',
  ),
  constant_foreign: error(
    'the constant `{found}` is written `{use}`',
    'a constante `{found}` escreve-se `{use}`',
    'words count as they are written; an argument of that name is `args.{found}`',
    'as palavras contam tal como se escrevem; um argumento com esse nome é `args.{found}`',
  ),
  null_foreign: error(
    'there is no `{found}`: a value is there or it is absent',
    'não existe `{found}`: um valor está presente ou ausente',
    'ask whether it is there: `not has amount` in dialect 1, `!(has args.amount)` in dialect 2',
    'pergunte se está presente: `not has amount` no dialeto 1, `!(has args.amount)` no dialeto 2',
  ),
  list_brackets: error(
    'a list of values stands in `[...]`',
    'uma lista de valores fica entre `[...]`',
    'write `in ["late", "lost"]`',
    'escreva `in ["late", "lost"]`',
  ),
  clause_braces: error(
    'dialect {dialect} writes the condition as `{form}`',
    'o dialeto {dialect} escreve a condição como `{form}`',
    'dialect 1: `when amount < 5`, dialect 2: `when { args.amount < 5 }`',
    'dialeto 1: `when amount < 5`, dialeto 2: `when { args.amount < 5 }`',
  ),
  cedar_scope: error(
    'this is a scope of Cedar, with an action and a resource',
    'isto é um âmbito de Cedar, com uma ação e um recurso',
    'the action is the tool, and a resource is one of its arguments: `allow (principal in "staff", tool == "view") when { args.photo == "vacation.jpg" };`',
    'a ação é a ferramenta, e um recurso é um dos seus argumentos: `allow (principal in "staff", tool == "view") when { args.photo == "vacation.jpg" };`',
  ),
  cedar_entity: error(
    '`{text}` is an entity of Cedar; values here are plain',
    '`{text}` é uma entidade de Cedar; aqui os valores são simples',
    'compare an attribute with a string: `principal.id == "alice"`',
    'compare um atributo com um texto: `principal.id == "alice"`',
  ),
  pasted_rego: error(
    'this text is Rego, not a policy of this language',
    'este texto é Rego, e não uma política desta linguagem',
    'a rule says what a call gets: `dialect 1; allow refund when amount <= 100.00 EUR and reason in ["late"];`; without a rule a call is refused',
    'uma regra diz o que uma chamada recebe: `dialect 1; allow refund when amount <= 100.00 EUR and reason in ["late"];`; sem regra, a chamada é recusada',
  ),
  pasted_code: error(
    'this text is {language}, not a policy',
    'este texto é {language}, e não uma política',
    'a policy is a list of rules, no program: `dialect 1; allow refund when amount <= 100.00 EUR;`',
    'uma política é uma lista de regras, e não um programa: `dialect 1; allow refund when amount <= 100.00 EUR;`',
  ),
  pasted_data: error(
    'this text is {language}, not a policy',
    'este texto é {language}, e não uma política',
    'rules are sentences, not data: `dialect 1; allow refund when amount <= 100.00 EUR;`; tools go into the catalogue',
    'as regras são frases, e não dados: `dialect 1; allow refund when amount <= 100.00 EUR;`; as ferramentas vão para o catálogo',
  ),
};
