import { SECOND_MS } from '../../platform/clock.js';
import { conflict, forbidden } from '../../platform/http/failure.js';
import type { Platform } from '../../platform/platform.js';
import type { TillStaff } from '../access/index.js';
import { type CodeSlip, printCodeSlip } from '../receipts/index.js';
import { findStore } from '../stores/index.js';
import { STATE_AFTER } from './print-jobs.js';
import { mayPrintTo } from './printer-address.js';
import { sendToPrinter, TIMEOUTS } from './printer-connection.js';
import { chooseDevice } from './queue-print.js';
import { listDevices, noteState, type Place } from './repository.js';
import type { SlipOutcome } from './rules.js';

/** The cashier waits for the answer. */
const PATIENCE = {
  ...TIMEOUTS,
  connectMs: 3 * SECOND_MS,
  printMs: 10 * SECOND_MS,
  finishMs: 5 * SECOND_MS,
};

/**
 * Prints codes on a network printer of the till at once. They are money, so they go through no queue and
 * are stored nowhere; what was not printed, the till asks for again.
 */
export async function printSlip(
  { db, clock }: Platform,
  caller: TillStaff,
  place: Place,
  { device_id: id, ...slip }: CodeSlip & { device_id?: string },
): Promise<SlipOutcome> {
  if (caller.till.terminalId !== place.terminalId) {
    throw forbidden('A till prints codes on its own printer.', 'TERMINAL_REQUIRED');
  }
  const device = chooseDevice(await listDevices(db, place), id);
  const store = await findStore(db, place.storeId);
  const { address, port, paper_width: width } = device;
  const to = address === null || port === null ? undefined : { address, port };
  if (to === undefined || store === undefined || !mayPrintTo(store.printer_networks, to)) {
    throw conflict('NO_PRINTER', 'The address of this printer is not allowed in this store.');
  }
  const paper = { width, at: clock.now(), terminal: place.terminalId };
  const outcome = await sendToPrinter(to, await printCodeSlip(db, store, slip, paper), PATIENCE);
  await noteState(db, device.id, outcome.isPrinted ? outcome.state : STATE_AFTER[outcome.trouble]);
  return outcome.isPrinted ? 'printed' : outcome.trouble;
}
