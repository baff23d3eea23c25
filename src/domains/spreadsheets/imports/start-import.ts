import { CsvError, MAX_ROW_CHARACTERS } from '../../../platform/csv/read-rows.js';
import { atomically, type Tx } from '../../../platform/database/tx.js';
import { Failure, invalid } from '../../../platform/http/failure.js';
import { newId } from '../../../platform/ids.js';
import { addJobs } from '../../../platform/jobs/add-jobs.js';
import type { Platform } from '../../../platform/platform.js';
import { holdsCardNumber } from '../../../platform/redact.js';
import { createTurns } from '../../../platform/turns.js';
import { type Staff, storeScope } from '../../access/index.js';
import { headingOf, MAX_RECORDS, recordsOf, TOO_MANY_RECORDS, unreadable } from '../csv.js';
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

/** A file of few uneven rows is imported without them; more of them are another kind of file. */
const MAX_UNEVEN_ROWS = 100;

export async function checkFile({ kind, content }: ImportRequest): Promise<void> {
  const heading = await readHeading(content);
  if (heading.some(name => holdsCardNumber('', name))) throw cardNumberIn('Row 1', 'heading');
  if (!isForeign(kind)) checkHeading(kind, heading);
  await checkRows(content, heading, isForeign(kind) ? foreignHolds : holdsCardNumber);
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
async function checkRows(
  content: string,
  heading: readonly string[],
  holds: (column: string, cell: string) => boolean,
): Promise<void> {
  let uneven = 0;
  try {
    for await (const { row, cells } of recordsOf(content)) {
      if (row > MAX_RECORDS + 1) throw invalidFile(TOO_MANY_RECORDS);
      if (cells.length !== heading.length) uneven += 1;
      if (uneven > MAX_UNEVEN_ROWS) throw tooUneven(row, cells.length, heading.length);
      const column = cells.findIndex((cell, at) => holds(heading[at] ?? '', cell));
      if (column >= 0) throw cardNumberIn(`Row ${row}`, heading[column]);
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    if (error.code === 'CSV_TOO_MANY_CELLS') throw invalidFile(unreadable(error));
    await refuseInLines(content);
  }
}

const invalidFile = (message: string): Failure => new Failure('invalid', 'INVALID_CSV', message);

const tooUneven = (row: number, cells: number, columns: number): Failure =>
  invalidFile(
    `More than ${MAX_UNEVEN_ROWS} rows do not fit the heading: ` +
      `row ${row} has ${cells} cells, the heading has ${columns}.`,
  );

/** More than a card number with its expiry date, which the end of a piece could cut in two. */
const OVERLAP = 256;

/** The import itself reports a file that cannot be parsed, so that file is stored too. */
async function refuseInLines(content: string): Promise<void> {
  const turns = createTurns();
  for (let at = 0, line = 1; at < content.length; ) {
    const piece = content.slice(at, at + MAX_ROW_CHARACTERS);
    const end = piece.indexOf('\n');
    if (holdsCardNumber('', end < 0 ? piece : piece.slice(0, end))) {
      throw cardNumberIn(`Line ${line}`);
    }
    const isLast = at + piece.length === content.length;
    at += end >= 0 ? end + 1 : isLast ? piece.length : piece.length - OVERLAP;
    if (end >= 0) line += 1;
    if (turns.isOver()) await turns.next();
  }
}

function cardNumberIn(place: string, column = 'row'): Failure {
  const message = `${place} contains a card number.`;
  return new Failure('invalid', 'CARD_NUMBER_REFUSED', message, {
    fields: { [column]: [message] },
  });
}

export async function readHeading(content: string): Promise<string[]> {
  try {
    const heading = await headingOf(content);
    if (heading !== undefined) return heading;
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
  }
  throw invalidFile('The first row must name the columns.');
}
