import type { Reader } from '../../platform/database/tx.js';
import { notFound } from '../../platform/http/failure.js';
import { maySee, type Staff } from '../access/index.js';
import { type Quote, quoteById } from './repository.js';

/** A quote of a store that the caller may see; any other counts as unknown. */
export async function findQuote(reader: Reader, caller: Staff, id: string): Promise<Quote> {
  const quote = await quoteById(reader, id);
  if (quote === undefined || !maySee(caller, quote.store_id)) {
    throw notFound('Quote', 'QUOTE_NOT_FOUND');
  }
  return quote;
}
