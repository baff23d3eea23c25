import { canonical } from '../http/idempotency-rules.js';
import type { Changes } from './entry.js';

type Fields = Map<string, unknown>;

/** Fields that change with every write. */
const VOLATILE = new Set(['updated_at', 'last_seen_at']);
const MAX_FIELDS = 200;
const MAX_TEXT = 1_000;
const MAX_DEPTH = 4;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Lists of items whose codes can be spent, so no field name may contain one. */
const CODES_ARE_MONEY = /(^|\.)(value_accounts|gift_cards|store_credits)$/;

/** What people call an item of a list; undefined for lists of plain values. */
function nameOfItem(item: unknown, path: string): string | undefined {
  if (!isObject(item)) return undefined;
  const name = item.sku ?? (CODES_ARE_MONEY.test(path) ? item.id : (item.code ?? item.id));
  return typeof name === 'string' || typeof name === 'number' ? String(name) : undefined;
}

/** `variants.MUG-WHITE.price` instead of the list of variants as one value. */
function collect(value: unknown, path: string, depth: number, fields: Fields): void {
  const below = (name: string): string => (path === '' ? name : `${path}.${name}`);
  if (isObject(value) && depth < MAX_DEPTH) {
    for (const [name, item] of Object.entries(value)) {
      if (!VOLATILE.has(name)) collect(item, below(name), depth + 1, fields);
    }
  } else if (
    Array.isArray(value) &&
    depth < MAX_DEPTH &&
    nameOfItem(value[0], path) !== undefined
  ) {
    for (const item of value) {
      collect(item, below(nameOfItem(item, path) ?? '?'), depth + 1, fields);
    }
  } else if (path !== '') fields.set(path, value);
}

function fieldsOf(value: unknown): Fields {
  const fields: Fields = new Map();
  collect(value, '', 0, fields);
  return fields;
}

/** JSON in PostgreSQL refuses the first half of a character, such as an emoji. */
const startOf = (text: string): string => text.slice(0, MAX_TEXT).replace(/[\uD800-\uDBFF]$/, '');

function shorten(value: unknown): unknown {
  if (value === undefined) return null;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length <= MAX_TEXT ? value : `${startOf(text)}…`;
}

/** The value of a field as the log keeps it: without secrets and personal data. */
export type ShowValue = (
  recordType: string,
  field: string,
  value: unknown,
  secrets: ReadonlySet<string>,
) => unknown;

export type Compared = {
  show: ShowValue;
  recordType: string;
  before: object | undefined;
  after: object | undefined;
  /** What the caller sent, for fields that the record does not show. */
  sent: unknown;
  /** Fields that the schema of the request marks as secret. */
  secrets: ReadonlySet<string>;
};

/** The fields that differ. */
export function changesOf(compared: Compared): Changes {
  const { show, recordType, before, after, sent, secrets } = compared;
  const [old, now, asked] = [fieldsOf(before), fieldsOf(after), fieldsOf(sent)];
  const changes: Changes = {};
  const isKnown = (field: string): boolean => old.has(field) || now.has(field);
  const note = (field: string, from: unknown, to: unknown): void => {
    if (Object.keys(changes).length >= MAX_FIELDS) return;
    const shown = (value: unknown): unknown => shorten(show(recordType, field, value, secrets));
    changes[field] = { before: shown(from), after: shown(to) };
  };
  for (const field of new Set([...old.keys(), ...now.keys()])) {
    const [from, to] = [old.get(field) ?? null, now.get(field) ?? null];
    if (canonical(from) !== canonical(to)) note(field, from, to);
  }
  for (const [field, value] of asked) {
    const isPart = isKnown(field) || [...now.keys()].some(name => name.startsWith(`${field}.`));
    if (!isPart && value !== null) note(field, null, value);
  }
  return changes;
}
