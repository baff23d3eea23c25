/** `1,299.00` and `$12.5` become `1299.00` and `12.5`; other text stays, so that it is refused. */
export function amountOf(text: string): string | undefined {
  if (text === '') return undefined;
  const bare = text.replace(/^[\p{Sc}\s]+|(?<![\p{Sc}\s])[\p{Sc}\s]+$/gu, '');
  const isDecimalComma = /^\d+,\d{1,2}$/.test(bare);
  const number = isDecimalComma ? bare.replace(',', '.') : bare.replaceAll(',', '');
  const match = /^(\d+)(?:\.(\d+))?$/.exec(number);
  if (match === null) return text;
  const [, whole = '', decimals = ''] = match;
  // WooCommerce writes up to six decimals: 18.0000.
  const shown = decimals.slice(0, 2) + decimals.slice(2).replace(/(?<!0)0+$/, '');
  return shown === '' ? whole : `${whole}.${shown}`;
}

const TRUE = new Set(['true', '1', 'y', 'yes']);
const FALSE = new Set(['false', '0', 'n', 'no']);

/** Undefined if the cell is empty or neither of them. */
export function flagOf(text: string): boolean | undefined {
  const value = text.toLowerCase();
  if (TRUE.has(value)) return true;
  return FALSE.has(value) ? false : undefined;
}

/** Stock below zero counts as none: this service has it only for goods that were sold. */
export function stockOf(text: string): number | undefined {
  if (!/^-?\d{1,9}(\.\d{1,3})?$/.test(text)) return undefined;
  return Math.max(0, Number(text));
}

const GRAMS: Record<string, number> = {
  g: 1,
  kg: 1_000,
  lb: 453.592_37,
  lbs: 453.592_37,
  oz: 28.349_523,
};

/** Whole grams; undefined for nothing and for 0, which other systems write for "not weighed". */
export function gramsOf(text: string, unit = 'g'): number | undefined {
  const number = Number(text.replace(',', '.'));
  const grams = Math.round(number * (GRAMS[unit] ?? Number.NaN));
  return text !== '' && grams > 0 ? grams : undefined;
}

const MAX_NAME = 255;
export const nameOf = (text: string): string => text.slice(0, MAX_NAME).trim();

/** `Clothing > Shirts`, topmost first. */
export const categoryPath = (text: string): string[] =>
  text
    .split('>')
    .map(nameOf)
    .filter(name => name !== '');

const MAX_TAGS = 50;
const MAX_TAG = 50;

export const tagsOf = (items: readonly string[]): string[] => {
  const tags = items.map(item => item.trim().slice(0, MAX_TAG).trim()).filter(tag => tag !== '');
  return [...new Set(tags)].slice(0, MAX_TAGS);
};

/** Splits at commas; `\,` is a comma within an item, as WooCommerce writes it. */
export const listOf = (text: string): string[] =>
  text
    .split(/(?<!\\),/)
    .map(item => item.replaceAll('\\,', ',').trim())
    .filter(item => item !== '');

/** Excel's way to keep leading zeros: `'0123`. */
export const withoutApostrophe = (text: string): string => text.replace(/^'/, '');

/** Drops fields without a value: they leave the record as it is. */
export const defined = <T extends Record<string, unknown>>(fields: T): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

export const isWebAddress = (text: string): boolean => /^https?:\/\/\S+$/i.test(text);
