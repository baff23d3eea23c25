import type { Tx } from '../../platform/database/tx.js';
import { buildReport } from './build-report.js';
import { claimLateSales } from './late-sale-repository.js';
import { insertReport, nextReportNumber } from './report-repository.js';
import { type Closing, closeShiftRow, type Shift, shiftById } from './repository.js';

/** Saves the closing of a shift and its Z report with the store's next number. */
export async function settleShift(tx: Tx, id: string, closing: Closing): Promise<Shift> {
  await closeShiftRow(tx, id, closing);
  const shift = await readShift(tx, id);
  await claimLateSales(tx, shift.terminal_id, id);
  const number = await nextReportNumber(tx, shift.store_id);
  await insertReport(tx, {
    shiftId: id,
    storeId: shift.store_id,
    number,
    report: await buildReport(tx, shift, number, closing.closedAt),
    createdAt: closing.closedAt,
  });
  return readShift(tx, id);
}

async function readShift(tx: Tx, id: string): Promise<Shift> {
  const shift = await shiftById(tx, id);
  if (shift === undefined) throw new Error(`shift ${id} not found`);
  return shift;
}
