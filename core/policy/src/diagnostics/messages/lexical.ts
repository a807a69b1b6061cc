import { error } from '../declare.js';

/** Characters, numbers, strings, limits. */
export const lexical = {
  character_unexpected: error(
    '`{char}` means nothing here',
    '`{char}` não tem significado aqui',
    '{advice}',
    '{advice}',
  ),
  character_control: error(
    'invisible character {code} in the text',
    'carácter invisível {code} no texto',
    'remove it, or write it as an escape such as `\\u{200d}` inside a string',
    'remova-o, ou escreva-o como sequência de escape, por exemplo `\\u{200d}`, dentro de um texto entre aspas',
  ),
  identifier_not_ascii: error(
    'the name `{text}` has characters outside ASCII',
    'o nome `{text}` tem caracteres fora do ASCII',
    'look-alike letters make two names one; put a name that really has them in quotes, e.g. `args["größe"]`',
    'letras parecidas confundem dois nomes; ponha entre aspas um nome que as tenha de verdade, p. ex. `args["tamanho_médio"]`',
  ),
  string_unterminated: error(
    'this string has no closing `"` on its line',
    'este texto não tem `"` de fecho na mesma linha',
    'write a line break as `\\n`',
    'escreva uma quebra de linha como `\\n`',
  ),
  string_escape: error(
    '`{escape}` is not an escape',
    '`{escape}` não é uma sequência de escape',
    'use `\\"`, `\\\\`, `\\n`, `\\r`, `\\t` or `\\u{...}`; in a `like` pattern also `\\*`',
    'use `\\"`, `\\\\`, `\\n`, `\\r`, `\\t` ou `\\u{...}`; num padrão de `like` também `\\*`',
  ),
  comment_style: error(
    '`{found}` does not begin a comment',
    '`{found}` não inicia um comentário',
    'comments begin with `//` and run to the end of the line',
    'comentários começam com `//` e vão até ao fim da linha',
  ),
  number_malformed: error(
    '`{text}` is not a number, amount or duration',
    '`{text}` não é um número, um valor ou uma duração',
    'write `10_000`, `0.25`, `100.00 EUR`, or a duration of `ms`, `s`, `m`, `h`, `d`, `w` such as `1h30m`',
    'escreva `10_000`, `0.25`, `100.00 EUR`, ou uma duração em `ms`, `s`, `m`, `h`, `d`, `w` como `1h30m`',
  ),
  number_too_large: error(
    '`{text}` is too large to be exact',
    '`{text}` é grande demais para ser exato',
    'numbers go up to 9007199254740991 in their smallest unit',
    'os números vão até 9007199254740991 na menor unidade',
  ),
  too_many_bytes: error(
    'the policy is longer than {limit} bytes',
    'a política tem mais de {limit} bytes',
    'split it into several policies',
    'divida-a em várias políticas',
  ),
  too_many_tokens: error(
    'the policy has more than {limit} words and signs',
    'a política tem mais de {limit} palavras e sinais',
    'split it into several policies',
    'divida-a em várias políticas',
  ),
  too_deep: error(
    'nested more than {limit} levels deep',
    'aninhado em mais de {limit} níveis',
    'name the inner part with `define`',
    'dê um nome à parte interna com `define`',
  ),
  chain_too_long: error(
    'an expression of more than {limit} steps',
    'uma expressão com mais de {limit} passos',
    'use `in [...]`, or several rules',
    'use `in [...]`, ou várias regras',
  ),
  too_many_diagnostics: error(
    'more than {limit} findings; the rest is not shown',
    'mais de {limit} achados; os restantes não são mostrados',
  ),
};
