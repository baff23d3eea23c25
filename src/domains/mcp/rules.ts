import { isNode, type Json, type Node } from '../../platform/http/schema-tree.js';
import { Money } from '../../platform/http/schemas.js';
import { MAX_MINOR, type Minor, parseMoney } from '../../platform/money.js';
import type { Permission } from '../access/index.js';
import type { Operation } from './operations.js';

type Fields = Record<string, unknown>;

/** The part of a store's `approval_policy` that is about programs. */
export type AgentPolicy = {
  /** Permissions with which a program may change something without an approval. */
  agent_writes?: readonly string[];
  /** Up to this amount; above it, those changes need an approval too. */
  agent_limit?: string;
};

export type PolicyOfStore = { policy: AgentPolicy; currency: string };

/**
 * In the currency of a store; `MAX_MINOR` stands for an unknown or larger amount, above every limit.
 */
export type AmountIn = (currency: string) => Minor;

/**
 * Whether a change may be made without an approval: every store it concerns allows it, up to its
 * limit. A change that concerns no single store, such as one of the catalogue, never is.
 */
export const isWithinPolicy = (
  { approvalPermission }: Pick<Operation, 'approvalPermission'>,
  stores: readonly PolicyOfStore[],
  amountIn: AmountIn,
): boolean =>
  stores.length > 0 &&
  stores.every(({ policy, currency }) => {
    const amount = amountIn(currency);
    return (
      policy.agent_writes?.includes(approvalPermission) === true &&
      amount < MAX_MINOR &&
      amount <= (parseMoney(policy.agent_limit, currency) ?? 0)
    );
  });

/** With these permissions a program could free itself of approvals, or make people approvers. */
const ABOUT_PEOPLE: ReadonlySet<Permission> = new Set<Permission>(['user.manage', 'role.manage']);

/** Copies all settings of a store, with the policy. */
const COPIES_POLICY = /\/copy-settings\/$/;

/** No policy allows a change of people, of roles or of the policy itself. */
export const isAlwaysApproved = (
  { approvalPermission, path }: Pick<Operation, 'approvalPermission' | 'path'>,
  body: unknown,
): boolean =>
  ABOUT_PEOPLE.has(approvalPermission) ||
  COPIES_POLICY.test(path) ||
  (typeof body === 'object' && body !== null && 'approval_policy' in body);

/** An amount that is sent, and how many pieces it is for. */
export type SentAmount = { amount: string | number; times: number };

/** The amounts in a value, found by the schema; beside a quantity an amount counts per piece. */
export function amountsIn(schema: Node | undefined, value: unknown, times = 1): SentAmount[] {
  if (schema === undefined || value === null || value === undefined) return [];
  if ('x-money' in schema) {
    const isAmount = typeof value === 'string' || typeof value === 'number';
    return isAmount ? [{ amount: value, times }] : [];
  }
  const chosen = choicesOf(schema).map(part => amountsIn(part, value, times));
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
  const fields = value as Fields;
  const each = times * piecesIn(fields);
  const named = (schema.properties ?? {}) as Node;
  return Object.entries(fields).flatMap(([name, item]) => {
    const part = Object.hasOwn(named, name) ? named[name] : schema.additionalProperties;
    return isNode(part) ? amountsIn(part, item, each) : [];
  });
}

const IS_QUANTITY = /(^|_)quantity$/;

/** The largest of fields such as `quantity` and `ordered_quantity`, at least 1. */
function piecesIn(fields: Fields): number {
  const counts = Object.entries(fields)
    .filter(([name]) => IS_QUANTITY.test(name))
    .map(([, value]) => Math.ceil(Math.abs(Number(value))));
  return Math.max(1, ...counts.filter(Number.isFinite));
}

/** Whether a value has goods, a number of pieces, without an amount beside it or below it. */
export function hasUnpricedGoods(schema: Node | undefined, value: unknown): boolean {
  if (schema === undefined || typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) {
    const { items } = schema;
    return isNode(items) && value.some(item => hasUnpricedGoods(items, item));
  }
  const isGoods = Object.keys(value).some(name => IS_QUANTITY.test(name));
  if (isGoods) return amountsIn(schema, value).length === 0;
  if (choicesOf(schema).some(part => hasUnpricedGoods(part, value))) return true;
  const named = (schema.properties ?? {}) as Node;
  return Object.entries(value).some(([name, item]) => {
    const part = Object.hasOwn(named, name) ? named[name] : undefined;
    return isNode(part) && hasUnpricedGoods(part, item);
  });
}

/** Fields that hold money by their names. */
const IS_AMOUNT = /(^|_)(amount|price|cost|fee|sum|subtotal|total|balance|deposit|tip)$/;

