import { MINUTE_MS, SECOND_MS } from '../../platform/clock.js';
import type { Db } from '../../platform/database/tx.js';
import type { Platform } from '../../platform/platform.js';
import { exponential } from '../../platform/work/queues/back-off.js';
import { defineQueue } from '../../platform/work/queues/queue.js';
import { fail } from '../../platform/work/queues/repository.js';
import { encodePulse } from '../receipts/index.js';
import { findStore } from '../stores/index.js';
import { makePaper } from './make-paper.js';
import { endJob, markPrinted, type PrintJob, parkJob, pulseOf } from './print-job-repository.js';
import { mayPrintTo } from './printer-address.js';
import { type Outcome, type PrinterProblem, sendToPrinter } from './printer-connection.js';
import { availablePrinters, type Device, deviceInUse, noteState } from './repository.js';
import { DRAWER_SECONDS, type State } from './rules.js';

/** Longer than connecting, asking and printing take together. */
const LEASE_MS = 2 * MINUTE_MS;

/** Twenty attempts in about a quarter of an hour: the time to find a new roll of paper. */
const backOff = exponential({
  firstMs: 2 * SECOND_MS,
  factor: 2,
  longestMs: MINUTE_MS,
  maxAttempts: 20,
  jitter: 0.1,
});

/**
 * Papers for network printers. A printer takes one connection at a time, so each is a lane. A job is
 * done when the printer has processed it; after a broken connection it is printed again.
 */
export const printQueue = defineQueue<PrintJob>({
  name: 'hardware:print-jobs',
  table: 'print_jobs',
  key: ['id'],
  due: 'due_at',
  lease: 'lease_until',
  attempts: 'attempts',
  attemptsCount: 'claims',
  error: 'error',
  open: 'q.due_at is not null',
  parked: 'q.parked_at is not null',
  park: now => `due_at = null, parked_at = ${now}`,
  reopen: 'attempts = 1, parked_at = null',
  order: 'id',
  lanes: { of: 'q.device_id', available: availablePrinters },
  clock: 'database',
  leaseMs: LEASE_MS,
  backOff,
  batch: 1,
  concurrency: 4,
  exclusive: true,
  handle: async (platform, jobs) => {
    for (const job of jobs) await printJob(platform, job);
  },
});

export const STATE_AFTER: Record<PrinterProblem, State> = {
  paper_out: 'paper_out',
  cover_open: 'cover_open',
  error: 'error',
  unreachable: 'unreachable',
  connection_lost: 'unreachable',
  no_answer: 'unknown',
};

async function printJob(platform: Platform, job: PrintJob): Promise<void> {
  const { db, clock, log } = platform;
  const device = await deviceInUse(db, job.device_id);
  const store = await findStore(db, job.store_id);
  const to = device && addressOf(device);
  if (to === undefined || store === undefined || !mayPrintTo(store.printer_networks, to)) {
    await (job.kind === 'drawer' ? endJob : parkJob)(db, job.id, 'address_not_allowed');
    return;
  }
  const content =
    job.kind === 'drawer'
      ? await makePulse(db, job)
      : await makePaper(platform, job, device as Device, store);
  if (content === undefined) {
    if (job.kind !== 'drawer') await parkJob(db, job.id, 'nothing_to_print');
    return;
  }
  const outcome: Outcome = await sendToPrinter(to, content);
  if (outcome.isPrinted) {
    await markPrinted(db, job.id);
    await noteState(db, job.device_id, outcome.state);
    return;
  }
  const { trouble } = outcome;
  await noteState(db, job.device_id, STATE_AFTER[trouble]);
  if (job.kind === 'drawer') {
    // No second attempt: it would open the drawer when nobody stands there.
    await endJob(db, job.id, trouble);
    log.warn({ job: job.id, device: job.device_id, trouble }, 'a drawer was not opened');
    return;
  }
  const next = await fail(db, printQueue, clock, job, trouble);
  log.warn({ job: job.id, device: job.device_id, trouble, next }, 'a paper was not printed');
}

/** The bytes that open the drawer; undefined if the job ends without them. */
async function makePulse(db: Db, { id }: PrintJob): Promise<Buffer | undefined> {
  const pulse = await pulseOf(db, id, DRAWER_SECONDS);
  if (pulse === 'due') return encodePulse();
  if (pulse === 'sent') await markPrinted(db, id);
  else await endJob(db, id, pulse);
  return undefined;
}

const addressOf = ({ address, port }: Device): { address: string; port: number } | undefined =>
  address === null || port === null ? undefined : { address, port };
