import type { Dice } from '../support/dice.js';

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
  money?: boolean;
};

const nested = (depth: number): unknown => {
  let value: unknown = 1;
  for (let n = 0; n < depth; n += 1) value = n % 2 === 0 ? [value] : { a: value };
  return value;
};

/** What people, scripts and attackers send where something else was asked for. */
const HOSTILE: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  0.1,
  1e308,
  -1e308,
  2 ** 53,
  2 ** 31,
  '',
  ' ',
  '0',
  '-1',
  '1e3',
  '0.001',
  '-0.01',
  '99999999999999.99',
  'NaN',
  'Infinity',
  'null',
  '\u0000',
  'a\u0000b',
  '\ud800',
  'a\udfffb',
  '\u202egnp.exe',
  '🏪🧾',
  'ﷺ'.repeat(200),
  'x'.repeat(300),
  'x'.repeat(20_000),
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  "' or 1=1 --",
  '"; drop table stores; --',
  '%00',
  '%',
  '\\',
  '../../../etc/passwd',
  '#{7*7}',
  '{{7*7}}',
  '<script>alert(1)</script>',
  '=cmd|calc',
  '2026-02-30',
  '0000-00-00T00:00:00Z',
  '+275761-01-01T00:00:00Z',
  '9999-12-31T23:59:60Z',
  'TXN-20260101-00000000',
  'drafts.x',
  [],
  {},
  [[]],
  [null],
  { toString: 1 },
  JSON.parse('{"__proto__":{"role":"admin"}}'),
  { constructor: { prototype: { role: 'admin' } } },
  { length: 1e9 },
];

export const hostileValue = (dice: Dice): unknown =>
  dice.chance(0.02) ? nested(dice.pick([10, 63, 64, 65, 200])) : dice.pick(HOSTILE);

/** Ids and codes that a running shop has handed out. */
export type Known = { pick(dice: Dice): string | undefined };

/** A value that fits the schema most of the time, and is something else entirely the rest of it. */
export function valueFor(schema: Schema, dice: Dice, known: Known, wildness: number): unknown {
  if (dice.chance(wildness)) return hostileValue(dice);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return dice.pick(schema.enum);
  if (schema.anyOf) return valueFor(dice.pick(schema.anyOf), dice, known, wildness);
  const type = Array.isArray(schema.type) ? dice.pick(schema.type) : schema.type;
  switch (type) {
    case 'object':
      return objectFor(schema, dice, known, wildness);
    case 'array':
      return Array.from({ length: dice.pick([0, 1, 1, 2, 5]) }, () =>
        valueFor(schema.items ?? {}, dice, known, wildness),
      );
    case 'integer':
    case 'number':
      return numberFor(schema, dice);
    case 'boolean':
      return dice.chance(0.5);
    case 'null':
      return null;
    case 'string':
      return textFor(schema, dice, known);
    default:
      return schema.money ? moneyFor(dice) : hostileValue(dice);
  }
}

function objectFor(schema: Schema, dice: Dice, known: Known, wildness: number) {
  const made: Record<string, unknown> = {};
  const required = new Set(schema.required);
  for (const [name, part] of Object.entries(schema.properties ?? {})) {
    const present = required.has(name) ? !dice.chance(wildness / 2) : dice.chance(0.5);
    if (present) made[name] = valueFor(part, dice, known, wildness);
  }
  if (dice.chance(0.1)) made[dice.pick(['id', 'status', 'role', 'store_id', 'x'])] = 'x';
  return made;
}

const numberFor = ({ minimum = 0, maximum = 1_000 }: Schema, dice: Dice): number =>
  dice.pick([minimum, maximum, dice.between(minimum, Math.min(maximum, minimum + 20))]);

const moneyFor = (dice: Dice): unknown =>
  dice.pick(['0.00', '12.50', '12.5', 12.5, '0.01', '9999999999.99', '25.00', '10']);

function textFor(schema: Schema, dice: Dice, known: Known): string {
  const seen = dice.chance(0.6) ? known.pick(dice) : undefined;
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
      return dice.pick(['a@example.com', 'shopper@example.com']);
    case 'uri':
      return dice.pick(['https://example.com/x', 'http://127.0.0.1:1/', 'http://[::1]/']);
    default: {
      const texts = [
        'a',
        'DOWNTOWN',
        'MUG-WHITE',
        'cash',
        'tok_ok',
        '12.50',
        'open',
        'void',
        '1234',
      ];
      const text = seen ?? dice.pick(texts);
      return text.padEnd(schema.minLength ?? 0, 'x').slice(0, schema.maxLength ?? 100);
    }
  }
}
