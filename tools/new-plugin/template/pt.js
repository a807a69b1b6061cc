/** Portuguese for every text of the plugin in the contract. `ostiary-conform` tells which are missing. */
export const pt = {
  'Find the words that a text repeats': 'Encontrar as palavras que um texto repete',
  'The text to look at.': 'O texto a examinar.',
  'Words that stand in the text more than once, the most frequent first.':
    'Palavras que estão no texto mais de uma vez, a mais frequente primeiro.',
  'The word, in lower case.': 'A palavra, em minúsculas.',
  'How often it stands in the text.': 'Quantas vezes está no texto.',
};
