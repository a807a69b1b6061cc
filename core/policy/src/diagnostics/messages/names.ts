import { error, info, warning } from '../declare.js';

/** Tools, attributes, definitions and where they may be used. */
export const names = {
  catalogue_mismatch: error(
    {
      en: 'the policy is written for catalogue `{written}`, the one given is `{given}`',
      pt: 'a política foi escrita para o catálogo `{written}`, o fornecido é `{given}`',
    },
    {
      en: 'give that catalogue, or change the header after checking the rules',
      pt: 'forneça esse catálogo, ou mude o cabeçalho depois de rever as regras',
    },
  ),
  catalogue_absent: warning(
    {
      en: 'the policy is written for catalogue `{written}`, and none was given: no tool and no argument is checked',
      pt: 'a política foi escrita para o catálogo `{written}`, e nenhum foi fornecido: nem ferramentas nem argumentos são verificados',
    },
    {
      en: 'send the catalogue beside the policy, or take the header out',
      pt: 'envie o catálogo com a política, ou retire o cabeçalho',
    },
  ),
  tool_unknown: error(
    { en: 'the catalogue has no tool `{name}`', pt: 'o catálogo não tem a ferramenta `{name}`' },
    { en: 'nearest names: {nearest}', pt: 'nomes mais próximos: {nearest}' },
  ),
  tool_name_pattern: warning(
    { en: '`{name}` is read as the name of one tool', pt: '`{name}` é lido como o nome de uma só ferramenta' },
    {
      en: 'every tool is written `*` in dialect 1 and `(tool)` in dialect 2; several by their names `tool like "github.*"`',
      pt: 'todas as ferramentas escrevem-se `*` no dialeto 1 e `(tool)` no dialeto 2; várias pelo nome `tool like "github.*"`',
    },
  ),
  tool_class_unknown: error(
    { en: 'there is no class of tools `@{name}`', pt: 'não existe a classe de ferramentas `@{name}`' },
    { en: 'classes are: {classes}', pt: 'as classes são: {classes}' },
  ),
  tool_class_needs_catalogue: error(
    {
      en: '`@{name}` needs a catalogue that says which tools are in that class',
      pt: '`@{name}` precisa de um catálogo que diga que ferramentas pertencem a essa classe',
    },
    {
      en: 'give the tool catalogue with the request, or name the tools',
      pt: 'forneça o catálogo de ferramentas com o pedido, ou nomeie as ferramentas',
    },
  ),
  tool_class_empty: warning({
    en: 'the catalogue has no tool in class `@{name}`, so the rule never applies',
    pt: 'o catálogo não tem ferramentas na classe `@{name}`, logo a regra nunca se aplica',
  }),
  argument_unknown: error(
    {
      en: 'no tool of this rule has an argument `{path}`',
      pt: 'nenhuma ferramenta desta regra tem o argumento `{path}`',
    },
    { en: 'nearest names: {nearest}', pt: 'nomes mais próximos: {nearest}' },
  ),
  attribute_unknown: error(
    { en: '{where} has no attribute `{path}`', pt: '{where} não tem o atributo `{path}`' },
    { en: 'nearest names: {nearest}', pt: 'nomes mais próximos: {nearest}' },
  ),
  attribute_missing: warning(
    {
      en: '`{path}` is not an argument of {tools}: there the guard is undefined and the rule fires',
      pt: '`{path}` não é argumento de {tools}: aí a condição é indefinida e a regra dispara',
    },
    { en: 'narrow the tools, or test `has {path}` first', pt: 'restrinja as ferramentas, ou teste antes `has {path}`' },
  ),
  attribute_missing_allow: warning(
    {
      en: '`{path}` is not an argument of {tools}: there this rule never allows',
      pt: '`{path}` não é argumento de {tools}: aí esta regra nunca permite',
    },
    { en: 'narrow the tools, or test `has {path}` first', pt: 'restrinja as ferramentas, ou teste antes `has {path}`' },
  ),
  attribute_part_as_record: info(
    {
      en: 'without a catalogue `{path}` is read as a field of a record, not as part of a string',
      pt: 'sem catálogo, `{path}` é lido como campo de um registo, não como parte de um texto',
    },
    {
      en: 'give a catalogue, or pass the whole through a `define` with a typed parameter',
      pt: 'forneça um catálogo, ou passe o todo por um `define` com parâmetro tipado',
    },
  ),
  name_unknown: error(
    { en: 'nothing is called `{name}` here', pt: 'nada se chama `{name}` aqui' },
    {
      en: 'an argument of the call is `args.{name}`[[; nearest names: {nearest}]]',
      pt: 'um argumento da chamada é `args.{name}`[[; nomes mais próximos: {nearest}]]',
    },
  ),
  method_before_list: error(
    { en: '`{name}` is written behind its list', pt: '`{name}` escreve-se depois da sua lista' },
    { en: 'write `{example}`', pt: 'escreva `{example}`' },
  ),
  list_as_value: error(
    {
      en: '`{name}` is a named list, and no value by itself',
      pt: '`{name}` é uma lista com nome, e não um valor por si só',
    },
    {
      en: 'write `x in {name}`, or `args.tags.containsAny({name})`, `.containsAll` or `.containsOnly`',
      pt: 'escreva `x in {name}`, ou `args.tags.containsAny({name})`, `.containsAll` ou `.containsOnly`',
    },
  ),
  define_repeated: error(
    { en: '`{name}` is defined twice', pt: '`{name}` é definido duas vezes' },
    { en: 'rename one', pt: 'mude o nome de um' },
  ),
  define_recursive: error(
    { en: '`{name}` is defined by itself: {cycle}', pt: '`{name}` é definido por si próprio: {cycle}' },
    {
      en: 'definitions are written out where they are used, so they cannot be circular',
      pt: 'as definições são escritas por extenso onde são usadas, por isso não podem ser circulares',
    },
  ),
  define_arguments: error({
    en: '`{name}` takes {expected} arguments, {found} given',
    pt: '`{name}` recebe {expected} argumentos, foram dados {found}',
  }),
  define_unused: info({ en: '`{name}` is defined and never used', pt: '`{name}` é definido e nunca usado' }),
  param_type_unknown: error(
    { en: '`{name}` is not a type', pt: '`{name}` não é um tipo' },
    { en: 'types are: {types}', pt: 'os tipos são: {types}' },
  ),
  param_repeated: error(
    { en: 'the parameter `{name}` is named twice', pt: 'o parâmetro `{name}` aparece duas vezes' },
    { en: 'rename one', pt: 'mude o nome de um' },
  ),
  expansion_too_large: error(
    {
      en: 'written out, the policy has more than {limit} nodes',
      pt: 'escrita por extenso, a política tem mais de {limit} nós',
    },
    {
      en: 'definitions that use definitions multiply; use fewer, or rules over fewer tools',
      pt: 'definições que usam definições multiplicam-se; use menos, ou regras sobre menos ferramentas',
    },
  ),
  rule_id_repeated: error(
    { en: 'two rules have the id `{id}`', pt: 'duas regras têm o id `{id}`' },
    {
      en: 'decisions and findings name rules by id; give each its own',
      pt: 'decisões e achados nomeiam regras pelo id; dê a cada uma o seu',
    },
  ),
  answer_outside_property: error(
    {
      en: '`{name}` can be asked only in `always`, `never` and `assume`',
      pt: '`{name}` só pode ser usado em `always`, `never` e `assume`',
    },
    {
      en: 'a rule cannot depend on the answer it helps to make',
      pt: 'uma regra não pode depender da resposta que ajuda a formar',
    },
  ),
};
