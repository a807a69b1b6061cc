import type { ClassText } from './class-text.js';

export const BYPASS_CLASSES = {
  B01: {
    name: { en: 'Passed by case or spaces', pt: 'Contornada por maiúsculas ou espaços' },
    meaning: {
      en: 'The same word in other case, or with a space, gets a milder answer. Many tools take both for one.',
      pt: 'A mesma palavra com outras maiúsculas, ou com um espaço, tem uma resposta mais branda. Muitas ferramentas aceitam as duas.',
    },
    advice: {
      en: 'Declare the argument as a `keyword`, which has one spelling, or list what is allowed and refuse the rest.',
      pt: 'Declare o argumento como `keyword`, que tem uma só grafia, ou liste o que é permitido e recuse o resto.',
    },
  },
  B02: {
    name: { en: 'Passed by letters that look alike', pt: 'Contornada por letras parecidas' },
    meaning: {
      en: 'A letter of another script, or one that cannot be seen, makes another word that people and some tools take for the same.',
      pt: 'Uma letra de outro alfabeto, ou que não se vê, faz outra palavra que as pessoas e algumas ferramentas tomam pela mesma.',
    },
    advice: {
      en: 'List what is allowed in place of what is not, or declare the argument with a format that refuses such letters.',
      pt: 'Liste o que é permitido em vez do que não é, ou declare o argumento com um formato que recuse essas letras.',
    },
  },
  B03: {
    name: { en: 'A pattern that matches too much', pt: 'Um padrão que apanha de mais' },
    meaning: {
      en: 'The pattern is compared with the text of an address. Another address, or a list of them, can have that text and lead elsewhere.',
      pt: 'O padrão é comparado com o texto de um endereço. Outro endereço, ou uma lista deles, pode ter esse texto e levar a outro lado.',
    },
    advice: {
      en: 'Compare parts, not text: `args.to.domain == "corp.example"`, `args.url.host in [...]`.',
      pt: 'Compare partes, não texto: `args.to.domain == "corp.example"`, `args.url.host in [...]`.',
    },
  },
  B04: {
    name: { en: 'A path that leaves its folder', pt: 'Um caminho que sai da pasta' },
    meaning: {
      en: 'The path begins as the rule asks and leads out of the folder by `..` or by a spelling that tools undo.',
      pt: 'O caminho começa como a regra pede e sai da pasta por `..` ou por uma grafia que as ferramentas desfazem.',
    },
    advice: {
      en: 'Declare the argument as a `path` and test it with `under(...)`.',
      pt: 'Declare o argumento como `path` e teste-o com `under(...)`.',
    },
  },
  B05: {
    name: { en: 'A pattern that is not what it seems', pt: 'Um padrão que não é o que parece' },
    meaning: {
      en: 'A sign of the pattern means something else than it reads: a dot is any character, a class is one character, an end is open.',
      pt: 'Um sinal do padrão significa outra coisa do que se lê: um ponto é qualquer carácter, uma classe é um só, um fim está aberto.',
    },
    advice: {
      en: 'Escape the dot, say both ends, or list the words.',
      pt: 'Escape o ponto, diga os dois fins, ou liste as palavras.',
    },
  },
  B06: {
    name: { en: 'Passed by another type', pt: 'Contornada por outro tipo' },
    meaning: {
      en: 'The same value in another type, such as a text for a number, gets a milder answer. The tool takes both.',
      pt: 'O mesmo valor noutro tipo, como texto em vez de número, tem uma resposta mais branda. A ferramenta aceita os dois.',
    },
    advice: {
      en: 'Declare the type of the argument in the catalogue.',
      pt: 'Declare o tipo do argumento no catálogo.',
    },
  },
  B07: {
    name: { en: 'Passed by leaving something out', pt: 'Contornada por deixar algo de fora' },
    meaning: {
      en: 'Without an optional argument the call gets a milder answer than with it.',
      pt: 'Sem um argumento opcional a chamada tem uma resposta mais branda do que com ele.',
    },
    advice: {
      en: 'Make the argument required, or say with `or else` what its absence means.',
      pt: 'Torne o argumento obrigatório, ou diga com `or else` o que a sua falta significa.',
    },
  },
  B08: {
    name: { en: 'Currencies or units mixed up', pt: 'Moedas ou unidades trocadas' },
    meaning: {
      en: 'The same number in a dearer currency or a larger unit is answered as if it were worth the same.',
      pt: 'O mesmo número numa moeda mais cara ou numa unidade maior é tratado como se valesse o mesmo.',
    },
    advice: {
      en: 'Declare the argument as money, and compare amounts of one currency.',
      pt: 'Declare o argumento como dinheiro, e compare valores de uma só moeda.',
    },
  },
  B09: {
    name: { en: 'Another tool does the same', pt: 'Outra ferramenta faz o mesmo' },
    meaning: {
      en: 'Two tools do the same thing, and one of them is answered more mildly for the same arguments.',
      pt: 'Duas ferramentas fazem o mesmo, e uma delas tem uma resposta mais branda para os mesmos argumentos.',
    },
    advice: {
      en: 'Write the rule for the alias group, not for one of its tools.',
      pt: 'Escreva a regra para o grupo de sinónimos, não para uma das suas ferramentas.',
    },
  },
  B10: {
    name: { en: 'A list that passes a limit for one', pt: 'Uma lista que contorna o limite de um só' },
    meaning: {
      en: 'Each item of a list is within the limit, and together they are beyond it.',
      pt: 'Cada item de uma lista está dentro do limite, e juntos passam-no.',
    },
    advice: { en: 'Limit the sum of the list, and its length.', pt: 'Limite a soma da lista, e o seu tamanho.' },
  },
  B11: {
    name: { en: 'Another field that no rule reads', pt: 'Outro campo que nenhuma regra lê' },
    meaning: {
      en: 'The rule reads one field. Another field of the call has the same effect and nobody looks at it.',
      pt: 'A regra lê um campo. Outro campo da chamada tem o mesmo efeito e ninguém o vê.',
    },
    advice: {
      en: 'Hold the other field to the same test, or refuse calls that carry it.',
      pt: 'Sujeite o outro campo ao mesmo teste, ou recuse as chamadas que o tragam.',
    },
  },
  B12: {
    name: { en: 'Passed by relying on a default', pt: 'Contornada por contar com um valor por omissão' },
    meaning: {
      en: 'Leaving the argument out gets a milder answer, although the tool then takes the very value that the rule is about.',
      pt: 'Deixar o argumento de fora tem uma resposta mais branda, embora a ferramenta tome então o próprio valor de que a regra trata.',
    },
    advice: {
      en: 'Say the default of the tool with `or else`, or make the argument required.',
      pt: 'Diga o valor por omissão da ferramenta com `or else`, ou torne o argumento obrigatório.',
    },
  },
} as const satisfies Readonly<Record<string, ClassText>>;