/** Whether a value has an amount that its schema does not mark as money, so it cannot be read. */
export function hasUnreadAmounts(schema: Node | undefined, value: unknown): boolean {
  if (schema === undefined || typeof value !== 'object' || value === null) return false;
  if (choicesOf(schema).some(part => hasUnreadAmounts(part, value))) return true;
  if (Array.isArray(value)) {
    const { items } = schema;
    return isNode(items) && value.some(item => hasUnreadAmounts(items, item));
  }
  const named = (schema.properties ?? {}) as Node;
  return Object.entries(value).some(([name, item]) => {
    const part = Object.hasOwn(named, name) ? named[name] : undefined;
    if (!isNode(part)) return false;
    const isText = typeof item === 'string' || typeof item === 'number';
    const isUnread = isText && IS_AMOUNT.test(name) && amountsIn(part, item).length === 0;
    return isUnread || hasUnreadAmounts(part, item);
  });
}

const withoutSign = (amount: string | number): string => String(amount).replace(/^-/, '');

/** The sum of the sizes, at most `MAX_MINOR`; what is no amount of the currency is refused by the route. */
export const sumIn =
  (amounts: readonly SentAmount[]): AmountIn =>
  currency => {
    const minors = amounts.map(
      ({ amount, times }) => (parseMoney(withoutSign(amount), currency) ?? 0) * times,
    );
    return Math.min(
      MAX_MINOR,
      minors.reduce((sum, one) => sum + one, 0),
    );
  };

const choicesOf = (schema: Node): Node[] =>
  ['anyOf', 'allOf', 'oneOf'].flatMap(name => ((schema[name] ?? []) as Json[]).filter(isNode));

const MONEY_PATTERN = (Money as object as { pattern?: string }).pattern;

const isMoney = (schema: Node): boolean =>
  schema.pattern === MONEY_PATTERN || choicesOf(schema).some(isMoney);

/** The amounts of a record itself, such as `totalAmount` of a sale, found by its schema. */
export function amountsOfRecord(schema: Node | undefined, record: Fields | undefined): string[] {
  return Object.entries((schema?.properties ?? {}) as Node).flatMap(([name, part]) => {
    const value = record?.[name];
    return typeof value === 'string' && isNode(part) && isMoney(part) ? [value] : [];
  });
}

/** The largest amount; one in another currency, which cannot be compared, is above all others. */
export const largestIn =
  (amounts: readonly string[]): AmountIn =>
  currency =>
    amounts
      .map(amount => parseMoney(withoutSign(amount), currency) ?? MAX_MINOR)
      .reduce((largest, one) => Math.max(largest, one), 0);

/** Changes with these permissions move money, so an unknown amount is above every limit. */
const MOVES_MONEY: ReadonlySet<Permission> = new Set<Permission>([
  'sale.create',
  'sale.void',
  'payment.take',
  'return.create',
  'return.decide',
  'refund.issue',
  'value.manage',
  'procurement.manage',
]);

/**
 * The amount that is compared with a limit: the larger of the sent and the recorded one. Goods sent
 * without a price make the amount unknown. So does an amount that cannot be read, whatever the record
 * shows.
 */
export function amountOfChange(
  { approvalPermission }: Pick<Operation, 'approvalPermission'>,
  sent: readonly SentAmount[],
  recorded: readonly string[],
  hasUnreadable = false,
): AmountIn {
  const isUnknown = hasUnreadable || (sent.length === 0 && recorded.length === 0);
  if (isUnknown && MOVES_MONEY.has(approvalPermission)) return () => MAX_MINOR;
  return currency => Math.max(sumIn(sent)(currency), largestIn(recorded)(currency));
}

const NAMES_STORE = /(^|_)stores?(_ids?)?$/;

/**
 * The stores that a value names, by id or code, in fields such as `store` and `from_store_id` of
 * its schema. The route ignores other fields, so they do not make a change one of a store.
 */
export function storeRefsIn(schema: Node | undefined, value: unknown): string[] {
  if (schema === undefined || typeof value !== 'object' || value === null) return [];
  const ofChoices = choicesOf(schema).flatMap(part => storeRefsIn(part, value));
  const { items } = schema;
  if (Array.isArray(value)) {
    return [...ofChoices, ...(isNode(items) ? value.flatMap(one => storeRefsIn(items, one)) : [])];
  }
  const named = Object.entries((schema.properties ?? {}) as Node);
  const below = named.flatMap(([name, part]) => {
    const item = Object.hasOwn(value, name) ? (value as Fields)[name] : undefined;
    if (NAMES_STORE.test(name)) return refsOf(item);
    return isNode(part) ? storeRefsIn(part, item) : [];
  });
  return [...ofChoices, ...below];
}

/** A name in an object that its schema does not have, unless the schema takes any name. */
export function unknownNameIn(schema: Node | undefined, value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const parts = schema ? [schema, ...choicesOf(schema)] : [];
  const objects = parts.filter(part => isNode(part.properties) || 'additionalProperties' in part);
  if (schema && objects.length === 0) return undefined;
  if (objects.some(part => part.additionalProperties !== false)) return undefined;
  const known = objects.flatMap(({ properties }) => Object.keys((properties ?? {}) as Node));
  return Object.keys(value).find(name => !known.includes(name));
}

function refsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(refsOf);
  const id = (value as { id?: unknown } | null)?.id;
  return typeof id === 'string' ? [id] : [];
}
