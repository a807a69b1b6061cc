import { error, warning } from '../declare.js';

/** Tools, attributes and groups that a policy declares, and its tests. */
export const declarations = {
  declaration_repeated: error(
    { en: '`{name}` is declared twice', pt: '`{name}` é declarado duas vezes' },
    { en: 'keep one', pt: 'mantenha só um' },
  ),
  declaration_in_catalogue: error(
    { en: 'the catalogue already says what `{name}` is', pt: 'o catálogo já diz o que é `{name}`' },
    {
      en: 'leave it out here; what the catalogue lacks of it is added with `overrides` in the catalogue',
      pt: 'retire-o daqui; o que lhe falta no catálogo acrescenta-se com `overrides` no catálogo',
    },
  ),
  declaration_alike: error(
    { en: '`{name}` could pass for `{other}`', pt: '`{name}` pode passar por `{other}`' },
    {
      en: 'capitals, full-width and look-alike letters make no second name; rename one',
      pt: 'maiúsculas, letras de largura total e letras parecidas não fazem outro nome; mude um deles',
    },
  ),
  declaration_name: error(
    {
      en: '{name} cannot be the name of a tool or an argument',
      pt: '{name} não pode ser nome de ferramenta nem de argumento',
    },
    {
      en: 'a name has 1 to 256 characters, none of them invisible, no space at an end and letters of one script',
      pt: 'um nome tem de 1 a 256 caracteres, nenhum invisível, sem espaço nas pontas e com letras de uma só escrita',
    },
  ),
  declarations_too_many: error(
    { en: 'more than {limit} tools', pt: 'mais de {limit} ferramentas' },
    { en: 'split the tools over several policies', pt: 'divida as ferramentas por várias políticas' },
  ),
  declared_type_detail: error(
    { en: '`{detail}` does not go with {type}', pt: '`{detail}` não combina com {type}' },
    {
      en: 'write `money EUR`, `money in ["EUR", "USD"]`, `keyword in ["r", "w"]`, `int 0..1000` or `money EUR 0.01..500.00`',
      pt: 'escreva `money EUR`, `money in ["EUR", "USD"]`, `keyword in ["r", "w"]`, `int 0..1000` ou `money EUR 0.01..500.00`',
    },
  ),
  declared_range_empty: error(
    {
      en: 'the lower bound {min} is above the upper bound {max}',
      pt: 'o limite inferior {min} está acima do superior {max}',
    },
    { en: 'write the smaller one first', pt: 'escreva primeiro o menor' },
  ),
  group_cycle: error(
    { en: 'the group `{name}` lies in itself: {cycle}', pt: 'o grupo `{name}` está contido em si próprio: {cycle}' },
    { en: 'take one of these steps away', pt: 'retire um destes passos' },
  ),
  tool_pattern_empty: warning(
    {
      en: 'no tool is named like {pattern}, so the rule never applies',
      pt: 'nenhuma ferramenta tem um nome como {pattern}, logo a regra nunca se aplica',
    },
    {
      en: '`*` is any run of characters, and capitals count',
      pt: '`*` é qualquer sequência de caracteres, e as maiúsculas contam',
    },
  ),
  test_repeated: error(
    { en: 'two tests are called "{title}"', pt: 'dois testes chamam-se "{title}"' },
    {
      en: 'results name tests by title; give each its own',
      pt: 'os resultados nomeiam os testes pelo título; dê a cada um o seu',
    },
  ),
  test_without_call: error(
    { en: 'the test makes no call', pt: 'o teste não faz nenhuma chamada' },
    {
      en: 'write `call refund_order { amount: "50.00 EUR" };` between the braces',
      pt: 'escreva `call refund_order { amount: "50.00 EUR" };` entre as chavetas',
    },
  ),
  test_part_repeated: error(
    { en: 'a test has one `{name}`', pt: 'um teste tem um só `{name}`' },
    { en: 'write a test for each case', pt: 'escreva um teste para cada caso' },
  ),
  test_member_repeated: error(
    { en: 'the member `{name}` stands twice in one object', pt: 'o membro `{name}` aparece duas vezes num objeto' },
    { en: 'parsers keep different ones; keep one', pt: 'os leitores guardam membros diferentes; mantenha um' },
  ),
};
