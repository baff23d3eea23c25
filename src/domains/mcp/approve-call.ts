import { secretsIn } from '../../platform/audit/secrets-in.js';
import { atomically } from '../../platform/database/tx.js';
import { forbidden, invalidField, tooMany } from '../../platform/http/failure.js';
import type { Node } from '../../platform/http/schema-tree.js';
import { formatMoney, MAX_MINOR } from '../../platform/money.js';
import type { Platform } from '../../platform/platform.js';
import { canInChain, maySee, type Staff } from '../access/index.js';
import {
  AGENT_WRITE,
  type ApprovalUse,
  consumeApproval,
  pendingRequests,
  requestApproval,
} from '../approvals/index.js';
import { shownValue } from '../audit/index.js';
import { userById, worksAt } from '../people/index.js';
import { allStores, type ListedStore, listedStore } from '../stores/index.js';
import { findNamedSale } from '../transactions/index.js';
import { addressOf, type CallArguments, hashOfCall } from './call-arguments.js';
import { type Operation, recordTypeOf } from './operations.js';
import {
  type AgentPolicy,
  type AmountIn,
  amountOfChange,
  amountsIn,
  amountsOfRecord,
  hasUnpricedGoods,
  hasUnreadAmounts,
  isAlwaysApproved,
  isWithinPolicy,
  storeRefsIn,
} from './rules.js';

/** A change that a program requests, with its record if that can be read. */
export type PlannedChange = {
  operation: Operation;
  args: CallArguments;
  record: ReadRecord | undefined;
  /** The caller may change the record but not read it, so its store and amounts are unknown. */
  isRecordHidden: boolean;
};

export type ReadRecord = {
  path: string;
  schema: Node | undefined;
  fields: Record<string, unknown>;
};

export type AskedApproval = { requestId: string; expiresAt: Date; storeId: string };

/**
 * Returns undefined if the change may be made: the policy allows it, or the approval it names is
 * now used up. Otherwise asks for an approval, which a person gives at the desk.
 */
export async function approveCall(
  platform: Platform,
  staff: Staff,
  change: PlannedChange,
): Promise<AskedApproval | undefined> {
  const named = await storesOf(platform, change);
  const stores = named.filter(store => maySee(staff, store.id));
  const amountIn = amountOf(change);
  // A store that the caller cannot see, such as the other end of a transfer, has a say as well.
  const policies = named.map(store => ({
    policy: store.approval_policy as AgentPolicy,
    currency: store.currency,
  }));
  const { operation, args, isRecordHidden } = change;
  const isFree = !isRecordHidden && !isAlwaysApproved(operation, args.body);
  if (isFree && isWithinPolicy(operation, policies, amountIn)) return undefined;
  // A change of the chain's records is decided by the people of the caller's first store.
  const store = stores[0] ?? (await visibleStores(platform, staff))[0];
  if (store === undefined) throw forbidden('You are not assigned to a store.');
  if (args.approvalRequestId === undefined) return ask(platform, staff, change, store);
  const deciding = stores.length > 0 ? stores : await visibleStores(platform, staff);
  await use(platform, staff, change, { store, deciding });
  return undefined;
}

const visibleStores = async (platform: Platform, staff: Staff): Promise<ListedStore[]> =>
  (await allStores(platform)).filter(store => maySee(staff, store.id));

/** The stores that the call or its record names. */
async function storesOf(
  platform: Platform,
  { operation, args, record }: PlannedChange,
): Promise<ListedStore[]> {
  const refs = new Set([
    ...storeRefsIn(operation.params, args.path),
    ...storeRefsIn(operation.query, args.query),
    ...storeRefsIn(operation.body, args.body),
    ...storeRefsIn(record?.schema, record?.fields),
  ]);
  const found = await Promise.all([...refs].map(ref => listedStore(platform, ref)));
  const known = found.filter(store => store !== undefined);
  return [...new Map(known.map(store => [store.id, store])).values()];
}

