import { isCardNumber, maskCardsInText } from '../../../platform/cards/numbers.js';
import { momentOf } from '../../../platform/clock.js';
import { CsvError, readRows } from '../../../platform/csv/read-rows.js';
import { unescapeFormula } from '../../../platform/escape-formula.js';
import { Failure } from '../../../platform/http/failure.js';
import { type Minor, parseMoney } from '../../../platform/money.js';
import { type ColumnName, type Heading, readHeading, readType } from './columns.js';

const MAX_LINES = 50_000;
const MAX_LISTED_ERRORS = 100;
const MAX_ID = 255;

/** One charge or refund of the file. Amounts of refunds are positive here; only `netMinor` is not. */
export type FileLine = {
  line: number;
  occurredAt: Date;
  type: 'charge' | 'refund';
  processorTransactionId: string;
  processorRefundId: string | null;
  grossMinor: Minor;
  feeMinor: Minor;
  netMinor: Minor;
  currency: string;
  payoutId: string | null;
};

export type SettlementFile = { lines: FileLine[]; ignored: number };
type LineError = { line: number; column: string; message: string };

/** Reads a whole file or refuses it with the malformed lines; nothing is stored then. */
export async function readFile(
  content: string,
  defaultCurrency: string | undefined,
): Promise<SettlementFile> {
  const reader = createReader(defaultCurrency);
  try {
    for await (const record of readRows(content)) reader.read(record);
  } catch (error) {
    if (error instanceof CsvError) throw invalidFile(`The file cannot be read: ${error.code}.`);
    throw error;
  }
  return reader.end();
}

type FileRecord = { line: number; cells: string[] };

function createReader(defaultCurrency: string | undefined) {
  const lines: FileLine[] = [];
  const errors: LineError[] = [];
  let heading: (Heading & { width: number }) | undefined;
  let count = 0;
  let ignored = 0;
  const readRecord = (record: FileRecord, { width, ...known }: Heading & { width: number }) => {
    const row = createRow(known, record);
    const type = readType(row.text('type'), known.typeColumn);
    if (type === 'ignored') ignored += 1;
    else if (type === undefined) row.fail('type', 'Must be charge or refund.');
    else lines.push(readLine(row, type, defaultCurrency));
    if (record.cells.length !== width) {
      row.errors.splice(0);
      row.fail('row', 'Must have as many cells as the heading.');
    }
    errors.push(...row.errors);
  };
  return {
    read: (record: FileRecord): void => {
      if (heading === undefined) {
        heading = headingOf(record.cells);
        return;
      }
      count += 1;
      if (count > MAX_LINES) throw invalidFile(`The file has more than ${MAX_LINES} lines.`);
      readRecord(record, heading);
    },
    end: (): SettlementFile => {
      if (heading === undefined) headingOf([]);
      if (errors.length > 0) throw malformed(errors);
      if (lines.length === 0) throw invalidFile('The file has no charges and no refunds.');
      return { lines, ignored };
    },
  };
}

function headingOf(cells: readonly string[]): Heading & { width: number } {
  const heading = readHeading(cells);
  if (!('missing' in heading)) return { ...heading, width: cells.length };
  throw invalidFile('The heading lacks columns.', { missing_columns: heading.missing });
}

const invalidFile = (message: string, details?: Record<string, unknown>): Failure =>
  new Failure('invalid', 'INVALID_CSV', message, details ? { details } : {});

const malformed = (errors: readonly LineError[]): Failure => {
  const [first] = errors;
  const message = `Line ${first?.line}, ${first?.column}: ${first?.message}`;
  const details = { error_count: errors.length, errors: errors.slice(0, MAX_LISTED_ERRORS) };
  return new Failure('invalid', 'INVALID_CSV', message, { details });
};

function createRow({ positions }: Heading, { line, cells }: FileRecord) {
  const errors: LineError[] = [];
  return {
    line,
    errors,
    text: (column: ColumnName): string => {
      const position = positions[column];
      return position === undefined ? '' : unescapeFormula(cells[position] ?? '').trim();
    },
    fail: (column: string, message: string): void => {
      errors.push({ line, column, message });
    },
  };
}

type Row = ReturnType<typeof createRow>;

/** A long id of digits may contain a valid card number by chance; a text with spaces is no id. */
const isTypedCard = (id: string): boolean =>
  isCardNumber(id) || (/\s/.test(id) && maskCardsInText(id) !== id);

function readLine(
  row: Row,
  type: 'charge' | 'refund',
  defaultCurrency: string | undefined,
): FileLine {
  const refundId = row.text('refund_id');
  const processorTransactionId = row.text('processor_transaction_id') || refundId;
  if (processorTransactionId === '') row.fail('processor_transaction_id', 'Must not be empty.');
  if (Math.max(processorTransactionId.length, refundId.length) > MAX_ID) {
    row.fail('processor_transaction_id', `At most ${MAX_ID} characters.`);
  }
  const payoutId = row.text('payout_id');
  if ([processorTransactionId, refundId, payoutId].some(isTypedCard)) {
    row.fail('processor_transaction_id', 'Must not be a card number.');
  }
  const currency = (row.text('currency') || defaultCurrency || '').toUpperCase();
  if (!/^[A-Z]{3}$/.test(currency)) row.fail('currency', 'Must be a code such as USD.');
  return {
    line: row.line,
    occurredAt: readDate(row),
    type,
    processorTransactionId,
    processorRefundId: type === 'refund' && refundId !== '' ? refundId : null,
    ...readAmounts(row, type, currency),
    currency,
    payoutId: payoutId.slice(0, MAX_ID) || null,
  };
}

const EARLIEST = new Date('2000-01-01T00:00:00Z');
const LATEST = new Date('2100-01-01T00:00:00Z');

function readDate(row: Row): Date {
  const text = row.text('date');
  const at = momentOf(/^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T00:00` : text);
  if (at !== undefined && at >= EARLIEST && at < LATEST) return at;
  row.fail('date', 'Must be a date such as 2026-07-09.');
  return EARLIEST;
}

/** Some exports write refunds and fees with a minus sign; net decides what the sign of a fee means. */
function readAmounts(row: Row, type: 'charge' | 'refund', currency: string) {
  const sign = type === 'refund' ? -1 : 1;
  const gross = readMoney(row, 'gross', currency);
  const grossMinor = Math.abs(gross);
  const fee = readMoney(row, 'fee', currency);
  const netMinor = readMoney(row, 'net', currency);
  if (type === 'charge' && gross < 0) row.fail('gross', 'A charge must not be negative.');
  const feeMinor = [fee, -fee].find(one => sign * grossMinor - one === netMinor);
  if (feeMinor === undefined && row.errors.length === 0) {
    row.fail('net', 'Must be gross minus fee.');
  }
  return { grossMinor, feeMinor: feeMinor ?? fee, netMinor };
}

/** Takes `-12.50`, `$1,234.50` and `(12.50)`. */
function readMoney(row: Row, column: 'gross' | 'fee' | 'net', currency: string): Minor {
  const cell = row.text(column);
  const digits = cell.replace(/[$€£\s]|,(?=\d{3})/g, '').replace(/^\((.*)\)$/, '-$1');
  const isNegative = digits.startsWith('-');
  const amount = parseMoney(isNegative ? digits.slice(1) : digits, currency);
  if (amount === undefined) {
    row.fail(column, 'Must be an amount such as 12.50.');
    return 0;
  }
  return isNegative ? -amount : amount;
}
