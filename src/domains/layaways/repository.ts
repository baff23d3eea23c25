import { type Reader, statement, type Tx } from '../../platform/database/tx.js';
import type { SaleStatus } from '../transactions/index.js';
import type { LayawayStatus } from './rules.js';

export type Layaway = {
  id: string;
  transaction_number: string;
  status: SaleStatus;
  store_id: string;
  customer_id: string | null;
  customer_name: string;
  currency: string;
  total_amount: string;
  total_paid: string;
  fee: string;
  pickup_name: string;
  note: string;
  expires_at: Date;
  reminded_at: Date | null;
  expired_at: Date | null;
  created_at: Date;
  completed_at: Date | null;
  voided_at: Date | null;
};

const SELECT = `select t.id, t.transaction_number, t.status, t.store_id, t.customer_id,
    coalesce(trim(u.first_name || ' ' || u.last_name), '') as customer_name, t.currency,
    t.total_amount, t.total_paid, l.fee, t.pickup_name, t.note, t.expires_at, l.reminded_at,
    l.expired_at, t.created_at, t.completed_at, t.voided_at
  from layaways l join transactions t on t.id = l.transaction_id
    left join users u on u.id = t.customer_id`;

export const insertLayaway = (tx: Tx, id: string, storeId: string, now: Date) =>
  statement(tx, 'insert into layaways (transaction_id, store_id, created_at) values ($1, $2, $3)', [
    id,
    storeId,
    now,
  ]);

export async function layawayById(reader: Reader, id: string): Promise<Layaway | undefined> {
  const [row] = await statement<Layaway>(reader, `${SELECT} where l.transaction_id = $1`, [id]);
  return row;
}

const PAYABLE = `t.status in ('pending', 'partially_paid')`;

const BY_STATUS: Record<LayawayStatus, string> = {
  open: `${PAYABLE} and l.expired_at is null`,
  expired: `${PAYABLE} and l.expired_at is not null`,
  cancelled: `t.status = 'voided'`,
  completed: `not ${PAYABLE} and t.status <> 'voided'`,
};

/** Newest first. */
export const listLayaways = (
  reader: Reader,
  filter: {
    stores: readonly string[] | undefined;
    status?: LayawayStatus;
    customerId?: string;
    beforeId?: string;
  },
  limit: number,
): Promise<Layaway[]> =>
  statement(
    reader,
    `${SELECT} where ($1::uuid[] is null or l.store_id = any($1)) and ($2::uuid is null or t.customer_id = $2)
       and ($3::uuid is null or l.transaction_id < $3)
       and ${filter.status === undefined ? 'true' : BY_STATUS[filter.status]}
     order by l.transaction_id desc limit $4`,
    [filter.stores ?? null, filter.customerId ?? null, filter.beforeId ?? null, limit],
  );

export const setFee = (tx: Tx, id: string, fee: string) =>
  statement(tx, 'update layaways set fee = $2 where transaction_id = $1', [id, fee]);

const layawayIds = async (
  reader: Reader,
  condition: string,
  values: readonly unknown[],
): Promise<string[]> => {
  const rows = await statement<{ id: string }>(
    reader,
    `select t.id from transactions t join layaways l on l.transaction_id = t.id where ${condition}`,
    values,
  );
  return rows.map(row => row.id);
};

/** Open layaways whose time was over before this moment. */
export const overdueLayaways = (reader: Reader, before: Date, limit: number) =>
  layawayIds(
    reader,
    `t.expires_at <= $1 and ${PAYABLE} and l.expired_at is null order by t.expires_at limit $2`,
    [before, limit],
  );

/** Layaways made before this moment whose deposit has not come. */
export const unpaidLayaways = (reader: Reader, before: Date, limit: number) =>
  layawayIds(
    reader,
    `t.status = 'pending' and t.total_paid = 0 and l.created_at <= $1
     order by l.created_at limit $2`,
    [before, limit],
  );

export const markExpired = (tx: Tx, id: string, now: Date) =>
  statement(tx, 'update layaways set expired_at = $2 where transaction_id = $1', [id, now]);

/** Open layaways that end soon and were made before `madeBefore`, without a reminder. */
export const layawaysToRemind = (
  reader: Reader,
  { now, until, madeBefore }: { now: Date; until: Date; madeBefore: Date },
  limit: number,
) =>
  layawayIds(
    reader,
    `t.expires_at > $1 and t.expires_at <= $2 and ${PAYABLE} and l.reminded_at is null
     and l.created_at <= $3
     order by t.expires_at limit $4`,
    [now, until, madeBefore, limit],
  );

export const forgetReminder = (tx: Tx, id: string) =>
  statement(tx, 'update layaways set reminded_at = null where transaction_id = $1', [id]);

/** False if another node has reminded the customer. */
export async function markReminded(tx: Tx, id: string, now: Date): Promise<boolean> {
  const rows = await statement(
    tx,
    `update layaways set reminded_at = $2 where transaction_id = $1 and reminded_at is null
     returning 1 as done`,
    [id, now],
  );
  return rows.length === 1;
}
