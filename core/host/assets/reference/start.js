/* Starts Swagger UI on the document that the page names. Nothing is stored, and nothing is asked from another host. */
(function start() {
  const target = document.getElementById('reference');
  globalThis.SwaggerUIBundle({
    domNode: target,
    url: target.dataset.document,
    presets: [globalThis.SwaggerUIBundle.presets.apis],
    layout: 'BaseLayout',
    validatorUrl: null,
    persistAuthorization: false,
    queryConfigEnabled: false,
    displayRequestDuration: true,
    docExpansion: 'list',
  });
})();
