import { createTurns } from '../turns.js';

export type CsvProblem =
  | 'INVALID_OPENING_QUOTE'
  | 'CSV_INVALID_CLOSING_QUOTE'
  | 'CSV_QUOTE_NOT_CLOSED'
  | 'CSV_MAX_RECORD_SIZE'
  | 'CSV_TOO_MANY_CELLS';

/** A file that is not CSV or has too long a row. Its message never quotes the file. */
export class CsvError extends Error {
  constructor(readonly code: CsvProblem) {
    super(code);
  }
}

export type CsvRow = {
  cells: string[];
  /** The last line of the row; the first one of a file is 1. */
  line: number;
  /** Characters of the file that were read so far. */
  end: number;
};

/** A row is handled without a pause, so its size decides how long other requests wait. */
export const MAX_ROW_CHARACTERS = 262_144;
export const MAX_CELLS = 1_000;

const BYTE_ORDER_MARK = 0xfeff;
const LINE_FEED = 10;
const RETURN = 13;
const QUOTE = 34;
const COMMA = 44;

/** The clock is not asked for every row: a row may have one character. */
const CHARACTERS_BETWEEN_LOOKS = 1_024;

type Place = { text: string; at: number; line: number };

/**
 * The rows of a CSV file: commas, quotes doubled within quotes, lines that end with LF or CRLF; empty
 * lines are skipped. One pass that pauses for other requests, whatever the file contains.
 */
export async function* readRows(text: string): AsyncGenerator<CsvRow> {
  const turns = createTurns();
  const place = { text, at: text.charCodeAt(0) === BYTE_ORDER_MARK ? 1 : 0, line: 1 };
  let looked = 0;
  while (place.at < text.length) {
    if (place.at - looked > CHARACTERS_BETWEEN_LOOKS) {
      looked = place.at;
      if (turns.isOver()) await turns.next();
    }
    if (text.charCodeAt(place.at) === LINE_FEED) {
      place.at += 1;
      place.line += 1;
      continue;
    }
    const start = place.at;
    const cells = readRow(place);
    const isEmpty = cells.length === 1 && cells[0] === '' && text.charCodeAt(start) !== QUOTE;
    const { line } = place;
    if (place.at < text.length) place.line += 1;
    place.at += 1;
    if (!isEmpty) yield { cells, line, end: Math.min(place.at, text.length) };
  }
}

/** Ends at the line feed or at the end of the text. */
function readRow(place: Place): string[] {
  const cells: string[] = [];
  let size = 0;
  for (;;) {
    const room = MAX_ROW_CHARACTERS - size;
    const isQuoted = place.text.charCodeAt(place.at) === QUOTE;
    const cell = isQuoted ? readQuoted(place, room) : readPlain(place, room);
    cells.push(cell);
    size += cell.length;
    if (cells.length > MAX_CELLS) throw new CsvError('CSV_TOO_MANY_CELLS');
    if (place.text.charCodeAt(place.at) !== COMMA) return cells;
    place.at += 1;
  }
}

function readPlain(place: Place, room: number): string {
  const { text, at: start } = place;
  const last = Math.min(text.length, start + room + 1);
  for (let at = start; at < last; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) throw new CsvError('INVALID_OPENING_QUOTE');
    if (code !== COMMA && code !== LINE_FEED) continue;
    place.at = at;
    const isReturn = code === LINE_FEED && at > start && text.charCodeAt(at - 1) === RETURN;
    return text.slice(start, isReturn ? at - 1 : at);
  }
  if (last < text.length) throw new CsvError('CSV_MAX_RECORD_SIZE');
  place.at = last;
  return text.slice(start, last);
}

function readQuoted(place: Place, room: number): string {
  const { text } = place;
  const start = place.at + 1;
  // Every character may be a quote that is written twice.
  const last = Math.min(text.length, start + 2 * room + 1);
  let doubled = 0;
  for (let at = start; at < last; at += 1) {
    const code = text.charCodeAt(at);
    if (code === LINE_FEED) place.line += 1;
    if (at - start - doubled > room) throw new CsvError('CSV_MAX_RECORD_SIZE');
    if (code !== QUOTE) continue;
    if (text.charCodeAt(at + 1) === QUOTE) {
      doubled += 1;
      at += 1;
      continue;
    }
    const cell = text.slice(start, at);
    place.at = afterQuote(text, at + 1);
    return doubled > 0 ? cell.replaceAll('""', '"') : cell;
  }
  throw new CsvError(last < text.length ? 'CSV_MAX_RECORD_SIZE' : 'CSV_QUOTE_NOT_CLOSED');
}

/** The comma or line feed after a closing quote, where nothing else may stand. */
function afterQuote(text: string, at: number): number {
  const end = text.charCodeAt(at) === RETURN && text.charCodeAt(at + 1) === LINE_FEED ? at + 1 : at;
  const code = text.charCodeAt(end);
  if (end >= text.length || code === COMMA || code === LINE_FEED) return end;
  throw new CsvError('CSV_INVALID_CLOSING_QUOTE');
}
