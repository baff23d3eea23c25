import { startEmbeddedPostgres } from '../../src/platform/database/embedded/index.js';

/** A minimal service for the process tests: says what it got, stops on request. */
const [dataDir = '', accountHome] = process.argv.slice(2);
const say = (message: object) => console.log(JSON.stringify(message));
const log = {
  info: (obj: object, msg: string) => say({ log: msg, ...obj }),
  warn: (obj: object, msg: string) => say({ log: msg, ...obj }),
  error: (obj: object, msg: string) => say({ log: msg, ...obj }),
};

try {
  const { url, pid, folder, adopted, stop } = await startEmbeddedPostgres({
    dataDir,
    log,
    ...(accountHome && { accountHome }),
  });
  say({ started: { url, pid, folder, adopted } });
  process.once('SIGTERM', () => stop().then(() => process.exit(0)));
} catch (error) {
  say({ refused: (error as Error).message });
  process.exit(1);
}
