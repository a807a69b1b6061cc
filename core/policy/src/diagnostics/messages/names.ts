import { declare } from '../declare.js';

/** Tools, attributes, definitions and where they may be used. */
export const names = declare({
  catalogue_mismatch: {
    severity: 'error',
    message: {
      en: 'the policy is written for catalogue `{written}`, the one given is `{given}`',
      pt: 'a política foi escrita para o catálogo `{written}`, o fornecido é `{given}`',
    },
    hint: {
      en: 'give that catalogue, or change the header after checking the rules',
      pt: 'forneça esse catálogo, ou mude o cabeçalho depois de rever as regras',
    },
  },
  catalogue_absent: {
    severity: 'warning',
    message: {
      en: 'the policy is written for catalogue `{written}`, and none was given: no tool and no argument is checked',
      pt: 'a política foi escrita para o catálogo `{written}`, e nenhum foi fornecido: nem ferramentas nem argumentos são verificados',
    },
    hint: {
      en: 'send the catalogue beside the policy, or take the header out',
      pt: 'envie o catálogo com a política, ou retire o cabeçalho',
    },
  },
  tool_unknown: {
    severity: 'error',
    message: { en: 'the catalogue has no tool `{name}`', pt: 'o catálogo não tem a ferramenta `{name}`' },
    hint: { en: 'nearest names: {nearest}', pt: 'nomes mais próximos: {nearest}' },
  },
  tool_name_pattern: {
    severity: 'warning',
    message: {
      en: '`{name}` is read as the name of one tool',
      pt: '`{name}` é lido como o nome de uma só ferramenta',
    },
    hint: {
      en: 'every tool is written `*` in dialect 1 and `(tool)` in dialect 2; several by their names `tool like "github.*"`',
      pt: 'todas as ferramentas escrevem-se `*` no dialeto 1 e `(tool)` no dialeto 2; várias pelo nome `tool like "github.*"`',
    },
  },
  tool_class_unknown: {
    severity: 'error',
    message: { en: 'there is no class of tools `@{name}`', pt: 'não existe a classe de ferramentas `@{name}`' },
    hint: { en: 'classes are: {classes}', pt: 'as classes são: {classes}' },
  },
  tool_class_needs_catalogue: {
    severity: 'error',
    message: {
      en: '`@{name}` needs a catalogue that says which tools are in that class',
      pt: '`@{name}` precisa de um catálogo que diga que ferramentas pertencem a essa classe',
    },
    hint: {
      en: 'give the tool catalogue with the request, or name the tools',
      pt: 'forneça o catálogo de ferramentas com o pedido, ou nomeie as ferramentas',
    },
  },
  tool_class_empty: {
    severity: 'warning',
    message: {
      en: 'the catalogue has no tool in class `@{name}`, so the rule never applies',
      pt: 'o catálogo não tem ferramentas na classe `@{name}`, logo a regra nunca se aplica',
    },
    hint: null,
  },
  argument_unknown: {
    severity: 'error',
    message: {
      en: 'no tool of this rule has an argument `{path}`',
      pt: 'nenhuma ferramenta desta regra tem o argumento `{path}`',
    },
    hint: { en: 'nearest names: {nearest}', pt: 'nomes mais próximos: {nearest}' },
  },
  attribute_unknown: {
    severity: 'error',
    message: { en: '{where} has no attribute `{path}`', pt: '{where} não tem o atributo `{path}`' },
    hint: { en: 'nearest names: {nearest}', pt: 'nomes mais próximos: {nearest}' },
  },
  attribute_missing: {
    severity: 'warning',
    message: {
      en: '`{path}` is not an argument of {tools}: there the guard is undefined and the rule fires',
      pt: '`{path}` não é argumento de {tools}: aí a condição é indefinida e a regra dispara',
    },
    hint: {
      en: 'narrow the tools, or test `has {path}` first',
      pt: 'restrinja as ferramentas, ou teste antes `has {path}`',
    },
  },
  attribute_missing_allow: {
    severity: 'warning',
    message: {
      en: '`{path}` is not an argument of {tools}: there this rule never allows',
      pt: '`{path}` não é argumento de {tools}: aí esta regra nunca permite',
    },
    hint: {
      en: 'narrow the tools, or test `has {path}` first',
      pt: 'restrinja as ferramentas, ou teste antes `has {path}`',
    },
  },
  attribute_part_as_record: {
    severity: 'info',
    message: {
      en: 'without a catalogue `{path}` is read as a field of a record, not as part of a string',
      pt: 'sem catálogo, `{path}` é lido como campo de um registo, não como parte de um texto',
    },
    hint: {
      en: 'give a catalogue, or pass the whole through a `define` with a typed parameter',
      pt: 'forneça um catálogo, ou passe o todo por um `define` com parâmetro tipado',
    },
  },
  name_unknown: {
    severity: 'error',
    message: { en: 'nothing is called `{name}` here', pt: 'nada se chama `{name}` aqui' },
    hint: {
      en: 'an argument of the call is `args.{name}`[[; nearest names: {nearest}]]',
      pt: 'um argumento da chamada é `args.{name}`[[; nomes mais próximos: {nearest}]]',
    },
  },
  list_as_value: {
    severity: 'error',
    message: {
      en: '`{name}` is a named list, and no value by itself',
      pt: '`{name}` é uma lista com nome, e não um valor por si só',
    },
    hint: {
      en: 'write `x in {name}`, or `args.tags.containsAny({name})`, `.containsAll` or `.containsOnly`',
      pt: 'escreva `x in {name}`, ou `args.tags.containsAny({name})`, `.containsAll` ou `.containsOnly`',
    },
  },
  define_repeated: {
    severity: 'error',
    message: { en: '`{name}` is defined twice', pt: '`{name}` é definido duas vezes' },
    hint: { en: 'rename one', pt: 'mude o nome de um' },
  },
  define_recursive: {
    severity: 'error',
    message: { en: '`{name}` is defined by itself: {cycle}', pt: '`{name}` é definido por si próprio: {cycle}' },
    hint: {
      en: 'definitions are written out where they are used, so they cannot be circular',
      pt: 'as definições são escritas por extenso onde são usadas, por isso não podem ser circulares',
    },
  },
  define_arguments: {
    severity: 'error',
    message: {
      en: '`{name}` takes {expected} arguments, {found} given',
      pt: '`{name}` recebe {expected} argumentos, foram dados {found}',
    },
    hint: null,
  },
  define_unused: {
    severity: 'info',
    message: { en: '`{name}` is defined and never used', pt: '`{name}` é definido e nunca usado' },
    hint: null,
  },
  param_type_unknown: {
    severity: 'error',
    message: { en: '`{name}` is not a type', pt: '`{name}` não é um tipo' },
    hint: { en: 'types are: {types}', pt: 'os tipos são: {types}' },
  },
  param_repeated: {
    severity: 'error',
    message: { en: 'the parameter `{name}` is named twice', pt: 'o parâmetro `{name}` aparece duas vezes' },
    hint: { en: 'rename one', pt: 'mude o nome de um' },
  },
  expansion_too_large: {
    severity: 'error',
    message: {
      en: 'written out, the policy has more than {limit} nodes',
      pt: 'escrita por extenso, a política tem mais de {limit} nós',
    },
    hint: {
      en: 'definitions that use definitions multiply; use fewer, or rules over fewer tools',
      pt: 'definições que usam definições multiplicam-se; use menos, ou regras sobre menos ferramentas',
    },
  },
  rule_id_repeated: {
    severity: 'error',
    message: { en: 'two rules have the id `{id}`', pt: 'duas regras têm o id `{id}`' },
    hint: {
      en: 'decisions and findings name rules by id; give each its own',
      pt: 'decisões e achados nomeiam regras pelo id; dê a cada uma o seu',
    },
  },
  answer_outside_property: {
    severity: 'error',
    message: {
      en: '`{name}` can be asked only in `always`, `never` and `assume`',
      pt: '`{name}` só pode ser usado em `always`, `never` e `assume`',
    },
    hint: {
      en: 'a rule cannot depend on the answer it helps to make',
      pt: 'uma regra não pode depender da resposta que ajuda a formar',
    },
  },
});
