import type { InjectOptions } from 'fastify';
import type { Dice } from '../support/dice.js';
import { hostileValue, type Known, type Schema, valueFor } from './values.js';

export type Operation = {
  method: string;
  path: string;
  parameters: { name: string; in: string; schema: Schema }[];
  body: Schema | undefined;
};

type Document = {
  paths: Record<
    string,
    Record<
      string,
      {
        parameters?: Operation['parameters'];
        requestBody?: { content: Record<string, { schema: Schema }> };
      }
    >
  >;
};

/** Everything our own description says can be called. Sockets are no requests. */
export const operationsOf = ({ paths }: Document): Operation[] =>
  Object.entries(paths)
    .filter(([path]) => !path.startsWith('/ws/'))
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, described]) => ({
        method: method.toUpperCase(),
        path,
        parameters: described.parameters ?? [],
        body: Object.values(described.requestBody?.content ?? {})[0]?.schema,
      })),
    );

/** Bodies that are no JSON, or JSON that nobody should have to read. */
const RAW_BODIES: readonly string[] = [
  '',
  '{',
  '[]',
  'null',
  '"text"',
  '1e999',
  '{"a":1}}',
  '{"a":1,"a":2}',
  '\ufeff{}',
  '{"a":"\u0000"}',
  '{"a":"\\u0000"}',
  '{"a":"\\ud800"}',
  '{"__proto__":{"role":"admin"}}',
  '{"constructor":{"prototype":{"role":"admin"}}}',
  `${'['.repeat(5_000)}${']'.repeat(5_000)}`,
  `{"a":"${'x'.repeat(1_100_000)}"}`,
];
const CONTENT_TYPES = [
  'application/json',
  'text/plain',
  'application/x-www-form-urlencoded',
  'a/b',
];

/** One request to an operation: mostly sensible, so that it gets past the first door. */
export function requestFor(operation: Operation, dice: Dice, known: Known): InjectOptions {
  const wildness = dice.pick([0, 0.02, 0.1, 0.4]);
  const value = (schema: Schema) => valueFor(schema, dice, known, wildness);
  const url = urlFor(operation, dice, known, wildness);
  const headers: Record<string, string> = {};
  if (dice.chance(0.1)) headers['idempotency-key'] = headerText(dice);
  if (dice.chance(0.02)) headers['x-request-id'] = headerText(dice);
  if (operation.method === 'GET' || (operation.body === undefined && dice.chance(0.7))) {
    return { method: operation.method as 'GET', url, headers };
  }
  headers['content-type'] = dice.chance(0.03) ? dice.pick(CONTENT_TYPES) : 'application/json';
  const payload = dice.chance(0.04)
    ? dice.pick(RAW_BODIES)
    : JSON.stringify(value(operation.body ?? { type: 'object' }));
  return { method: operation.method as 'POST', url, headers, payload };
}

function urlFor(operation: Operation, dice: Dice, known: Known, wildness: number): string {
  const path = operation.path.replace(/\{[^}]+\}/g, () => {
    const seen = dice.chance(wildness) ? undefined : known.pick(dice);
    return encode(seen ?? hostileValue(dice)) || 'x';
  });
  const query = operation.parameters
    .filter(parameter => parameter.in === 'query' && dice.chance(0.4))
    .map(({ name, schema }) => `${name}=${encode(valueFor(schema, dice, known, wildness))}`);
  if (dice.chance(0.03)) query.push(`${dice.pick(['x', '__proto__', 'a[b]', '%'])}=1`);
  return query.length > 0 ? `${path}?${query.join('&')}` : path;
}

/** As text in an address; what has no place there (lone surrogates) travels as a bad escape. */
function encode(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  try {
    return encodeURIComponent(text.slice(0, 2_000));
  } catch {
    return '%ED%A0%80';
  }
}

const headerText = (dice: Dice): string =>
  dice.pick(['k1', 'k2', 'k3', 'x'.repeat(255), 'x'.repeat(256), ' ', 'a b', '\u00e9', '{}']);
