import { parseArgs } from 'node:util';
import { work } from '../src/app.js';
import { loadConfig } from '../src/config.js';
import { explainSale, type SaleTrace } from '../src/domains/ops/explain/explain-sale.js';
import { processorSettings } from '../src/domains/payments/index.js';
import { connect } from '../src/platform/database/connect.js';
import { createLog } from '../src/platform/log.js';
import { type LogEntry, readLogs } from './explain/read-logs.js';
import { openDatabase } from './support/open-database.js';

const USAGE = `npm run explain -- NUMBER [--log FILE]…

Prints everything about one sale from the database: payments, refunds, stock, events, jobs, webhooks and
mails. NUMBER is the number of the sale (TXN-…) or its id. With log files of the service (also .gz; -
is standard input), the requests about the sale are part of it. Lines with ! still need work or a person.
`;

const KIND_WIDTH = 12;

type Line = { at: Date; kind: string; text: string; marked: boolean };

function print({ sale, entries }: SaleTrace, requests: readonly LogEntry[]): void {
  const { number, status, total, paid, currency, store, terminal, employee, source } = sale;
  const place = [store, source, terminal && `till ${terminal}`, employee && `by ${employee}`];
  console.log(`${number}  ${status}, ${total} ${currency}, ${paid} paid`);
  console.log(`${place.filter(Boolean).join(', ')}, id ${sale.id}\n`);
  const lines: Line[] = [
    ...entries.map(({ needsWork, ...entry }) => ({ ...entry, marked: needsWork })),
    ...requests.map(({ isTrouble, ...entry }) => ({
      ...entry,
      kind: 'request',
      marked: isTrouble,
    })),
  ];
  for (const { at, kind, text, marked } of lines.sort((a, b) => a.at.getTime() - b.at.getTime())) {
    const time = at.toISOString().replace('T', ' ').replace('Z', '');
    console.log(`${time}  ${marked ? '!' : ' '} ${kind.padEnd(KIND_WIDTH)} ${text}`);
  }
  const open = entries.filter(entry => entry.needsWork).length;
  console.log(open === 0 ? '\nNothing is left to do.' : `\n${open} entries need work.`);
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    options: { log: { type: 'string', multiple: true, default: [] }, help: { type: 'boolean' } },
    allowPositionals: true,
  });
  const [given, ...rest] = positionals;
  if (values.help || given === undefined || rest.length > 0) {
    (values.help ? console.log : console.error)(USAGE);
    process.exitCode = values.help ? 0 : 1;
    return;
  }
  const config = loadConfig(process.env, processorSettings);
  const log = createLog('warn');
  const database = await openDatabase(config, log);
  const { db, close } = connect(database.url, { poolSize: 1, log });
  try {
    const trace = await explainSale(db, work.consumers, given);
    if (trace === undefined) throw new Error(`There is no sale ${given}.`);
    print(trace, await readLogs(values.log, trace.ids));
  } finally {
    await close();
    await database.close();
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
