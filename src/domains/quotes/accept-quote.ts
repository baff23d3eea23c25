import { atomically } from '../../platform/database/tx.js';
import { Failure, notFound } from '../../platform/http/failure.js';
import type { Platform } from '../../platform/platform.js';
import { refuseOnCurrentData, withReferenceData } from '../../platform/reference-data/index.js';
import type { Staff } from '../access/index.js';
import { tillStore } from '../stores/index.js';
import { priceQuotedSale, ringUpSale } from '../transactions/index.js';
import { findQuote } from './find-quote.js';
import { lockQuote, markAccepted, type Quote, quoteById } from './repository.js';
import { quoteExpired, stateOf } from './rules.js';

/**
 * Makes the quote a sale at its prices, once: a second acceptance answers with the same sale. The
 * sale waits for its payment at a till.
 */
export async function acceptQuote(platform: Platform, caller: Staff, id: string): Promise<Quote> {
  const { db, clock } = platform;
  const found = await findQuote(db, caller, id);
  if (found.accepted_at !== null) return found;
  const at = clock.now();
  if (stateOf(found, at) === 'expired') throw quoteExpired(found.valid_until);
  try {
    return await withReferenceData(platform, data =>
      refuseOnCurrentData(platform, data, async () => {
        const store = await tillStore(data, db, found.store_id);
        if (!store?.isActive) {
          throw new Failure('conflict', 'STORE_CLOSED', 'This store is closed.');
        }
        const priced = await priceQuotedSale(platform, data, {
          quoteId: found.till_quote_id,
          store,
          employeeId: caller.userId,
          terminalId: caller.till?.storeId === store.id ? caller.till.terminalId : null,
          at,
        });
        return atomically(db, async tx => {
          const quote = await lockQuote(tx, id);
          if (quote === undefined) throw notFound('Quote', 'QUOTE_NOT_FOUND');
          if (quote.accepted_at !== null) return quote;
          // The store has promised these prices, so nobody has to approve them.
          const sale = await ringUpSale(platform, tx, data, priced, async () => ({ given: [] }));
          await markAccepted(tx, id, sale, at);
          return (await quoteById(tx, id)) ?? quote;
        });
      }),
    );
  } catch (error) {
    return acceptedMeanwhile(platform, id, error);
  }
}

/** Another till may have accepted it while this one computed the prices. */
async function acceptedMeanwhile({ db }: Platform, id: string, error: unknown): Promise<Quote> {
  if (!(error instanceof Failure && error.code === 'QUOTE_USED')) throw error;
  const quote = await quoteById(db, id);
  if (quote === undefined || quote.accepted_at === null) throw error;
  return quote;
}
