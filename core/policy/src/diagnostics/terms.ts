import type { Language } from './diagnostic.js';
import type { Texts } from './declare.js';

/** Words that appear as parameters and must follow the language. A parameter `#type.money` stands for the term. */
const TERMS = {
  'type.bool': { en: 'true or false', pt: 'verdadeiro ou falso' },
  'type.int': { en: 'a whole number', pt: 'um número inteiro' },
  'type.decimal': { en: 'a decimal number', pt: 'um número decimal' },
  'type.money': { en: 'an amount of money', pt: 'um valor em dinheiro' },
  'type.duration': { en: 'a duration', pt: 'uma duração' },
  'type.time': { en: 'a point in time', pt: 'um instante' },
  'type.text': { en: 'text', pt: 'texto' },
  'type.keyword': { en: 'a keyword', pt: 'uma palavra-chave' },
  'type.email': { en: 'an e-mail address', pt: 'um endereço de e-mail' },
  'type.domain': { en: 'a domain name', pt: 'um nome de domínio' },
  'type.url': { en: 'a URL', pt: 'um URL' },
  'type.path': { en: 'a file path', pt: 'um caminho de ficheiro' },
  'type.iban': { en: 'an IBAN', pt: 'um IBAN' },
  'type.ip': { en: 'an IP address', pt: 'um endereço IP' },
  'type.list': { en: 'a list', pt: 'uma lista' },
  'type.record': { en: 'a record', pt: 'um registo' },
  'type.map': { en: 'a map', pt: 'um mapa' },
  'type.any': { en: 'a value of no known type', pt: 'um valor de tipo desconhecido' },
  'where.principal': { en: 'the principal', pt: 'o principal' },
  'where.session': { en: 'the session', pt: 'a sessão' },
  'where.now': { en: '`now`', pt: '`now`' },
  'place.first': { en: 'first', pt: 'no início' },
  'place.before_rules': { en: 'before the first rule', pt: 'antes da primeira regra' },
  'result.true': { en: 'true', pt: 'verdadeira' },
  'result.false': { en: 'false', pt: 'falsa' },
  'token.end': { en: 'the end of the text', pt: 'o fim do texto' },
  'token.string': { en: 'a string', pt: 'um texto entre aspas' },
  'token.name': { en: 'a name', pt: 'um nome' },
  'token.json': { en: 'a JSON value', pt: 'um valor JSON' },
  'token.number': { en: 'a number', pt: 'um número' },
  'token.type': { en: 'a type', pt: 'um tipo' },
  'token.part': {
    en: '`call`, `principal`, `session`, `now`, `history`, `labels`, `rates` or `confirmed`',
    pt: '`call`, `principal`, `session`, `now`, `history`, `labels`, `rates` ou `confirmed`',
  },
  'token.value': { en: 'a value', pt: 'um valor' },
  'token.constant': { en: 'a constant', pt: 'uma constante' },
  'token.path': { en: 'an attribute', pt: 'um atributo' },
  'token.tools': {
    en: 'a tool, a list of tools, `*` or a class such as `@write`',
    pt: 'uma ferramenta, uma lista, `*` ou uma classe como `@write`',
  },
  'token.effect': { en: '`allow`, `confirm` or `refuse`', pt: '`allow`, `confirm` ou `refuse`' },
  'token.duration': { en: 'a duration', pt: 'uma duração' },
  'token.history': { en: '`formerly`, `previous`, `count` or `sum`', pt: '`formerly`, `previous`, `count` ou `sum`' },
  'token.comparison': { en: 'a comparison', pt: 'uma comparação' },
  'advice.when': { en: 'a condition begins with `when`', pt: 'uma condição começa com `when`' },
  'advice.like': {
    en: 'write `like "abc*"` for how a text begins and `like "*abc"` for how it ends',
    pt: 'escreva `like "abc*"` para como um texto começa e `like "*abc"` para como acaba',
  },
  'advice.between': {
    en: 'write two tests: `a >= 1 and a <= 5` in dialect 1, `args.a >= 1 && args.a <= 5` in dialect 2',
    pt: 'escreva dois testes: `a >= 1 and a <= 5` no dialeto 1, `args.a >= 1 && args.a <= 5` no dialeto 2',
  },
  'advice.join': {
    en: 'join tests with `and` in dialect 1, with `&&` in dialect 2',
    pt: 'junte testes com `and` no dialeto 1, com `&&` no dialeto 2',
  },
  'advice.digits': {
    en: 'group digits with `_` and write a fraction with `.`: `1_000.00 EUR`',
    pt: 'agrupe dígitos com `_` e escreva uma fração com `.`: `1_000.00 EUR`',
  },
  'advice.part': {
    en: 'whether a text holds another is asked by `like "*part*"`',
    pt: 'se um texto contém outro pergunta-se com `like "*parte*"`',
  },
  'advice.money': {
    en: 'of a product of attributes nothing tells which is the amount: declare the tool, with `price: money EUR`',
    pt: 'num produto de atributos nada diz qual é o valor: declare a ferramenta, com `price: money EUR`',
  },
  'advice.quotes': { en: 'put it in double quotes', pt: 'ponha-o entre aspas duplas' },
  'advice.amount': {
    en: 'an amount is a number and the code of its currency: `100.00 EUR`',
    pt: 'um valor é um número e o código da sua moeda: `100.00 EUR`',
  },
  'feature.or': { en: '`or`', pt: '`or`' },
  'feature.arithmetic': { en: 'arithmetic', pt: 'aritmética' },
  'feature.history': { en: 'history', pt: 'o histórico' },
  'feature.define': { en: '`define`', pt: '`define`' },
  'feature.property': { en: 'a property', pt: 'uma propriedade' },
  'feature.assume': { en: '`assume`', pt: '`assume`' },
  'feature.if': { en: '`if`', pt: '`if`' },
  'feature.or_else': { en: '`or else`', pt: '`or else`' },
  'feature.quantifier': { en: '`any`, `all` and `sum` over a list', pt: '`any`, `all` e `sum` sobre uma lista' },
  'feature.size': { en: '`size()`', pt: '`size()`' },
  'feature.call': { en: 'the use of a definition', pt: 'o uso de uma definição' },
  'feature.label': { en: 'a label', pt: 'uma etiqueta' },
  'feature.confirmed': { en: '`confirmed(this)`', pt: '`confirmed(this)`' },
  'feature.convert': { en: 'conversion of money', pt: 'a conversão de dinheiro' },
  'feature.in_order': { en: '`in_order`', pt: '`in_order`' },
  'feature.negate': { en: 'arithmetic', pt: 'aritmética' },
  'feature.parentheses': { en: 'a parenthesis', pt: 'um parêntese' },
  'feature.zone': { en: 'the clock of a time zone', pt: 'o relógio de um fuso horário' },
  'feature.postfix_has': { en: 'the postfix `?`', pt: 'o `?` posposto' },
  'reason.bad_escape': { en: 'unknown escape', pt: 'sequência de escape desconhecida' },
  'reason.too_long': { en: 'too long', pt: 'demasiado longo' },
  'reason.too_deep': { en: 'nested too deeply', pt: 'demasiado aninhada' },
  'reason.too_large': {
    en: 'too large once its repeats are written out',
    pt: 'demasiado grande com as repetições por extenso',
  },
  'reason.bad_class': { en: 'a character class is broken', pt: 'uma classe de caracteres está mal formada' },
  'reason.bad_repeat': {
    en: 'a repeat without subject or with bad bounds',
    pt: 'uma repetição sem sujeito ou com limites errados',
  },
  'reason.unbalanced': { en: 'unbalanced parentheses', pt: 'parênteses desequilibrados' },
  'reason.backreference': { en: 'back-references are not regular', pt: 'retro-referências não são regulares' },
  'reason.lookaround': { en: 'look-around is not supported', pt: 'look-around não é suportado' },
  'reason.flags': { en: 'flags are not supported', pt: 'flags não são suportadas' },
  'reason.anchor_inside': { en: '`^` and `$` stand only at the ends', pt: '`^` e `$` só nas extremidades' },
  'reason.unsupported': {
    en: 'an escape or class outside the supported part of RE2',
    pt: 'um escape ou classe fora da parte suportada de RE2',
  },
} satisfies Readonly<Record<string, Texts>>;

/** What dialect 1 leaves out, as the terms name it. */
export type Feature = keyof typeof TERMS extends infer Term
  ? Term extends `feature.${infer Name}`
    ? Name
    : never
  : never;

/** The term behind `#key`, or the parameter itself. */
export function inWords(param: string, language: Language): string {
  if (!param.startsWith('#')) return param;
  const key = param.slice(1);
  return Object.hasOwn(TERMS, key) ? TERMS[key as keyof typeof TERMS][language] : param;
}
