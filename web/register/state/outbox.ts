import { ApiError, answer, newKey, once, type Tillhouse, Unreachable } from '@tillhouse/client';
import type { SaleRequest } from './basket.js';
import { stored } from './stored.js';
import type { Session } from './types.js';

export type AgeCheck = { method: 'id_scan' | 'visual'; confirmed: boolean };
export type Tender = {
  payment_method_id: string;
  tendered_amount: string;
  tip?: string;
  age_check?: AgeCheck;
  store_credit_code?: string;
  reference?: string;
};

/** A cash sale that was paid while the service was unreachable. */
export type QueuedSale = {
  /** Also the Idempotency-Key of its creation: sent twice, it is created once. */
  key: string;
  at: string;
  employee: string;
  employeeName: string;
  terminal: string;
  total: string;
  claim: SaleRequest;
  /** Sent instead if the promotions of the claim have changed since it was paid. */
  asDiscounts?: SaleRequest;
  /** Null until the service has created the sale. */
  number: string | null;
  payment: { key: string; tender: Tender };
  /** Sent before as one request under the key of the payment; it is repeated as it was. */
  withSale?: boolean;
  /** Sent before without a response, so the sale may exist already. */
  attempted: boolean;
  refused: string | null;
  /** Code of the refusal, used to translate it. */
  refusedCode?: string;
  /** Waits until a shift is open at this till. */
  needsShift?: boolean;
};

/** The service keeps keys for 24 hours; later, a sale that may exist needs a manual check. */
const KEY_LIFETIME_MS = 23 * 3_600_000;

export const outbox = stored<QueuedSale[]>('outbox', []);

export const unsentBy = (entries: readonly QueuedSale[], session: Session): QueuedSale[] =>
  entries.filter(
    entry =>
      entry.refused === null &&
      entry.employee === session.user.number &&
      entry.terminal === session.terminal,
  );

/** Unsent sales of all cashiers at this till; their cash is in the drawer but not recorded. */
export const unsentAt = (entries: readonly QueuedSale[], terminal: string): QueuedSale[] =>
  entries.filter(entry => entry.refused === null && entry.terminal === terminal);

const change = (key: string, changes: Partial<QueuedSale>): void =>
  outbox.set(all => all.map(entry => (entry.key === key ? { ...entry, ...changes } : entry)));

let running: Promise<number> | undefined;

/** Sends unsent sales one by one, oldest first, and returns how many succeeded. */
export function flush(api: Tillhouse, session: Session): Promise<number> {
  running ??= sendAll(api, session).finally(() => {
    running = undefined;
  });
  return running;
}

async function sendAll(api: Tillhouse, session: Session): Promise<number> {
  let sent = 0;
  for (const entry of unsentBy(outbox.get(), session)) {
    const outcome = await send(api, entry);
    if (outcome === 'later') break;
    if (outcome === 'sent') sent += 1;
  }
  return sent;
}

async function send(api: Tillhouse, entry: QueuedSale): Promise<'sent' | 'refused' | 'later'> {
  if (entry.attempted && Date.now() - Date.parse(entry.at) > KEY_LIFETIME_MS) {
    change(entry.key, { refused: 'TOO_OLD' });
    return 'refused';
  }
  change(entry.key, { attempted: true });
  try {
    if (entry.withSale) await sellInOne(api, entry.claim, entry.payment);
    else await sellInTwo(api, entry);
    outbox.set(all => all.filter(({ key }) => key !== entry.key));
    return 'sent';
  } catch (error) {
    const isTransient =
      error instanceof Unreachable ||
      (error instanceof ApiError && (error.isRetryable || error.status === 401));
    if (isTransient) return 'later';
    // The cash is in the drawer: it is recorded as soon as a shift is open.
    if (error instanceof ApiError && error.code === 'SHIFT_REQUIRED') {
      change(entry.key, { needsShift: true });
      return 'later';
    }
    if (isRepriced(error) && entry.asDiscounts !== undefined) {
      const { asDiscounts: claim, key, payment, ...rest } = entry;
      const keys = { key: newKey(), payment: { ...payment, key: newKey() } };
      const next = { ...rest, ...keys, claim, attempted: false };
      outbox.set(all => all.map(one => (one.key === key ? next : one)));
      return send(api, next);
    }
    change(entry.key, {
      refused: error instanceof Error ? error.message : String(error),
      refusedCode: error instanceof ApiError ? error.code : undefined,
    });
    return 'refused';
  }
}

const isRepriced = (error: unknown): boolean =>
  error instanceof ApiError && ['SUM_MISMATCH', 'PRICE_CHANGED'].includes(error.code);

async function sellInTwo(api: Tillhouse, entry: QueuedSale): Promise<void> {
  const number = entry.number ?? (await create(api, entry));
  change(entry.key, { number });
  await api.POST('/pos/transactions/{transaction_id}/payment/', {
    params: { path: { transaction_id: number } },
    body: entry.payment.tender,
    ...once(entry.payment.key),
  });
}

/** Creates the sale with its payment: the service stores both or neither. Returns its number. */
export async function sellInOne(
  api: Tillhouse,
  claim: SaleRequest,
  payment: QueuedSale['payment'],
): Promise<string> {
  const body = { ...claim, payment: payment.tender };
  const { transaction } = await answer(
    api.POST('/pos/transactions/create/', { body, ...once(payment.key) }),
  );
  return transaction.transaction_id;
}

async function create(api: Tillhouse, entry: QueuedSale): Promise<string> {
  const { transaction } = await answer(
    api.POST('/pos/transactions/create/', { body: entry.claim, ...once(entry.key) }),
  );
  return transaction.transaction_id;
}
