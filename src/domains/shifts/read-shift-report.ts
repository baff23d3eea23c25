import type { Reader } from '../../platform/database/tx.js';
import { conflict } from '../../platform/http/failure.js';
import type { Staff } from '../access/index.js';
import { buildBlindReport, buildReport } from './build-report.js';
import { visibleShift } from './find-shift.js';
import { readReport } from './read-report.js';
import { reportOf } from './report-repository.js';
import { type Shift, shiftById } from './repository.js';
import { isBlind } from './rules.js';
import type { Report } from './schemas.js';

/** X: the current totals of a shift. Z: those of a closed one. */
export const REPORT_KINDS = ['x', 'z'] as const;
export type ReportKind = (typeof REPORT_KINDS)[number];

/** The report of a shift that the caller may see, without amounts while the count is blind. */
export async function readShiftReport(
  reader: Reader,
  caller: Staff,
  id: string,
  kind: ReportKind,
  now: Date,
): Promise<Report> {
  const shift = await visibleShift(reader, caller, id);
  return reportOn(reader, shift, kind, { isBlind: isBlind(caller, shift), now });
}

/** The report of a shift for a caller who was checked before; undefined without the shift. */
export async function findShiftReport(
  reader: Reader,
  id: string,
  kind: ReportKind,
  how: { isBlind: boolean; now: Date },
): Promise<Report | undefined> {
  const shift = await shiftById(reader, id);
  return shift && reportOn(reader, shift, kind, how);
}

async function reportOn(
  reader: Reader,
  shift: Shift,
  kind: ReportKind,
  { isBlind: hidesAmounts, now }: { isBlind: boolean; now: Date },
): Promise<Report> {
  if (kind === 'x') {
    return hidesAmounts
      ? buildBlindReport(reader, shift, now)
      : buildReport(reader, shift, null, now);
  }
  const report = await reportOf(reader, shift.id);
  if (report === undefined) {
    throw conflict('INVALID_STATE', 'The Z report is created when the shift is closed.', {
      status: shift.status,
    });
  }
  return readReport(report);
}
