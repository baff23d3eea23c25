import { type Reader, statement, type Tx } from '../../platform/database/tx.js';
import type { TaxBreakdownRow } from '../pricing/index.js';
import type { State } from './rules.js';

/** A line as the customer reads it. */
export type QuotedLine = {
  sku: string;
  description: string;
  quantity: number;
  unit: string;
  unit_price: string;
  subtotal: string;
  discount: string;
  total: string;
};

export type Quote = {
  id: string;
  store_id: string;
  number: string;
  till_quote_id: string;
  customer_id: string | null;
  customer_name: string;
  email: string | null;
  note: string;
  currency: string;
  prices_include_tax: boolean;
  lines: QuotedLine[];
  tax_breakdown: TaxBreakdownRow[];
  subtotal: string;
  discount_amount: string;
  tax_amount: string;
  total_amount: string;
  valid_until: Date;
  created_by: string | null;
  created_at: Date;
  sent_at: Date | null;
  accepted_at: Date | null;
  transaction_id: string | null;
  transaction_number: string | null;
};

export type NewQuote = Omit<
  Quote,
  'number' | 'sent_at' | 'accepted_at' | 'transaction_id' | 'transaction_number'
>;

export async function insertQuote(tx: Tx, quote: NewQuote): Promise<Quote> {
  const [row] = await statement<Quote>(
    tx,
    `insert into quotes (id, store_id, number, till_quote_id, customer_id, customer_name, email, note,
       currency, prices_include_tax, lines, tax_breakdown, subtotal, discount_amount, tax_amount,
       total_amount, valid_until, created_by, created_at)
     values ($1, $2, 'Q-' || lpad(nextval('quote_numbers')::text, 6, '0'), $3, $4, $5, $6, $7, $8, $9,
       $10::jsonb, $11::jsonb, $12, $13, $14, $15, $16, $17, $18)
     returning *`,
    [
      quote.id,
      quote.store_id,
      quote.till_quote_id,
      quote.customer_id,
      quote.customer_name,
      quote.email,
      quote.note,
      quote.currency,
      quote.prices_include_tax,
      JSON.stringify(quote.lines),
      JSON.stringify(quote.tax_breakdown),
      quote.subtotal,
      quote.discount_amount,
      quote.tax_amount,
      quote.total_amount,
      quote.valid_until,
      quote.created_by,
      quote.created_at,
    ],
  );
  if (row === undefined) throw new Error('a quote was not written');
  return row;
}

export async function quoteById(reader: Reader, id: string): Promise<Quote | undefined> {
  const [row] = await statement<Quote>(reader, 'select * from quotes where id = $1', [id]);
  return row;
}

/** Locks the quote, so that one acceptance follows another. */
export async function lockQuote(tx: Tx, id: string): Promise<Quote | undefined> {
  const [row] = await statement<Quote>(tx, 'select * from quotes where id = $1 for update', [id]);
  return row;
}

export type QuoteFilter = {
  stores: readonly string[] | undefined;
  store: string | undefined;
  status: State | undefined;
  now: Date;
  before: string | undefined;
  limit: number;
};

/** Newest first. */
export const listQuotes = (reader: Reader, filter: QuoteFilter): Promise<Quote[]> =>
  statement<Quote>(
    reader,
    `select * from quotes
     where ($1::uuid[] is null or store_id = any($1)) and ($2::uuid is null or store_id = $2)
       and ($3::text is null or $3 = case when accepted_at is not null then 'accepted'
         when valid_until <= $4 then 'expired' else 'open' end)
       and ($5::uuid is null or id < $5)
     order by id desc limit $6`,
    [
      filter.stores ?? null,
      filter.store ?? null,
      filter.status ?? null,
      filter.now,
      filter.before ?? null,
      filter.limit,
    ],
  );

export const markSent = (tx: Tx, id: string, email: string, at: Date): Promise<unknown> =>
  statement(tx, 'update quotes set sent_at = $3, email = coalesce(email, $2) where id = $1', [
    id,
    email,
    at,
  ]);

export async function markAccepted(
  tx: Tx,
  id: string,
  sale: { id: string; number: string },
  at: Date,
): Promise<void> {
  await statement(
    tx,
    `update quotes set accepted_at = $4, transaction_id = $2, transaction_number = $3
     where id = $1 and accepted_at is null`,
    [id, sale.id, sale.number, at],
  );
}

export const moveQuotes = (tx: Tx, from: string, into: string): Promise<unknown> =>
  statement(tx, 'update quotes set customer_id = $2 where customer_id = $1', [from, into]);

/** Names, addresses and notes; goods and amounts stay. */
export const eraseQuotes = (
  tx: Tx,
  ids: readonly string[],
  emails: readonly string[],
): Promise<unknown> =>
  statement(
    tx,
    `update quotes set customer_name = '', email = null, note = ''
     where customer_id = any($1::uuid[]) or lower(email) = any($2::text[])`,
    [ids, emails.map(email => email.toLowerCase())],
  );
