import { CsvError } from 'csv-parse';
import { atomically } from '../../platform/database/tx.js';
import { Failure, invalid } from '../../platform/http/failure.js';
import { newId } from '../../platform/ids.js';
import { addJobs } from '../../platform/jobs/add-jobs.js';
import type { Platform } from '../../platform/platform.js';
import { holdsCardNumber } from '../../platform/redact.js';
import { type Staff, storeScope } from '../access/index.js';
import { headingOf, recordsOf } from './csv.js';
import { type Import, importById, insertImport } from './repository.js';
import type { ImportKind } from './sheet.js';
import { SHEETS } from './sheets.js';

export const IMPORT_JOB = 'spreadsheets:import';
/** Imports run one at a time, so that two files never change the same product concurrently. */
const QUEUE = 'imports';

/** Checks the heading, stores the file and queues the import job. */
export async function startImport(
  { db, clock }: Platform,
  caller: Staff,
  kind: ImportKind,
  content: string,
  dryRun: boolean,
): Promise<Import> {
  checkHeading(kind, content);
  await refuseCardNumbers(content);
  const id = newId();
  await atomically(db, async tx => {
    await insertImport(tx, {
      id,
      kind,
      dryRun,
      requestedBy: caller.userId,
      storeIds: storeScope(caller),
      content,
      now: clock.now(),
    });
    await addJobs(tx, [{ name: IMPORT_JOB, payload: { import_id: id }, queue: QUEUE }]);
  });
  const started = await importById(db, id);
  if (started === undefined) throw new Error('a new import cannot be read');
  return started;
}

function checkHeading(kind: ImportKind, content: string): void {
  const { columns, required } = SHEETS[kind];
  const heading = readHeading(content);
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
async function refuseCardNumbers(content: string): Promise<void> {
  const heading = headingOf(content) ?? [];
  try {
    for await (const { row, cells } of recordsOf(content)) {
      const column = cells.findIndex((cell, at) => holdsCardNumber(heading[at] ?? '', cell));
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

function readHeading(content: string): string[] {
  try {
    const heading = headingOf(content);
    if (heading !== undefined) return heading;
  } catch {
    // The parser's message would quote the file.
  }
  throw new Failure('invalid', 'INVALID_CSV', 'The first row must name the columns.');
}
