import { formatHundredths, parseHundredths } from '../../../platform/money.js';
import { parseThousandths } from '../../../platform/quantity.js';
import { isObject, type Reference, referredId } from './document.js';
import type { KindName } from './kind.js';
import { plainText, textLike } from './text.js';

/** Maps record ids to document ids and back; undefined when unknown. */
export type Names = {
  documentIdOf(kind: KindName, recordId: string): string | undefined;
  recordIdOf(documentId: string): string | undefined;
};

/** One field of a document and the column it mirrors. */
export type Field = {
  name: string;
  column: string;
  /** Converts a column value to a document value; null when there is none. */
  write(value: unknown, names: Names): unknown;
  /** Converts a document value to a column value; undefined when it is invalid. */
  read(value: unknown, names: Names): unknown;
  /** When edits in the content system are applied: always, for a new record only, or never. */
  inbound: 'always' | 'on_create' | 'never';
  /** Converts a value to the shape of the value now in the content system. */
  inShapeOf?(remote: unknown, value: unknown): unknown;
  refersTo?: KindName;
};

type Conversion = Pick<Field, 'write' | 'read' | 'inShapeOf' | 'refersTo'>;

const field = (name: string, column: string, conversion: Conversion): Field => ({
  name,
  column,
  inbound: 'always',
  ...conversion,
});

/** Written to documents; edits in the content system are ignored. */
export const outboundOnly = (it: Field): Field => ({ ...it, inbound: 'never' });
/** Read when a document creates a record; later edits in the content system are ignored. */
export const onCreate = (it: Field): Field => ({ ...it, inbound: 'on_create' });

const asIs = (value: unknown): unknown => value ?? null;

export type TextOptions = { max: number; min?: number; nullable?: boolean; pattern?: RegExp };

/** Truncates longer texts instead of refusing them. */
export const text = (name: string, column: string, options: TextOptions): Field =>
  field(name, column, {
    write: asIs,
    read: value => {
      if (value === null) return options.nullable ? null : options.min ? undefined : '';
      const read = plainText(value)?.trim();
      if (read === undefined || read.length < (options.min ?? 0)) return undefined;
      const cut = [...read].slice(0, options.max).join('');
      if (options.nullable && cut === '') return null;
      return options.pattern === undefined || options.pattern.test(cut) ? cut : undefined;
    },
    inShapeOf: (remote, value) => (typeof value === 'string' ? textLike(remote, value) : value),
  });

const SLUG = /^(?=.*[a-z])[a-z0-9]+(-[a-z0-9]+)*$/;

/** `{current: 'white-mug'}` in documents. */
export const slug = (max: number): Field =>
  field('slug', 'slug', {
    write: value => ({ _type: 'slug', current: value }),
    read: value => {
      const current = isObject(value) ? value.current : value;
      const fits = typeof current === 'string' && current.length <= max && SLUG.test(current);
      return fits ? current : undefined;
    },
  });

export const flag = (name: string, column: string): Field =>
  field(name, column, {
    write: asIs,
    read: value => (typeof value === 'boolean' ? value : undefined),
  });

export type WholeOptions = { min: number; max: number; nullable?: boolean };

export const whole = (name: string, column: string, options: WholeOptions): Field =>
  field(name, column, {
    write: asIs,
    read: value => {
      if (value === null) return options.nullable ? null : undefined;
      const fits = Number.isInteger(value) && Number(value) >= options.min;
      return fits && Number(value) <= options.max ? value : undefined;
    },
  });

/** Reads numbers and text; writes text, so that no reader loses precision to floating point. */
export const money = (name: string, column: string, { nullable = false } = {}): Field =>
  field(name, column, {
    write: asIs,
    read: value => {
      if (value === null) return nullable ? null : undefined;
      const amount = parseHundredths(value);
      return amount === undefined ? undefined : formatHundredths(amount);
    },
  });

/** One of a few words, such as `kg`. */
export const oneOf = (name: string, column: string, words: readonly string[]): Field =>
  field(name, column, {
    write: asIs,
    read: value => (words.some(word => word === value) ? value : undefined),
  });

/** What one piece contains: `{amount: 330, unit: 'ml'}`. One field, because neither stands alone. */
export type Packed = { amount: number; unit: string };

export const packed = (name: string, column: string, units: readonly string[]): Field =>
  field(name, column, {
    write: asIs,
    read: value => {
      if (value === null) return null;
      if (!isObject(value) || typeof value.unit !== 'string') return undefined;
      const thousandths = parseThousandths(value.amount);
      if (!thousandths || !units.includes(value.unit)) return undefined;
      return { amount: thousandths / 1_000, unit: value.unit } satisfies Packed;
    },
  });

