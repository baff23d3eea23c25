import type { Dice } from '../support/dice.js';
import type { Pools } from './pools.js';

/** The part of JSON Schema that our OpenAPI document uses. */
export type Schema = {
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  'x-money'?: boolean;
};

const nested = (depth: number): unknown => {
  let value: unknown = 1;
  for (let n = 0; n < depth; n += 1) value = n % 2 === 0 ? [value] : { a: value };
  return value;
};

/** Values that people, scripts and attackers send in place of the expected ones. */
const HOSTILE: Record<string, readonly unknown[]> = {
  'wrong type': [null, true, false, 0, '', [], {}, [[]], [null], { length: 1e9 }],
  'odd number': [-1, 0.1, '0', '-1', '1e3', '0.001', '-0.01', 'NaN', 'Infinity', 'null'],
  'huge number': [1e308, -1e308, 2 ** 53, 2 ** 31, '99999999999999.99'],
  NUL: ['\u0000', 'a\u0000b', '%00'],
  'lone surrogate': ['\ud800', 'a\udfffb'],
  Unicode: ['\u202egnp.exe', '🏪🧾', 'ﷺ'.repeat(200), 'e\u0301', '\ufeff', 'ẞİı'],
  long: ['x'.repeat(300), 'x'.repeat(20_000), ' '],
  'prototype key': [
    '__proto__',
    'constructor',
    'toString',
    'hasOwnProperty',
    { toString: 1 },
    JSON.parse('{"__proto__":{"role":"admin"}}'),
    { constructor: { prototype: { role: 'admin' } } },
  ],
  injection: [
    "' or 1=1 --",
    '"; drop table stores; --',
    '#{7*7}',
    '{{7*7}}',
    '<script>alert(1)</script>',
    '=cmd|calc',
    '%',
    '\\',
    '../../../etc/passwd',
  ],
  'odd date': [
    '2026-02-30',
    '0000-00-00T00:00:00Z',
    '+275761-01-01T00:00:00Z',
    '9999-12-31T23:59:60Z',
  ],
  'unknown id': ['TXN-20260101-00000000', 'drafts.x', '00000000-0000-4000-8000-00000000ffff'],
  depth: [10, 63, 64, 65, 200].map(nested),
};
const KINDS = Object.keys(HOSTILE);

/** Records that a running shop has returned, and the number of values sent per kind. */
export type Known = Pools & { note(kind: string): void };

export function hostileValue(dice: Dice, known: Known): unknown {
  const kind = dice.pick(KINDS);
  known.note(kind);
  return dice.pick(HOSTILE[kind] ?? []);
}

/** A value that mostly matches the schema, and is something else entirely the rest of the time. */
export function valueFor(
  schema: Schema,
  dice: Dice,
  known: Known,
  wildness: number,
  name = '',
): unknown {
  if (dice.chance(wildness)) return hostileValue(dice, known);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return dice.pick(schema.enum);
  if (schema.anyOf) return valueFor(dice.pick(schema.anyOf), dice, known, wildness, name);
  const type = Array.isArray(schema.type) ? dice.pick(schema.type) : schema.type;
  switch (type) {
    case 'object':
      return objectFor(schema, dice, known, wildness);
    case 'array':
      return Array.from({ length: dice.pick([0, 1, 1, 2, 5]) }, () =>
        valueFor(schema.items ?? {}, dice, known, wildness, name),
      );
    case 'integer':
    case 'number':
      return numberFor(schema, dice);
    case 'boolean':
      return dice.chance(0.5);
    case 'null':
      return null;
    case 'string':
      return textFor(schema, dice, known, name);
    default:
      return schema['x-money'] ? moneyFor(dice) : hostileValue(dice, known);
  }
}

function objectFor(schema: Schema, dice: Dice, known: Known, wildness: number) {
  const made: Record<string, unknown> = {};
  const required = new Set(schema.required);
  for (const [name, part] of Object.entries(schema.properties ?? {})) {
    const present = required.has(name) ? !dice.chance(wildness / 2) : dice.chance(0.5);
    if (present) made[name] = valueFor(part, dice, known, wildness, name);
  }
  if (dice.chance(0.1)) made[dice.pick(['id', 'status', 'role', 'store_id', 'x'])] = 'x';
  return made;
}

const numberFor = ({ minimum = 0, maximum = 1_000 }: Schema, dice: Dice): number =>
  dice.pick([minimum, maximum, dice.between(minimum, Math.min(maximum, minimum + 20))]);

const moneyFor = (dice: Dice): unknown =>
  dice.pick(['0.00', '12.50', '12.5', 12.5, '0.01', '9999999999.99', '25.00', '10']);

function textFor(schema: Schema, dice: Dice, known: Known, name: string): string {
  const meant = dice.chance(0.8) ? known.named(name, dice) : undefined;
  const seen = meant ?? (dice.chance(0.2) ? known.any(dice) : undefined);
  switch (schema.format) {
    case 'uuid':
      return seen ?? '00000000-0000-4000-8000-00000000ffff';
    case 'date-time':
      return dice.pick(['2026-01-01T00:00:00Z', '2030-06-01T12:00:00+02:00']);
    case 'date':
      return dice.pick(['2026-01-01', '2024-02-29']);
    case 'time':
      return '12:30:00';
    case 'email':
      return dice.pick(['a@example.com', `${dice.between(1, 999_999)}@example.com`]);
    case 'uri':
      return dice.pick(['https://example.com/x', 'http://127.0.0.1:1/', 'http://[::1]/']);
    default: {
      const text = seen ?? dice.pick([...TEXTS, String(dice.between(1, 999_999))]);
      return text.padEnd(schema.minLength ?? 0, 'x').slice(0, schema.maxLength ?? 100);
    }
  }
}

const TEXTS = ['a', 'DOWNTOWN', 'cash', 'tok_ok', '12.50', 'open', 'void', '1234', 'EMP001'];
