import { error, info, warning } from '../declare.js';

/** Tools, attributes, definitions and where they may be used. */
export const names = {
  catalogue_mismatch: error(
    'the policy is written for catalogue `{written}`, the one given is `{given}`',
    'a política foi escrita para o catálogo `{written}`, o fornecido é `{given}`',
    'give that catalogue, or change the header after checking the rules',
    'forneça esse catálogo, ou mude o cabeçalho depois de rever as regras',
  ),
  catalogue_absent: warning(
    'the policy is written for catalogue `{written}`, and none was given: no tool and no argument is checked',
    'a política foi escrita para o catálogo `{written}`, e nenhum foi fornecido: nem ferramentas nem argumentos são verificados',
    'send the catalogue beside the policy, or take the header out',
    'envie o catálogo com a política, ou retire o cabeçalho',
  ),
  tool_unknown: error(
    'the catalogue has no tool `{name}`',
    'o catálogo não tem a ferramenta `{name}`',
    'nearest names: {nearest}',
    'nomes mais próximos: {nearest}',
  ),
  tool_name_pattern: warning(
    '`{name}` is read as the name of one tool',
    '`{name}` é lido como o nome de uma só ferramenta',
    'every tool is written `*` in dialect 1 and `(tool)` in dialect 2; several by their names `tool like "github.*"`',
    'todas as ferramentas escrevem-se `*` no dialeto 1 e `(tool)` no dialeto 2; várias pelo nome `tool like "github.*"`',
  ),
  tool_class_unknown: error(
    'there is no class of tools `@{name}`',
    'não existe a classe de ferramentas `@{name}`',
    'classes are: {classes}',
    'as classes são: {classes}',
  ),
  tool_class_needs_catalogue: error(
    '`@{name}` needs a catalogue that says which tools are in that class',
    '`@{name}` precisa de um catálogo que diga que ferramentas pertencem a essa classe',
    'give the tool catalogue with the request, or name the tools',
    'forneça o catálogo de ferramentas com o pedido, ou nomeie as ferramentas',
  ),
  tool_class_empty: warning(
    'the catalogue has no tool in class `@{name}`, so the rule never applies',
    'o catálogo não tem ferramentas na classe `@{name}`, logo a regra nunca se aplica',
  ),
  argument_unknown: error(
    'no tool of this rule has an argument `{path}`',
    'nenhuma ferramenta desta regra tem o argumento `{path}`',
    'nearest names: {nearest}',
    'nomes mais próximos: {nearest}',
  ),
  attribute_unknown: error(
    '{where} has no attribute `{path}`',
    '{where} não tem o atributo `{path}`',
    'nearest names: {nearest}',
    'nomes mais próximos: {nearest}',
  ),
  attribute_missing: warning(
    '`{path}` is not an argument of {tools}: there the guard is undefined and the rule fires',
    '`{path}` não é argumento de {tools}: aí a condição é indefinida e a regra dispara',
    'narrow the tools, or test `has {path}` first',
    'restrinja as ferramentas, ou teste antes `has {path}`',
  ),
  attribute_missing_allow: warning(
    '`{path}` is not an argument of {tools}: there this rule never allows',
    '`{path}` não é argumento de {tools}: aí esta regra nunca permite',
    'narrow the tools, or test `has {path}` first',
    'restrinja as ferramentas, ou teste antes `has {path}`',
  ),
  attribute_part_as_record: info(
    'without a catalogue `{path}` is read as a field of a record, not as part of a string',
    'sem catálogo, `{path}` é lido como campo de um registo, não como parte de um texto',
    'give a catalogue, or pass the whole through a `define` with a typed parameter',
    'forneça um catálogo, ou passe o todo por um `define` com parâmetro tipado',
  ),
  name_unknown: error(
    'nothing is called `{name}` here',
    'nada se chama `{name}` aqui',
    'an argument of the call is `args.{name}`[[; nearest names: {nearest}]]',
    'um argumento da chamada é `args.{name}`[[; nomes mais próximos: {nearest}]]',
  ),
  method_before_list: error(
    '`{name}` is written behind its list',
    '`{name}` escreve-se depois da sua lista',
    'write `{example}`',
    'escreva `{example}`',
  ),
  list_as_value: error(
    '`{name}` is a named list, and no value by itself',
    '`{name}` é uma lista com nome, e não um valor por si só',
    'write `x in {name}`, or `args.tags.containsAny({name})`, `.containsAll` or `.containsOnly`',
    'escreva `x in {name}`, ou `args.tags.containsAny({name})`, `.containsAll` ou `.containsOnly`',
  ),
  define_repeated: error(
    '`{name}` is defined twice',
    '`{name}` é definido duas vezes',
    'rename one',
    'mude o nome de um',
  ),
  define_recursive: error(
    '`{name}` is defined by itself: {cycle}',
    '`{name}` é definido por si próprio: {cycle}',
    'definitions are written out where they are used, so they cannot be circular',
    'as definições são escritas por extenso onde são usadas, por isso não podem ser circulares',
  ),
  define_arguments: error(
    '`{name}` takes {expected} arguments, {found} given',
    '`{name}` recebe {expected} argumentos, foram dados {found}',
  ),
  define_unused: info('`{name}` is defined and never used', '`{name}` é definido e nunca usado'),
  param_type_unknown: error(
    '`{name}` is not a type',
    '`{name}` não é um tipo',
    'types are: {types}',
    'os tipos são: {types}',
  ),
  param_repeated: error(
    'the parameter `{name}` is named twice',
    'o parâmetro `{name}` aparece duas vezes',
    'rename one',
    'mude o nome de um',
  ),
  expansion_too_large: error(
    'written out, the policy has more than {limit} nodes',
    'escrita por extenso, a política tem mais de {limit} nós',
    'definitions that use definitions multiply; use fewer, or rules over fewer tools',
    'definições que usam definições multiplicam-se; use menos, ou regras sobre menos ferramentas',
  ),
  rule_id_repeated: error(
    'two rules have the id `{id}`',
    'duas regras têm o id `{id}`',
    'decisions and findings name rules by id; give each its own',
    'decisões e achados nomeiam regras pelo id; dê a cada uma o seu',
  ),
  answer_outside_property: error(
    '`{name}` can be asked only in `always`, `never` and `assume`',
    '`{name}` só pode ser usado em `always`, `never` e `assume`',
    'a rule cannot depend on the answer it helps to make',
    'uma regra não pode depender da resposta que ajuda a formar',
  ),
};