/** A tax rate as a fraction below one, with at most six decimals: 0.0825. */
export const rate = (name: string, column: string): Field =>
  field(name, column, {
    write: value => Number(value),
    read: value => {
      const number = typeof value === 'string' ? Number(value) : value;
      if (typeof number !== 'number' || !(number >= 0 && number < 1)) return undefined;
      const fixed = number.toFixed(6).replace(/\.?0+$/, '');
      return Number(fixed) === number ? fixed : undefined;
    },
  });

const IMAGE = /^(https?:\/\/\S{1,490}|\/\S{0,490})$/;

/** Reads a URL or an image with a URL; ignores an image that only refers to an asset. */
export const image = (name: string, column: string): Field =>
  field(name, column, {
    write: value => (value === '' ? null : asIs(value)),
    read: value => {
      const asset = isObject(value) ? value.asset : undefined;
      const link = isObject(value) ? (value.url ?? (isObject(asset) ? asset.url : null)) : value;
      if (link === null || link === '') return isObject(value) ? undefined : '';
      return typeof link === 'string' && IMAGE.test(link) ? link : undefined;
    },
  });

const MAX_ATTRIBUTES = 30;

/** Text by name, such as `{color: 'white'}`. */
export const attributes = (name: string, column: string): Field =>
  field(name, column, {
    write: asIs,
    read: value => {
      if (!isObject(value)) return undefined;
      const pairs = Object.entries(value).filter(([key]) => !key.startsWith('_'));
      const fits = pairs.every(([, item]) => typeof item === 'string' && item.length <= 200);
      return fits && pairs.length <= MAX_ATTRIBUTES ? Object.fromEntries(pairs) : undefined;
    },
  });

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/;

/** A point in time, or null. */
export const moment = (name: string, column: string): Field =>
  field(name, column, {
    write: value => (value instanceof Date ? value.toISOString() : asIs(value)),
    read: value => {
      if (value === null) return null;
      const at = typeof value === 'string' && TIME.test(value) ? new Date(value) : undefined;
      return at === undefined || Number.isNaN(at.getTime()) ? undefined : at.toISOString();
    },
  });

const CHOICE = /^[A-Za-z0-9][A-Za-z0-9 ._-]{0,49}$/;

/** The variants of an A/B test with their weights: `[{name: 'control', weight: 1}, …]`. */
export const choices = (name: string, column: string): Field =>
  field(name, column, {
    write: value =>
      (Array.isArray(value) ? value : []).map(item => ({ _key: String(item.name), ...item })),
    read: value => {
      if (!Array.isArray(value) || value.length < 2 || value.length > 10) return undefined;
      const read = value.map(item => ({ name: item?.name, weight: item?.weight ?? 1 }));
      const fits = read.every(
        item =>
          typeof item.name === 'string' &&
          CHOICE.test(item.name) &&
          Number.isInteger(item.weight) &&
          item.weight >= 1 &&
          item.weight <= 1_000_000,
      );
      return fits ? read : undefined;
    },
  });

/** A value that only this service writes, such as a time, a status or a list. */
export const outbound = (name: string, column: string): Field =>
  outboundOnly(
    field(name, column, {
      write: value => (value instanceof Date ? value.toISOString() : asIs(value)),
      read: () => undefined,
    }),
  );

const referenceTo = (kind: KindName, id: unknown, names: Names): Reference | null => {
  const ref = id === null || id === undefined ? undefined : names.documentIdOf(kind, String(id));
  return ref === undefined ? null : { _type: 'reference', _ref: ref };
};

const referencedRecord = (value: unknown, names: Names): string | undefined => {
  const id = referredId(value);
  return id === undefined ? undefined : names.recordIdOf(id);
};

export const reference = (name: string, column: string, kind: KindName): Field =>
  field(name, column, {
    refersTo: kind,
    write: (value, names) => referenceTo(kind, value, names),
    read: (value, names) => (value === null ? null : referencedRecord(value, names)),
  });

export const references = (name: string, column: string, kind: KindName): Field =>
  field(name, column, {
    refersTo: kind,
    write: (value, names) =>
      (Array.isArray(value) ? value : []).flatMap(id => {
        const found = referenceTo(kind, id, names);
        return found === null ? [] : [{ ...found, _key: String(id) }];
      }),
    read: (value, names) => {
      if (value === null) return [];
      if (!Array.isArray(value)) return undefined;
      const ids = value.flatMap(item => referencedRecord(item, names) ?? []);
      return [...new Set(ids)].sort();
    },
  });
