import { CsvError, type Options } from 'csv-parse';
import { parse } from 'csv-parse/sync';
import { isCardNumber, maskCardsInText } from '../../../platform/cards/numbers.js';
import { momentOf } from '../../../platform/clock.js';
import { unescapeFormula } from '../../../platform/escape-formula.js';
import { Failure } from '../../../platform/http/failure.js';
import { type Minor, parseMoney } from '../../../platform/money.js';
import { type ColumnName, type Heading, readHeading, readType } from './columns.js';

const MAX_LINES = 50_000;
const MAX_LISTED_ERRORS = 100;
const MAX_ID = 255;

const OPTIONS: Options = {
  bom: true,
  relax_column_count: true,
  skip_empty_lines: true,
  record_delimiter: ['\r\n', '\n'],
  max_record_size: 65_536,
  to: MAX_LINES + 2,
  info: true,
};

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
export function readFile(content: string, defaultCurrency: string | undefined): SettlementFile {
  const [first, ...records] = recordsOf(content);
  const heading = readHeading(first?.cells ?? []);
  if ('missing' in heading) {
    throw invalidFile('The heading lacks columns.', { missing_columns: heading.missing });
  }
  if (records.length > MAX_LINES) throw invalidFile(`The file has more than ${MAX_LINES} lines.`);
  const lines: FileLine[] = [];
  const errors: LineError[] = [];
  let ignored = 0;
  for (const record of records) {
    const row = createRow(heading, record);
    const type = readType(row.text('type'), heading.typeColumn);
    if (type === 'ignored') ignored += 1;
    else if (type === undefined) row.fail('type', 'Must be charge or refund.');
    else lines.push(readLine(row, type, defaultCurrency));
    if (record.cells.length !== first?.cells.length) {
      row.errors.splice(0);
      row.fail('row', 'Must have as many cells as the heading.');
    }
    errors.push(...row.errors);
  }
  if (errors.length > 0) throw malformed(errors);
  if (lines.length === 0) throw invalidFile('The file has no charges and no refunds.');
  return { lines, ignored };
}

type FileRecord = { line: number; cells: string[] };

function recordsOf(content: string): FileRecord[] {
  try {
    const parsed = parse(content, OPTIONS) as unknown as Parsed[];
    return parsed.map(({ record, info }) => ({ line: info.lines, cells: record }));
  } catch (error) {
    // The parser's message would quote the file.
    if (error instanceof CsvError) throw invalidFile(`The file cannot be read: ${error.code}.`);
    throw error;
  }
}

/** With the option `info`. */
type Parsed = { record: string[]; info: { lines: number } };

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
