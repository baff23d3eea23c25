import { startEmbeddedPostgres } from '../../src/platform/database/embedded/index.js';

/** A minimal service for the process tests: prints the outcome as JSON and stops on SIGTERM. */
const [dataDir = '', accountHome] = process.argv.slice(2);
const print = (message: object) => console.log(JSON.stringify(message));
const log = {
  info: (obj: object, msg: string) => print({ log: msg, ...obj }),
  warn: (obj: object, msg: string) => print({ log: msg, ...obj }),
  error: (obj: object, msg: string) => print({ log: msg, ...obj }),
};

try {
  const { url, pid, folder, adopted, stop } = await startEmbeddedPostgres({
    dataDir,
    log,
    ...(accountHome && { accountHome }),
  });
  print({ started: { url, pid, folder, adopted } });
  process.once('SIGTERM', () => stop().then(() => process.exit(0)));
} catch (error) {
  print({ refused: (error as Error).message });
  process.exit(1);
}
