import type { Reader } from '../../../platform/database/tx.js';
import type { Report } from '../../shifts/index.js';
import { findStore, storeLanguage } from '../../stores/index.js';
import { COLUMNS_OF, type PaperWidth } from '../columns.js';
import { type Printed, printLines } from '../print-lines.js';
import { encodeEscpos } from '../render-escpos.js';
import { reportRows } from './report-rows.js';

/** The lines of an X or Z report on the paper of its store. */
async function reportLines(reader: Reader, report: Report, width: PaperWidth): Promise<Printed[]> {
  const store = await findStore(reader, report.store);
  const language = store === undefined ? 'en' : storeLanguage(store);
  const rows = reportRows(report, language, store?.time_zone ?? 'UTC');
  return printLines(rows, COLUMNS_OF[width]);
}

/** The bytes for a printer. */
export const printReport = async (
  reader: Reader,
  report: Report,
  width: PaperWidth,
): Promise<Buffer> => encodeEscpos(await reportLines(reader, report, width), { width });

export const reportText = async (
  reader: Reader,
  report: Report,
  width: PaperWidth,
): Promise<string> =>
  (await reportLines(reader, report, width))
    .flatMap(printed => (printed.kind === 'line' ? [`${printed.text}\n`] : []))
    .join('');
