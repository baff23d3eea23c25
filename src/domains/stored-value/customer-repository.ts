import { type Reader, statement } from '../../platform/database/tx.js';
import type { PayingAccount } from './repository.js';
import type { AccountKind } from './rules.js';

/** More than a customer ever holds at once; an order uses the oldest. */
const CREDITS_PER_ORDER = 20;

/** Store credits that a customer can spend in a currency, the oldest first. */
export const creditsOfCustomer = (
  reader: Reader,
  customerId: string,
  currency: string,
  now: Date,
): Promise<PayingAccount[]> =>
  statement<PayingAccount>(
    reader,
    `select id, kind, balance::text, currency, status, expires_at::text from value_accounts
     where customer_id = $1 and kind = 'store_credit' and currency = $2 and status = 'active'
       and balance > 0 and (expires_at is null or expires_at > $3)
     order by created_at, id limit $4`,
    [customerId, currency, now, CREDITS_PER_ORDER],
  );

export type CustomerBalance = {
  kind: AccountKind;
  currency: string;
  balance: string;
  accounts: number;
};

/** Gift cards and store credit that a customer can spend, per kind and currency. */
export const balancesOfCustomer = (
  reader: Reader,
  customerId: string,
  now: Date,
): Promise<CustomerBalance[]> =>
  statement<CustomerBalance>(
    reader,
    `select kind, currency, amount_text(sum(balance)) as balance, count(*)::int as accounts
     from value_accounts
     where customer_id = $1 and kind <> 'points' and status = 'active' and balance > 0
       and (expires_at is null or expires_at > $2)
     group by kind, currency order by kind, currency`,
    [customerId, now],
  );
