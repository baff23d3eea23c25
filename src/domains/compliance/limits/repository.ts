import { type Autocommit, type Reader, statement, type Tx } from '../../../platform/database/tx.js';
import { mailHashes } from '../../people/index.js';
import { DAYS_OF, type Period } from './rules.js';

export type PurchaseLimit = {
  id: string;
  name: string;
  store_id: string | null;
  variant_id: string | null;
  product_id: number | null;
  category_id: string | null;
  /** True exactly if the limit names no variant, product or category. */
  everything: boolean;
  max_quantity: number;
  period: Period;
  is_active: boolean;
  created_at: Date;
  updated_at: Date;
};

/** A limit with the quantities a customer has bought and wants to buy under it. */
export type LimitUse = PurchaseLimit & { purchased: number; requested: number };

const COLUMNS = `l.id, l.name, l.store_id, l.variant_id, l.product_id, l.category_id, l.everything,
  l.max_quantity, l.period, l.is_active, l.created_at, l.updated_at`;

/** A limit covers its variant, product or category, or everything if it names none. */
const COVERED = `(l.variant_id is null or l.variant_id = v.id)
  and (l.product_id is null or l.product_id = p.id)
  and (l.category_id is null or l.category_id = p.category_id)`;

const PERIOD_START = `$5::timestamptz - case l.period
  ${Object.entries(DAYS_OF)
    .map(([period, days]) => `when '${period}' then interval '${days} days'`)
    .join(' ')} end`;

export type Basket = {
  storeId: string;
  /** Null for an unknown customer; then only per-transaction limits apply. */
  customerKey: string | null;
  /** The customer's mail address, under which guest, login and till are one customer. */
  email?: string | null;
  lines: readonly { variantId: string; quantity: number }[];
};

const linesOf = ({ lines }: Basket) => [
  lines.map(line => line.variantId),
  lines.map(line => line.quantity),
];

const mailsOf = ({ email }: Basket): (Buffer | null)[] => {
  if (email == null) return [null, null];
  const { mail, mailbox } = mailHashes(email);
  return [mail, mailbox];
};

/** Every active limit of a store with the customer's use of it. */
export const limitUses = (reader: Reader, basket: Basket, now: Date): Promise<LimitUse[]> =>
  statement<LimitUse>(
    reader,
    `select ${COLUMNS},
       coalesce((
         select sum(started_units(line.quantity, v.unit)) from unnest($3::uuid[], $4::integer[]) as line(variant_id, quantity)
         join product_variants v on v.id = line.variant_id join products p on p.id = v.product_id
         where ${COVERED}), 0)::integer as requested,
       coalesce((
         select sum(bought.quantity) from limited_purchases bought
         join product_variants v on v.id = bought.variant_id join products p on p.id = v.product_id
         where l.period <> 'transaction'
           and (bought.customer_key = $2 or bought.mail_hash = $6 or (bought.mailbox_hash = $7
             and (select mail_aliases_are_one from stores where id = $1)))
           and bought.purchased_at > ${PERIOD_START}
           and (l.store_id is null or bought.store_id = l.store_id) and ${COVERED}), 0)::integer as purchased
     from purchase_limits l
     where l.is_active and (l.store_id is null or l.store_id = $1)
     order by l.name, l.id`,
    [basket.storeId, basket.customerKey, ...linesOf(basket), now, ...mailsOf(basket)],
  );

/** Whether any active limit of the store, of any period, covers one of the lines. */
export async function isPurchaseLimited(
  reader: Reader,
  storeId: string,
  lines: readonly { variantId: string }[],
): Promise<boolean> {
  const [row] = await statement<{ yes: boolean }>(
    reader,
    'select is_purchase_limited($1, $2::uuid[]) as yes',
    [storeId, lines.map(line => line.variantId)],
  );
  return row?.yes ?? false;
}

/**
 * Serialises sales of one customer, so that two cannot both use the same remaining quantity. The
 * locks of account and mailbox are taken in the order of their numbers, to avoid deadlocks.
 */
