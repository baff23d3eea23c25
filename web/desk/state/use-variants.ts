import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { answer } from '@tillhouse/client';
import { useApi } from '../../shared/api/index.js';
import { descriptionOf } from '../../shared/description.js';
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

/** "Black Tee, Size M". */
export const variantName = ({ name, product_name, ...variant }: Variant): string =>
  descriptionOf({ name: name === '' ? product_name : `${product_name}, ${name}`, ...variant });
