import { type Db, type Reader, statement, type Tx } from '../../../platform/database/tx.js';
import type { Unit } from '../../../platform/quantity.js';

/** What a till needs to continue the sale. */
export type HeldContent = {
  line_items: {
    product_variant_id: string;
    sku: string;
    name: string;
    quantity: number;
    unit: Unit;
    unit_price: string | null;
    subtotal: string | null;
    price_reason: string | null;
  }[];
  promo_codes: string[];
  discounts: {
    line?: number;
    sale?: boolean;
    amount?: string;
    percent?: string;
    reason: string;
    approval_request_id?: string;
  }[];
  approval_request_id: string | null;
};

export type HeldSale = {
  id: string;
  store_id: string;
  terminal_id: string;
  resumed_at_terminal: string | null;
  employee: { id: string; employee_id: string | null; name: string };
  customer_id: string | null;
  name: string;
  note: string;
  content: HeldContent;
  total_amount: string;
  currency: string;
  version: number;
  held_at: Date;
};

export type NewHeldSale = Pick<
  HeldSale,
  'id' | 'terminal_id' | 'customer_id' | 'name' | 'note' | 'content' | 'total_amount' | 'currency'
> & { storeId: string; employeeId: string; now: Date };

const COLUMNS = `h.id, h.store_id, h.terminal_id, h.resumed_at_terminal, h.customer_id, h.name,
  h.note, h.content, h.total_amount, h.currency, h.version, h.held_at,
  jsonb_build_object('id', u.id, 'employee_id', u.employee_number,
    'name', trim(u.first_name || ' ' || u.last_name)) as employee`;

/** Held sales of a store, newest first; `before` is the last one of the previous page. */
export const heldSalesOf = (
  reader: Reader,
  storeId: string,
  limit: number,
  before?: { heldAt: string; id: string },
): Promise<HeldSale[]> =>
  statement(
    reader,
    `select ${COLUMNS} from held_sales h join users u on u.id = h.employee_id
     where h.store_id = $1
       and ($3::timestamptz is null or (h.held_at, h.id) < ($3::timestamptz, $4::uuid))
     order by h.held_at desc, h.id desc limit $2`,
    [storeId, limit, before?.heldAt ?? null, before?.id ?? null],
  );

export async function heldSale(
  reader: Reader,
  storeId: string,
  id: string,
): Promise<HeldSale | undefined> {
  const [row] = await statement<HeldSale>(
    reader,
    `select ${COLUMNS} from held_sales h join users u on u.id = h.employee_id
     where h.id = $1 and h.store_id = $2`,
    [id, storeId],
  );
  return row;
}

/** False if the store already holds `most` sales. */
export async function insertHeldSale(tx: Tx, sale: NewHeldSale, most: number): Promise<boolean> {
  const rows = await statement(
    tx,
    `insert into held_sales (id, store_id, terminal_id, employee_id, customer_id, name, note,
       content, total_amount, currency, held_at, updated_at)
     select $1, $2, $3, $4, $5, $6, $7, $8::jsonb, $9, $10, $11, $11
     where (select count(*) from held_sales where store_id = $2) < $12 returning 1 as done`,
    [...valuesOf(sale), most],
  );
  return rows.length === 1;
}

/** Puts back a sale that this till resumed. False if it did not, or the version is outdated. */
export async function putBackHeldSale(tx: Tx, sale: NewHeldSale, version: number) {
  const rows = await statement(
    tx,
    `update held_sales set terminal_id = $3, resumed_at_terminal = null, employee_id = $4,
       customer_id = $5, name = $6, note = $7, content = $8::jsonb, total_amount = $9,
       currency = $10, held_at = $11, updated_at = $11, version = version + 1
     where id = $1 and store_id = $2 and resumed_at_terminal = $3 and version = $12
     returning 1 as done`,
    [...valuesOf(sale), version],
  );
  return rows.length === 1;
}

const valuesOf = (sale: NewHeldSale) => [
  sale.id,
  sale.storeId,
  sale.terminal_id,
  sale.employeeId,
  sale.customer_id,
  sale.name,
  sale.note,
  JSON.stringify(sale.content),
  sale.total_amount,
  sale.currency,
  sale.now,
];

type Claim = { storeId: string; id: string; terminalId: string; version: number; now: Date };

/** One till wins: the version that the others saw is then outdated. */
export async function claimHeldSale(tx: Tx, claim: Claim): Promise<boolean> {
  const rows = await statement(
    tx,
    `update held_sales set resumed_at_terminal = $3, version = version + 1, updated_at = $5
     where id = $1 and store_id = $2 and resumed_at_terminal is null and version = $4
     returning 1 as done`,
    [claim.id, claim.storeId, claim.terminalId, claim.version, claim.now],
  );
  return rows.length === 1;
}

/** A sale that another till continues stays. */
export async function deleteHeldSale(
  tx: Tx,
  storeId: string,
  id: string,
  terminalId: string,
): Promise<boolean> {
  const rows = await statement(
    tx,
    `delete from held_sales where id = $1 and store_id = $2
       and coalesce(resumed_at_terminal, $3) = $3 returning 1 as done`,
    [id, storeId, terminalId],
  );
  return rows.length === 1;
}

/**
 * Deletes a held sale that this till has sold: one that it continues, or that is as the till knew it.
 * Otherwise `rest` is what the store holds, if anything.
 */
export async function releaseHeldSale(
  tx: Tx,
  { storeId, id, terminalId, version }: Omit<Claim, 'version' | 'now'> & { version?: number },
): Promise<{ isReleased: boolean; rest?: HeldSale }> {
  const rows = await statement(
    tx,
    `delete from held_sales where id = $1 and store_id = $2
       and (resumed_at_terminal = $3 or resumed_at_terminal is null and version = $4)
     returning 1 as done`,
    [id, storeId, terminalId, version ?? null],
  );
  return rows.length === 1
    ? { isReleased: true }
    : { isReleased: false, rest: await heldSale(tx, storeId, id) };
}

export const deleteOldHeldSales = (db: Db, before: { held: Date; resumed: Date }) =>
  statement(
    db,
    `delete from held_sales where updated_at <
       case when resumed_at_terminal is null then $1::timestamptz else $2::timestamptz end`,
    [before.held, before.resumed],
  );

export const moveHeldSales = (tx: Tx, from: string, into: string) =>
  statement(tx, 'update held_sales set customer_id = $2 where customer_id = $1', [from, into]);

/** The name and note may be those of the customer; nothing is lost with a held sale. */
export const eraseHeldSales = (tx: Tx, customerIds: readonly string[]) =>
  statement(tx, 'delete from held_sales where customer_id = any($1::uuid[])', [customerIds]);