export async function lockCustomer(tx: Tx, basket: Basket): Promise<void> {
  const [, mailbox] = mailsOf(basket);
  await statement(
    tx,
    `select pg_advisory_xact_lock(number) from (
       select hashtextextended('purchases:' || key, 0) as number from unnest($1::text[]) as key
       where key is not null order by number) as locks`,
    [[basket.customerKey, mailbox?.toString('hex') ?? null]],
  );
}

export async function isCounted(reader: Reader, reference: string): Promise<boolean> {
  const rows = await statement(
    reader,
    'select 1 from limited_purchases where reference = $1 limit 1',
    [reference],
  );
  return rows.length > 0;
}

/** Stores only lines that a day, week or month limit covers; other purchases are not recorded. */
export async function insertPurchases(
  tx: Tx,
  reference: string,
  basket: Basket,
  now: Date,
): Promise<void> {
  await statement(
    tx,
    `insert into limited_purchases (reference, variant_id, customer_key, store_id, quantity,
       purchased_at, mail_hash, mailbox_hash)
     select $6::uuid, v.id, $2::text, $1::uuid, sum(started_units(line.quantity, v.unit)), $5::timestamptz, $7::bytea,
       $8::bytea
     from unnest($3::uuid[], $4::integer[]) as line(variant_id, quantity)
     join product_variants v on v.id = line.variant_id join products p on p.id = v.product_id
     where exists (
       select 1 from purchase_limits l
       where l.is_active and l.period <> 'transaction' and (l.store_id is null or l.store_id = $1::uuid)
         and ${COVERED})
     group by v.id`,
    [basket.storeId, basket.customerKey, ...linesOf(basket), now, reference, ...mailsOf(basket)],
  );
}

export async function deletePurchases(tx: Tx, reference: string): Promise<void> {
  await statement(tx, 'delete from limited_purchases where reference = $1', [reference]);
}

export async function deleteOldPurchases(reader: Autocommit, before: Date): Promise<void> {
  await statement(reader, 'delete from limited_purchases where purchased_at < $1', [before]);
}

/** Limits of the given stores and those for all stores, by name; `after` continues a list. */
export const listLimits = (
  reader: Reader,
  stores: readonly string[] | undefined,
  after: { name: string; id: string } | undefined,
  limit: number,
): Promise<PurchaseLimit[]> =>
  statement<PurchaseLimit>(
    reader,
    `select ${COLUMNS} from purchase_limits l
     where ($1::uuid[] is null or l.store_id is null or l.store_id = any($1::uuid[]))
       and ($2::text is null or (l.name, l.id) > ($2, $3::uuid))
     order by l.name, l.id limit $4`,
    [stores ?? null, after?.name ?? null, after?.id ?? null, limit],
  );

export async function limitById(reader: Reader, id: string): Promise<PurchaseLimit | undefined> {
  const [row] = await statement<PurchaseLimit>(
    reader,
    `select ${COLUMNS} from purchase_limits l where l.id = $1`,
    [id],
  );
  return row;
}

export type LimitFields = Omit<PurchaseLimit, 'created_at' | 'updated_at'>;

export async function upsertLimit(tx: Tx, limit: LimitFields): Promise<PurchaseLimit> {
  const [row] = await statement<PurchaseLimit>(
    tx,
    `insert into purchase_limits as l
       (id, name, store_id, variant_id, product_id, category_id, everything, max_quantity,
        period, is_active)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
     on conflict (id) do update
       set name = excluded.name, store_id = excluded.store_id, variant_id = excluded.variant_id,
           product_id = excluded.product_id, category_id = excluded.category_id,
           everything = excluded.everything,
           max_quantity = excluded.max_quantity, period = excluded.period,
           is_active = excluded.is_active, updated_at = now()
     returning ${COLUMNS}`,
    [
      limit.id,
      limit.name,
      limit.store_id,
      limit.variant_id,
      limit.product_id,
      limit.category_id,
      limit.everything,
      limit.max_quantity,
      limit.period,
      limit.is_active,
    ],
  );
  if (row === undefined) throw new Error('upsert of a purchase limit returned no row');
  return row;
}

export async function deleteLimit(tx: Tx, id: string): Promise<void> {
  await statement(tx, 'delete from purchase_limits where id = $1', [id]);
}
