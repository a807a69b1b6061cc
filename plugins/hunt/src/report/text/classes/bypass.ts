import type { ClassText } from './class-text.js';

export const BYPASS_CLASSES = {
  B01: {
    name: { en: 'Bypassed by case or spaces', pt: 'Contornada por maiúsculas ou espaços' },
    meaning: {
      en: 'The same word in another case, or with a space, gets a milder answer. Many tools treat both as the same.',
      pt: 'A mesma palavra com outras maiúsculas, ou com um espaço, recebe uma resposta mais branda. Muitas ferramentas tratam as duas como iguais.',
    },
    advice: {
      en: 'Declare the argument as a `keyword`, so that case and spaces do not count, or list what is allowed and refuse the rest.',
      pt: 'Declare o argumento como `keyword`, para que maiúsculas e espaços não contem, ou liste o que é permitido e recuse o resto.',
    },
  },
  B02: {
    name: { en: 'Bypassed by look-alike letters', pt: 'Contornada por letras parecidas' },
    meaning: {
      en: 'A letter of another script, or one that cannot be seen, makes a different word that people and some tools read as the same.',
      pt: 'Uma letra de outro alfabeto, ou que não se vê, forma outra palavra que as pessoas e algumas ferramentas leem como a mesma.',
    },
    advice: {
      en: 'List what is allowed instead of what is not, or declare the argument with a format that does not accept such letters.',
      pt: 'Liste o que é permitido em vez do que não é, ou declare o argumento com um formato que não aceite essas letras.',
    },
  },
  B03: {
    name: { en: 'A pattern that matches too much', pt: 'Um padrão que aceita de mais' },
    meaning: {
      en: 'The pattern is compared with the text of an address. A different address, or a list of addresses, can match it and lead elsewhere.',
      pt: 'O padrão é comparado com o texto de um endereço. Outro endereço, ou uma lista de endereços, pode corresponder-lhe e levar a outro lugar.',
    },
    advice: {
      en: 'Compare parts instead of text: `args.to.domain == "corp.example"`, `args.url.host in [...]`.',
      pt: 'Compare partes em vez de texto: `args.to.domain == "corp.example"`, `args.url.host in [...]`.',
    },
  },
  B04: {
    name: { en: 'A path that leaves its folder', pt: 'Um caminho que sai da pasta' },
    meaning: {
      en: 'A path can be written in many ways. A pattern over its text sees only one of them, so `..` leads out of the folder, or into one that is refused.',
      pt: 'Um caminho pode ser escrito de muitas formas. Um padrão sobre o texto só vê uma delas, e assim `..` leva para fora da pasta, ou para dentro de uma recusada.',
    },
    advice: {
      en: 'Declare the argument as a `path` and test it with `under(...)`.',
      pt: 'Declare o argumento como `path` e teste-o com `under(...)`.',
    },
  },
  B05: {
    name: { en: 'A regular expression that matches too much', pt: 'Uma expressão regular que aceita de mais' },
    meaning: {
      en: 'A sign in the expression does not mean what it seems to: a dot is any character, and a class is one character.',
      pt: 'Um sinal na expressão não significa o que parece: um ponto é qualquer carácter, e uma classe é um só carácter.',
    },
    advice: { en: 'Escape the dot, or list the words.', pt: 'Escape o ponto, ou liste as palavras.' },
  },
  B06: {
    name: { en: 'Bypassed by another type', pt: 'Contornada por outro tipo' },
    meaning: {
      en: 'The same value written in another way, such as `0600` for `600`, gets a milder answer. A tool that reads a number treats both as the same.',
      pt: 'O mesmo valor escrito de outra forma, como `0600` em vez de `600`, recebe uma resposta mais branda. Uma ferramenta que lê um número trata os dois como iguais.',
    },
    advice: {
      en: 'Declare the argument as a number or a Boolean.',
      pt: 'Declare o argumento como número ou booleano.',
    },
  },
  B07: {
    name: { en: 'Bypassed by leaving something out', pt: 'Contornada por omitir algo' },
    meaning: {
      en: 'Without an optional argument the call gets a milder answer than with it.',
      pt: 'Sem um argumento opcional a chamada recebe uma resposta mais branda do que com ele.',
    },
    advice: {
      en: 'Make the argument required, or say with `or else` what its absence means.',
      pt: 'Torne o argumento obrigatório, ou diga com `or else` o que a ausência dele significa.',
    },
  },
  B08: {
    name: { en: 'Currencies or units mixed up', pt: 'Moedas ou unidades misturadas' },
    meaning: {
      en: 'The same number in a dearer currency or a larger unit is treated as if it had the same value.',
      pt: 'O mesmo número numa moeda mais cara ou numa unidade maior é tratado como se tivesse o mesmo valor.',
    },
    advice: {
      en: 'Declare the argument as money, and compare amounts in one currency.',
      pt: 'Declare o argumento como dinheiro, e compare valores numa só moeda.',
    },
  },
  B09: {
    name: { en: 'Two tools for one thing, two answers', pt: 'Duas ferramentas para o mesmo fim, duas respostas' },
    meaning: {
      en: 'Two tools do the same thing, and one of them gets a milder answer for the same arguments.',
      pt: 'Duas ferramentas fazem o mesmo, e uma delas recebe uma resposta mais branda para os mesmos argumentos.',
    },
    advice: {
      en: 'Write the rule for every tool that does the same thing.',
      pt: 'Escreva a regra para todas as ferramentas que fazem o mesmo.',
    },
  },
  B10: {
    name: { en: 'A list that gets around a limit', pt: 'Uma lista que contorna um limite' },
    meaning: {
      en: 'Each item of a list is within the limit, but together they exceed it.',
      pt: 'Cada item de uma lista está dentro do limite, mas juntos excedem-no.',
    },
    advice: { en: 'Limit the sum of the list.', pt: 'Limite a soma da lista.' },
  },
  B11: {
    name: { en: 'A field that no rule reads', pt: 'Um campo que nenhuma regra lê' },
    meaning: {
      en: 'The rule reads one field. Another field of the call has the same effect, and no rule tests it.',
      pt: 'A regra lê um campo. Outro campo da chamada tem o mesmo efeito, e nenhuma regra o testa.',
    },
    advice: {
      en: 'Test the other field in the same way, or refuse calls that have it.',
      pt: 'Teste o outro campo da mesma forma, ou recuse as chamadas que o trazem.',
    },
  },
  B12: {
    name: { en: 'Bypassed by relying on a default', pt: 'Contornada por um valor por omissão' },
    meaning: {
      en: 'Leaving the argument out gets a milder answer, although the tool then uses the very value that the rule stops.',
      pt: 'Sem o argumento a resposta é mais branda, embora a ferramenta use então precisamente o valor que a regra bloqueia.',
    },
    advice: {
      en: 'Give the default of the tool with `or else`, or make the argument required.',
      pt: 'Indique o valor por omissão da ferramenta com `or else`, ou torne o argumento obrigatório.',
    },
  },
} as const satisfies Readonly<Record<string, ClassText>>;
