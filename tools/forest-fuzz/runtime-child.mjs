/** Asks onnxruntime about a file that may kill it: `{ bytes, forest, rows }` comes, `{ answers }` or `{ error }` goes. */
import { ask, open } from '../forest-model/runtime.mjs';

async function answer({ bytes, forest, rows }) {
  try {
    const session = await open(Uint8Array.from(bytes));
    const outputs = [forest.outputs.label, forest.outputs.scores].filter((name) => session.outputNames.includes(name));
    const answers = await ask(session, forest, rows, outputs);
    await session.release();
    const data = Object.fromEntries(
      Object.entries(answers).map(([name, { data: values }]) => [name, Array.from(values)]),
    );
    process.send({ answers: data });
  } catch (error) {
    process.send({ error: String(error.message).slice(0, 300) });
  }
}

process.on('message', (message) => void answer(message));
