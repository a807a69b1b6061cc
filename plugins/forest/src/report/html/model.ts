import { html, type Html, type Language, say } from '@ostiary/report';
import type { ReportedModel } from '../input.js';
import { TEXTS } from '../text/words.js';

/** A model as a page tells it. @param runtime in which witnesses were replayed, where they were */
export const modelFacts = (model: ReportedModel, runtime: string | null, language: Language): Html =>
  html`<dl class="facts">
    <dt>${say(TEXTS.format, language)}</dt>
    <dd>${model.format}${model.producer === null ? null : ` (${model.producer})`}</dd>
    <dt>${say(TEXTS.digest, language)}</dt>
    <dd><code class="value">${model.sha256}</code></dd>
    <dt>${say(TEXTS.label, language)}</dt>
    <dd>${model.labels === null ? '–' : model.labels.slice(0, 50).map(String).join(', ')}</dd>
    ${
      runtime === null
        ? null
        : html`<dt>${say(TEXTS.runtime, language)}</dt>
            <dd>${runtime}</dd>`
    }
  </dl>`;
