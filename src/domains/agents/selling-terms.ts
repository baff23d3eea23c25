import { notFound } from '../../platform/http/failure.js';
import type { Platform } from '../../platform/platform.js';
import type { PaymentMethod } from '../payments/index.js';
import { listOnlineMethods } from '../storefront/index.js';
import { allStores } from '../stores/index.js';
import { type Agent, listAgents } from './repository.js';

/** The card methods of the web shop at the store of a program. */
export const cardMethods = async (
  platform: Platform,
  agent: Pick<Agent, 'store_id'>,
): Promise<PaymentMethod[]> =>
  (await listOnlineMethods(platform, agent.store_id)).filter(
    ({ method_type }) => method_type === 'card',
  );

/** More programs than any chain has. */
const MOST_AGENTS = 1_000;

export type SellingTerms = { currencies: string[]; locales: string[] };

/** Currencies and languages of the stores where programs may buy; 404 while there are none. */
export async function sellingTerms(platform: Platform): Promise<SellingTerms> {
  const agents = await listAgents(platform.db, undefined, undefined, MOST_AGENTS);
  const storeIds = new Set(agents.filter(one => one.is_active).map(one => one.store_id));
  const stores = (await allStores(platform)).filter(({ id }) => storeIds.has(id));
  if (stores.length === 0) throw notFound('Checkout for programs');
  return {
    currencies: [...new Set(stores.map(({ currency }) => currency))],
    locales: [...new Set(stores.map(({ language }) => language))],
  };
}
