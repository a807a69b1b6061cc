/** The floor of bench/uploads: a file server of a few lines. PUT writes the body to a file and makes it durable, GET sends it. Prints its port. */
import { createReadStream, createWriteStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';

const file = join(process.argv[2], 'bare');

async function answer(request, response) {
  if (request.method === 'PUT') {
    await pipeline(request, createWriteStream(file));
    const handle = await open(file);
    await handle.sync();
    await handle.close();
    response.end();
    return;
  }
  response.setHeader('Content-Length', (await stat(file)).size);
  await pipeline(createReadStream(file), response);
}

const server = createServer((request, response) => {
  answer(request, response).catch((error) => {
    process.stderr.write(`${error.stack}\n`);
    response.destroy();
  });
});
server.listen(0, '127.0.0.1', () => process.stdout.write(`${server.address().port}\n`));
