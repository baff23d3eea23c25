import { momentOf } from '../../../platform/clock.js';
import { Failure, type FieldErrors } from '../../../platform/http/failure.js';
import { parseJson } from '../../../platform/http/json.js';

/** Parses a cell; undefined leaves the field unchanged. */
export type CellReader = (cell: string) => unknown;

/** A cell with an invalid value for its column. */
export class BadCell extends Error {}

const bad = (message: string): never => {
  throw new BadCell(message);
};

const TRUE = new Set(['true', 'yes', '1']);
const FALSE = new Set(['false', 'no', '0']);

/** For columns that only the export fills in, so that people can read the file. */
export const ignored: CellReader = () => undefined;
export const text: CellReader = cell => cell;
export const trimmed: CellReader = cell => cell.trim();
export const textOrNull: CellReader = cell => (cell === '' ? null : cell);
/** For fields that cannot be empty: an empty cell leaves the field unchanged. */
export const requiredText: CellReader = cell => (cell === '' ? undefined : cell);

export const trimmedText: CellReader = cell => requiredText(cell.trim());

/** One of these words, whatever its case; an empty cell leaves the field unchanged. */
export const oneOf =
  (words: readonly string[]): CellReader =>
  cell => {
    const word = cell.trim().toLowerCase();
    if (word === '') return undefined;
    return words.includes(word) ? word : bad(`Must be one of ${words.join(', ')}.`);
  };

export const flag: CellReader = cell => {
  const value = cell.trim().toLowerCase();
  if (value === '') return undefined;
  if (TRUE.has(value)) return true;
  return FALSE.has(value) ? false : bad('Must be true or false.');
};

export const wholeNumber: CellReader = cell => {
  const digits = cell.trim();
  if (digits === '') return undefined;
  return /^-?\d{1,9}$/.test(digits) ? Number(digits) : bad('Must be a whole number.');
};

/** Pieces, or up to three decimals of another unit; which of them depends on the goods. */
export const quantity: CellReader = cell => {
  const digits = cell.trim();
  if (digits === '') return undefined;
  return /^-?\d{1,9}(\.\d{1,3})?$/.test(digits) ? Number(digits) : bad('Must be a whole number.');
};

/** More than 0, with up to three decimals. */
export const decimal: CellReader = cell => {
  const digits = cell.trim();
  if (digits === '') return undefined;
  const isDecimal = /^\d{1,9}(\.\d{1,3})?$/.test(digits) && Number(digits) > 0;
  return isDecimal ? Number(digits) : bad('Must be more than 0, with at most three decimals.');
};

/** A point in time in one form, so that two ways to write it are equal. */
export const moment: CellReader = cell => {
  if (cell.trim() === '') return undefined;
  const at = momentOf(cell);
  return at?.toISOString() ?? bad('Must be a date and time such as 2026-12-31T00:00:00+01:00.');
};

export const wholeNumberOrNull: CellReader = cell =>
  cell.trim() === '' ? null : wholeNumber(cell);

export const momentOrNull: CellReader = cell => (cell.trim() === '' ? null : moment(cell));

/** Items separated by `|`, such as `red-sale|new`. */
export const list: CellReader = cell =>
  cell
    .split('|')
    .map(item => item.trim())
    .filter(item => item !== '');

export const json: CellReader = cell => {
  if (cell.trim() === '') return {};
  try {
    return parseJson(Buffer.from(cell));
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return bad('Must be JSON such as {"size": "M"}.');
  }
};

export type Column = { name: string; read: CellReader };

/** Parses all cells of a row and collects all errors. */
export function readCells(
  columns: readonly Column[],
  heading: readonly string[],
  cells: readonly string[],
): { values: Map<string, unknown>; errors: FieldErrors } {
  const values = new Map<string, unknown>();
  const errors: FieldErrors = {};
  if (cells.length !== heading.length) {
    errors.row = [`The row has ${cells.length} cells, the heading has ${heading.length}.`];
    return { values, errors };
  }
  for (const { name, read } of columns) {
    const index = heading.indexOf(name);
    if (index < 0) continue;
    try {
      const value = read(cells[index] ?? '');
      if (value !== undefined) values.set(name, value);
    } catch (error) {
      if (!(error instanceof BadCell)) throw error;
      errors[name] = [error.message];
    }
  }
  return { values, errors };
}
