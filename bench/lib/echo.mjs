/** The floor: a bare Nest application with one route that answers the body it was sent. Run as a process of its own; prints its port. */
import 'reflect-metadata';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

const require = createRequire(new URL('../../core/host/package.json', import.meta.url));
const load = (name) => import(pathToFileURL(require.resolve(name)).href);
const { Body, Controller, HttpCode, Module, Post } = await load('@nestjs/common');
const { NestFactory } = await load('@nestjs/core');

// Decorators by hand: this file is plain JavaScript.
class EchoController {
  echo(body) {
    return body;
  }
}
const method = Object.getOwnPropertyDescriptor(EchoController.prototype, 'echo');
Post('echo')(EchoController.prototype, 'echo', method);
HttpCode(200)(EchoController.prototype, 'echo', method);
Body()(EchoController.prototype, 'echo', 0);
Controller()(EchoController);

class EchoModule {}
Module({ controllers: [EchoController] })(EchoModule);

const app = await NestFactory.create(EchoModule, { logger: false });
await app.listen(0, '127.0.0.1');
process.stdout.write(`${app.getHttpServer().address().port}\n`);
process.on('SIGTERM', () => process.exit(0));
