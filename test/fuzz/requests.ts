import type { InjectOptions } from 'fastify';
import type { Dice } from '../support/dice.js';
import { withoutReferences } from '../support/openapi.js';
import { recipeFor } from './recipes.js';
import { signed, WEBHOOK_BODIES } from './signatures.js';
import { hostileValue, type Known, type Schema, valueFor } from './values.js';

export type Operation = {
  method: string;
  path: string;
  parameters: { name: string; in: string; schema: Schema }[];
  body: Schema | undefined;
  /** True if the operation needs a staff login. */
  needsStaff: boolean;
};

type Document = {
  components: { schemas: Record<string, unknown> };
  paths: Record<
    string,
    Record<
      string,
      {
        parameters?: Operation['parameters'];
        'x-permission'?: string;
        requestBody?: { content: Record<string, { schema: Schema }> };
      }
    >
  >;
};

/** Every operation of the OpenAPI document, except WebSockets. */
export const operationsOf = ({ paths, components }: Document): Operation[] =>
  Object.entries(withoutReferences(paths, components.schemas) as Document['paths'])
    .filter(([path]) => !path.startsWith('/ws/'))
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, described]) => ({
        method: method.toUpperCase(),
        path,
        parameters: described.parameters ?? [],
        body: Object.values(described.requestBody?.content ?? {})[0]?.schema,
        needsStaff: described['x-permission'] !== undefined,
      })),
    );

/** Bodies that are no JSON, or JSON of a hostile shape. */
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

export type FuzzRequest = InjectOptions & {
  headers: Record<string, string>;
  /** The collections of the records in its path. */
  records: string[];
};

/** One request to an operation: mostly valid, so that it gets past the first check. */
export function requestFor(operation: Operation, dice: Dice, known: Known): FuzzRequest {
  const wildness = dice.pick([0, 0, 0.02, 0.1, 0.4]);
  const { url, records } = urlFor(operation, dice, known, wildness);
  const headers: Record<string, string> = {};
  if (dice.chance(0.1)) headers['idempotency-key'] = headerText(dice);
  if (dice.chance(0.02)) headers['x-request-id'] = headerText(dice);
  const method = operation.method as 'POST';
  if (method === ('GET' as string) || (operation.body === undefined && !isWebhook(operation))) {
    if (dice.chance(0.9)) return { method, url, headers, records };
  }
  headers['content-type'] = dice.chance(0.03) ? dice.pick(CONTENT_TYPES) : 'application/json';
  const payload = payloadFor(operation, dice, known, wildness);
  if (isWebhook(operation) && dice.chance(0.9)) {
    Object.assign(headers, signed(operation.path, payload));
  }
  return { method, url, headers, payload, records };
}

const isWebhook = ({ path, method }: Operation): boolean =>
  method === 'POST' && path in WEBHOOK_BODIES;

function payloadFor(operation: Operation, dice: Dice, known: Known, wildness: number): string {
  const { method, path, body } = operation;
  if (dice.chance(0.03)) {
    known.note('raw body');
    return dice.pick(RAW_BODIES);
  }
  if (isWebhook(operation) && dice.chance(0.7)) {
    const made = WEBHOOK_BODIES[path]?.(String(dice.between(1, 9_999))) ?? {};
    return JSON.stringify(mangled(made, dice, known, wildness));
  }
  const recipe = recipeFor(method, path);
  if (recipe !== undefined && dice.chance(0.6)) {
    return JSON.stringify(mangled(recipe(dice, known), dice, known, wildness));
  }
  return JSON.stringify(valueFor(body ?? { type: 'object' }, dice, known, wildness));
}

/** A valid body with some fields replaced. */
function mangled(value: unknown, dice: Dice, known: Known, wildness: number): unknown {
  if (dice.chance(wildness / 3)) return hostileValue(dice, known);
  if (Array.isArray(value)) return value.map(part => mangled(part, dice, known, wildness));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name, mangled(part, dice, known, wildness)]),
  );
}

function urlFor(
  operation: Operation,
  dice: Dice,
  known: Known,
  wildness: number,
): { url: string; records: string[] } {
  const records: string[] = [];
  const isChange = operation.method !== 'GET';
  const path = operation.path.replace(/\{([^}]+)\}/g, (_, name: string, at: number) => {
    const fixed = FIXED[name];
    const found = dice.chance(wildness)
      ? undefined
      : fixed
        ? dice.pick(fixed)
        : (known.from(operation.path.slice(0, at), dice, isChange) ?? known.any(dice));
    if (found !== undefined) records.push(found);
    return encode(found ?? hostileValue(dice, known)) || 'x';
  });
  const query = operation.parameters
    .filter(parameter => parameter.in === 'query' && dice.chance(0.3))
    .map(({ name, schema }) => `${name}=${encode(valueFor(schema, dice, known, wildness, name))}`);
  if (dice.chance(0.03)) query.push(`${dice.pick(['x', '__proto__', 'a[b]', '%'])}=1`);
  return { url: query.length > 0 ? `${path}?${query.join('&')}` : path, records };
}

/** Path parameters that name no record. */
const FIXED: Record<string, readonly string[]> = {
  vendor: ['kycvendor'],
  processor_type: ['custom_bank', 'elavon', 'square', 'paypal'],
};

/** Text for a URL; lone surrogates cannot be encoded and become an invalid escape. */
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
