import { declare } from '../declare.js';

/** Characters, numbers, strings, limits. */
export const lexical = declare({
  character_unexpected: {
    severity: 'error',
    message: { en: '`{char}` means nothing here', pt: '`{char}` não tem significado aqui' },
    hint: { en: '{advice}', pt: '{advice}' },
  },
  character_control: {
    severity: 'error',
    message: { en: 'invisible character {code} in the text', pt: 'caractere invisível {code} no texto' },
    hint: {
      en: 'remove it, or write it as an escape such as `\\u{200d}` inside a string',
      pt: 'remova-o, ou escreva-o como sequência de escape, por exemplo `\\u{200d}`, dentro de um texto entre aspas',
    },
  },
  identifier_not_ascii: {
    severity: 'error',
    message: {
      en: 'the name `{text}` has characters outside ASCII',
      pt: 'o nome `{text}` tem caracteres fora do ASCII',
    },
    hint: {
      en: 'look-alike letters make two names one; put a name that really has them in quotes, e.g. `args["größe"]`',
      pt: 'letras parecidas confundem dois nomes; ponha entre aspas um nome que as tenha de verdade, p. ex. `args["tamanho_médio"]`',
    },
  },
  string_unterminated: {
    severity: 'error',
    message: { en: 'this string has no closing `"` on its line', pt: 'este texto não tem `"` de fecho na mesma linha' },
    hint: { en: 'write a line break as `\\n`', pt: 'escreva uma quebra de linha como `\\n`' },
  },
  string_escape: {
    severity: 'error',
    message: { en: '`{escape}` is not an escape', pt: '`{escape}` não é uma sequência de escape' },
    hint: {
      en: 'use `\\"`, `\\\\`, `\\n`, `\\r`, `\\t` or `\\u{...}`; in a `like` pattern also `\\*`',
      pt: 'use `\\"`, `\\\\`, `\\n`, `\\r`, `\\t` ou `\\u{...}`; num padrão de `like` também `\\*`',
    },
  },
  comment_style: {
    severity: 'error',
    message: { en: '`{found}` does not begin a comment', pt: '`{found}` não inicia um comentário' },
    hint: {
      en: 'comments begin with `//` and run to the end of the line',
      pt: 'comentários começam com `//` e vão até ao fim da linha',
    },
  },
  number_malformed: {
    severity: 'error',
    message: {
      en: '`{text}` is not a number, amount or duration',
      pt: '`{text}` não é um número, um valor ou uma duração',
    },
    hint: {
      en: 'write `10_000`, `0.25`, `100.00 EUR`, or a duration of `ms`, `s`, `m`, `h`, `d`, `w` such as `1h30m`',
      pt: 'escreva `10_000`, `0.25`, `100.00 EUR`, ou uma duração em `ms`, `s`, `m`, `h`, `d`, `w` como `1h30m`',
    },
  },
  number_too_large: {
    severity: 'error',
    message: { en: '`{text}` is too large to be exact', pt: '`{text}` é grande demais para ser exato' },
    hint: {
      en: 'numbers go up to 9007199254740991 in their smallest unit',
      pt: 'os números vão até 9007199254740991 na menor unidade',
    },
  },
  too_many_bytes: {
    severity: 'error',
    message: { en: 'the policy is longer than {limit} bytes', pt: 'a política tem mais de {limit} bytes' },
    hint: { en: 'split it into several policies', pt: 'divida-a em várias políticas' },
  },
  too_many_tokens: {
    severity: 'error',
    message: {
      en: 'the policy has more than {limit} words and signs',
      pt: 'a política tem mais de {limit} palavras e sinais',
    },
    hint: { en: 'split it into several policies', pt: 'divida-a em várias políticas' },
  },
  too_deep: {
    severity: 'error',
    message: { en: 'nested more than {limit} levels deep', pt: 'aninhado em mais de {limit} níveis' },
    hint: { en: 'name the inner part with `define`', pt: 'dê um nome à parte interna com `define`' },
  },
  chain_too_long: {
    severity: 'error',
    message: { en: 'an expression of more than {limit} steps', pt: 'uma expressão com mais de {limit} passos' },
    hint: { en: 'use `in [...]`, or several rules', pt: 'use `in [...]`, ou várias regras' },
  },
  too_many_diagnostics: {
    severity: 'error',
    message: {
      en: 'more than {limit} findings; the rest is not shown',
      pt: 'mais de {limit} achados; os restantes não são mostrados',
    },
    hint: null,
  },
});
