import type { Command, Given } from '../command.js';
import { auditForest } from '../forest/audit.js';
import { auditAtService } from '../forest/audit-at-service.js';
import { checkForestCertificates } from '../forest/certificates.js';
import { enumerateForest } from '../forest/enumerate.js';
import { enumerateAtService } from '../forest/enumerate-at-service.js';
import { type Act, checkOptions, FOREST_OPTIONS } from '../forest/options.js';
import { readForestSources } from '../forest/sources.js';
import { checkNeeds } from '../hunt/project-options.js';
import { CommandError } from '../text/command-error.js';
import { EXIT } from '../text/exit-codes.js';

export const forest: Command = {
  name: 'forest',
  files: '<model> <table> | enumerate <model> <records> | verify <certificates> <model> <table>',
  help: {
    en: 'Verify a tree ensemble (ONNX, XGBoost, LightGBM) against a table of properties, over every input that it can see. With "enumerate", find every input around records that has another answer, as boxes. With "verify", check the certificates of an earlier run, without a search.',
    pt: 'Verifica um conjunto de árvores (ONNX, XGBoost, LightGBM) por uma tabela de propriedades, sobre todas as entradas que ele pode ver. Com "enumerate", encontra todas as entradas em redor de registos que têm outra resposta, em caixas. Com "verify", verifica os certificados de uma execução anterior, sem procura.',
  },
  options: FOREST_OPTIONS,
  run: (given, screen) => {
    const { act, files } = actOf(given);
    checkOptions(given, act);
    checkNeeds(given, [['profile', 'service']]);
    const [first = '', second = '', third = ''] = files;
    const { schema, records, compare } = Object.fromEntries(
      ['schema', 'records', 'compare'].map((name) => [name, given.value(name)]),
    );
    const named =
      act === 'enumerate'
        ? { model: first, records: second, schema }
        : act === 'verify'
          ? { model: second, properties: third, records, schema, compare }
          : { model: first, properties: second, records, schema, compare };
    if (given.has('service'))
      return act === 'enumerate' ? enumerateAtService(given, named, screen) : auditAtService(given, named, screen);
    const sources = readForestSources(named, screen);
    if (sources === null) return EXIT.unread;
    if (act === 'enumerate') return enumerateForest(given, sources, screen);
    return act === 'verify' ? checkForestCertificates(first, sources, screen) : auditForest(given, sources, screen);
  },
};

/** What is to be done, and the files that it takes. */
function actOf({ files }: Given): { readonly act: Act; readonly files: readonly string[] } {
  const [first, ...others] = files;
  const act = first === 'verify' || first === 'enumerate' ? first : 'audit';
  const named = act === 'audit' ? files : others;
  if (named.length === (act === 'verify' ? 3 : 2)) return { act, files: named };
  throw new CommandError({
    en: 'Give ostiary forest a model and a table; or "enumerate", a model and records; or "verify", certificates, a model and a table.',
    pt: 'Dê a ostiary forest um modelo e uma tabela; ou "enumerate", um modelo e registos; ou "verify", certificados, um modelo e uma tabela.',
  });
}
