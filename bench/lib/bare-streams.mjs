/** The floor of bench/streams: a node:http server whose every answer is an event stream that stays open and says something each 15 s. Prints its port. */
import { createServer } from 'node:http';

const server = createServer((_request, response) => {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.write(': open\n\n');
  const timer = setInterval(() => response.write(': still here\n\n'), 15_000);
  response.on('close', () => clearInterval(timer));
});
server.listen(0, '127.0.0.1', () => process.stdout.write(`${server.address().port}\n`));
process.on('SIGTERM', () => process.exit(0));
