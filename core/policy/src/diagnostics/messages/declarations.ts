import { error, warning } from '../declare.js';

/** Tools, attributes and groups that a policy declares, and its tests. */
export const declarations = {
  declaration_repeated: error(
    '`{name}` is declared twice',
    '`{name}` é declarado duas vezes',
    'keep one',
    'mantenha só um',
  ),
  declaration_in_catalogue: error(
    'the catalogue already says what `{name}` is',
    'o catálogo já diz o que é `{name}`',
    'leave it out here; what the catalogue lacks of it is added with `overrides` in the catalogue',
    'retire-o daqui; o que lhe falta no catálogo acrescenta-se com `overrides` no catálogo',
  ),
  declaration_alike: error(
    '`{name}` could pass for `{other}`',
    '`{name}` pode passar por `{other}`',
    'capitals, full-width and look-alike letters make no second name; rename one',
    'maiúsculas, letras de largura total e letras parecidas não fazem outro nome; mude um deles',
  ),
  declaration_name: error(
    '{name} cannot be the name of a tool or an argument',
    '{name} não pode ser nome de ferramenta nem de argumento',
    'a name has 1 to 256 characters, none of them invisible, no space at an end and letters of one script',
    'um nome tem de 1 a 256 caracteres, nenhum invisível, sem espaço nas pontas e com letras de uma só escrita',
  ),
  declarations_too_many: error(
    'more than {limit} tools',
    'mais de {limit} ferramentas',
    'split the tools over several policies',
    'divida as ferramentas por várias políticas',
  ),
  declared_type_detail: error(
    '`{detail}` does not go with {type}',
    '`{detail}` não combina com {type}',
    'write `money EUR`, `money in ["EUR", "USD"]`, `keyword in ["r", "w"]`, `int 0..1000` or `money EUR 0.01..500.00`',
    'escreva `money EUR`, `money in ["EUR", "USD"]`, `keyword in ["r", "w"]`, `int 0..1000` ou `money EUR 0.01..500.00`',
  ),
  declared_range_empty: error(
    'the lower bound {min} is above the upper bound {max}',
    'o limite inferior {min} está acima do superior {max}',
    'write the smaller one first',
    'escreva primeiro o menor',
  ),
  group_cycle: error(
    'the group `{name}` lies in itself: {cycle}',
    'o grupo `{name}` está contido em si próprio: {cycle}',
    'take one of these steps away',
    'retire um destes passos',
  ),
  tool_pattern_empty: warning(
    'no tool is named like {pattern}, so the rule never applies',
    'nenhuma ferramenta tem um nome como {pattern}, logo a regra nunca se aplica',
    '`*` is any run of characters, and capitals count',
    '`*` é qualquer sequência de caracteres, e as maiúsculas contam',
  ),
  test_repeated: error(
    'two tests are called "{title}"',
    'dois testes chamam-se "{title}"',
    'results name tests by title; give each its own',
    'os resultados nomeiam os testes pelo título; dê a cada um o seu',
  ),
  test_without_call: error(
    'the test makes no call',
    'o teste não faz nenhuma chamada',
    'write `call refund_order { amount: "50.00 EUR" };` between the braces',
    'escreva `call refund_order { amount: "50.00 EUR" };` entre as chavetas',
  ),
  test_part_repeated: error(
    'a test has one `{name}`',
    'um teste tem um só `{name}`',
    'write a test for each case',
    'escreva um teste para cada caso',
  ),
  test_member_repeated: error(
    'the member `{name}` stands twice in one object',
    'o membro `{name}` aparece duas vezes num objeto',
    'parsers keep different ones; keep one',
    'os leitores guardam membros diferentes; mantenha um',
  ),
};
