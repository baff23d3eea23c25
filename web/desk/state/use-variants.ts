import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { answer } from '@tillhouse/client';
import { useApi } from '../../shared/api/index.js';
import type { Variant } from '../types.js';

const MAX_RESULTS = 30;

/** Searches variants by name, SKU prefix or barcode. */
export function useVariants(wanted: string) {
  const api = useApi();
  return useQuery({
    queryKey: ['variants', wanted],
    queryFn: () =>
      answer(
        api.GET('/product-variants/', {
          params: { query: { q: wanted === '' ? undefined : wanted, limit: MAX_RESULTS } },
        }),
      ),
    placeholderData: keepPreviousData,
  });
}

/** "Black T-Shirt, M": product name plus variant name. */
export const variantName = ({ name, product_name }: Variant): string =>
  name === '' || name === product_name ? product_name : `${product_name}, ${name}`;
