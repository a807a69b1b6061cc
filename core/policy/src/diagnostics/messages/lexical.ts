import { error } from '../declare.js';

/** Characters, numbers, strings, limits. */
export const lexical = {
  character_unexpected: error(
    { en: '`{char}` means nothing here', pt: '`{char}` não tem significado aqui' },
    { en: '{advice}', pt: '{advice}' },
  ),
  character_control: error(
    { en: 'invisible character {code} in the text', pt: 'caractere invisível {code} no texto' },
    {
      en: 'remove it, or write it as an escape such as `\\u{200d}` inside a string',
      pt: 'remova-o, ou escreva-o como sequência de escape, por exemplo `\\u{200d}`, dentro de um texto entre aspas',
    },
  ),
  identifier_not_ascii: error(
    { en: 'the name `{text}` has characters outside ASCII', pt: 'o nome `{text}` tem caracteres fora do ASCII' },
    {
      en: 'look-alike letters make two names one; put a name that really has them in quotes, e.g. `args["größe"]`',
      pt: 'letras parecidas confundem dois nomes; ponha entre aspas um nome que as tenha de verdade, p. ex. `args["tamanho_médio"]`',
    },
  ),
  string_unterminated: error(
    { en: 'this string has no closing `"` on its line', pt: 'este texto não tem `"` de fecho na mesma linha' },
    { en: 'write a line break as `\\n`', pt: 'escreva uma quebra de linha como `\\n`' },
  ),
  string_escape: error(
    { en: '`{escape}` is not an escape', pt: '`{escape}` não é uma sequência de escape' },
    {
      en: 'use `\\"`, `\\\\`, `\\n`, `\\r`, `\\t` or `\\u{...}`; in a `like` pattern also `\\*`',
      pt: 'use `\\"`, `\\\\`, `\\n`, `\\r`, `\\t` ou `\\u{...}`; num padrão de `like` também `\\*`',
    },
  ),
  comment_style: error(
    { en: '`{found}` does not begin a comment', pt: '`{found}` não inicia um comentário' },
    {
      en: 'comments begin with `//` and run to the end of the line',
      pt: 'comentários começam com `//` e vão até ao fim da linha',
    },
  ),
  number_malformed: error(
    { en: '`{text}` is not a number, amount or duration', pt: '`{text}` não é um número, um valor ou uma duração' },
    {
      en: 'write `10_000`, `0.25`, `100.00 EUR`, or a duration of `ms`, `s`, `m`, `h`, `d`, `w` such as `1h30m`',
      pt: 'escreva `10_000`, `0.25`, `100.00 EUR`, ou uma duração em `ms`, `s`, `m`, `h`, `d`, `w` como `1h30m`',
    },
  ),
  number_too_large: error(
    { en: '`{text}` is too large to be exact', pt: '`{text}` é grande demais para ser exato' },
    {
      en: 'numbers go up to 9007199254740991 in their smallest unit',
      pt: 'os números vão até 9007199254740991 na menor unidade',
    },
  ),
  too_many_bytes: error(
    { en: 'the policy is longer than {limit} bytes', pt: 'a política tem mais de {limit} bytes' },
    { en: 'split it into several policies', pt: 'divida-a em várias políticas' },
  ),
  too_many_tokens: error(
    { en: 'the policy has more than {limit} words and signs', pt: 'a política tem mais de {limit} palavras e sinais' },
    { en: 'split it into several policies', pt: 'divida-a em várias políticas' },
  ),
  too_deep: error(
    { en: 'nested more than {limit} levels deep', pt: 'aninhado em mais de {limit} níveis' },
    { en: 'name the inner part with `define`', pt: 'dê um nome à parte interna com `define`' },
  ),
  chain_too_long: error(
    { en: 'an expression of more than {limit} steps', pt: 'uma expressão com mais de {limit} passos' },
    { en: 'use `in [...]`, or several rules', pt: 'use `in [...]`, ou várias regras' },
  ),
  too_many_diagnostics: error({
    en: 'more than {limit} findings; the rest is not shown',
    pt: 'mais de {limit} achados; os restantes não são mostrados',
  }),
};
