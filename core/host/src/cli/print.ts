import type { AdminRequest } from '../commands/perform.js';
import { render } from './render.js';
import { sendAdmin } from './send.js';

/** How a result is shown. */
export interface Printing {
  readonly json?: boolean;
}

/** Does what the operator asks and prints the result, for people or as JSON. */
export async function performAndPrint(asked: AdminRequest, { json }: Printing): Promise<void> {
  const result = await sendAdmin(asked, process.env, process.cwd());
  process.stdout.write(json ? `${JSON.stringify(result)}\n` : render(result));
}
