import { useQuery } from '@tanstack/react-query';
import { all, type Tillhouse } from '@tillhouse/client';
import { useApi } from '../../../shared/api/index.js';
import { type Product, readParts, readProduct } from './calls.js';
import type { BundlePart, ListPrices } from './draft.js';

export type Loaded = { product: Product; prices: ListPrices };

/** One request for each variant: too many for every focus of the window. */
const ONCE = { refetchOnWindowFocus: false, staleTime: 0, gcTime: 0 };

const byVariant = async <Found>(
  { variants }: Product,
  read: (id: string) => Promise<Found>,
): Promise<Record<string, Found>> =>
  Object.fromEntries(
    await Promise.all(variants.map(async ({ id }) => [id, await read(id)] as const)),
  );

/** The prices of one unit that are valid now and for everybody, by variant and list. */
const loadPrices = (api: Tillhouse, product: Product): Promise<ListPrices> =>
  byVariant(product, async id => {
    const prices = await all(cursor =>
      api.GET('/prices/', { params: { query: { variant: id, cursor, limit: 200 } } }),
    );
    const plain = prices.filter(one => one.min_quantity === 1 && one.valid_from === null);
    return Object.fromEntries(plain.map(one => [one.price_list, one.amount]));
  });

async function load(api: Tillhouse, id: string): Promise<Loaded> {
  const product = await readProduct(api, id);
  return { product, prices: await loadPrices(api, product) };
}

export function useProduct(id: string) {
  const api = useApi();
  return useQuery({ queryKey: ['product', id], queryFn: () => load(api, id), ...ONCE });
}

type Copied = Loaded & { parts: Record<string, BundlePart[]> };

/** A product to copy, with the parts of its bundles. */
export function useCopied(id: string) {
  const api = useApi();
  return useQuery({
    queryKey: ['product', id, 'copied'],
    queryFn: async (): Promise<Copied> => {
      const loaded = await load(api, id);
      return { ...loaded, parts: await byVariant(loaded.product, one => readParts(api, one)) };
    },
    ...ONCE,
  });
}
