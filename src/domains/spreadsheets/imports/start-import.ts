import { CsvError } from 'csv-parse';
import { atomically, type Tx } from '../../../platform/database/tx.js';
import { Failure, invalid } from '../../../platform/http/failure.js';
import { newId } from '../../../platform/ids.js';
import { addJobs } from '../../../platform/jobs/add-jobs.js';
import type { Platform } from '../../../platform/platform.js';
import { holdsCardNumber } from '../../../platform/redact.js';
import { type Staff, storeScope } from '../../access/index.js';
import { headingOf, recordsOf } from '../csv.js';
import { isWebAddress } from '../foreign/values.js';
import { type Import, importById, insertImport } from '../repository.js';
import { type FileKind, isForeign } from '../sheets/sheet.js';
import { SHEETS } from '../sheets/sheets.js';

export const IMPORT_JOB = 'spreadsheets:import';
/** Imports run one at a time, so that two files never change the same product concurrently. */
export const QUEUE = 'imports';

export type ImportRequest = {
  kind: FileKind;
  content: string;
  dryRun: boolean;
  fileName?: string;
  /** Stores by the name of their location in the file. */
  locations?: Record<string, string>;
  notes?: readonly string[];
};

/** Checks the heading, stores the file and queues the import job. */
export async function startImport(
  platform: Platform,
  caller: Staff,
  request: ImportRequest,
): Promise<Import> {
  await checkFile(request);
  return atomically(platform.db, tx => queueImport(tx, platform, caller, request));
}

export async function checkFile({ kind, content }: ImportRequest): Promise<void> {
  const heading = readHeading(content);
  if (heading.some(name => holdsCardNumber('', name))) throw cardNumberIn('Row 1', 'heading');
  if (!isForeign(kind)) checkHeading(kind, heading);
  await refuseCardNumbers(content, heading, isForeign(kind) ? foreignHolds : holdsCardNumber);
}

/** Names of other systems for article numbers, one in ten of which passes the check of a card. */
const ARTICLE_COLUMN = /\b(sku|barcodes?|gtin|upc|ean|isbn|mpn|token)\b/;

const areWebAddresses = (cell: string): boolean =>
  cell !== '' &&
  cell
    .trim()
    .split(/[\s,]+/)
    .every(isWebAddress);

/** Addresses of pictures contain long numbers: `/files/1/0533/2089/7217/`. */
const foreignHolds = (column: string, cell: string): boolean =>
  !areWebAddresses(cell) && holdsCardNumber(ARTICLE_COLUMN.test(column) ? 'sku' : column, cell);

/** Stores a file that was checked. */
export async function queueImport(
  tx: Tx,
  { clock }: Platform,
  caller: Staff,
  { kind, content, dryRun, fileName = '', locations = {}, notes = [] }: ImportRequest,
): Promise<Import> {
  const id = newId();
  await insertImport(tx, {
    id,
    kind,
    fileName,
    dryRun,
    requestedBy: caller.userId,
    storeIds: storeScope(caller),
    locations,
    notes,
    content,
    now: clock.now(),
  });
  await addJobs(tx, [{ name: IMPORT_JOB, payload: { import_id: id }, queue: QUEUE }]);
  const started = await importById(tx, id);
  if (started === undefined) throw new Error('a new import cannot be read');
  return started;
}

function checkHeading(kind: keyof typeof SHEETS, heading: readonly string[]): void {
  const { columns, required } = SHEETS[kind];
  const known = new Set(columns.map(column => column.name));
  const problems = [
    ...heading.filter(name => !known.has(name)).map(() => 'There is an unknown column.'),
    ...heading
      .filter((name, index) => heading.indexOf(name) < index)
      .map(n => `${n} appears twice.`),
    ...required.filter(name => !heading.includes(name)).map(name => `${name} is missing.`),
  ];
  if (problems.length === 0) return;
  const knownColumns = `The columns are ${[...known].join(', ')}.`;
  throw invalid(`heading: ${problems[0]}`, { heading: [...new Set(problems), knownColumns] });
}

/** Before the file is stored. */
async function refuseCardNumbers(
  content: string,
  heading: readonly string[],
  holds: (column: string, cell: string) => boolean,
): Promise<void> {
  try {
    for await (const { row, cells } of recordsOf(content)) {
      const column = cells.findIndex((cell, at) => holds(heading[at] ?? '', cell));
      if (column >= 0) throw cardNumberIn(`Row ${row}`, heading[column]);
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    refuseInLines(content);
  }
}

/** The import itself reports a file that cannot be parsed, so that file is stored too. */
function refuseInLines(content: string): void {
  const line = content.split(/\r?\n/).findIndex(text => holdsCardNumber('', text));
  if (line >= 0) throw cardNumberIn(`Line ${line + 1}`);
}

function cardNumberIn(place: string, column = 'row'): Failure {
  const message = `${place} contains a card number.`;
  return new Failure('invalid', 'CARD_NUMBER_REFUSED', message, {
    fields: { [column]: [message] },
  });
}

export function readHeading(content: string): string[] {
  try {
    const heading = headingOf(content);
    if (heading !== undefined) return heading;
  } catch {
    // The parser's message would quote the file.
  }
  throw new Failure('invalid', 'INVALID_CSV', 'The first row must name the columns.');
}
