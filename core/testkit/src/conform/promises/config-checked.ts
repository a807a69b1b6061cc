import type { PluginPromise } from '../plugin-promise.js';

const FOREIGN = 'conform_no_such_setting';

export const configChecked: PluginPromise = {
  id: 'config_checked',
  says: 'A setting that the configuration does not know is refused: it is a typing error of the operator.',
  appliesTo: ({ definition }) => definition.config !== undefined,
  look({ definition, file }) {
    const result = definition.config?.safeParse({ ...file.config, [FOREIGN]: true });
    return result?.success === true
      ? [`the configuration takes ${FOREIGN} without a word; make it z.strictObject`]
      : [];
  },
};
