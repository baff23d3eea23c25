import type { ShownAccount, ShownEntry } from './account-repository.js';

const iso = (at: Date | null): string | null => at?.toISOString() ?? null;

const isExpired = ({ expires_at, status }: ShownAccount, now: Date): boolean =>
  status === 'active' && expires_at !== null && expires_at <= now;

export const presentAccount = (account: ShownAccount, now: Date) => ({
  id: account.id,
  kind: account.kind,
  currency: account.currency,
  balance: account.balance,
  status: isExpired(account, now) ? ('expired' as const) : account.status,
  expires_at: iso(account.expires_at),
  code_last_four: account.code_last_four,
  store: account.store_id,
  customer_id: account.customer_id,
  block:
    account.block_reason === null || account.blocked_at === null
      ? null
      : {
          reason: account.block_reason,
          by:
            account.blocked_by === null
              ? null
              : { id: account.blocked_by, name: account.blocked_by_name },
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
  occurred_at: entry.occurred_at.toISOString(),
});
