/*
 * What Swagger UI leaves out: names for what it shows to people who do not see it, places that can be scrolled from a keyboard, headings in
 * order, and its own words in Portuguese. It draws anew at any time, so what it draws is looked at whenever it has. See docs/adr/0064.
 */
(function prepare() {
  const PT = {
    Authorize: 'Autorizar',
    'Available authorizations': 'Autorizações disponíveis',
    Authorized: 'Autorizado',
    Cancel: 'Cancelar',
    Clear: 'Limpar',
    Close: 'Fechar',
    Code: 'Estado',
    'Controls ': 'Determina o cabeçalho ',
    ' header.': '.',
    Description: 'Descrição',
    Details: 'Pormenores',
    Download: 'Descarregar',
    'Edit Value': 'Editar',
    'Example Value': 'Exemplo',
    Examples: 'Exemplos',
    'Examples: ': 'Exemplos: ',
    Execute: 'Executar',
    'Headers:': 'Cabeçalhos:',
    Introduction: 'Introdução',
    Loading: 'A carregar',
    Logout: 'Esquecer a chave',
    'Media type': 'Tipo de conteúdo',
    Name: 'Nome',
    'Name: ': 'Nome: ',
    'No parameters': 'Sem parâmetros',
    Operation: 'Operação',
    Parameters: 'Parâmetros',
    'Request URL': 'Endereço do pedido',
    'Request body': 'Corpo do pedido',
    'Request duration': 'Duração do pedido',
    Reset: 'Repor',
    'Response body': 'Corpo da resposta',
    'Response headers': 'Cabeçalhos da resposta',
    Responses: 'Respostas',
    Schema: 'Esquema',
    Schemas: 'Esquemas',
    'Send empty value': 'Enviar vazio',
    'Server response': 'Resposta do servidor',
    'Servers and keys': 'Servidores e chaves',
    Servers: 'Servidores',
    'Try it out ': 'Experimentar ',
    Type: 'Tipo',
    'Value: ': 'Valor: ',
    required: 'obrigatório',
  };
  const words = new Map(document.documentElement.lang === 'pt' ? Object.entries(PT) : []);
  const tags = new Map();
  /** Where Swagger UI writes words of its own; what stands elsewhere is the contract's, or a caller's. */
  const OWN_WORDS =
    'button, .opblock-section-header, .opblock-tag, th, td.col_header, label, .tab, .servers-title, .response-control-media-type, .response-control-examples__control-label, .parameter__name span, .response h5, .responses-inner h4, .responses-inner h5, .headers__title, .opblock-loading-animation, .models h4, .auth-container, .dialog-ux h3, .modal-ux h3, .examples-select, .response-controls small';
  const NAMES = [
    ['#servers', 'Servers'],
    ['select.examples-select-element', 'Examples'],
    ['select.content-type, .content-type-wrapper select', 'Media type'],
    ['.parameters-col_description select, .body-param select', 'Value'],
  ];
  const LEVELS = [
    ['h3.opblock-tag, .models > h4', '2'],
    ['.opblock h4, .model-container h4', '3'],
    ['.opblock h5', '4'],
  ];
  const REGIONS = [
    ['.information-container', 'Introduction'],
    ['.scheme-container', 'Servers and keys'],
  ];
  const SCROLLED = '.microlight, .highlight-code, .body-param__example, .highlight-code pre, .curl';

  const said = (text) => words.get(text) ?? text;

  function translate(root) {
    for (const place of root.querySelectorAll(OWN_WORDS)) {
      const known = place.matches('.opblock-tag') ? new Map([...words, ...tags]) : words;
      const texts = document.createTreeWalker(place, NodeFilter.SHOW_TEXT);
      while (texts.nextNode()) {
        const { nodeValue: text, parentElement: parent } = texts.currentNode;
        if (!known.has(text) || parent.closest('.microlight, .markdown, code, option')) continue;
        texts.currentNode.nodeValue = known.get(text);
      }
    }
  }

  function nameControls(root) {
    for (const [selector, label] of NAMES)
      for (const control of root.querySelectorAll(selector))
        if (!control.hasAttribute('aria-label')) control.setAttribute('aria-label', said(label));
    for (const place of root.querySelectorAll(SCROLLED)) if (place.tabIndex < 0) place.tabIndex = 0;
    for (const [selector, level] of LEVELS)
      for (const heading of root.querySelectorAll(selector)) heading.setAttribute('aria-level', level);
    for (const [selector, label] of REGIONS)
      for (const region of root.querySelectorAll(selector)) {
        region.setAttribute('role', 'region');
        region.setAttribute('aria-label', said(label));
      }
  }

  function look(root) {
    nameControls(root);
    if (words.size > 0) translate(root);
  }

  globalThis.ostiaryMend = {
    /** How a group of operations is shown. */
    name: (tag, shown) => tags.set(tag, shown ?? tag),
    /** Mends what is drawn in `root`, now and whenever it is drawn anew. */
    mend: (root) => {
      const observer = new MutationObserver(() => {
        observer.disconnect();
        look(root);
        observe();
      });
      const observe = () => observer.observe(root, { childList: true, subtree: true, characterData: true });
      look(root);
      observe();
    },
  };
})();
