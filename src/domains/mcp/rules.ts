import { isNode, type Json, type Node } from '../../platform/http/schema-tree.js';
import { MAX_MINOR, type Minor, parseMoney } from '../../platform/money.js';
import type { Operation } from './operations.js';

/** The part of a store's `approval_policy` that is about programs. */
export type AgentPolicy = {
  /** Permissions with which a program may change something without an approval. */
  agent_writes?: readonly string[];
  /** Up to this amount; above it, those changes need an approval too. */
  agent_limit?: string;
};

export type PolicyOfStore = { policy: AgentPolicy; currency: string };

/** Sums in the currency of a store; the largest amount stands for everything above it. */
export type AmountIn = (currency: string) => Minor;

/**
 * Whether a change may be made without an approval: every store it concerns allows it, up to its
 * limit. A change that concerns no single store, such as one of the catalogue, never is.
 */
export const isWithinPolicy = (
  { permission }: Pick<Operation, 'permission'>,
  stores: readonly PolicyOfStore[],
  amountIn: AmountIn,
): boolean =>
  stores.length > 0 &&
  stores.every(
    ({ policy, currency }) =>
      policy.agent_writes?.includes(permission) === true &&
      amountIn(currency) <= (parseMoney(policy.agent_limit, currency) ?? 0),
  );

/** An amount that is sent, and how many pieces it is for. */
export type SentAmount = { amount: string | number; times: number };

/** The amounts in a value, found by the schema; beside a quantity an amount counts per piece. */
export function amountsIn(schema: Node | undefined, value: unknown, times = 1): SentAmount[] {
  if (schema === undefined || value === null || value === undefined) return [];
  if ('x-money' in schema) {
    const isAmount = typeof value === 'string' || typeof value === 'number';
    return isAmount ? [{ amount: value, times }] : [];
  }
  const choices = ['anyOf', 'allOf', 'oneOf'].flatMap(name => (schema[name] ?? []) as Json[]);
  const chosen = choices.map(part => (isNode(part) ? amountsIn(part, value, times) : []));
  // The longest list: a value may fit several choices, and is counted once.
  const ofChoices = chosen.toSorted((one, other) => other.length - one.length)[0] ?? [];
  return [...ofChoices, ...amountsBelow(schema, value, times)];
}

function amountsBelow(schema: Node, value: unknown, times: number): SentAmount[] {
  if (Array.isArray(value)) {
    const { items } = schema;
    return isNode(items) ? value.flatMap(item => amountsIn(items, item, times)) : [];
  }
  if (typeof value !== 'object' || value === null) return [];
  const fields = value as Record<string, unknown>;
  const each = times * piecesIn(fields);
  const named = (schema.properties ?? {}) as Node;
  return Object.entries(fields).flatMap(([name, item]) => {
    const part = Object.hasOwn(named, name) ? named[name] : schema.additionalProperties;
    return isNode(part) ? amountsIn(part, item, each) : [];
  });
}

/** The largest of fields such as `quantity` and `ordered_quantity`, at least 1. */
function piecesIn(fields: Record<string, unknown>): number {
  const counts = Object.entries(fields)
    .filter(([name]) => /(^|_)quantity$/.test(name))
    .map(([, value]) => Math.ceil(Math.abs(Number(value))));
  return Math.max(1, ...counts.filter(Number.isFinite));
}

/** The sum, at most `MAX_MINOR`; what is no amount of the currency is refused by the route. */
export const sumIn =
  (amounts: readonly SentAmount[]): AmountIn =>
  currency => {
    const minors = amounts.map(
      ({ amount, times }) => Math.abs(parseMoney(amount, currency) ?? 0) * times,
    );
    return Math.min(
      MAX_MINOR,
      minors.reduce((sum, one) => sum + one, 0),
    );
  };

/** Of a record whose change sends no amount, such as a sale that is voided. */
export function amountOfRecord(record: Record<string, unknown> | undefined): SentAmount[] {
  const amount = record?.total_amount ?? record?.total ?? record?.amount;
  const isAmount = typeof amount === 'string' || typeof amount === 'number';
  return isAmount ? [{ amount, times: 1 }] : [];
}

const NAMES_STORE = /(^|_)stores?(_ids?)?$/;

/** The stores that a value names, by id or code, in fields such as `store` and `from_store_id`. */
export function storeRefsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(storeRefsIn);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, item]) =>
    NAMES_STORE.test(name) ? refsOf(item) : storeRefsIn(item),
  );
}

function refsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(refsOf);
  const id = (value as { id?: unknown } | null)?.id;
  return typeof id === 'string' ? [id] : [];
}
