import { useQuery } from '@tanstack/react-query';
import { answer, once, type Tillhouse } from '@tillhouse/client';
import { shownQuantity } from '../../../src/domains/pricing/index.js';
import { useApi, useOnline } from '../../shared/api/index.js';
import { saveFile } from '../../shared/save-file.js';
import { type Basket, sellsGiftCards } from './basket.js';
import { isRepriced } from './basket-totals.js';
import type { Goods } from './goods-view.js';
import { takeOver } from './open-sales.js';
import { isLocked, sale } from './sale.js';
import type { Session } from './types.js';

const DAY_MS = 86_400_000;
const LIMIT = 200;

export const QUOTES = ['quotes'];

const openQuotes = (api: Tillhouse, store: string) =>
  answer(api.GET('/quotes/', { params: { query: { store, status: 'open', limit: LIMIT } } }));

/** An offer in writing that the customer has not accepted yet. */
export type Quote = Awaited<ReturnType<typeof openQuotes>>[number];

/** The newest open quotes of the store. */
export function useQuotes(store: string) {
  const api = useApi();
  return useQuery({
    queryKey: [...QUOTES, store],
    enabled: useOnline(),
    staleTime: 0,
    queryFn: () => openQuotes(api, store),
  });
}

/** Quotes whose number, name or address contains the text. */
export function matching(quotes: readonly Quote[], text: string): Quote[] {
  const wanted = text.trim().toLowerCase();
  return quotes.filter(({ number, name, email }) =>
    `${number}\n${name}\n${email ?? ''}`.toLowerCase().includes(wanted),
  );
}

/** Why a basket cannot be quoted: a quote has the prices of the store, without codes. */
export function quoteProblem(basket: Basket): 'prices' | 'giftCard' | null {
  if (isRepriced(basket) || (basket.codes ?? []).length > 0) return 'prices';
  return sellsGiftCards(basket) ? 'giftCard' : null;
}

export const saveQuote = (
  api: Tillhouse,
  basket: Basket,
  { store, name, note, days }: { store: string; name: string; note: string; days: number },
  key: string,
) =>
  answer(
    api.POST('/quotes/', {
      body: {
        store,
        line_items: basket.lines.map(({ good, quantity }) => ({
          product_variant_id: good.variantId,
          quantity: shownQuantity(quantity, good.unit),
        })),
        name,
        note,
        valid_until: new Date(Date.now() + days * DAY_MS).toISOString(),
        ...(basket.customer && { customer_id: basket.customer.id }),
      },
      ...once(key),
    }),
  );

export const mailQuote = (api: Tillhouse, id: string, email: string, key: string) =>
  answer(
    api.POST('/quotes/{id}/send/', { params: { path: { id } }, body: { email }, ...once(key) }),
  );

/** Saves the PDF of the quote, to be printed. */
export async function saveQuotePdf(api: Tillhouse, { id, number }: Quote): Promise<void> {
  await saveFile(
    api.GET('/quotes/{id}/', {
      params: { path: { id }, query: { format: 'pdf' } },
      parseAs: 'blob',
    }),
    `${number}.pdf`,
  );
}

/** Makes the quote the current sale. A quote that was accepted before is the same sale. */
export async function sellQuote(
  api: Tillhouse,
  { id }: Quote,
  { user }: Session,
  goods: Goods,
): Promise<'taken' | 'busy' | 'ended'> {
  if (isLocked(sale.get())) return 'busy';
  const { transaction_id } = await answer(
    api.POST('/quotes/{id}/accept/', { params: { path: { id } } }),
  );
  return takeOver(api, transaction_id, { by: user.name, goods, kind: 'sale' });
}
