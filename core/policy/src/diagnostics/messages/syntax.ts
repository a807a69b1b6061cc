import { error } from '../declare.js';

/** Shape of the text: headers, rules, clauses, operators. */
export const syntax = {
  dialect_missing: error(
    'the policy does not say its dialect',
    'a política não diz o seu dialeto',
    'begin with `dialect 1;` or `dialect 2;`',
    'comece com `dialect 1;` ou `dialect 2;`',
  ),
  dialect_unknown: error(
    'there is no dialect {found}',
    'não existe o dialeto {found}',
    'dialects are 1 (flat tests) and 2 (expressions and history)',
    'os dialetos são 1 (testes simples) e 2 (expressões e histórico)',
  ),
  dialect_conflict: error(
    'the text says dialect {header}, the request says {option}',
    'o texto diz dialeto {header}, o pedido diz {option}',
    'leave one of the two out',
    'retire um dos dois',
  ),
  header_misplaced: error('`{name}` must stand {place}', '`{name}` tem de estar noutro lugar: {place}'),
  header_repeated: error('`{name}` is stated twice', '`{name}` é indicado duas vezes', 'keep one', 'mantenha só um'),
  expected: error(
    'expected {expected}, found {found}',
    'esperava-se {expected}, encontrou-se {found}',
    '{advice}',
    '{advice}',
  ),
  statement_expected: error(
    '{found} does not begin a statement',
    '{found} não inicia uma declaração',
    'a rule begins with `allow`, `confirm` or `refuse`; dialect 2 also has `define`, `always`, `never` and `assume`',
    'uma regra começa com `allow`, `confirm` ou `refuse`; o dialeto 2 também tem `define`, `always`, `never` e `assume`',
  ),
  equals_single: error('`=` does not compare (use `==`)', '`=` não compara (use `==`)'),
  operator_foreign: error('`{found}` is written `{use}` in this dialect', '`{found}` escreve-se `{use}` neste dialeto'),
  operator_chained: error(
    'a comparison cannot be compared again',
    'uma comparação não pode ser comparada de novo',
    'write `a < b && b < c`',
    'escreva `a < b && b < c`',
  ),
  not_in_dialect: error(
    '{feature} is not part of dialect 1',
    '{feature} não faz parte do dialeto 1',
    'write `dialect 2;`, or for a choice write one rule for each case',
    'escreva `dialect 2;`, ou, para uma alternativa, uma regra para cada caso',
  ),
  test_not_flat: error(
    'a test in dialect 1 compares one attribute with a constant',
    'um teste no dialeto 1 compara um atributo com uma constante',
    'put the attribute on the left, a constant on the right (text in double quotes), and `not` before `in`, `like`, `matches` or `contains`; join tests with `and`; for more write `dialect 2;`',
    'ponha o atributo à esquerda, uma constante à direita (texto entre aspas duplas), e `not` antes de `in`, `like`, `matches` ou `contains`; junte testes com `and`; para mais, escreva `dialect 2;`',
  ),
  clause_repeated: error(
    'a rule of dialect 1 has one `{word}`',
    'uma regra do dialeto 1 tem um só `{word}`',
    'join the tests with `and`',
    'junte os testes com `and`',
  ),
  target_form: error(
    'dialect {dialect} writes the tools as `{form}`',
    'o dialeto {dialect} escreve as ferramentas como `{form}`',
  ),
  tool_name_quotes: error(
    'the tool `{name}` goes in quotes here',
    'a ferramenta `{name}` escreve-se aqui entre aspas',
    'write `"{name}"`',
    'escreva `"{name}"`',
  ),
  annotation_repeated: error('`@{name}` is given twice', '`@{name}` é dado duas vezes', 'keep one', 'mantenha só um'),
  path_incomplete: error(
    '`{root}` is not a value by itself',
    '`{root}` sozinho não é um valor',
    'name what to read, e.g. `{root}.{example}`',
    'diga o que ler, p. ex. `{root}.{example}`',
  ),
  method_unknown: error(
    'there is no `.{name}(...)`',
    'não existe `.{name}(...)`',
    'there are `.any(x, test)`, `.all(x, test)`, `.sum(x, value)`, `.contains(item)`, `.size()` and `session.label("...")`',
    'existem `.any(x, teste)`, `.all(x, teste)`, `.sum(x, valor)`, `.contains(item)`, `.size()` e `session.label("...")`',
  ),
  item_unnamed: error(
    '`.{op}(...)` does not name the item that it looks at',
    '`.{op}(...)` não dá nome ao item que olha',
    'write a name, a comma and an expression over it: `{example}`',
    'escreva um nome, uma vírgula e uma expressão sobre ele: `{example}`',
  ),
  state_missing: error(
    'the event `{tool}` does not say its state',
    'o evento `{tool}` não diz o seu estado',
    'write `{tool}.ok` for a call that succeeded, `{tool}.open` for one allowed and not failed, or another of: {states}',
    'escreva `{tool}.ok` para uma chamada bem-sucedida, `{tool}.open` para uma permitida e não falhada, ou outro de: {states}',
  ),
  state_unknown: error(
    '`{found}` is not a state of a call',
    '`{found}` não é um estado de uma chamada',
    'states are: {states}',
    'os estados são: {states}',
  ),
  since_ambiguous: error(
    '`since` can be read in two ways here',
    '`since` pode ser lido aqui de duas maneiras',
    'write parentheses: `{tight}` or `{loose}`',
    'escreva parênteses: `{tight}` ou `{loose}`',
  ),
  window_missing: error(
    '`{word}` does not say how far back it looks',
    '`{word}` não diz até onde olha para trás',
    'write `within 24h` or `within session`',
    'escreva `within 24h` ou `within session`',
  ),
  key_missing: error(
    '`{word}` does not say whose calls it counts',
    '`{word}` não diz de quem são as chamadas que conta',
    'write `by principal`, `by session`, `by customer`, `by args.<name>` or `by anyone` after the window',
    'escreva `by principal`, `by session`, `by customer`, `by args.<nome>` ou `by anyone` depois da janela',
  ),
  call_test_in_history: error(
    '`{found}` looks at the call, and not at what went before',
    '`{found}` olha para a chamada, e não para o que houve antes',
    'write it in a clause of its own: `when { ... }` beside `when history { ... }`',
    'escreva-o numa cláusula própria: `when { ... }` ao lado de `when history { ... }`',
  ),
};
