import {
  type Autocommit,
  type Db,
  type Reader,
  statement,
  type Tx,
} from '../../../platform/database/tx.js';
import { isCurrentSql } from '../../../platform/reference-data/index.js';
import type { Basket } from '../../pricing/index.js';

/** What the prices of a quote were computed from. */
export type QuotedBasket = Required<Pick<Basket, 'lines' | 'promotions' | 'taxes'>> & Basket;

export type NewQuote = {
  id: string;
  storeId: string;
  customerId: string | null;
  basket: QuotedBasket;
  totalAmount: string;
  createdAt: Date;
  expiresAt: Date;
};

/** False if reference data has changed since this version; then nothing is written. */
export async function insertQuote(
  writer: Autocommit,
  quote: NewQuote,
  version: string,
): Promise<boolean> {
  const rows = await statement(
    writer,
    `insert into till_quotes
       (id, store_id, customer_id, basket, total_amount, created_at, expires_at)
     select $1, $2, $3, $4::jsonb, $5, $6, $7 where ${isCurrentSql('$8')} returning 1 as done`,
    [
      quote.id,
      quote.storeId,
      quote.customerId,
      JSON.stringify(quote.basket),
      quote.totalAmount,
      quote.createdAt,
      quote.expiresAt,
      version,
    ],
  );
  return rows.length === 1;
}

export type TillQuote = {
  id: string;
  store_id: string;
  customer_id: string | null;
  basket: QuotedBasket;
  total_amount: string;
  expires_at: Date;
  transaction_id: string | null;
};

export async function quoteById(reader: Reader, id: string): Promise<TillQuote | undefined> {
  const [row] = await statement<TillQuote>(
    reader,
    `select id, store_id, customer_id, basket, total_amount, expires_at, transaction_id
     from till_quotes where id = $1`,
    [id],
  );
  return row;
}

/** False if another sale has used the quote. */
export async function markQuoteUsed(tx: Tx, id: string, saleId: string): Promise<boolean> {
  const rows = await statement(
    tx,
    `update till_quotes set transaction_id = $2
     where id = $1 and transaction_id is null returning 1 as done`,
    [id, saleId],
  );
  return rows.length === 1;
}

export const deleteQuotes = (db: Db, expiredBefore: Date) =>
  statement(db, 'delete from till_quotes where expires_at < $1', [expiredBefore]);
