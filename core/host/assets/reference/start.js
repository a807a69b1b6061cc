/* Starts Swagger UI on the document that the page names. Nothing is stored, and nothing is asked from another host. */
(function start() {
  const target = document.getElementById('reference');
  const { mend, name } = globalThis.ostiaryMend;

  const dark = globalThis.matchMedia('(prefers-color-scheme: dark)');
  const paint = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
  dark.addEventListener('change', paint);
  paint();

  // What people do first stands first, what they look up stands last; what plugins add lies between.
  const places = new Map([
    ['Jobs and files', 0],
    ['Account', 2],
    ['Contract documents', 3],
  ]);
  const place = (tag) => places.get(tag) ?? 1;
  const isSubmission = (operation) => operation.getIn(['operation', 'operationId']) === 'submitSolve';

  const ui = globalThis.SwaggerUIBundle({
    domNode: target,
    url: target.dataset.document,
    presets: [globalThis.SwaggerUIBundle.presets.apis],
    layout: 'BaseLayout',
    validatorUrl: null,
    persistAuthorization: false,
    queryConfigEnabled: false,
    displayRequestDuration: true,
    docExpansion: 'list',
    defaultModelsExpandDepth: 0,
    tagsSorter: (a, b) => place(a) - place(b),
    operationsSorter: (a, b) => Number(isSubmission(b)) - Number(isSubmission(a)),
    onComplete: () => {
      for (const tag of ui.specSelectors.tags().toJS()) name(tag.name, tag['x-displayName']);
      mend(target);
    },
  });
})();
