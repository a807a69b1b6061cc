import { error } from '../declare.js';

/** Shape of the text: headers, rules, clauses, operators. */
export const syntax = {
  dialect_missing: error(
    { en: 'the policy does not say its dialect', pt: 'a política não diz o seu dialeto' },
    { en: 'begin with `dialect 1;` or `dialect 2;`', pt: 'comece com `dialect 1;` ou `dialect 2;`' },
  ),
  dialect_unknown: error(
    { en: 'there is no dialect {found}', pt: 'não existe o dialeto {found}' },
    {
      en: 'dialects are 1 (flat tests) and 2 (expressions and history)',
      pt: 'os dialetos são 1 (testes simples) e 2 (expressões e histórico)',
    },
  ),
  dialect_conflict: error(
    {
      en: 'the text says dialect {header}, the request says {option}',
      pt: 'o texto diz dialeto {header}, o pedido diz {option}',
    },
    { en: 'leave one of the two out', pt: 'retire um dos dois' },
  ),
  header_misplaced: error({ en: '`{name}` must stand {place}', pt: '`{name}` tem de estar noutro lugar: {place}' }),
  header_repeated: error(
    { en: '`{name}` is stated twice', pt: '`{name}` é indicado duas vezes' },
    { en: 'keep one', pt: 'mantenha só um' },
  ),
  expected: error(
    { en: 'expected {expected}, found {found}', pt: 'esperava-se {expected}, encontrou-se {found}' },
    { en: '{advice}', pt: '{advice}' },
  ),
  statement_expected: error(
    { en: '{found} does not begin a statement', pt: '{found} não inicia uma declaração' },
    {
      en: 'a rule begins with `allow`, `confirm` or `refuse`; dialect 2 also has `define`, `always`, `never` and `assume`',
      pt: 'uma regra começa com `allow`, `confirm` ou `refuse`; o dialeto 2 também tem `define`, `always`, `never` e `assume`',
    },
  ),
  equals_single: error({ en: '`=` does not compare (use `==`)', pt: '`=` não compara (use `==`)' }),
  operator_foreign: error({
    en: '`{found}` is written `{use}` in this dialect',
    pt: '`{found}` escreve-se `{use}` neste dialeto',
  }),
  operator_chained: error(
    { en: 'a comparison cannot be compared again', pt: 'uma comparação não pode ser comparada de novo' },
    { en: 'write `a < b && b < c`', pt: 'escreva `a < b && b < c`' },
  ),
  not_in_dialect: error(
    { en: '{feature} is not part of dialect 1', pt: '{feature} não faz parte do dialeto 1' },
    {
      en: 'write `dialect 2;`, or for a choice write one rule for each case',
      pt: 'escreva `dialect 2;`, ou, para uma alternativa, uma regra para cada caso',
    },
  ),
  test_not_flat: error(
    {
      en: 'a test in dialect 1 compares one attribute with a constant',
      pt: 'um teste no dialeto 1 compara um atributo com uma constante',
    },
    {
      en: 'put the attribute on the left, a constant on the right (text in double quotes), and `not` before `in`, `like`, `matches` or `contains`; join tests with `and`; for more write `dialect 2;`',
      pt: 'ponha o atributo à esquerda, uma constante à direita (texto entre aspas duplas), e `not` antes de `in`, `like`, `matches` ou `contains`; junte testes com `and`; para mais, escreva `dialect 2;`',
    },
  ),
  clause_repeated: error(
    { en: 'a rule of dialect 1 has one `{word}`', pt: 'uma regra do dialeto 1 tem um só `{word}`' },
    { en: 'join the tests with `and`', pt: 'junte os testes com `and`' },
  ),
  target_form: error({
    en: 'dialect {dialect} writes the tools as `{form}`',
    pt: 'o dialeto {dialect} escreve as ferramentas como `{form}`',
  }),
  tool_name_quotes: error(
    { en: 'the tool `{name}` goes in quotes here', pt: 'a ferramenta `{name}` escreve-se aqui entre aspas' },
    { en: 'write `"{name}"`', pt: 'escreva `"{name}"`' },
  ),
  annotation_repeated: error(
    { en: '`@{name}` is given twice', pt: '`@{name}` é dado duas vezes' },
    { en: 'keep one', pt: 'mantenha só um' },
  ),
  path_incomplete: error(
    { en: '`{root}` is not a value by itself', pt: '`{root}` sozinho não é um valor' },
    { en: 'name what to read, e.g. `{root}.{example}`', pt: 'diga o que ler, p. ex. `{root}.{example}`' },
  ),
  method_unknown: error(
    { en: 'there is no `.{name}(...)`', pt: 'não existe `.{name}(...)`' },
    {
      en: 'there are `.any(x, test)`, `.all(x, test)`, `.sum(x, value)`, `.contains(item)`, `.size()` and `session.label("...")`',
      pt: 'existem `.any(x, teste)`, `.all(x, teste)`, `.sum(x, valor)`, `.contains(item)`, `.size()` e `session.label("...")`',
    },
  ),
  item_unnamed: error(
    { en: '`.{op}(...)` does not name the item that it looks at', pt: '`.{op}(...)` não dá nome ao item que olha' },
    {
      en: 'write a name, a comma and an expression over it: `{example}`',
      pt: 'escreva um nome, uma vírgula e uma expressão sobre ele: `{example}`',
    },
  ),
  state_missing: error(
    { en: 'the event `{tool}` does not say its state', pt: 'o evento `{tool}` não diz o seu estado' },
    {
      en: 'write `{tool}.ok` for a call that succeeded, `{tool}.open` for one allowed and not failed, or another of: {states}',
      pt: 'escreva `{tool}.ok` para uma chamada bem-sucedida, `{tool}.open` para uma permitida e não falhada, ou outro de: {states}',
    },
  ),
  state_unknown: error(
    { en: '`{found}` is not a state of a call', pt: '`{found}` não é um estado de uma chamada' },
    { en: 'states are: {states}', pt: 'os estados são: {states}' },
  ),
  since_ambiguous: error(
    { en: '`since` can be read in two ways here', pt: '`since` pode ser lido aqui de duas maneiras' },
    { en: 'write parentheses: `{tight}` or `{loose}`', pt: 'escreva parênteses: `{tight}` ou `{loose}`' },
  ),
  window_missing: error(
    { en: '`{word}` does not say how far back it looks', pt: '`{word}` não diz até onde olha para trás' },
    { en: 'write `within 24h` or `within session`', pt: 'escreva `within 24h` ou `within session`' },
  ),
  key_missing: error(
    { en: '`{word}` does not say whose calls it counts', pt: '`{word}` não diz de quem são as chamadas que conta' },
    {
      en: 'write `by principal`, `by session`, `by customer`, `by args.<name>` or `by anyone` after the window',
      pt: 'escreva `by principal`, `by session`, `by customer`, `by args.<nome>` ou `by anyone` depois da janela',
    },
  ),
  call_test_in_history: error(
    {
      en: '`{found}` looks at the call, and not at what went before',
      pt: '`{found}` olha para a chamada, e não para o que houve antes',
    },
    {
      en: 'write it in a clause of its own: `when { ... }` beside `when history { ... }`',
      pt: 'escreva-o numa cláusula própria: `when { ... }` ao lado de `when history { ... }`',
    },
  ),
};
