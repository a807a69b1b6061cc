import { error, info, warning } from '../declare.js';

/** Types of values, literals, patterns. */
export const types = {
  type_mismatch: error(
    { en: '{left} cannot be compared with {right}', pt: '{left} não pode ser comparado com {right}' },
    {
      en: 'both sides need one type; nothing is converted silently',
      pt: 'os dois lados precisam do mesmo tipo; nada é convertido em silêncio',
    },
  ),
  literal_type: error(
    { en: '`{literal}` is not {type}', pt: '`{literal}` não é {type}' },
    { en: '{advice}', pt: '{advice}' },
  ),
  literal_invalid: error(
    { en: '{literal} cannot be read as {type}', pt: '{literal} não pode ser lido como {type}' },
    {
      en: 'no value has this spelling, so the test would never be true',
      pt: 'nenhum valor tem esta forma, logo o teste nunca seria verdadeiro',
    },
  ),
  money_quoted: error(
    { en: 'an amount of money is written without quotes', pt: 'um valor em dinheiro escreve-se sem aspas' },
    { en: 'write `{text}`', pt: 'escreva `{text}`' },
  ),
  literal_too_precise: error(
    {
      en: '`{literal}` has more digits after the point than {type}',
      pt: '`{literal}` tem mais casas decimais do que {type}',
    },
    { en: 'no value can equal it', pt: 'nenhum valor lhe pode ser igual' },
  ),
  money_bare_number: error(
    {
      en: '`{literal}` is a bare number, the other side is money',
      pt: '`{literal}` é um número simples, o outro lado é dinheiro',
    },
    { en: 'name the currency: `{literal} EUR`', pt: 'indique a moeda: `{literal} EUR`' },
  ),
  currency_unknown: error({ en: '`{code}` is not a currency (ISO 4217)', pt: '`{code}` não é uma moeda (ISO 4217)' }),
  currency_mismatch: error(
    {
      en: 'an amount in {left} cannot be compared with one in {right}',
      pt: 'um valor em {left} não pode ser comparado com um em {right}',
    },
    {
      en: 'convert with dated rates: `args.amount in {right} using rates@v1`',
      pt: 'converta com taxas datadas: `args.amount in {right} using rates@v1`',
    },
  ),
  enum_unknown: error({
    en: '{value} is not among the values of `{path}`: {values}',
    pt: '{value} não está entre os valores de `{path}`: {values}',
  }),
  not_boolean: error(
    { en: 'expected true or false, this is {type}', pt: 'esperava-se verdadeiro ou falso, isto é {type}' },
    { en: 'compare it with something, or test `has`', pt: 'compare-o com algo, ou teste `has`' },
  ),
  not_ordered: error(
    { en: '{type} has no order, so `{op}` means nothing', pt: '{type} não tem ordem, logo `{op}` não tem sentido' },
    {
      en: 'numbers, money, durations and times are ordered; for words use `in_order [...]`',
      pt: 'números, dinheiro, durações e tempos têm ordem; para palavras use `in_order [...]`',
    },
  ),
  not_comparable: error(
    { en: '{type} cannot be compared as a whole', pt: '{type} não pode ser comparado como um todo' },
    {
      en: 'compare its parts, or use `.contains`, `.any`, `.all`, `.size()`',
      pt: 'compare as partes, ou use `.contains`, `.any`, `.all`, `.size()`',
    },
  ),
  not_list: error(
    { en: '`{op}` needs a list, this is {type}', pt: '`{op}` precisa de uma lista, isto é {type}' },
    { en: '{advice}', pt: '{advice}' },
  ),
  not_string: error({ en: '`{op}` needs a string, this is {type}', pt: '`{op}` precisa de um texto, isto é {type}' }),
  not_sized: error({ en: '{type} has no size', pt: '{type} não tem tamanho' }),
  not_money: error({ en: 'only money is converted, this is {type}', pt: 'só se converte dinheiro, isto é {type}' }),
  any_unreadable: error(
    {
      en: 'the catalogue gives `{path}` no type, so only its presence can be tested',
      pt: 'o catálogo não dá tipo a `{path}`, logo só se pode testar a sua presença',
    },
    {
      en: 'test `has {path}`, or give the argument a type in the catalogue',
      pt: 'teste `has {path}`, ou dê um tipo ao argumento no catálogo',
    },
  ),
  part_unknown: error(
    { en: '`{path}`: {type} has no part `{part}`', pt: '`{path}`: {type} não tem a parte `{part}`' },
    { en: 'parts are: {parts}', pt: 'as partes são: {parts}' },
  ),
  has_on_value: error(
    {
      en: '`has` tests whether an attribute is there, `{path}` is not an attribute',
      pt: '`has` testa se um atributo existe, `{path}` não é um atributo',
    },
    { en: 'test the whole, e.g. `has args.to`', pt: 'teste o todo, p. ex. `has args.to`' },
  ),
  arithmetic_type: error(
    { en: '`{op}` does not work on {left} and {right}', pt: '`{op}` não funciona com {left} e {right}' },
    {
      en: '`+` and `-` take two of one type (numbers, money, durations), times also with durations; `*` takes a number on one side',
      pt: '`+` e `-` recebem dois do mesmo tipo (números, dinheiro, durações), instantes também com durações; `*` recebe um número num dos lados',
    },
  ),
  sum_type: error(
    { en: '{type} does not add up', pt: '{type} não se soma' },
    {
      en: 'sums are of numbers, money or durations: `args.lines.sum(i, i.price * i.count)`; how many items there are is `.size()`',
      pt: 'somam-se números, dinheiro ou durações: `args.lines.sum(i, i.price * i.count)`; quantos itens há é `.size()`',
    },
  ),
  or_else_operand: error(
    {
      en: '`or else` stands for what is absent: before it goes an attribute, or tests that cannot do without theirs',
      pt: '`or else` vale pelo que está ausente: antes dele vai um atributo, ou testes que não passam sem os seus',
    },
    {
      en: 'put it inside, after the path: `if (args.a or else false) then ...`; after `&&`, `||` and `!` it takes `true` or `false`',
      pt: 'ponha-o dentro, depois do caminho: `if (args.a or else false) then ...`; depois de `&&`, `||` e `!` leva `true` ou `false`',
    },
  ),
  order_bound: error(
    { en: '{value} is not in the order given', pt: '{value} não está na ordem indicada' },
    { en: 'the order is: {order}', pt: 'a ordem é: {order}' },
  ),
  list_empty: warning({ en: '`in []` is never true', pt: '`in []` nunca é verdadeiro' }),
  pattern_invalid: error(
    { en: 'the pattern is not a glob: {reason}', pt: 'o padrão não é um glob: {reason}' },
    {
      en: '`*` is any run of characters, `\\*` a star, `\\\\` a backslash',
      pt: '`*` é qualquer sequência, `\\*` um asterisco, `\\\\` uma barra invertida',
    },
  ),
  pattern_unmatchable: error(
    {
      en: '{pattern} never matches {format}: no normal form looks like it',
      pt: '{pattern} nunca corresponde a {format}: nenhuma forma normal tem esse aspeto',
    },
    {
      en: 'patterns see the normal form: lower case for keywords, addresses and domains, capitals for IBANs, no `..` in paths',
      pt: 'os padrões veem a forma normal: minúsculas em palavras-chave, endereços e domínios, maiúsculas em IBANs, sem `..` em caminhos',
    },
  ),
  test_needs_format: error(
    { en: '`{op}` asks about {wanted}, and this is {type}', pt: '`{op}` pergunta por {wanted}, e isto é {type}' },
    {
      en: 'give it that format in the catalogue, or in a declaration of the tool',
      pt: 'dê-lhe esse formato no catálogo, ou numa declaração da ferramenta',
    },
  ),
  range_invalid: error(
    { en: '{text} is no range of addresses', pt: '{text} não é um intervalo de endereços' },
    {
      en: 'write a network and the bits of its prefix, all bits behind it zero: `10.0.0.0/8`, `fc00::/7`, `192.0.2.1/32`',
      pt: 'escreva uma rede e os bits do seu prefixo, com todos os bits seguintes a zero: `10.0.0.0/8`, `fc00::/7`, `192.0.2.1/32`',
    },
  ),
  regex_invalid: error(
    { en: 'the regular expression is refused: {reason}', pt: 'a expressão regular é recusada: {reason}' },
    {
      en: 'RE2 syntax without flags, back-references, look-around and `\\b`; it always matches the whole string',
      pt: 'sintaxe RE2 sem flags, retro-referências, look-around e `\\b`; corresponde sempre ao texto inteiro',
    },
  ),
  list_inferred: info(
    {
      en: '`{path}` is read as a list, of which `contains` asks for an item: a text in its place is undefined',
      pt: '`{path}` é lido como uma lista, em que `contains` procura um elemento: um texto no seu lugar é indefinido',
    },
    {
      en: 'a part of a text is found by `{path} like {pattern}`; a list that is declared needs no note',
      pt: 'uma parte de um texto procura-se com `{path} like {pattern}`; uma lista declarada não precisa de nota',
    },
  ),
  format_inferred: info(
    {
      en: '`{path}` is read as {type}, because of {constant}: a value in another spelling than the normal form is undefined',
      pt: '`{path}` é lido como {type}, por causa de {constant}: um valor noutra grafia que não a forma normal é indefinido',
    },
    {
      en: 'declare its type to compare normal forms, or as `text` to compare it byte for byte',
      pt: 'declare o tipo para comparar formas normais, ou como `text` para comparar byte a byte',
    },
  ),
  format_unclear: warning(
    {
      en: '`{path}` is compared byte for byte: {constant} looks like {type}, but not all that it is compared with does',
      pt: '`{path}` é comparado byte a byte: {constant} parece {type}, mas nem tudo com que é comparado o parece',
    },
    {
      en: 'another spelling of the same thing passes; declare the type of the attribute',
      pt: 'outra grafia da mesma coisa passa; declare o tipo do atributo',
    },
  ),
  comparison_constant: warning({
    en: 'this comparison is always {result}: `{path}` lies between {min} and {max}',
    pt: 'esta comparação é sempre {result}: `{path}` está entre {min} e {max}',
  }),
};
