import { ApiError, answer, once, type Tillhouse, Unreachable } from '@tillhouse/client';
import type { Claim } from './basket.js';
import type { Session } from './session.js';
import { stored } from './stored.js';

export type AgeCheck = { method: 'id_scan' | 'visual'; confirmed: boolean };
export type Tender = {
  payment_method_id: string;
  tendered_amount: string;
  age_check?: AgeCheck;
  store_credit_code?: string;
};

/** A sale that was paid in cash while the service could not be reached. */
export type Queued = {
  /** Also the key of its creation: sent twice, it is rung up once. */
  key: string;
  at: string;
  employee: string;
  employeeName: string;
  terminal: string;
  total: string;
  claim: Claim;
  /** Known once the service has answered. */
  number: string | null;
  payment: { key: string; tender: Tender };
  /** Sent before, without an answer: it may have arrived. */
  attempted: boolean;
  refused: string | null;
  /** What the service calls the reason, for readers of another language. */
  refusedCode?: string;
};

/** Keys are remembered for a day; after that a sale that may have arrived is for people to look at. */
const KEYS_LAST_MS = 23 * 3_600_000;

export const outbox = stored<Queued[]>('outbox', []);

export const waitingFor = (entries: readonly Queued[], who: Session): Queued[] =>
  entries.filter(
    entry =>
      entry.refused === null &&
      entry.employee === who.user.number &&
      entry.terminal === who.terminal,
  );

/** Of everybody at this till: their cash lies in its drawer and is not booked yet. */
export const waitingAt = (entries: readonly Queued[], terminal: string): Queued[] =>
  entries.filter(entry => entry.refused === null && entry.terminal === terminal);

const change = (key: string, changes: Partial<Queued>): void =>
  outbox.set(all => all.map(entry => (entry.key === key ? { ...entry, ...changes } : entry)));

let running: Promise<number> | undefined;

/** Sends what waits, oldest first, one by one; gives how many arrived. */
export function flush(api: Tillhouse, who: Session): Promise<number> {
  running ??= sendAll(api, who).finally(() => {
    running = undefined;
  });
  return running;
}

async function sendAll(api: Tillhouse, who: Session): Promise<number> {
  let arrived = 0;
  for (const entry of waitingFor(outbox.get(), who)) {
    const outcome = await send(api, entry);
    if (outcome === 'later') break;
    if (outcome === 'arrived') arrived += 1;
  }
  return arrived;
}

async function send(api: Tillhouse, entry: Queued): Promise<'arrived' | 'refused' | 'later'> {
  if (entry.attempted && Date.now() - Date.parse(entry.at) > KEYS_LAST_MS) {
    change(entry.key, { refused: 'TOO_OLD' });
    return 'refused';
  }
  change(entry.key, { attempted: true });
  try {
    const number = entry.number ?? (await create(api, entry));
    change(entry.key, { number });
    await api.POST('/pos/transactions/{transaction_id}/payment/', {
      params: { path: { transaction_id: number } },
      body: entry.payment.tender,
      ...once(entry.payment.key),
    });
    outbox.set(all => all.filter(({ key }) => key !== entry.key));
    return 'arrived';
  } catch (error) {
    const isPassing =
      error instanceof Unreachable ||
      (error instanceof ApiError && (error.isRetryable || error.status === 401));
    if (isPassing) return 'later';
    change(entry.key, {
      refused: error instanceof Error ? error.message : String(error),
      refusedCode: error instanceof ApiError ? error.code : undefined,
    });
    return 'refused';
  }
}

async function create(api: Tillhouse, entry: Queued): Promise<string> {
  const { transaction } = await answer(
    api.POST('/pos/transactions/create/', { body: entry.claim, ...once(entry.key) }),
  );
  return transaction.transaction_id;
}
