import { error } from '../declare.js';

/** What a text says in the words of another language: each with how it is said here. */
export const foreign = {
  effect_foreign: error(
    { en: '`{found}` is written `{use}`', pt: '`{found}` escreve-se `{use}`' },
    {
      en: 'the effects are `allow`, `confirm` (a person must agree first) and `refuse`',
      pt: 'os efeitos são `allow`, `confirm` (uma pessoa tem de concordar antes) e `refuse`',
    },
  ),
  quotes_foreign: error(
    { en: 'text stands in `"`, not in {found}', pt: 'o texto fica entre `"`, e não entre {found}' },
    { en: 'write `"late"`', pt: 'escreva `"late"`' },
  ),
  semicolon_missing: error(
    { en: 'the statement does not end in `;`', pt: 'a declaração não termina em `;`' },
    { en: 'put `;` at its end', pt: 'ponha `;` no fim' },
  ),
  comparison_foreign: error(
    { en: '`{found}` is written `{use}` here', pt: '`{found}` escreve-se aqui `{use}`' },
    {
      en: 'comparisons are `==`, `!=`, `<`, `<=`, `>` and `>=`',
      pt: 'as comparações são `==`, `!=`, `<`, `<=`, `>` e `>=`',
    },
  ),
  constant_foreign: error(
    { en: 'the constant `{found}` is written `{use}`', pt: 'a constante `{found}` escreve-se `{use}`' },
    {
      en: 'words count as they are written; an argument of that name is `args.{found}`',
      pt: 'as palavras contam tal como se escrevem; um argumento com esse nome é `args.{found}`',
    },
  ),
  null_foreign: error(
    {
      en: 'there is no `{found}`: a value is there or it is absent',
      pt: 'não existe `{found}`: um valor está presente ou ausente',
    },
    {
      en: 'ask whether it is there: `not has amount` in dialect 1, `!(has args.amount)` in dialect 2',
      pt: 'pergunte se está presente: `not has amount` no dialeto 1, `!(has args.amount)` no dialeto 2',
    },
  ),
  list_brackets: error(
    { en: 'a list of values stands in `[...]`', pt: 'uma lista de valores fica entre `[...]`' },
    { en: 'write `in ["late", "lost"]`', pt: 'escreva `in ["late", "lost"]`' },
  ),
  clause_braces: error(
    {
      en: 'dialect {dialect} writes the condition as `{form}`',
      pt: 'o dialeto {dialect} escreve a condição como `{form}`',
    },
    {
      en: 'dialect 1: `when amount < 5`, dialect 2: `when { args.amount < 5 }`',
      pt: 'dialeto 1: `when amount < 5`, dialeto 2: `when { args.amount < 5 }`',
    },
  ),
  cedar_scope: error(
    {
      en: 'this is a scope of Cedar, with an action and a resource',
      pt: 'isto é um âmbito de Cedar, com uma ação e um recurso',
    },
    {
      en: 'the action is the tool, and a resource is one of its arguments: `allow (principal in "staff", tool == "view") when { args.photo == "vacation.jpg" };`',
      pt: 'a ação é a ferramenta, e um recurso é um dos seus argumentos: `allow (principal in "staff", tool == "view") when { args.photo == "vacation.jpg" };`',
    },
  ),
  cedar_entity: error(
    {
      en: '`{text}` is an entity of Cedar; values here are plain',
      pt: '`{text}` é uma entidade de Cedar; aqui os valores são simples',
    },
    {
      en: 'compare an attribute with a string: `principal.id == "alice"`',
      pt: 'compare um atributo com um texto: `principal.id == "alice"`',
    },
  ),
  pasted_rego: error(
    {
      en: 'this text is Rego, not a policy of this language',
      pt: 'este texto é Rego, e não uma política desta linguagem',
    },
    {
      en: 'a rule says what a call gets: `dialect 1; allow refund when amount <= 100.00 EUR and reason in ["late"];`; without a rule a call is refused',
      pt: 'uma regra diz o que uma chamada recebe: `dialect 1; allow refund when amount <= 100.00 EUR and reason in ["late"];`; sem regra, a chamada é recusada',
    },
  ),
  pasted_code: error(
    { en: 'this text is {language}, not a policy', pt: 'este texto é {language}, e não uma política' },
    {
      en: 'a policy is a list of rules, no program: `dialect 1; allow refund when amount <= 100.00 EUR;`',
      pt: 'uma política é uma lista de regras, e não um programa: `dialect 1; allow refund when amount <= 100.00 EUR;`',
    },
  ),
  pasted_data: error(
    { en: 'this text is {language}, not a policy', pt: 'este texto é {language}, e não uma política' },
    {
      en: 'rules are sentences, not data: `dialect 1; allow refund when amount <= 100.00 EUR;`; tools go into the catalogue',
      pt: 'as regras são frases, e não dados: `dialect 1; allow refund when amount <= 100.00 EUR;`; as ferramentas vão para o catálogo',
    },
  ),
};
