import type { Tx } from '../../platform/database/tx.js';
import { conflict, forbidden, invalidField, notFound } from '../../platform/http/failure.js';
import { newId } from '../../platform/ids.js';
import type { Platform } from '../../platform/platform.js';
import { hintQueue } from '../../platform/work/queues/hint.js';
import { can, type Staff } from '../access/index.js';
import { openDrawer } from '../drawer/index.js';
import { readPaper } from '../receipts/index.js';
import { type ReportKind, readShiftReport } from '../shifts/index.js';
import { visibleSale } from '../transactions/index.js';
import { insertJob, type ShownJob } from './print-job-repository.js';
import { printQueue } from './print-jobs.js';
import { type Device, listDevices, type Place } from './repository.js';

export type PrintRequest = {
  transaction_id?: string;
  shift_id?: string;
  report?: ReportKind;
  device_id?: string;
  gift?: boolean;
  refund?: string;
  drawer?: boolean;
};

export function refuseContradiction({ transaction_id: sale, shift_id: shift }: PrintRequest): void {
  if ((sale === undefined) === (shift === undefined)) {
    throw invalidField('transaction_id', 'Name either a sale or a shift.');
  }
}

/** Queues a paper of a sale or a report of a shift for a network printer of the till. */
export function queuePrint(
  tx: Tx,
  platform: Platform,
  caller: Staff,
  place: Place,
  wanted: PrintRequest,
): Promise<ShownJob> {
  const { transaction_id: sale, shift_id: shift } = wanted;
  return sale === undefined
    ? queueReport(tx, platform, caller, place, { ...wanted, shift_id: shift ?? '' })
    : queueSalePaper(tx, platform, caller, place, { ...wanted, transaction_id: sale });
}

async function queueReport(
  tx: Tx,
  { clock }: Platform,
  caller: Staff,
  place: Place,
  wanted: PrintRequest & { shift_id: string },
): Promise<ShownJob> {
  const { shift_id: shift, report = 'x' } = wanted;
  // Refuses a shift of another store, and a Z report that does not exist, now and not at the printer.
  if (!can(caller, 'shift.work')) throw forbidden('You may not read reports of shifts.');
  const shown = await readShiftReport(tx, caller, shift, report, clock.now());
  if (shown.store !== place.storeId) throw notFound('Shift');
  const device = chooseDevice(await listDevices(tx, place), wanted.device_id);
  return queueJob(tx, caller, place, {
    device_id: device.id,
    kind: 'report',
    shift_id: shift,
    report,
    is_blind: shown.is_blind,
  });
}

async function queueSalePaper(
  tx: Tx,
  platform: Platform,
  caller: Staff,
  place: Place,
  wanted: PrintRequest & { transaction_id: string },
): Promise<ShownJob> {
  const { gift = false, refund, drawer = false } = wanted;
  if (gift && refund !== undefined) {
    throw conflict('NO_GIFT_RECEIPT', 'A refund has no gift receipt.');
  }
  const sale = await visibleSale(tx, caller, wanted.transaction_id);
  // Refuses a refund of another sale now, not at the printer.
  if (refund !== undefined) await readPaper(tx, platform, sale, { refundId: refund });
  const device = chooseDevice(await listDevices(tx, place), wanted.device_id);
  if (drawer) await recordOpening(tx, platform, caller, place, sale.transaction_number);
  const kind = refund === undefined ? (gift ? 'gift' : 'receipt') : 'refund';
  return queueJob(tx, caller, place, {
    device_id: device.id,
    kind,
    transaction_id: sale.id,
    refund_id: refund ?? null,
    opens_drawer: drawer,
  });
}

export async function queueTest(
  tx: Tx,
  caller: Staff,
  place: Place,
  device: Device,
): Promise<ShownJob> {
  const { id } = chooseDevice([device], device.id);
  return queueJob(tx, caller, place, { device_id: id, kind: 'test' });
}

type NewJob = Omit<Parameters<typeof insertJob>[2], 'id' | 'requested_by'>;

async function queueJob(tx: Tx, caller: Staff, place: Place, row: NewJob): Promise<ShownJob> {
  const job = await insertJob(tx, place, { ...row, id: newId(), requested_by: caller.userId });
  hintQueue(tx, printQueue);
  return job;
}

/** The named one, or the first one for receipts. */
export function chooseDevice(devices: readonly Device[], id: string | undefined): Device {
  const printers = devices.filter(
    device => device.is_active && device.kind === 'printer' && device.connection === 'network',
  );
  const chosen =
    id === undefined
      ? printers.find(({ purpose }) => purpose === 'receipt')
      : printers.find(device => device.id === id);
  if (chosen !== undefined) return chosen;
  throw conflict('NO_PRINTER', 'This till has no active network printer for that.');
}

/** A drawer opens only at the till of the caller, as with the button of the register. */
async function recordOpening(
  tx: Tx,
  { clock }: Platform,
  caller: Staff,
  place: Place,
  reason: string,
): Promise<void> {
  if (caller.till?.terminalId !== place.terminalId) {
    throw forbidden('Only the till itself opens its drawer.', 'TERMINAL_REQUIRED');
  }
  if (!can(caller, 'drawer.open')) throw forbidden('You may not open the drawer.');
  const opening = { ...caller.till, operatorId: caller.userId, reason, now: clock.now() };
  await openDrawer(tx, { ...opening, byPaper: true });
}
