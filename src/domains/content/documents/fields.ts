import { formatMoney, parseMoney } from '../../../platform/money.js';
import { isObject, type Reference, referredId } from './document.js';
import type { KindName } from './kind.js';
import { plainText, textLike } from './text.js';

/** Who stands behind a record id or a document id; undefined when nobody is known. */
export type Names = {
  documentIdOf(kind: KindName, recordId: string): string | undefined;
  recordIdOf(documentId: string): string | undefined;
};

/** One field of a document and the column it mirrors. */
export type Field = {
  name: string;
  column: string;
  /** The document's value for the column's; null when there is none. */
  write(value: unknown, names: Names): unknown;
  /** The column's value for the document's; undefined when it cannot be understood. */
  read(value: unknown, names: Names): unknown;
  /** `in` is taken from the content system; `once` only for a new record; `out` is ours alone. */
  taken: 'in' | 'once' | 'out';
  /** Gives a value the shape it has over there. */
  like?(remote: unknown, value: unknown): unknown;
  refersTo?: KindName;
};

type Plain = Pick<Field, 'write' | 'read' | 'like' | 'refersTo'>;

const field = (name: string, column: string, plain: Plain): Field => ({
  name,
  column,
  taken: 'in',
  ...plain,
});

/** The record's own business: written out, never taken in. */
export const ours = (it: Field): Field => ({ ...it, taken: 'out' });
/** Taken in when the record is created from a document, ours ever after. */
export const once = (it: Field): Field => ({ ...it, taken: 'once' });

const asIs = (value: unknown): unknown => value ?? null;

export type TextOptions = { max: number; min?: number; nullable?: boolean; pattern?: RegExp };

/** Longer texts are cut: a headline of 300 characters is still a headline. */
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
    like: (remote, value) => (typeof value === 'string' ? textLike(remote, value) : value),
  });

const SLUG = /^(?=.*[a-z])[a-z0-9]+(-[a-z0-9]+)*$/;

/** `{current: 'white-mug'}` over there. */
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

/** Editors type numbers; we write text, as everywhere: no reader makes floating point of it. */
export const money = (name: string, column: string, { nullable = false } = {}): Field =>
  field(name, column, {
    write: asIs,
    read: value => {
      if (value === null) return nullable ? null : undefined;
      const amount = parseMoney(value);
      return amount === undefined ? undefined : formatMoney(amount);
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

/** A link, or an image with its link; an image that is only a reference to an asset stays there. */
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

/** A moment, which may be left open. */
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

/** The variants of a test, each with its share: `[{name: 'control', weight: 1}, …]`. */
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

/** Times, statuses and lists that only we write. */
export const fact = (name: string, column: string): Field =>
  ours(
    field(name, column, {
      write: value => (value instanceof Date ? value.toISOString() : asIs(value)),
      read: () => undefined,
    }),
  );

const referenceTo = (kind: KindName, id: unknown, names: Names): Reference | null => {
  const ref = id === null || id === undefined ? undefined : names.documentIdOf(kind, String(id));
  return ref === undefined ? null : { _type: 'reference', _ref: ref };
};

const recordBehind = (value: unknown, names: Names): string | undefined => {
  const id = referredId(value);
  return id === undefined ? undefined : names.recordIdOf(id);
};

export const reference = (name: string, column: string, kind: KindName): Field =>
  field(name, column, {
    refersTo: kind,
    write: (value, names) => referenceTo(kind, value, names),
    read: (value, names) => (value === null ? null : recordBehind(value, names)),
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
      const ids = value.flatMap(item => recordBehind(item, names) ?? []);
      return [...new Set(ids)].sort();
    },
  });
