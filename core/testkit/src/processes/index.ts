/** For tests of whole processes: hosts to be killed, servers to be taken away, and clients that see what happens meanwhile. */
export { ask } from '../clients/ask.js';
export { piecesOf, sendBytes, type UploadAnswer } from '../clients/file-sender.js';
export { clientOf, expectEndedOnce, type Job, keepSubmitting } from '../clients/jobs-client.js';
export { type ReadRows, rowsOf } from '../databases/database-rows.js';
export { canMount, smallDisk } from '../servers/small-disk.js';
export { hasPostgresServer, PostgresServer } from '../servers/postgres-server.js';
export { hasRedisServer, RedisServer } from '../servers/redis-server.js';
export {
  databaseUrl,
  deploymentOn,
  newDeployment,
  newDirectory,
  redisUrl,
  startHostProcess,
  type HostProcess,
} from './host-process.js';
