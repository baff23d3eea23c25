import type { ShownAccount, ShownEntry } from './repository.js';

const iso = (at: Date | null): string | null => at?.toISOString() ?? null;

const isExpired = ({ expires_at, status }: ShownAccount, now: Date): boolean =>
  status === 'active' && expires_at !== null && expires_at <= now;

const person = (id: string | null, name: string | null) => (id === null ? null : { id, name });

/** The name of the customer is for those who may read customers. */
export const presentAccount = (account: ShownAccount, now: Date, withCustomer: boolean) => ({
  id: account.id,
  kind: account.kind,
  currency: account.currency,
  balance: account.balance,
  status: isExpired(account, now) ? ('expired' as const) : account.status,
  expires_at: iso(account.expires_at),
  code_last_four: account.code_last_four,
  store: account.store_id,
  customer_id: account.customer_id,
  customer_name: withCustomer ? account.customer_name : null,
  sold_by: account.sold_by,
  given:
    account.given_reason === null
      ? null
      : {
          reason: account.given_reason,
          by: person(account.given_by, account.given_by_name),
        },
  block:
    account.block_reason === null || account.blocked_at === null
      ? null
      : {
          reason: account.block_reason,
          by: person(account.blocked_by, account.blocked_by_name),
          at: account.blocked_at.toISOString(),
        },
  created_at: account.created_at.toISOString(),
});

export const presentEntry = (entry: ShownEntry) => ({
  id: entry.id,
  kind: entry.kind,
  amount: entry.amount,
  balance: entry.balance,
  store: entry.store_id,
  transaction_id: entry.transaction_number,
  reason: entry.reason,
  by: person(entry.made_by, entry.made_by_name),
  approved_by: person(entry.approved_by, entry.approved_by_name),
  occurred_at: entry.occurred_at.toISOString(),
});
