import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { answer } from '@tillhouse/client';
import { useApi } from '../../shared/api/index.js';
import type { Variant } from '../types.js';

const FOUND = 30;

/** Items by words of their name, the start of a SKU, or a barcode. */
export function useVariants(wanted: string) {
  const api = useApi();
  return useQuery({
    queryKey: ['variants', wanted],
    queryFn: () =>
      answer(
        api.GET('/product-variants/', {
          params: { query: { q: wanted === '' ? undefined : wanted, limit: FOUND } },
        }),
      ),
    placeholderData: keepPreviousData,
  });
}

/** "Black T-Shirt, M": a variant's own name tells it apart only beside that of its product. */
export const variantName = ({ name, product_name }: Variant): string =>
  name === '' || name === product_name ? product_name : `${product_name}, ${name}`;
