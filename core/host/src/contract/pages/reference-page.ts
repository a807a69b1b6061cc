import type { Language } from '../../problems/language.js';
import { layout } from './html.js';

const TITLES = { en: 'Ostiary: interface reference', pt: 'Ostiary: referência da interface' } as const;
const NOTES = {
  en: 'Calls made here are real: they need a key, are rate-limited and count against its quota. The key goes only to this host, and the page keeps nothing.',
  pt: 'As chamadas feitas aqui são reais: precisam de uma chave, têm limite de ritmo e contam para a quota. A chave só vai para este servidor, e a página não guarda nada.',
} as const;

/** The interactive reference over the contract in the page's language. See docs/adr/0064. */
export function referencePage(language: Language): string {
  return layout({
    language,
    title: TITLES[language],
    path: '/',
    head: '<link rel="stylesheet" href="/reference/swagger-ui.css">\n',
    body: `<aside class="note"><p>${NOTES[language]}</p></aside>
<div id="reference" data-document="/openapi${language === 'en' ? '' : '.pt'}.yaml"></div>
<script src="/reference/swagger-ui-bundle.js"></script>
<script src="/reference/mend.js"></script>
<script src="/reference/start.js"></script>`,
  });
}
