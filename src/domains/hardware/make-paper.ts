import { formatsFor } from '../../platform/local-formats.js';
import type { Platform } from '../../platform/platform.js';
import {
  COLUMNS_OF,
  encodeEscpos,
  printReceipt,
  printReport,
  readPaper,
  readTicket,
} from '../receipts/index.js';
import { findShiftReport } from '../shifts/index.js';
import { type Store, storeLanguage } from '../stores/index.js';
import { textsIn } from '../texts/index.js';
import { findSale } from '../transactions/index.js';
import { type PrintJob, pulseOf } from './print-job-repository.js';
import { type Device, ticketLines } from './repository.js';
import { DRAWER_SECONDS } from './rules.js';

/** The bytes of a job; undefined if its sale does not exist or has no goods for a ticket. */
export async function makePaper(
  platform: Platform,
  job: PrintJob,
  device: Device,
  store: Store,
): Promise<Buffer | undefined> {
  const { db } = platform;
  const width = device.paper_width;
  if (job.kind === 'report') return reportPaper(platform, job, width);
  if (job.transaction_id === null) return testPage(platform, device, store);
  const sale = await findSale(db, { id: job.transaction_id });
  if (sale === undefined) return undefined;
  if (job.kind === 'ticket') {
    const lines = await ticketLines(db, sale.id, device.id);
    if (lines.size === 0) return undefined;
    return printReceipt(platform, await readTicket(db, platform, sale, lines, device.name), {
      width,
    });
  }
  const opensDrawer = job.opens_drawer && (await pulseOf(db, job.id, DRAWER_SECONDS)) === 'due';
  const paper = await readPaper(db, platform, sale, {
    isGift: job.kind === 'gift',
    ...(job.refund_id !== null && { refundId: job.refund_id }),
  });
  return printReceipt(platform, paper, { width, opensDrawer });
}

/** An X report has the totals of the moment it is printed. */
async function reportPaper(
  { db, clock }: Platform,
  job: PrintJob,
  width: Device['paper_width'],
): Promise<Buffer | undefined> {
  if (job.shift_id === null || job.report === null) return undefined;
  const how = { isBlind: job.is_blind, now: clock.now() };
  const report = await findShiftReport(db, job.shift_id, job.report, how);
  return report && printReport(db, report, width);
}

/** Shows the width of the paper, and characters from several code pages. */
export function testPage({ clock }: Platform, device: Device, store: Store): Buffer {
  const language = storeLanguage(store);
  const { printer: texts } = textsIn(language);
  const columns = COLUMNS_OF[device.paper_width];
  const at = formatsFor(language, store.currency).dateTime(clock.now(), store.time_zone);
  const lines = [
    store.name,
    texts.test,
    '',
    device.name,
    `${device.address ?? ''}${device.port === null ? '' : `:${device.port}`}`,
    at,
    '-'.repeat(columns),
    '1234567890'.repeat(5).slice(0, columns),
    'äöüß éèç ñ åøæ €£',
    '-'.repeat(columns),
  ];
  return encodeEscpos(
    lines.map((text, index) => ({ kind: 'line', text, isBold: index < 2 })),
    { width: device.paper_width },
  );
}