function amountOf({ operation, args, record }: PlannedChange): AmountIn {
  const sent = amountsIn(operation.body, args.body);
  // The amounts of a store are settings, such as the fee of a layaway.
  const isStore = record !== undefined && /^\/stores\/\{[^/]+\/$/.test(record.path);
  const recorded = isStore ? [] : amountsOfRecord(record?.schema, record?.fields);
  const hasUnreadable =
    hasUnpricedGoods(operation.body, args.body) || hasUnreadAmounts(operation.body, args.body);
  return amountOfChange(operation, sent, recorded, hasUnreadable);
}

/** A repeated call gets the request that it waits for already. */
async function ask(
  platform: Platform,
  staff: Staff,
  change: PlannedChange,
  store: ListedStore,
): Promise<AskedApproval> {
  const { operation, args } = change;
  const amount = amountOf(change)(store.currency);
  const details = {
    operation: operation.name,
    call: `${operation.method.toUpperCase()} ${addressOf(operation, args)}`,
    permission: operation.approvalPermission,
    called_from: operation.from,
    call_hash: hashOfCall(operation, args),
    body: shownBody(operation, args.body),
    ...(amount >= MAX_MINOR && { amount_unknown: true }),
  };
  if (Buffer.byteLength(JSON.stringify(details)) > MAX_DETAILS_BYTES) {
    throw invalidField('body', 'Too large to be shown to the person who approves it; split it.');
  }
  const pending = await pendingRequests(platform, staff.userId, AGENT_WRITE);
  const same = pending.find(one => hashIn(one.details) === details.call_hash);
  if (same) return { requestId: same.id, expiresAt: same.expires_at, storeId: same.store_id };
  if (pending.length >= MOST_PENDING) {
    throw tooMany(`${MOST_PENDING} changes wait for an approval.`, RETRY_SECONDS);
  }
  const request = {
    request_type: AGENT_WRITE,
    amount: formatMoney(amount, store.currency),
    reason: operation.summary.slice(0, 500) || operation.name,
    details,
    store_id: store.id,
  };
  const approval = await requestApproval(platform, staff, request, findNamedSale);
  return { requestId: approval.id, expiresAt: approval.expires_at, storeId: store.id };
}

/** A person has to read all pending requests; each expires after five minutes. */
const MOST_PENDING = 20;
const RETRY_SECONDS = 60;
const MAX_DETAILS_BYTES = 16_000;

/** The body as the audit log shows it: a request is stored longer than a customer's data may be. */
function shownBody(operation: Operation, body: unknown): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return null;
  const type = recordTypeOf(operation);
  const secrets = secretsIn(operation.body);
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [name, shownValue(type, name, value, secrets)]),
  );
}

async function use(
  platform: Platform,
  staff: Staff,
  change: PlannedChange,
  { store, deciding }: { store: ListedStore; deciding: readonly ListedStore[] },
): Promise<void> {
  const { operation, args } = change;
  const approvalUse: ApprovalUse = {
    requestId: args.approvalRequestId,
    subjects: { [AGENT_WRITE]: { callHash: hashOfCall(operation, args) } },
    amountMinor: amountOf(change)(store.currency),
    currency: store.currency,
    storeId: store.id,
    usedBy: staff.userId,
    now: platform.clock.now(),
    usedFor: `${operation.name} ${addressOf(operation, args)}`.slice(0, 200),
  };
  const stores = await allStores(platform);
  await atomically(platform.db, async tx => {
    const { approvedBy } = await consumeApproval(tx, approvalUse);
    const decider = await userById(tx, approvedBy ?? '');
    const isFit =
      decider?.is_active === true &&
      deciding.every(({ id }) => worksAt(decider, id)) &&
      canInChain(
        {
          role: decider.role,
          ownRole: decider.own_role,
          stores: stores.every(({ id }) => worksAt(decider, id)) ? 'all' : decider.store_ids,
        },
        operation.approvalPermission,
      );
    if (!isFit) throw refused('The person who approved this may not do it themselves.');
  });
}

const hashIn = (details: unknown): unknown =>
  (details as { call_hash?: unknown } | null)?.call_hash;

const refused = (message: string) => forbidden(message, 'APPROVAL_REQUIRED');
